//! Numbers of titles at other catalogues.

use serde::{Deserialize, Serialize};

/// A catalogue that numbers titles otherwise than MyAnimeList does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Site {
    /// anilist.co
    #[serde(rename = "anilist")]
    AniList,
    /// kitsu.app
    Kitsu,
}

impl Site {
    /// Its name in the API and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AniList => "anilist",
            Self::Kitsu => "kitsu",
        }
    }
}

/// A title's number at another site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ForeignId {
    /// The site.
    pub site: Site,
    /// The number there.
    pub id: u32,
}
