//! Recommended titles.

use serde::Serialize;

use super::TitleRef;
use crate::anime::MalId;

/// A title that people recommend to those who liked another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Recommendation {
    /// Which title. The catalogue may not hold it.
    pub mal_id: MalId,
    /// How many recommend it.
    pub votes: u32,
}

/// A recommended title that the catalogue holds.
#[derive(Debug, Clone, PartialEq)]
pub struct RecommendedTitle {
    /// Which title.
    pub title: TitleRef,
    /// How many recommend it.
    pub votes: u32,
}
