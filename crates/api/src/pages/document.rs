//! Filling the web build's `index.html`: it holds marks that stand for what differs from request to
//! request.

use std::fmt::Write as _;

use domain::{Error, Result};

use super::{
    head::{Canonical, Head},
    screen::FirstScreen,
};
use crate::{state::Site, text::escaped};

/// A page to be filled.
#[derive(Debug)]
pub(crate) struct Document {
    screen: FirstScreen,
    head: Head,
    /// Answers of the API by their address, as JSON.
    data: Vec<(String, String)>,
}

/// Where the hero's data stand.
pub(crate) const HERO: &str = "/api/v1/hero";

impl Document {
    /// A page without data.
    pub(crate) fn new(head: Head) -> Self {
        Self {
            screen: FirstScreen::page(),
            head,
            data: Vec::new(),
        }
    }

    /// Puts the answer of `address` into the page.
    pub(crate) fn add(&mut self, address: &str, json: &[u8]) {
        let json = String::from_utf8_lossy(json).into_owned();
        self.data.push((address.to_owned(), json));
    }

    /// Gives the page another first screen.
    pub(crate) fn show(&mut self, screen: FirstScreen) {
        self.screen = screen;
    }

    /// Gives the page another description.
    pub(crate) fn describe(&mut self, head: Head) {
        self.head = head;
    }

    /// The page's HTML.
    pub(crate) fn fill(&self, index: &[u8], site: &Site) -> Result<String> {
        let index = std::str::from_utf8(index)
            .map_err(|e| Error::internal("reading the web app's page", e))?;
        let html = index
            .replacen("<!--mitai:head-->", &self.head(site), 1)
            .replacen("<!--mitai:screen-->", &self.screen.markup(site), 1)
            .replacen("<!--mitai:data-->", &self.data_block(), 1);
        Ok(html)
    }

    fn head(&self, site: &Site) -> String {
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
            Canonical::At(path) => {
                let url = escaped(&format!("{base}{path}"));
                let _ = write!(
                    tags,
                    "<link rel=\"canonical\" href=\"{url}\">\n<meta property=\"og:url\" content=\"{url}\">\n"
                );
            }
            Canonical::Nowhere => tags.push_str("<meta name=\"robots\" content=\"noindex\">\n"),
            Canonical::Untold => {}
        }
        let _ = write!(
            tags,
            "<meta property=\"og:site_name\" content=\"Mitai\">\n\
             <meta property=\"og:type\" content=\"{kind}\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n"
        );
        let icon = || format!("{base}/icon.png");
        let url = escaped(&image.clone().unwrap_or_else(icon));
        let _ = writeln!(tags, "<meta property=\"og:image\" content=\"{url}\">");
        tags.push_str(linked_data);
        for profile in &site.profiles {
            let _ = writeln!(
                tags,
                "<link rel=\"me\" title=\"{}\" href=\"{}\">",
                escaped(profile.network),
                escaped(&profile.url)
            );
        }
        if let Some(picture) = &self.screen.first_picture {
            let _ = writeln!(
                tags,
                "<link rel=\"preload\" as=\"image\" href=\"{}\" fetchpriority=\"high\">",
                escaped(picture)
            );
        }
        tags
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_block() {
        let mut document = Document::new(Head::search("x"));
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
