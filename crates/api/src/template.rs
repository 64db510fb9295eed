//! The web build's `index.html`. Its marks stand for what differs from request to request; what all pages have in common
//! is derived once.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderName, HeaderValue};
use domain::{Error, Result};

use crate::{encoded::SharedPart, pictures::Pictures, protection, web::WebFiles};

/// The cache of the current web build's template.
pub(crate) struct TemplateCache {
    web: Arc<dyn WebFiles>,
    pictures: Pictures,
    public_url: Arc<str>,
    current: Mutex<Option<Arc<Template>>>,
}

impl TemplateCache {
    /// A cache for the web build `web`, and for a site at `public_url` with this setting of pictures.
    pub(crate) fn new(web: Arc<dyn WebFiles>, pictures: Pictures, public_url: Arc<str>) -> Self {
        Self {
            web,
            pictures,
            public_url,
            current: Mutex::default(),
        }
    }

    /// The template. It is read again where the file has changed: a debug build takes a new web build as it runs.
    ///
    /// # Errors
    /// If there is no web build, or its page is not UTF-8 or lacks a mark.
    pub(crate) fn get(&self) -> Result<Arc<Template>> {
        let index = self.web.file("index.html").ok_or_else(|| {
            Error::internal(
                "opening the web app",
                "it is not built: run `cargo xtask run`",
            )
        })?;
        let mut cached = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(template) = &*cached
            && template.index == *index
        {
            return Ok(Arc::clone(template));
        }
        let index = index.into_owned();
        let template = Arc::new(Template::new(index, &self.pictures, &self.public_url)?);
        let shared = Arc::clone(&template.shared);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = shared.compress() {
                tracing::error!(%error, "the pages' style sheet cannot be compressed once for all");
            }
        });
        Ok(Arc::clone(cached.insert(template)))
    }
}

/// `index.html`, cut at its marks.
pub(crate) struct Template {
    index: Vec<u8>,
    before_head: String,
    /// The part from the end of the head to the markup: nearly all of it is the style sheet.
    shared: Arc<SharedPart>,
    before_data: String,
    after_data: String,
    headers: [(HeaderName, HeaderValue); 2],
}

impl Template {
    fn new(index: Vec<u8>, pictures: &Pictures, public_url: &str) -> Result<Self> {
        let html = str::from_utf8(&index)
            .map_err(|error| Error::internal("reading the web app's page", error))?;
        let (before_head, rest) = cut(html, "<!--mitai:head-->")?;
        let (shared, rest) = cut(rest, "<!--mitai:screen-->")?;
        let (before_data, after_data) = cut(rest, "<!--mitai:data-->")?;
        Ok(Self {
            before_head: before_head.to_owned(),
            shared: Arc::new(SharedPart::new(shared.to_owned())),
            before_data: before_data.to_owned(),
            after_data: after_data.to_owned(),
            headers: protection::page_headers(html, pictures, public_url)?,
            index,
        })
    }

    /// The page's HTML, and the byte at which the shared part begins in it.
    pub(crate) fn fill(&self, head: &str, screen: &str, data: &str) -> (String, usize) {
        let shared_start = self.before_head.len() + head.len();
        let html = [
            &self.before_head,
            head,
            self.shared.plain(),
            screen,
            &self.before_data,
            data,
            &self.after_data,
        ]
        .concat();
        (html, shared_start)
    }

    /// The part that all pages have in common.
    pub(crate) fn shared(&self) -> &Arc<SharedPart> {
        &self.shared
    }

    /// The headers of a page.
    pub(crate) fn headers(&self) -> &[(HeaderName, HeaderValue)] {
        &self.headers
    }
}

fn cut<'html>(html: &'html str, mark: &str) -> Result<(&'html str, &'html str)> {
    html.split_once(mark)
        .ok_or_else(|| Error::internal("reading the web app's page", format!("it has no {mark}")))
}
