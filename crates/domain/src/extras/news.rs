//! News, as links.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where news of a title were published. Mitai does not store their text. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewsLink {
    /// The article's number at the source.
    pub id: u32,
    /// The article's headline.
    pub title: String,
    /// The article's address.
    pub url: String,
    /// When the article was written.
    pub at: Option<Timestamp>,
    /// The article's author.
    pub author: Option<String>,
    /// The author's page at the source.
    pub author_url: Option<String>,
    /// Address of the article's discussion at the source.
    pub forum_url: Option<String>,
    /// Address of the article's picture at the source.
    pub image_url: Option<String>,
    /// Number of comments on the article.
    pub comments: Option<u32>,
}
