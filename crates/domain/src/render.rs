//! Rendering the web app's pages on the server.

use async_trait::async_trait;

use crate::Result;

/// A page to render.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// The page's path, for instance `/anime/trigun`.
    pub path: String,
    /// The page's query without the question mark; empty where there is none.
    pub query: String,
    /// The API's answers that the page shows, as a JSON object: the address of each, and its body.
    pub data: String,
}

/// A page that the web app has rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedPage {
    /// Links for the page's head: files that the browser should fetch at once.
    pub head: String,
    /// The page's markup.
    pub body: String,
}

/// Renders the web app.
#[async_trait]
pub trait PageRenderer: Send + Sync {
    /// The markup of a page, the same for every visitor.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] if the renderer is busy; [`crate::Error::Internal`] if rendering fails, takes
    /// too long or too much memory.
    async fn render(&self, page: PageRequest) -> Result<RenderedPage>;
}
