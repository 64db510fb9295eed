//! News, as links.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where news of a title were published. Mitai does not store their text. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewsLink {
    /// Number at the source.
    pub id: u32,
    /// What they say.
    pub title: String,
    /// Where they are.
    pub url: String,
    /// When they were written.
    pub at: Option<Timestamp>,
    /// Who wrote them.
    pub author: Option<String>,
    /// The author's page at the source.
    pub author_url: Option<String>,
    /// Where they are talked about there.
    pub forum_url: Option<String>,
    /// Address of a picture there.
    pub image_url: Option<String>,
    /// How many have said something about them.
    pub comments: Option<u32>,
}
