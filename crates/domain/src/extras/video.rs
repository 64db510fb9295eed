//! Videos.

use serde::{Deserialize, Serialize};

/// What a video shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VideoKind {
    /// A trailer.
    Promo,
    /// An episode.
    Episode,
    /// A song.
    Music,
}

/// A video about a title. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Video {
    /// What it shows.
    pub kind: VideoKind,
    /// What it is called.
    pub name: String,
    /// Number of the episode that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub episode: Option<u32>,
    /// What the source calls that: `Episode 12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Where it can be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// YouTube's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub youtube_id: Option<String>,
    /// Address of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embed_url: Option<String>,
    /// Address of a still at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still_url: Option<String>,
    /// The song that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub song: Option<String>,
    /// Who plays that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
}
