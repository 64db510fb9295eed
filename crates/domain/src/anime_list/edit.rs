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
    /// Another status.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Option<Status>,
    /// Episodes seen in [`run`](Self::run).
    #[serde(skip_serializing_if = "is_default")]
    pub progress: Option<u32>,
    /// Another score, or none.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub score: Option<Option<Score>>,
    /// When [`run`](Self::run) began, or nothing.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub started: Option<Option<PartialDate>>,
    /// When [`run`](Self::run) ended, or nothing.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "double_option")]
    pub finished: Option<Option<PartialDate>>,
    /// Other notes.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: Option<String>,
    /// All tags.
    #[serde(skip_serializing_if = "is_default")]
    pub tags: Option<BTreeSet<String>>,
    /// Tags that come to those that are there.
    #[serde(skip_serializing_if = "is_default")]
    pub add_tags: BTreeSet<String>,
    /// Tags that go.
    #[serde(skip_serializing_if = "is_default")]
    pub remove_tags: BTreeSet<String>,
    /// Whether it is private.
    #[serde(skip_serializing_if = "is_default")]
    pub private: Option<bool>,
    /// Whether it is watched again, in a run of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub rewatch: bool,
    /// All runs.
    #[serde(skip_serializing_if = "is_default")]
    pub runs: Option<Vec<RunEdit>>,
    /// How [`run`](Self::run) was liked, or nothing.
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
    /// Takes the title off the list.
    pub fn removal() -> Self {
        let remove = true;
        Self {
            remove,
            ..Self::default()
        }
    }

    /// Whether rules may date a run for it with today.
    pub const fn may_date(&self) -> bool {
        self.progress.is_some() || self.status.is_some()
    }
}

/// A present value is a request, also `null`.
fn double_option<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An edit as it was asked for. Its event keeps it, since it may have to be made again: after one that was made
/// earlier and comes later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedEdit {
    /// What was wanted.
    #[serde(flatten)]
    pub edit: Edit,
    /// The date where its user was.
    pub today: Date,
    /// How many episodes the title had then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub episodes: Option<u16>,
    /// Where it was in its run then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub airing: Airing,
}

impl RequestedEdit {
    /// An edit of a title, on a day.
    pub(super) fn new(edit: Edit, today: Date, facts: Option<&TitleFacts>) -> Self {
        Self {
            edit,
            today,
            episodes: facts.and_then(|facts| facts.episodes),
            airing: facts.map_or(Airing::Unknown, |facts| facts.airing),
        }
    }
}

/// A run as a client wants it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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
