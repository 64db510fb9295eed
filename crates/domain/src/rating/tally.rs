//! The numbers of a title.
//!
//! Public votes are shown as they are. The private part is shown as it was when at least [`MIN_SHOWN`] people had
//! changed theirs, and stays so until as many have changed theirs again. So no answer depends on a single private entry
//! that changes, comes or goes. Who makes a private entry public is in both parts until then, and who makes a public one
//! private in neither: fewer than [`MIN_SHOWN`] are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Estimate, Histogram, StoredVote, Vote};
use crate::anime_list::Status;

/// Fewest people of a group whose number is shown.
pub const MIN_SHOWN: u32 = 5;

/// Number of people by watch status of a title.
pub type StatusCounts = BTreeMap<Status, u32>;

/// Counts how often each status occurs.
pub fn status_counts(statuses: impl IntoIterator<Item = Status>) -> StatusCounts {
    let mut counts = StatusCounts::new();
    for status in statuses {
        *counts.entry(status).or_default() += 1;
    }
    counts
}

/// Numbers of votes by score and by status.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Number of votes by score.
    #[serde(default)]
    pub scores: Histogram,
    /// Number of votes by watch status.
    #[serde(default)]
    pub statuses: StatusCounts,
}

impl Tally {
    /// Counts a vote `times` times more.
    pub fn add(&mut self, vote: Vote, times: u32) {
        if let Some(score) = vote.score {
            self.scores.add(score, times);
        }
        if times > 0 {
            let count = self.statuses.entry(vote.status).or_default();
            *count = count.saturating_add(times);
        }
    }

    fn remove(&mut self, vote: Vote) {
        if let Some(score) = vote.score {
            self.scores.remove(score, 1);
        }
        if let Some(count) = self.statuses.get_mut(&vote.status) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.statuses.remove(&vote.status);
            }
        }
    }

    /// Returns the number of people whose votes are counted.
    pub fn people(&self) -> u32 {
        let counts = self.statuses.values();
        counts.fold(0, |sum, count| sum.saturating_add(*count))
    }

    fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.scores.add_all(&other.scores);
        for (status, times) in &other.statuses {
            let count = both.statuses.entry(*status).or_default();
            *count = count.saturating_add(*times);
        }
        both
    }
}

/// The numbers of a title, whose private part is shown later than it changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TitleTally {
    /// The numbers of entries that are not private.
    pub public: Tally,
    /// The numbers of private entries as they are.
    pub private: Tally,
    /// The numbers of private entries as they are shown.
    pub published: Tally,
    /// Number of people who have changed private entries since these were last shown.
    pub unpublished: u32,
}

impl TitleTally {
    /// Counts a vote, or none, in place of another, or of none.
    pub fn replace(&mut self, before: Option<&StoredVote>, after: Option<&StoredVote>) {
        if let Some(vote) = before.and_then(counted) {
            self.part(vote).remove(vote);
        }
        if let Some(vote) = after.and_then(counted) {
            self.part(vote).add(vote, 1);
        }
        let is_unpublished = |vote: Option<&StoredVote>| vote.is_some_and(|it| it.is_unpublished);
        if is_unpublished(after) && !is_unpublished(before) {
            self.unpublished = self.unpublished.saturating_add(1);
        }
    }

    /// Takes out a vote whose owner has left for good.
    pub fn forget(&mut self, vote: &StoredVote) {
        self.replace(Some(vote), None);
        if !vote.is_unpublished && vote.vote.is_some_and(|it| it.is_private) {
            self.unpublished = self.unpublished.saturating_add(1);
        }
    }

    fn part(&mut self, vote: Vote) -> &mut Tally {
        if vote.is_private {
            &mut self.private
        } else {
            &mut self.public
        }
    }

    /// Whether the private part may be shown as it is now: enough people have changed theirs, and those who are left
    /// are enough, or none.
    pub fn is_due(&self) -> bool {
        let left = self.private.people();
        self.unpublished >= MIN_SHOWN && (left == 0 || left >= MIN_SHOWN)
    }

    /// Shows the private numbers as they are now.
    pub fn publish(&mut self) {
        self.published = self.private.clone();
        self.unpublished = 0;
    }

    /// Returns the scores that count, with the private part as it is or as it is shown.
    pub fn counted(&self, with_unpublished: bool) -> Histogram {
        let private = if with_unpublished {
            &self.private
        } else {
            &self.published
        };
        self.public.with(private).scores
    }

    /// Returns the public numbers.
    pub fn shown(&self) -> ShownRatings {
        let all = self.public.with(&self.published);
        let enough = all.scores.raters() >= MIN_SHOWN;
        ShownRatings {
            score: enough.then(|| Estimate::of(&all.scores)).flatten(),
            bars: enough.then(|| all.scores.bars()),
            statuses: all
                .statuses
                .into_iter()
                .filter(|(_, it)| *it >= MIN_SHOWN)
                .collect(),
        }
    }
}

/// Returns the part of a vote that counts; a held one does not count.
fn counted(vote: &StoredVote) -> Option<Vote> {
    vote.vote.filter(|_| vote.held.is_none())
}

/// A title's public ratings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShownRatings {
    /// The score; `None` while fewer than [`MIN_SHOWN`] have given one.
    pub score: Option<Estimate>,
    /// How often each score from 1 to 10 was given; `None` while fewer than [`MIN_SHOWN`] have given one.
    pub bars: Option<[u32; 10]>,
    /// Number of people by watch status; without statuses of fewer than [`MIN_SHOWN`].
    pub statuses: StatusCounts,
}
