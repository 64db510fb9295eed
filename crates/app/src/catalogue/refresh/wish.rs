//! The wishes that a page view queues.

use domain::{
    anime::MalId,
    extras::{ExtraKind, RecordId},
};
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
    /// An extra of a title that the catalogue holds.
    Extra(MalId, ExtraKind),
    /// The own record of a person or a character that a title of the catalogue has.
    Record(RecordId),
    /// The titles that air now, for the hero.
    Airing,
}

/// The lanes in which wishes wait; wishes of one lane go before all wishes of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    /// Lists go first: there are few, and everyone looks at them.
    Lists,
    /// Titles, and searches for titles.
    Titles,
    /// Extras of titles, and records of people and characters, go last: there are many of them.
    Extras,
}

/// The number of lanes.
pub(super) const LANES: usize = 3;

impl Wish {
    pub(super) fn lane(&self) -> Lane {
        match self {
            Self::Popular(_) | Self::Airing => Lane::Lists,
            Self::Search(_) | Self::Title(_) => Lane::Titles,
            Self::Extra(..) | Self::Record(_) => Lane::Extras,
        }
    }
}
