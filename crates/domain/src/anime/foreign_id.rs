//! Numbers of titles at other catalogues.

use serde::{Deserialize, Serialize};

/// A catalogue that numbers titles otherwise than MyAnimeList does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Site {
    /// The site anilist.co.
    #[serde(rename = "anilist")]
    AniList,
    /// The site kitsu.app.
    Kitsu,
}

impl Site {
    /// Returns the site's name in the API and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AniList => "anilist",
            Self::Kitsu => "kitsu",
        }
    }
}

/// A title's id at another catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ForeignId {
    /// The site of that catalogue.
    pub site: Site,
    /// The title's number at that site.
    pub id: u32,
}
