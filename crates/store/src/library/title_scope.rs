//! Which titles of a user a query reads.

use domain::{account::UserId, anime::MalId};

use crate::{
    in_list::{self, id_values},
    value::Value,
};

/// The largest number of titles that a query names by id; for more it takes the user's lists.
const FEW: usize = 512;

/// The user's titles among which a query looks, where they are many.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TitleScope {
    /// Titles that are on the user's lists now.
    OnLists,
    /// Titles that were ever on the user's watchlist.
    EverListed,
}

impl TitleScope {
    const fn ids(self) -> &'static str {
        match self {
            Self::OnLists => "SELECT mal_id FROM record_entry WHERE uid = $1",
            Self::EverListed => "SELECT mal_id FROM list_event WHERE uid = $1",
        }
    }
}

/// The list behind `IN`, and its parameters: the ids, or a query for the scope's titles if they are many.
pub(super) fn id_list((uid, scope): (&UserId, TitleScope), ids: &[MalId]) -> (String, Vec<Value>) {
    if ids.len() > FEW {
        (scope.ids().to_owned(), vec![uid.as_str().into()])
    } else {
        in_list::padded(id_values(ids))
    }
}
