//! Edits as a client requests them.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Airing, PartialDate, RunState, Score, Status, TitleFacts, json::is_default};

/// The edit of an entry; fields that are `None` or empty stay unchanged. A title that is not
/// on the list is put there first. As JSON it leaves out what stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Edit {
    /// The new watch status.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Option<Status>,
    /// The new number of episodes seen in [`run`](Self::run).
    #[serde(skip_serializing_if = "is_default")]
    pub progress: Option<u32>,
    /// The new score; `Some(None)` removes it.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub score: Option<Option<Score>>,
    /// The new start date of [`run`](Self::run); `Some(None)` removes it.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub started: Option<Option<PartialDate>>,
    /// The new end date of [`run`](Self::run); `Some(None)` removes it.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub finished: Option<Option<PartialDate>>,
    /// The new notes, in place of the old ones.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: Option<String>,
    /// The new tags, in place of the old ones.
    #[serde(skip_serializing_if = "is_default")]
    pub tags: Option<BTreeSet<String>>,
    /// Tags to add.
    #[serde(skip_serializing_if = "is_default")]
    pub add_tags: BTreeSet<String>,
    /// Tags to remove.
    #[serde(skip_serializing_if = "is_default")]
    pub remove_tags: BTreeSet<String>,
    /// Whether the entry is private.
    #[serde(skip_serializing_if = "is_default")]
    pub private: Option<bool>,
    /// Whether to begin a rewatch, in a run of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub rewatch: bool,
    /// The new runs, in place of the old ones.
    #[serde(skip_serializing_if = "is_default")]
    pub runs: Option<Vec<RunEdit>>,
    /// The new score of [`run`](Self::run); `Some(None)` removes it.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub run_score: Option<Option<Score>>,
    /// Number of the run, from 1, that progress, dates and the run's score are of; by default the current one, as
    /// the client had seen it.
    #[serde(skip_serializing_if = "is_default")]
    pub run: Option<u16>,
    /// Whether the title is removed from the list; other fields are ignored then.
    #[serde(skip_serializing_if = "is_default")]
    pub remove: bool,
}

impl Edit {
    /// Returns the edit that takes the title off the list.
    pub fn removal() -> Self {
        let remove = true;
        Self {
            remove,
            ..Self::default()
        }
    }

    /// Returns whether the edit may have rules date a run with today's date.
    pub const fn may_date(&self) -> bool {
        self.progress.is_some() || self.status.is_some()
    }
}

/// Reads a field that is present as `Some`, even if it is `null`: that asks for a removal.
fn double_option<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An edit as it was asked for. Its event keeps it, since it may have to be made again: after one that was made
/// earlier and comes later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedEdit {
    /// The edit that the client asked for.
    #[serde(flatten)]
    pub edit: Edit,
    /// The date where the user was at the time of the request.
    pub today: Date,
    /// Number of episodes of the title at the time of the request; `None` if it was not known.
    #[serde(default, skip_serializing_if = "is_default")]
    pub episodes: Option<u16>,
    /// Airing status of the title at the time of the request.
    #[serde(default, skip_serializing_if = "is_default")]
    pub airing: Airing,
}

impl RequestedEdit {
    /// Keeps an edit with its day and the title's facts of that time.
    pub(super) fn new(edit: Edit, today: Date, facts: Option<&TitleFacts>) -> Self {
        Self {
            edit,
            today,
            episodes: facts.and_then(|facts| facts.episodes),
            airing: facts.map_or(Airing::Unknown, |facts| facts.airing),
        }
    }
}

/// A run as a client wants it to be.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunEdit {
    /// The run's state.
    pub state: RunState,
    /// Number of episodes seen in the run.
    pub progress: u32,
    /// Start date of the run.
    pub started: Option<PartialDate>,
    /// End date of the run.
    pub finished: Option<PartialDate>,
    /// The run's own score.
    pub score: Option<Score>,
}
