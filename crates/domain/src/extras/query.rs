//! Which people, characters, pairs and videos are wanted of all that are known.

use super::{TitleRef, Video, VideoKind};
use crate::{anime::Status, slice::Span};

/// Which people or characters are wanted, in which order, and which part of them.
///
/// What is `None` does not narrow the choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordQuery {
    /// One of their names, or a word in it and what follows, begins with this folded text. Nobody's does with an empty
    /// one.
    pub beginning: Option<String>,
    /// What the name begins with, case apart for ASCII.
    pub initial: Option<char>,
    /// By what they are ordered; without it by id, or, where there is a text, whole names first, then by favourites.
    pub order: Option<RecordOrder>,
    /// Whether the order is turned round, but for those without the value, who come last in both.
    pub descending: bool,
    /// The wanted part.
    pub span: Span,
}

impl RecordQuery {
    /// Those whose names begin so.
    pub fn named(beginning: &str, span: Span) -> Self {
        Self {
            beginning: Some(beginning.to_owned()),
            initial: None,
            order: None,
            descending: false,
            span,
        }
    }
}

/// What people and characters are ordered by; equal ones follow by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordOrder {
    /// Number on MyAnimeList.
    Id,
    /// The first hundred letters of the name, as the source writes it.
    Name,
    /// Day of birth; characters have none, and stay by id.
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

/// Which titles' videos are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filmed {
    /// The most popular titles'.
    Popular,
    /// Those of titles that are at this, the latest first.
    Latest(Status),
}

/// A title with videos of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmedTitle {
    /// Which title.
    pub title: TitleRef,
    /// Its videos of that kind, as the source has them.
    pub videos: Vec<Video>,
}

impl FilmedTitle {
    /// A title with those of its videos that are of a kind.
    pub fn new(title: TitleRef, mut videos: Vec<Video>, kind: VideoKind) -> Self {
        videos.retain(|video| video.kind == kind);
        Self { title, videos }
    }
}
