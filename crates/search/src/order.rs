//! Which of two titles that were found comes first.

use std::cmp::Reverse;

use domain::anime::MalId;

use crate::grade::Grade;

/// Counts as the place by popularity of a title that has none, and at most.
const LEAST_KNOWN: u32 = 30_000;

/// By how well the name matches and how well the title is known, together or one after the other.
pub(crate) fn by_match(grade: Grade, popularity: Option<u32>) -> (Grade, u32) {
    let place = popularity.unwrap_or(LEAST_KNOWN).min(LEAST_KNOWN);
    match grade.weight() {
        Some(weight) => (Grade::Literal, place * weight),
        None => (grade, 0),
    }
}

/// By popularity, unknown last; then by members, because places by popularity are of different days;
/// then by id.
pub(crate) fn place(
    popularity: Option<u32>,
    members: Option<u32>,
    mal_id: MalId,
) -> (u32, Reverse<u32>, MalId) {
    let popularity = popularity.unwrap_or(u32::MAX);
    (popularity, Reverse(members.unwrap_or(0)), mal_id)
}
