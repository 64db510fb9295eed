//! Which people, characters, pairs and videos are wanted of all that are known.

use std::cmp::Reverse;

use super::{TitleRef, Video, VideoKind};
use crate::slice::SliceRange;

/// Which people or characters are wanted, in which order, and which part of them.
///
/// `None` fields do not filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordQuery {
    /// One of their names, or a word in it and what follows, begins with this folded text. Nobody is found by one that
    /// is [too short](Self::MIN_BYTES). In any other order than that of the text, or with an initial, the
    /// [best matches](Self::MATCHES) are looked at.
    pub beginning: Option<String>,
    /// First character of the name, in upper or lower case for ASCII.
    pub initial: Option<char>,
    /// The order; without it by id, or, where there is a text, whole names first, then by favourites.
    pub order: Option<RecordOrder>,
    /// Whether the order is reversed.
    pub descending: bool,
    /// The wanted part of the records.
    pub span: SliceRange,
}

impl RecordQuery {
    /// The largest number of records that can be asked for, and that are counted: a longer list ends there.
    pub const MAX_LISTED: u32 = 12_000;
    /// The largest number of records found by a text that are brought into another order.
    pub const MATCHES: u32 = 500;
    /// The shortest folded text that is looked for, in bytes: with one Latin letter the names of thousands begin, with
    /// one character of Japanese script those of few.
    pub const MIN_BYTES: usize = 2;

    /// Returns a query of all records, sorted by id.
    pub const fn all(span: SliceRange) -> Self {
        Self {
            beginning: None,
            initial: None,
            order: None,
            descending: false,
            span,
        }
    }

    /// Returns a query of the records whose names begin with a folded text.
    pub fn named(beginning: &str, span: SliceRange) -> Self {
        Self {
            beginning: Some(beginning.to_owned()),
            ..Self::all(span)
        }
    }
}

/// The orders of people and characters; equal ones follow by id, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordOrder {
    /// Sorted by number on MyAnimeList.
    Id,
    /// Sorted by the first hundred letters of the name, as the source writes it.
    Name,
    /// Sorted by day of birth. People of whom it is not known are left out; characters have none, and stay by id.
    Birthday,
    /// Sorted by the number of people whose favourite they are; an unknown number counts as zero.
    Favorites,
}

/// Two titles of which each is recommended to those who liked the other.
#[derive(Debug, Clone, PartialEq)]
pub struct RecommendedPair {
    /// The title with the lower id.
    pub first: TitleRef,
    /// The title with the higher id.
    pub second: TitleRef,
    /// Number of people who recommend one of the titles to those who liked the other.
    pub votes: u32,
}

/// Number of recommendations, those with the most votes, among which pairs are found.
pub const PAIRED_RECOMMENDATIONS: u32 = 4_000;

/// The titles whose videos are wanted, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VideoTitles {
    /// All titles, the most popular first.
    Popular,
    /// Titles that air now, the latest first.
    Airing,
    /// Titles that are to come, the next first; those without a day come last.
    Upcoming,
}

/// Which videos of which titles are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoQuery {
    /// The titles; the first [`MAX_SCANNED`](Self::MAX_SCANNED) are looked at for videos.
    pub titles: VideoTitles,
    /// The kind of the videos.
    pub kind: VideoKind,
    /// The largest number of titles in the answer.
    pub most: u32,
    /// The largest number of videos of each title.
    pub of_each: usize,
}

impl VideoQuery {
    /// The largest number of titles that are looked at for videos.
    pub const MAX_SCANNED: u32 = 1_000;
}

/// A title with videos of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleVideos {
    /// The title of the videos.
    pub title: TitleRef,
    /// The title's videos of that kind.
    pub videos: Vec<Video>,
}

impl TitleVideos {
    /// Returns a title with its wanted videos: of episodes the newest, of others those that the source has first.
    pub fn new(title: TitleRef, mut videos: Vec<Video>, query: &VideoQuery) -> Self {
        videos.retain(|video| video.kind == query.kind);
        if query.kind == VideoKind::Episode {
            videos.sort_by_key(|video| Reverse(video.episode));
        }
        videos.truncate(query.of_each);
        Self { title, videos }
    }
}
