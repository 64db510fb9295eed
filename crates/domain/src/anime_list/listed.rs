//! Entries with what the catalogue says of their titles.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ListEntry;
use crate::anime::{self, MalId};

/// Where a title is in its run, as far as a list needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Airing {
    /// Nothing of it was aired.
    NotYetAired,
    /// More of it is to come.
    Airing,
    /// All of it was aired.
    Finished,
    /// Nobody knows.
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

/// The facts of a title in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedTitle {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// Name of its page.
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
    /// Place by members.
    pub popularity: Option<u32>,
    /// Names of its genres, in the source's order.
    pub genres: Vec<String>,
    /// Form of publication in Jikan's words.
    pub kind: Option<String>,
    /// Number of episodes, if it is known.
    pub episodes: Option<u16>,
    /// Length of an episode in seconds, if it is known.
    pub episode_seconds: Option<u32>,
    /// Where it is in its run.
    pub airing: Airing,
    /// Year of its first day.
    pub year: Option<u16>,
}

impl ListedTitle {
    /// One of which nobody knows more than what it is called.
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
    /// The title.
    pub title: Arc<ListedTitle>,
    /// Its owner's entry.
    pub entry: ListEntry,
}
