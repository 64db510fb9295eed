//! The decision about an entry.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};

use super::{Airing, Cause, Field, ListEntry, ListEvent, ListedTitle, Operation, RequestedEdit};
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

/// The input of a decision about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentEntry {
    /// The title.
    pub mal_id: MalId,
    /// What the catalogue says of it; `None` if it does not hold it.
    pub facts: Option<TitleFacts>,
    /// The entry; `None` if the title is not on the list.
    pub entry: Option<ListEntry>,
    /// What changes it.
    pub operation: Operation,
    /// Its changes after the version that the client had seen, or from the one on that is to be undone; and those
    /// before that some of these had not seen. Oldest first, those of the client's own outbox too.
    pub since: Vec<ListEvent>,
}

impl CurrentEntry {
    /// Whether the client had seen all changes.
    pub(super) fn was_seen(&self) -> bool {
        let operation = &self.operation;
        let base = operation.base_version.unwrap_or(u64::MAX);
        let has_seen = |event: &ListEvent| event.version <= base || operation.made(event);
        self.since.iter().all(has_seen)
    }

    /// What to call the title.
    pub(super) fn title(&self) -> &str {
        self.facts.as_ref().map_or("", |facts| &facts.title)
    }
}

/// When somebody does something, by the clock and by the calendar where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The instant.
    pub now: Timestamp,
    /// The date.
    pub today: Date,
}

/// The outcome for an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decision {
    /// The entry; `None` for none.
    pub entry: Option<ListEntry>,
    /// The changed fields set by a rule, not by hand.
    pub by_rule: BTreeSet<Field>,
    /// The fields that an undo kept, since they were changed afterwards.
    pub changed_since: Vec<Field>,
    /// Version of the change that it undoes, which is then its cause.
    pub undoes: Option<u64>,
    /// The edit that it is made for.
    pub requested: Option<RequestedEdit>,
    /// Whether it is an event even if the entry stays as it is, for what was asked for.
    pub forces_event: bool,
}

impl Decision {
    /// The event that it is, of this version; `None` if nothing happens.
    pub fn event(self, current: CurrentEntry, version: u64) -> Option<ListEvent> {
        if self.entry == current.entry && !self.forces_event {
            return None;
        }
        let has_seen_all = current.was_seen();
        let operation = current.operation;
        let states = (current.entry, self.entry);
        let mut event = operation.event(version, current.mal_id, states);
        if let Some(version) = self.undoes {
            event.cause = Cause::Undo(version);
        }
        event.base_version = operation.base_version.filter(|_| !has_seen_all);
        event.by_rule = self.by_rule;
        event.requested = self.requested;
        Some(event)
    }

    /// The entry is to be so.
    pub(super) fn entry(entry: Option<ListEntry>) -> Self {
        Self {
            entry,
            ..Self::default()
        }
    }
}

/// Has an entry be as it was.
pub fn restore(then: Option<&ListEntry>) -> Decision {
    Decision::entry(then.cloned())
}
