//! Filling the web build's `index.html`: it and the screens hold marks that stand for what differs
//! from request to request.

use std::fmt::Write as _;

use domain::{Error, Result};
use serde::Deserialize;

use super::head::Head;
use crate::{state::Site, text::escaped};

/// First screens that the web build made from its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The home page with its hero.
    Home,
    /// The layout around an empty page.
    Page,
}

/// A page to be filled.
#[derive(Debug)]
pub(crate) struct Document {
    screen: Screen,
    head: Head,
    /// Answers of the API by their address, as JSON.
    data: Vec<(String, String)>,
}

/// What the first screen shows of the first slide.
#[derive(Deserialize)]
struct Slide {
    id: String,
    slug: Option<String>,
    title: String,
    image_url: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Slides {
    items: Vec<Slide>,
}

/// Where the hero's data stand.
pub(crate) const HERO: &str = "/api/v1/hero";

impl Document {
    /// A page without data.
    pub(crate) fn new(screen: Screen, head: Head) -> Self {
        Self {
            screen,
            head,
            data: Vec::new(),
        }
    }

    /// Puts the answer of `address` into the page.
    pub(crate) fn add(&mut self, address: &str, json: &[u8]) {
        let json = String::from_utf8_lossy(json).into_owned();
        self.data.push((address.to_owned(), json));
    }

    /// Gives the page another description.
    pub(crate) fn describe(&mut self, head: Head) {
        self.head = head;
    }

    /// The page's HTML.
    pub(crate) fn fill(&self, index: &[u8], site: &Site) -> Result<String> {
        let index = std::str::from_utf8(index)
            .map_err(|e| Error::internal("reading the web app's page", e))?;
        let slide = self.first_slide();
        let html = index
            .replacen("<!--mitai:head-->", &self.head(site, slide.as_ref()), 1)
            .replacen("<!--mitai:screen-->", &self.screen(site, slide.as_ref()), 1)
            .replacen("<!--mitai:data-->", &self.data_block(), 1);
        Ok(html)
    }

    /// The hero's first slide. The first screen can show it only if it leads to a title's page.
    fn first_slide(&self) -> Option<Slide> {
        let (_, json) = self.data.iter().find(|(address, _)| address == HERO)?;
        serde_json::from_str::<Slides>(json)
            .ok()?
            .items
            .into_iter()
            .next()
    }

    fn head(&self, site: &Site, slide: Option<&Slide>) -> String {
        let Head {
            title,
            description,
            canonical,
            image,
            kind,
            linked_data,
        } = &self.head;
        let (title, description) = (escaped(title), escaped(description));
        let base = &site.public_url;
        let mut tags = format!(
            "<title>{title}</title>\n<meta name=\"description\" content=\"{description}\">\n"
        );
        match canonical {
            Some(path) => {
                let url = escaped(&format!("{base}{path}"));
                let _ = write!(
                    tags,
                    "<link rel=\"canonical\" href=\"{url}\">\n<meta property=\"og:url\" content=\"{url}\">\n"
                );
            }
            None => tags.push_str("<meta name=\"robots\" content=\"noindex\">\n"),
        }
        let _ = write!(
            tags,
            "<meta property=\"og:site_name\" content=\"Mitai\">\n\
             <meta property=\"og:type\" content=\"{kind}\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n"
        );
        if let Some(image) = image {
            let url = escaped(image);
            let _ = writeln!(tags, "<meta property=\"og:image\" content=\"{url}\">");
        }
        tags.push_str(linked_data);
        if let (Screen::Home, Some(slide)) = (self.screen, slide) {
            let _ = writeln!(
                tags,
                "<link rel=\"preload\" as=\"image\" href=\"{}\" fetchpriority=\"high\">",
                escaped(&slide.picture())
            );
        }
        tags
    }

    /// The first screen's markup; the bare layout where there is no slide to put into the hero.
    fn screen(&self, site: &Site, slide: Option<&Slide>) -> String {
        let (file, slide) = match (self.screen, slide) {
            (Screen::Home, Some(slide)) if slide.slug.is_some() => {
                ("screens/home.html", Some(slide))
            }
            _ => ("screens/page.html", None),
        };
        let Some(file) = site.web.file(file) else {
            return String::new();
        };
        let mut html = String::from_utf8_lossy(&file).into_owned();
        if let Some(slide) = slide {
            for (mark, text) in [
                ("__HERO_SLUG__", slide.slug.as_deref().unwrap_or_default()),
                ("__HERO_IMAGE__", &slide.picture()),
                ("__HERO_TITLE__", &slide.title),
                (
                    "__HERO_DESCRIPTION__",
                    slide.description.as_deref().unwrap_or_default(),
                ),
            ] {
                html = html.replace(mark, &escaped(text));
            }
        }
        html
    }

    fn data_block(&self) -> String {
        let mut block = String::from("<script type=\"application/json\" id=\"mitai-data\">{");
        for (place, (address, json)) in self.data.iter().enumerate() {
            if place > 0 {
                block.push(',');
            }
            let address = serde_json::Value::from(address.as_str()).to_string();
            block.push_str(&address.replace('<', "\\u003c"));
            block.push(':');
            block.push_str(&json.replace('<', "\\u003c"));
        }
        block + "}</script>"
    }
}

impl Slide {
    fn picture(&self) -> String {
        self.image_url
            .clone()
            .unwrap_or_else(|| format!("/art/banner/{}.svg", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_block() {
        let mut document = Document::new(Screen::Page, Head::search("x"));
        document
            .data
            .push(("/a".into(), r#"{"t":"</script><b>"}"#.into()));
        let block = document.data_block();
        assert!(
            !block.trim_end_matches("</script>").contains("</"),
            "{block}"
        );
        assert!(
            block.contains(r#""/a":{"t":"\u003c/script>\u003cb>"}"#),
            "{block}"
        );
    }
}
