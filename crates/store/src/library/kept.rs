//! The titles of a user, as a part of a query.

use domain::{account::UserId, anime::MalId};

use crate::{
    in_list::{self, id_values},
    value::Value,
};

/// So many titles are queried one by one, more than these by the lists that they are on.
const FEW: usize = 512;

/// The titles that a user's cards are of, where they are many.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kept {
    /// Titles that are on lists now.
    Now,
    /// Titles that were ever on the watchlist.
    Ever,
}

impl Kept {
    const fn titles(self) -> &'static str {
        match self {
            Self::Now => "SELECT mal_id FROM record_entry WHERE uid = $1",
            Self::Ever => "SELECT mal_id FROM list_event WHERE uid = $1",
        }
    }
}

/// A query's list of titles, and its parameters.
pub(super) fn titles((uid, kept): (&UserId, Kept), ids: &[MalId]) -> (String, Vec<Value>) {
    if ids.len() > FEW {
        (kept.titles().to_owned(), vec![uid.as_str().into()])
    } else {
        in_list::padded(id_values(ids))
    }
}
