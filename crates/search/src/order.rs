//! Which of two titles that match as well comes first.

use std::cmp::Reverse;

use domain::anime::MalId;

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
