//! What a page view queues.

use domain::anime::MalId;
use serde::{Deserialize, Serialize};

/// Something a visitor looks at that a provider may know better.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wish {
    /// A page of the list by popularity.
    Popular(u32),
    /// Titles that match a text, as typed.
    Search(String),
    /// The full record of a title.
    Title(MalId),
    /// What airs now.
    Airing,
}

impl Wish {
    /// There are few lists and everyone looks at them: they go before single titles.
    pub(super) fn is_list(&self) -> bool {
        matches!(self, Self::Popular(_) | Self::Airing)
    }
}
