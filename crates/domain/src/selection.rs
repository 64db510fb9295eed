//! Titles chosen by their facts.

use jiff::civil::Date;

use crate::{
    anime::{Anime, MalId, Season, Status, TagKind},
    provenance::Provenance,
};

/// The largest number of genres, and of companies, that a selection looks at.
pub const MAX_IDS: usize = 16;

/// Which titles are wanted, in which order, and which part of them.
///
/// `None` or empty fields do not filter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection {
    /// The only titles to look at, best first, as a search found them; at most 512 are.
    pub among: Option<Vec<MalId>>,
    /// Form of publication, see [`Anime::kind`].
    pub kind: Option<&'static str>,
    /// The title's airing status.
    pub status: Option<Status>,
    /// Age rating, see [`Anime::rating`].
    pub rating: Option<&'static str>,
    /// Lowest mean score, from 1 to 10.
    pub min_score: Option<f64>,
    /// Highest mean score, from 1 to 10.
    pub max_score: Option<f64>,
    /// Numbers of genres, themes or demographics that the title has, all of them, none twice.
    pub tags: Vec<u32>,
    /// Numbers of genres, themes or demographics of which the title has none.
    pub without_tags: Vec<u32>,
    /// Numbers of companies, one of which took part in the title.
    pub companies: Vec<u32>,
    /// First character of the main title, in upper or lower case for ASCII.
    pub initial: Option<char>,
    /// Earliest first day of the title.
    pub aired_since: Option<Date>,
    /// Year and season in which the title began.
    pub begun_in: Option<(u16, Season)>,
    /// What the titles are sorted by.
    pub order: Order,
    /// Whether the largest value comes first.
    pub descending: bool,
    /// Whether titles without a value to sort by are left out, rather than put last.
    pub known_only: bool,
    /// Number of titles before the wanted part.
    pub skip: u32,
    /// The largest number of titles in the wanted part.
    pub size: u32,
}

/// What titles are ordered by; equal ones follow by id, unknown values come last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Sorted by number on MyAnimeList.
    #[default]
    Id,
    /// Sorted as [`Selection::among`] has the titles.
    Relevance,
    /// Sorted by main title, by code points.
    Title,
    /// Sorted by first day.
    Start,
    /// Sorted by number of episodes.
    Episodes,
    /// Sorted by mean score.
    Score,
    /// Sorted by number of votes.
    Votes,
    /// Sorted by rank by mean score.
    Rank,
    /// Sorted by rank by members.
    Popularity,
    /// Sorted by the number of people who have the title on a list.
    Members,
    /// Sorted by the number of people who call the title a favourite.
    Favorites,
}

/// A title with all its facts, in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedAnime {
    /// All facts of the title.
    pub anime: Anime,
    /// The source that decides about most of the facts, and when it spoke last.
    pub provenance: Provenance,
}

/// A genre, theme or demographic and how many titles have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagCount {
    /// Whether it is a genre, a theme or a demographic.
    pub kind: TagKind,
    /// The tag's number on MyAnimeList.
    pub id: u32,
    /// The tag's English name.
    pub name: String,
    /// Number of titles that have the tag.
    pub titles: u32,
}

/// A company and how many titles it took part in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyCount {
    /// The company's number on MyAnimeList.
    pub id: u32,
    /// The company's name.
    pub name: String,
    /// Number of titles, in whichever part the company took.
    pub titles: u32,
}
