//! Titles chosen by their facts.

use jiff::civil::Date;

use crate::{
    anime::{Anime, MalId, Season, Status, TagKind},
    provenance::Provenance,
};

/// Genres, and companies, that a selection looks at, at most.
pub const MAX_IDS: usize = 16;

/// Which titles are wanted, in which order, and which part of them.
///
/// `None` or empty fields do not filter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection {
    /// Only these, best first, as a search found them; at most 512 are looked at.
    pub among: Option<Vec<MalId>>,
    /// Form of publication, see [`Anime::kind`].
    pub kind: Option<&'static str>,
    /// Where it is in its run.
    pub status: Option<Status>,
    /// Age rating, see [`Anime::rating`].
    pub rating: Option<&'static str>,
    /// Score of at least this.
    pub min_score: Option<f64>,
    /// Score of at most this.
    pub max_score: Option<f64>,
    /// Numbers of genres, themes or demographics it has, all of them, none twice.
    pub tags: Vec<u32>,
    /// Numbers of those it has none of.
    pub without_tags: Vec<u32>,
    /// Numbers of companies, one of which took part.
    pub companies: Vec<u32>,
    /// What the main title begins with, case apart for ASCII.
    pub initial: Option<char>,
    /// Its first day is this or a later one.
    pub aired_since: Option<Date>,
    /// It began in this season of this year.
    pub begun_in: Option<(u16, Season)>,
    /// By what they are ordered.
    pub order: Order,
    /// Whether the largest comes first.
    pub descending: bool,
    /// Leave out what has no value to be ordered by, rather than put it last.
    pub known_only: bool,
    /// Titles before the wanted part.
    pub skip: u32,
    /// Titles in the wanted part.
    pub size: u32,
}

/// What titles are ordered by; equal ones follow by id, unknown values come last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Number on MyAnimeList.
    #[default]
    Id,
    /// As [`Selection::among`] has them.
    Relevance,
    /// Main title, by code points.
    Title,
    /// First day.
    Start,
    /// Number of episodes.
    Episodes,
    /// Mean score.
    Score,
    /// Number of votes.
    Votes,
    /// Place by score.
    Rank,
    /// Place by members.
    Popularity,
    /// People who have it on a list.
    Members,
    /// People who call it a favourite.
    Favorites,
}

/// A title in a list of whole records.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedAnime {
    /// All facts.
    pub anime: Anime,
    /// Where they come from.
    pub provenance: Provenance,
}

/// A genre, theme or demographic and how many titles have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagCount {
    /// Which of them.
    pub kind: TagKind,
    /// MyAnimeList's number of it.
    pub id: u32,
    /// Its English name.
    pub name: String,
    /// Titles that have it.
    pub titles: u32,
}

/// A company and how many titles it took part in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyCount {
    /// MyAnimeList's number of it.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Titles, in whichever part it took.
    pub titles: u32,
}
