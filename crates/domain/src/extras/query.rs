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
    /// is [too short](Self::MIN_CHARS). In any other order than that of the text, or with an initial, the
    /// [best matches](Self::MATCHES) are looked at.
    pub beginning: Option<String>,
    /// What the name begins with, case apart for ASCII.
    pub initial: Option<char>,
    /// By what they are ordered; without it by id, or, where there is a text, whole names first, then by favourites.
    pub order: Option<RecordOrder>,
    /// Whether the order is turned round.
    pub descending: bool,
    /// The wanted part.
    pub span: SliceRange,
}

impl RecordQuery {
    /// How many can be asked for, and are counted: a list of more ends there.
    pub const MAX_LISTED: u32 = 12_000;
    /// How many that a text finds are brought into another order.
    pub const MATCHES: u32 = 500;
    /// The shortest folded text that is looked for, in bytes: with one Latin letter the names of thousands begin, with
    /// one character of Japanese script those of few.
    pub const MIN_CHARS: usize = 2;

    /// All, by id.
    pub const fn all(span: SliceRange) -> Self {
        Self {
            beginning: None,
            initial: None,
            order: None,
            descending: false,
            span,
        }
    }

    /// Those whose names begin so.
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
    /// Number on MyAnimeList.
    Id,
    /// The first hundred letters of the name, as the source writes it.
    Name,
    /// Day of birth. People of whom it is not known are left out; characters have none, and stay by id.
    Birthday,
    /// People whose favourite they are; those of whom it is not known count as nobody's.
    Favorites,
}

/// Two titles of which each is recommended to those who liked the other.
#[derive(Debug, Clone, PartialEq)]
pub struct RecommendedPair {
    /// The one with the lower number.
    pub first: TitleRef,
    /// The other one.
    pub second: TitleRef,
    /// How many recommend it.
    pub votes: u32,
}

/// Recommendations, those with the most votes, among which pairs are found.
pub const PAIRED_RECOMMENDATIONS: u32 = 4_000;

/// Titles whose videos are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VideoTitles {
    /// All, the most popular first.
    Popular,
    /// Those that air, the latest first.
    Airing,
    /// Those that are to come, the next first; those without a day come last.
    Upcoming,
}

/// Which videos of which titles are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoQuery {
    /// Of which titles. The first [`MAX_SCANNED`](Self::MAX_SCANNED) are looked at for videos.
    pub titles: VideoTitles,
    /// Of which kind.
    pub kind: VideoKind,
    /// How many titles, at most.
    pub most: u32,
    /// How many videos of each, at most.
    pub of_each: usize,
}

impl VideoQuery {
    /// Titles that are looked at for videos.
    pub const MAX_SCANNED: u32 = 1_000;
}

/// A title with videos of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleVideos {
    /// Which title.
    pub title: TitleRef,
    /// Its videos of that kind.
    pub videos: Vec<Video>,
}

impl TitleVideos {
    /// A title with the wanted of its videos: of episodes the newest, of others those that the source has first.
    pub fn new(title: TitleRef, mut videos: Vec<Video>, query: &VideoQuery) -> Self {
        videos.retain(|video| video.kind == query.kind);
        if query.kind == VideoKind::Episode {
            videos.sort_by_key(|video| Reverse(video.episode));
        }
        videos.truncate(query.of_each);
        Self { title, videos }
    }
}
