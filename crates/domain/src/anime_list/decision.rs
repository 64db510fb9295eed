//! The decision about an entry.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};

use super::{Airing, Cause, Field, ListEntry, ListEvent, ListedTitle, Operation, RequestedEdit};
use crate::anime::MalId;

/// Facts of a title that the rules of the list need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleFacts {
    /// The title's name for messages: the English one, else the main one.
    pub title: String,
    /// Number of episodes; `None` if it is not known.
    pub episodes: Option<u16>,
    /// The title's airing status.
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
    /// Returns the final number of episodes, if it is known: the last of them ends the title, and none come after it.
    pub(super) fn total(&self) -> Option<u16> {
        self.episodes.filter(|_| self.airing != Airing::Airing)
    }
}

/// The input of a decision about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentEntry {
    /// The title's id.
    pub mal_id: MalId,
    /// The catalogue's facts of the title; `None` if the catalogue does not hold it.
    pub facts: Option<TitleFacts>,
    /// The current entry; `None` if the title is not on the list.
    pub entry: Option<ListEntry>,
    /// The operation that changes the entry.
    pub operation: Operation,
    /// Changes of the entry after the version that the client had seen, or from the one on that is to be undone; and
    /// those before that some of these had not seen. Oldest first, those of the client's own outbox too.
    pub since: Vec<ListEvent>,
}

impl CurrentEntry {
    /// Returns whether the client had seen all changes of the entry.
    pub(super) fn was_seen(&self) -> bool {
        let operation = &self.operation;
        let base = operation.base_version.unwrap_or(u64::MAX);
        let has_seen = |event: &ListEvent| event.version <= base || operation.made(event);
        self.since.iter().all(has_seen)
    }

    /// Returns the title's name for messages; empty if the catalogue does not hold the title.
    pub(super) fn title(&self) -> &str {
        self.facts.as_ref().map_or("", |facts| &facts.title)
    }
}

/// The time of a user's action, by the clock and by the calendar where the user is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The instant of the action.
    pub now: Timestamp,
    /// The date of the action where the user is.
    pub today: Date,
}

/// The decision about an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decision {
    /// The entry afterwards; `None` if the title is not on the list then.
    pub entry: Option<ListEntry>,
    /// The changed fields set by a rule, not by hand.
    pub by_rule: BTreeSet<Field>,
    /// The fields that an undo kept, since they were changed afterwards.
    pub changed_since: Vec<Field>,
    /// Version of the change that the decision undoes, which is then its cause.
    pub undoes: Option<u64>,
    /// The edit that led to the decision.
    pub requested: Option<RequestedEdit>,
    /// Whether an event is written even if the entry stays as it is, to keep what was asked for.
    pub forces_event: bool,
}

impl Decision {
    /// Returns the event of the decision, of this version; `None` if nothing happens.
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

    /// Returns the decision that the entry becomes `entry`.
    pub(super) fn entry(entry: Option<ListEntry>) -> Self {
        Self {
            entry,
            ..Self::default()
        }
    }
}

/// Returns the decision that the entry becomes what it was at an earlier point.
pub fn restore(then: Option<&ListEntry>) -> Decision {
    Decision::entry(then.cloned())
}
