//! Entries with what the catalogue says of their titles.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ListEntry;
use crate::anime::{self, MalId};

/// A title's airing status, as far as a list needs to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Airing {
    /// No episode has aired yet.
    NotYetAired,
    /// More episodes are to come.
    Airing,
    /// All episodes have aired.
    Finished,
    /// The airing status is not known.
    #[default]
    Unknown,
}

impl From<Option<anime::Status>> for Airing {
    fn from(status: Option<anime::Status>) -> Self {
        match status {
            Some(anime::Status::Upcoming) => Self::NotYetAired,
            Some(anime::Status::Airing) => Self::Airing,
            Some(anime::Status::Finished) => Self::Finished,
            None => Self::Unknown,
        }
    }
}

/// A title's facts that a list shows.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedTitle {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// The title's slug, the last part of its page's address.
    pub slug: String,
    /// Main title.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Title in Japanese script.
    pub title_japanese: Option<String>,
    /// Address of a poster at the source.
    pub image_url: Option<String>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// Names of the title's genres, in the source's order.
    pub genres: Vec<String>,
    /// Form of publication in Jikan's words.
    pub kind: Option<String>,
    /// Number of episodes, if it is known.
    pub episodes: Option<u16>,
    /// Length of an episode in seconds, if it is known.
    pub episode_seconds: Option<u32>,
    /// The title's airing status.
    pub airing: Airing,
    /// Year in which the title began: the one that its source names, else that of its first day.
    pub year: Option<u16>,
}

impl ListedTitle {
    /// Returns a title of which only the id and the name are known.
    pub fn named(mal_id: MalId, title: impl Into<String>) -> Self {
        Self {
            mal_id,
            slug: String::new(),
            title: title.into(),
            title_english: None,
            title_japanese: None,
            image_url: None,
            score: None,
            popularity: None,
            genres: Vec::new(),
            kind: None,
            episodes: None,
            episode_seconds: None,
            airing: Airing::Unknown,
            year: None,
        }
    }
}

/// An entry with what the catalogue says of its title now.
#[derive(Debug, Clone, PartialEq)]
pub struct ListItem {
    /// The title's facts.
    pub title: Arc<ListedTitle>,
    /// The owner's entry of the title.
    pub entry: ListEntry,
}
