//! What becomes of an entry.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};

use super::{Airing, Field, ListEntry, ListEvent, ListedTitle};
use crate::anime::MalId;

/// What the rules need to know of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleFacts {
    /// What to call it.
    pub title: String,
    /// Number of episodes, if it is known.
    pub episodes: Option<u16>,
    /// Where it is in its run.
    pub airing: Airing,
}

impl From<&ListedTitle> for TitleFacts {
    fn from(title: &ListedTitle) -> Self {
        let name = title.title_english.as_ref().unwrap_or(&title.title);
        Self {
            title: name.clone(),
            episodes: title.episodes,
            airing: title.airing,
        }
    }
}

impl TitleFacts {
    /// How many episodes there are for sure: the last of them ends the title, and none come after it.
    pub(super) fn total(&self) -> Option<u16> {
        self.episodes.filter(|_| self.airing != Airing::Airing)
    }
}

/// What a decision about an entry is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentEntry {
    /// The title.
    pub mal_id: MalId,
    /// What the catalogue says of it; `None` if it does not hold it.
    pub facts: Option<TitleFacts>,
    /// The entry; `None` if the title is not on the list.
    pub entry: Option<ListEntry>,
    /// Changes of it that the client had not seen, oldest first.
    pub unseen: Vec<ListEvent>,
}

/// When somebody does something, by the clock and by the calendar where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The instant.
    pub now: Timestamp,
    /// The date.
    pub today: Date,
}

/// What becomes of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decision {
    /// The entry; `None` for none.
    pub entry: Option<ListEntry>,
    /// Those of the changed fields that a rule set and nobody's hand.
    pub by_rule: BTreeSet<Field>,
    /// What an undo left as it is, since it was changed afterwards.
    pub changed_since: Vec<Field>,
}

impl Decision {
    /// The entry is to be so.
    pub(super) fn entry(entry: Option<ListEntry>) -> Self {
        Self {
            entry,
            ..Self::default()
        }
    }
}

/// Takes a title off the list. It stays where somebody has changed it meanwhile.
pub fn remove(current: &CurrentEntry) -> Decision {
    let was_changed = current.unseen.iter().any(|event| event.after.is_some());
    let entry = current.entry.clone().filter(|_| was_changed);
    Decision::entry(entry)
}

/// Has an entry be as it was.
pub fn restore(then: Option<&ListEntry>) -> Decision {
    Decision::entry(then.cloned())
}
