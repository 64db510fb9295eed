//! Which of two titles that were found comes first.

use std::cmp::Reverse;

use domain::anime::MalId;

use crate::grade::Grade;

/// The place by popularity of titles without one; places below it count as this one.
const MIN_KNOWN: u32 = 30_000;

/// A match by kana reading ranks below a literal match unless its title is this many times more popular.
/// Tuned on the generated queries: with a smaller factor fewer of them find their title. `よう` is a name's
/// beginning before it is `yo`, with which `Your Name` begins.
const READING_FACTOR: u64 = 7 * 7 * 7;

/// The key that orders matches: by how well the name matches, as typed or as `read`, and how well the title is
/// known, together or one after the other.
pub(crate) fn by_match(grade: Grade, read: bool, popularity: Option<u32>) -> (Grade, u64) {
    let place = popularity.unwrap_or(MIN_KNOWN).min(MIN_KNOWN);
    match grade.weight() {
        Some(weight) => {
            let weight = u64::from(weight) * if read { READING_FACTOR } else { 1 };
            (Grade::Literal, u64::from(place) * weight)
        }
        None => (grade, u64::from(read)),
    }
}

/// The key that orders titles by popularity, unknown last; then by members, because places by popularity are of
/// different days; then by id.
pub(crate) fn popularity_key(
    popularity: Option<u32>,
    members: Option<u32>,
    mal_id: MalId,
) -> (u32, Reverse<u32>, MalId) {
    let popularity = popularity.unwrap_or(u32::MAX);
    (popularity, Reverse(members.unwrap_or(0)), mal_id)
}
