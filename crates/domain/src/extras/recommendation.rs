//! Recommended titles.

use serde::Serialize;

use super::TitleRef;
use crate::anime::MalId;

/// A title that people recommend to those who liked another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Recommendation {
    /// The recommended title's id. The catalogue may not hold the title.
    pub mal_id: MalId,
    /// Number of people who recommend the title.
    pub votes: u32,
}

/// A recommended title that the catalogue holds.
#[derive(Debug, Clone, PartialEq)]
pub struct RecommendedTitle {
    /// The recommended title.
    pub title: TitleRef,
    /// Number of people who recommend the title.
    pub votes: u32,
}
