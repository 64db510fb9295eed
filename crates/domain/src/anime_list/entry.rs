//! A user's entry of a title.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{PartialDate, Score, json::is_default};

/// Longest notes of an entry, in characters.
pub const MAX_NOTES_CHARS: usize = 10_000;
/// The largest number of tags of an entry.
pub const MAX_TAGS: usize = 50;
/// Longest tag, in characters.
pub const MAX_TAG_CHARS: usize = 50;
/// The largest number of fields of other trackers that an entry keeps.
pub const MAX_FOREIGN_FIELDS: usize = 20;
/// Longest value of another tracker's field, in bytes.
pub const MAX_FOREIGN_BYTES: usize = 2_000;
/// The largest number of runs of an entry.
pub const MAX_RUNS: usize = 100;
/// The largest number of episodes seen in a run, also where nobody knows how many there are.
pub const MAX_PROGRESS: u16 = 9_999;

/// Watch status: where somebody is with a title.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Plan to watch.
    #[default]
    Planned,
    /// Watching; watching again where a run before was [done](RunState::Done).
    Watching,
    /// Completed.
    Completed,
    /// On hold.
    Paused,
    /// Dropped.
    Dropped,
}

impl Status {
    /// Returns the status's name in the API and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Watching => "watching",
            Self::Completed => "completed",
            Self::Paused => "paused",
            Self::Dropped => "dropped",
        }
    }

    /// Returns the words that pages show for the status, which a CSV export has, too.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Planned => "Plan to watch",
            Self::Watching => "Watching",
            Self::Completed => "Completed",
            Self::Paused => "On hold",
            Self::Dropped => "Dropped",
        }
    }
}

/// State of a [`Run`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Not ended: planned, being watched or on hold.
    #[default]
    Open,
    /// Watched to the end.
    Done,
    /// Ended before the end.
    Abandoned,
}

impl RunState {
    /// Returns the state's name in the API and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Abandoned => "abandoned",
        }
    }
}

/// A start or end date of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RunDate {
    /// The date, as exactly as it is known.
    pub date: PartialDate,
    /// Whether a rule set it. Only such a date is ever taken away by a rule, and none replaced.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_rule: bool,
}

impl RunDate {
    /// Returns a date that somebody entered.
    pub const fn by_hand(date: PartialDate) -> Self {
        let by_rule = false;
        Self { date, by_rule }
    }

    /// Returns a date that a rule sets.
    pub const fn by_rule(date: PartialDate) -> Self {
        let by_rule = true;
        Self { date, by_rule }
    }
}

/// One watching of a title from start to end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Run {
    /// The run's state.
    #[serde(skip_serializing_if = "is_default")]
    pub state: RunState,
    /// Number of episodes seen in the run.
    #[serde(skip_serializing_if = "is_default")]
    pub progress: u16,
    /// Start date of the run.
    #[serde(skip_serializing_if = "is_default")]
    pub started: Option<RunDate>,
    /// End date of the run.
    #[serde(skip_serializing_if = "is_default")]
    pub finished: Option<RunDate>,
    /// The run's own score.
    #[serde(skip_serializing_if = "is_default")]
    pub score: Option<Score>,
}

/// A user's entry of a title. Its JSON omits values equal to those of a [planned](ListEntry::planned) one.
///
/// **Invariant:** `runs` is never empty, and only its current one may be open.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ListEntry {
    /// The user's watch status of the title.
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: Status,
    /// The user's score of the title.
    #[serde(default, skip_serializing_if = "is_default")]
    pub score: Option<Score>,
    /// The user's notes on the title.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
    /// The user's tags of the title.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tags: BTreeSet<String>,
    /// Whether nobody but the owner may see the entry.
    #[serde(default, skip_serializing_if = "is_default")]
    pub private: bool,
    /// Every run, first to last.
    #[serde(default = "one_run", skip_serializing_if = "is_one_run")]
    pub runs: Vec<Run>,
    /// Number of rewatches that have no run of their own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub extra_runs: u16,
    /// Fields of another tracker that Mitai does not have, by that tracker's names, for exports in its format.
    #[serde(default, skip_serializing_if = "is_default")]
    pub foreign_fields: BTreeMap<String, String>,
    /// When the title was put on the list.
    pub added_at: Timestamp,
}

fn one_run() -> Vec<Run> {
    vec![Run::default()]
}

fn is_one_run(runs: &[Run]) -> bool {
    runs == [Run::default()]
}

impl ListEntry {
    /// Returns an entry that says nothing but that the title is planned.
    pub fn planned(added_at: Timestamp) -> Self {
        Self {
            status: Status::Planned,
            score: None,
            notes: String::new(),
            tags: BTreeSet::new(),
            private: false,
            runs: one_run(),
            extra_runs: 0,
            foreign_fields: BTreeMap::new(),
            added_at,
        }
    }

    /// Number of the current run, from 1: the last one that was not abandoned, or else the last one. So
    /// dropping a rewatch returns to the run before it.
    pub fn current_number(&self) -> u16 {
        let is_kept = |run: &Run| run.state != RunState::Abandoned;
        let last = self.runs.len().saturating_sub(1);
        let current = self.runs.iter().rposition(is_kept).unwrap_or(last);
        u16::try_from(current + 1).unwrap_or(u16::MAX)
    }

    /// Returns the [current](Self::current_number) run.
    pub fn current_run(&self) -> &Run {
        static NONE: Run = Run {
            state: RunState::Open,
            progress: 0,
            started: None,
            finished: None,
            score: None,
        };
        let index = usize::from(self.current_number()).saturating_sub(1);
        self.runs.get(index).unwrap_or(&NONE)
    }

    /// Returns whether the current run is open, and the title was watched before.
    pub fn is_rewatching(&self) -> bool {
        self.current_run().state == RunState::Open && (self.extra_runs > 0 || self.done() > 0)
    }

    /// Returns whether the title was watched to its end, and only [`extra_runs`](Self::extra_runs) says so.
    pub(crate) fn has_earlier_run_by_number(&self) -> bool {
        self.extra_runs > 0 && self.done() == 0
    }

    /// Returns how often the title was watched again.
    pub fn rewatches(&self) -> u16 {
        let again = self.done().saturating_sub(1);
        u16::try_from(again)
            .unwrap_or(u16::MAX)
            .saturating_add(self.extra_runs)
    }

    fn done(&self) -> usize {
        let runs = self.runs.iter();
        runs.filter(|run| run.state == RunState::Done).count()
    }

    /// Returns whether an entry that comes from elsewhere is one that edits can lead to, as far as its title allows.
    pub fn is_possible(&self) -> bool {
        let tags = self.tags.iter().map(|tag| tag.chars().count());
        let mut settled = self.clone();
        settled.settle();
        (1..=MAX_RUNS).contains(&self.runs.len())
            && self.has_possible_runs()
            && settled == *self
            && self.runs.iter().all(|run| run.progress <= MAX_PROGRESS)
            && self.notes.chars().count() <= MAX_NOTES_CHARS
            && self.tags.len() <= MAX_TAGS
            && self.foreign_fields.len() <= MAX_FOREIGN_FIELDS
            && (self.foreign_fields.values()).all(|it| it.len() <= MAX_FOREIGN_BYTES)
            && tags
                .into_iter()
                .all(|length| (1..=MAX_TAG_CHARS).contains(&length))
    }

    /// Returns whether no run but the current one is open.
    pub(super) fn has_possible_runs(&self) -> bool {
        let current = self.current_number();
        let mut runs = (1..).zip(&self.runs);
        runs.all(|(number, run)| run.state != RunState::Open || number == current)
    }

    /// Returns a run by its number, counted from 1.
    pub(super) fn run_mut(&mut self, number: u16) -> Option<&mut Run> {
        self.runs.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// Has the current run be in the state that the status says. A run that was watched to its end was so,
    /// whatever is dropped afterwards.
    pub(super) fn settle(&mut self) {
        let (status, current) = (self.status, self.current_number());
        let Some(run) = self.run_mut(current) else {
            return;
        };
        run.state = match status {
            Status::Completed => RunState::Done,
            Status::Dropped if run.state == RunState::Done => RunState::Done,
            Status::Dropped => RunState::Abandoned,
            Status::Planned | Status::Watching | Status::Paused => RunState::Open,
        };
    }
}
