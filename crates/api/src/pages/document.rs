//! What differs from page to page, and filling the template with it.

use std::fmt::Write as _;

use domain::{
    Result,
    render::{PageRequest, RenderedPage},
};

use super::{
    head::{Canonical, Head, SharedPicture},
    inline_art::inline_art,
    route::Page,
};
use crate::{encoded::Encoded, state::PageState, text::escaped};

/// The file with the web app's layout around an empty page, for a page that was not rendered.
const SHELL: &str = "server/shell.html";

/// A page's head, data and markup, to fill the template with.
#[derive(Debug)]
pub(crate) struct Document {
    head: Head,
    /// Answers of the API by their address, as JSON.
    data: Vec<(String, String)>,
    rendered: Option<Rendered>,
}

/// A page's markup, and the address for which the web app rendered it.
#[derive(Debug)]
struct Rendered {
    address: String,
    page: RenderedPage,
}

/// The address of the hero's data.
pub(crate) const HERO: &str = "/api/v1/hero";

impl Document {
    /// A page without data.
    pub(crate) fn new(head: Head) -> Self {
        Self {
            head,
            data: Vec::new(),
            rendered: None,
        }
    }

    /// Puts the answer of `address` into the page.
    pub(crate) fn add(&mut self, address: &str, json: &[u8]) {
        let json = String::from_utf8_lossy(json).into_owned();
        self.data.push((address.to_owned(), json));
    }

    /// Gives the page another head.
    pub(crate) fn describe(&mut self, head: Head) {
        self.head = head;
    }

    /// Has the web app render the page with the data that stand in it. Where that fails the page has the layout
    /// alone, and the web app renders it in the browser.
    pub(crate) async fn render(&mut self, page: &Page, state: &PageState) {
        let Some((path, query)) = page.render_address() else {
            return;
        };
        let mark = if query.is_empty() { "" } else { "?" };
        let address = format!("{path}{mark}{query}");
        let data = self.data_object();
        let request = PageRequest { path, query, data };
        match state.renderer.render(request).await {
            Ok(mut rendered) => {
                inline_art(&mut rendered, page, &state.titles).await;
                self.rendered = Some(Rendered {
                    address,
                    page: rendered,
                });
            }
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "a page was not rendered"
                );
            }
        }
    }

    /// Encodes the page as it is sent.
    pub(crate) fn encode(&self, state: &PageState) -> Result<Encoded> {
        let template = state.template.get()?;
        let (html, shared_start) =
            template.fill(&self.head(state), &self.markup(state), &self.data_block());
        let mut page = Encoded::new("text/html; charset=utf-8", "no-cache", html)?;
        page.share(shared_start, template.shared());
        for (name, value) in template.headers() {
            page.add(name.clone(), value.clone());
        }
        Ok(page)
    }

    fn head(&self, state: &PageState) -> String {
        let Head {
            title,
            description,
            canonical,
            image,
            kind,
            linked_data,
        } = &self.head;
        let (title, description) = (escaped(title), escaped(description));
        let base = &state.public_url;
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
            Canonical::Omitted => {}
        }
        let _ = write!(
            tags,
            "<meta property=\"og:site_name\" content=\"Mitai\">\n\
             <meta property=\"og:type\" content=\"{kind}\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n"
        );
        tags.push_str(&picture_tags(image, base, &title));
        tags.push_str(linked_data);
        for profile in &state.social_profiles {
            let _ = writeln!(
                tags,
                "<link rel=\"me\" title=\"{}\" href=\"{}\">",
                escaped(profile.network),
                escaped(&profile.url)
            );
        }
        if let Some(Rendered { page, .. }) = &self.rendered {
            tags.push_str(&page.head);
        }
        tags
    }

    fn markup(&self, state: &PageState) -> String {
        if let Some(Rendered { page, .. }) = &self.rendered {
            return page.body.clone();
        }
        let shell = state.web.file(SHELL).unwrap_or_default();
        String::from_utf8_lossy(&shell).into_owned()
    }

    fn data_block(&self) -> String {
        let rendered = self
            .rendered
            .as_ref()
            .map(|Rendered { address, .. }| format!(" data-rendered=\"{}\"", escaped(address)));
        format!(
            "<script type=\"application/json\" id=\"mitai-data\"{}>{}</script>",
            rendered.unwrap_or_default(),
            self.data_object()
        )
    }

    /// The data as a JSON object that may stand in a script element.
    fn data_object(&self) -> String {
        let mut object = String::from("{");
        for (place, (address, json)) in self.data.iter().enumerate() {
            if place > 0 {
                object.push(',');
            }
            let address = serde_json::Value::from(address.as_str()).to_string();
            object.push_str(&address.replace('<', "\\u003c"));
            object.push(':');
            object.push_str(&json.replace('<', "\\u003c"));
        }
        object + "}"
    }
}

/// Tags of the picture that shows where a page is shared; `title` is escaped already.
fn picture_tags(picture: &SharedPicture, base: &str, title: &str) -> String {
    match picture {
        SharedPicture::Source(url) => format!(
            "<meta property=\"og:image\" content=\"{}\">\n\
             <meta name=\"twitter:card\" content=\"summary\">\n",
            escaped(url)
        ),
        SharedPicture::Card(name) => format!(
            "<meta property=\"og:image\" content=\"{url}\">\n\
             <meta property=\"og:image:type\" content=\"image/png\">\n\
             <meta property=\"og:image:width\" content=\"{width}\">\n\
             <meta property=\"og:image:height\" content=\"{height}\">\n\
             <meta property=\"og:image:alt\" content=\"{title}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n",
            url = escaped(&format!("{base}{}", SharedPicture::card_path(name))),
            width = art::CARD_WIDTH,
            height = art::CARD_HEIGHT,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_close_its_script_element() {
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
