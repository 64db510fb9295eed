//! What a client wants changed.

use std::collections::BTreeSet;

use super::{PartialDate, RunState, Score, Status};

/// What a client wants changed of an entry; what is `None` or empty stays as it is. A title that is not
/// on the list is put there first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edit {
    /// Another status.
    pub status: Option<Status>,
    /// Episodes seen in [`run`](Self::run).
    pub progress: Option<u32>,
    /// Another score, or none.
    pub score: Option<Option<Score>>,
    /// When [`run`](Self::run) began, or nothing.
    pub started: Option<Option<PartialDate>>,
    /// When [`run`](Self::run) ended, or nothing.
    pub finished: Option<Option<PartialDate>>,
    /// Other notes.
    pub notes: Option<String>,
    /// All tags.
    pub tags: Option<BTreeSet<String>>,
    /// Tags that come to those that are there.
    pub add_tags: BTreeSet<String>,
    /// Tags that go.
    pub remove_tags: BTreeSet<String>,
    /// Whether it is private.
    pub private: Option<bool>,
    /// Whether it is watched again, in a run of its own.
    pub rewatch: bool,
    /// All runs.
    pub runs: Option<Vec<RunEdit>>,
    /// How [`run`](Self::run) was liked, or nothing.
    pub run_score: Option<Option<Score>>,
    /// Number of the run, from 1, that progress, dates and the run's score are of; by default the current one, as the client
    /// had seen it.
    pub run: Option<u16>,
}

/// A run as a client wants it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunEdit {
    /// Where it is.
    pub state: RunState,
    /// Episodes seen in it.
    pub progress: u32,
    /// When it began.
    pub started: Option<PartialDate>,
    /// When it ended.
    pub finished: Option<PartialDate>,
    /// How it was liked this time.
    pub score: Option<Score>,
}
