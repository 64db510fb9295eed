//! The rules of lists, one by one and for any sequence of changes.

mod conflicts;
mod edits;
mod exchange;
mod fields;
mod importing;
mod lost_changes;
mod properties;
mod replaying;
mod rules;
mod runs;
mod undoing;

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, civil::Date};

use super::*;
use crate::{Result, anime::MalId};

/// One title on the list of a user, as a store keeps it.
struct Entry {
    facts: TitleFacts,
    now: Option<ListEntry>,
    events: Vec<ListEvent>,
    /// The day of what happens; by default, each change has one of its own.
    day: Option<i64>,
}

impl Entry {
    fn of(facts: TitleFacts) -> Self {
        Self {
            facts,
            now: None,
            events: Vec::new(),
            day: None,
        }
    }

    /// Starts with a finished title of this number of episodes.
    fn finished(episodes: u16) -> Self {
        Self::of(facts(Some(episodes), Airing::Finished))
    }

    fn version(&self) -> u64 {
        self.events.len() as u64
    }

    /// Makes an edit by a client that has seen all changes.
    fn edit(&mut self, edit: &Edit) -> Result<()> {
        self.edit_from(self.version(), edit)
    }

    /// Makes an edit by a client that has seen the changes up to version `base`.
    fn edit_from(&mut self, base: u64, edit: &Edit) -> Result<()> {
        let operation = Operation::by_hand(self.moment().now);
        self.edit_as(
            Operation {
                base_version: Some(base),
                ..operation
            },
            edit,
        )
    }

    /// An edit that was made at an hour of the first day, by another client each hour, and comes now.
    fn edit_late(&mut self, base: u64, hour: i64, edit: &Edit) -> Result<()> {
        let made_at = at("2026-03-01T12:00:00Z") + SignedDuration::from_hours(hour);
        let operation = Operation {
            made_at: Some(made_at),
            op_id: format!("client{hour}-1").parse().ok(),
            base_version: Some(base),
            ..Operation::by_hand(self.moment().now)
        };
        self.edit_as(operation, edit)
    }

    /// Makes an edit in an operation.
    fn edit_as(&mut self, operation: Operation, edit: &Edit) -> Result<()> {
        let current = self.current(operation);
        let decision = apply(&current, edit, &self.moment())?;
        self.write(decision, &current.operation);
        Ok(())
    }

    fn remove_from(&mut self, base: u64) {
        self.edit_from(base, &Edit::removal()).unwrap();
    }

    fn remove(&mut self) {
        self.remove_from(self.version());
    }

    /// Takes a change back and returns the fields that stayed.
    fn undo(&mut self, version: u64) -> Vec<String> {
        let event = self.event(version);
        let operation = Operation {
            takes_back: Some(version),
            ..Operation::by_hand(self.moment().now)
        };
        let decision = undo(&event, &self.current(operation.clone()));
        let stayed = decision.changed_since.iter().map(ToString::to_string);
        let stayed = stayed.collect();
        self.write(decision, &operation);
        stayed
    }

    fn event(&self, version: u64) -> ListEvent {
        let mut events = self.events.iter();
        events
            .find(|event| event.version == version)
            .unwrap()
            .clone()
    }

    fn current(&self, operation: Operation) -> CurrentEntry {
        let mut base = operation.looks_back_to().unwrap_or(u64::MAX);
        while let Some(lower) = self
            .events
            .iter()
            .filter(|event| event.version > base)
            .find_map(|event| event.base_version.filter(|seen| *seen < base))
        {
            base = lower;
        }
        CurrentEntry {
            mal_id: MalId::new(1),
            facts: Some(self.facts.clone()),
            entry: self.now.clone(),
            operation,
            since: self
                .events
                .iter()
                .filter(|event| event.version > base)
                .cloned()
                .collect(),
        }
    }

    /// Returns the moment of the next change, which has a day of its own.
    fn moment(&self) -> Moment {
        let days = i64::try_from(self.version()).unwrap();
        let days = self.day.unwrap_or(days);
        let now = at("2026-03-01T12:00:00Z") + SignedDuration::from_hours(24 * days);
        let today = now.to_string()[..10].parse().unwrap();
        Moment { now, today }
    }

    fn write(&mut self, decision: Decision, operation: &Operation) {
        let current = self.current(operation.clone());
        if let Some(event) = decision.event(current, self.version() + 1) {
            self.now.clone_from(&event.after);
            self.events.push(event);
        }
    }

    /// Makes a decision for a reason.
    fn put(&mut self, decision: Decision, cause: Cause) {
        let operation = Operation::by_hand(self.moment().now);
        self.write(decision, &Operation { cause, ..operation });
    }

    fn entry(&self) -> &ListEntry {
        self.now.as_ref().unwrap()
    }

    fn run(&self) -> &Run {
        self.entry().current_run()
    }

    fn status(&self) -> Status {
        self.entry().status
    }

    /// Returns the fields that rules set at the last change.
    fn by_rule(&self) -> Vec<String> {
        let last = self.events.last().unwrap();
        last.by_rule.iter().map(ToString::to_string).collect()
    }
}

fn facts(episodes: Option<u16>, airing: Airing) -> TitleFacts {
    TitleFacts {
        title: "Cowboy Bebop".into(),
        episodes,
        airing,
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn day(text: &str) -> PartialDate {
    text.parse().unwrap()
}

fn by_rule(text: &str) -> RunDate {
    RunDate::by_rule(day(text))
}

fn by_hand(text: &str) -> RunDate {
    RunDate::by_hand(day(text))
}

fn progress(episodes: u32) -> Edit {
    Edit {
        progress: Some(episodes),
        ..Edit::default()
    }
}

fn status(status: Status) -> Edit {
    Edit {
        status: Some(status),
        ..Edit::default()
    }
}

fn rewatch() -> Edit {
    Edit {
        rewatch: true,
        ..Edit::default()
    }
}

fn notes(text: &str) -> Edit {
    Edit {
        notes: Some(text.into()),
        ..Edit::default()
    }
}

fn tags(tags: &[&str]) -> BTreeSet<String> {
    tags.iter().map(|tag| (*tag).to_owned()).collect()
}

/// Returns the sentence that an edit is refused with.
#[track_caller]
fn refusal(result: Result<()>) -> String {
    match result {
        Err(crate::Error::Invalid(sentence)) => sentence,
        other => panic!("it is not refused: {other:?}"),
    }
}
