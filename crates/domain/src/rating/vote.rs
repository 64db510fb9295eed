//! What one person says of a title.

use jiff::civil::Date;

use super::Side;
use crate::anime_list::{ListEntry, Score, Status};

/// What counts of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vote {
    /// Where its owner is with the title.
    pub status: Status,
    /// How they like it.
    pub score: Option<Score>,
    /// Whether nobody may know of the entry.
    pub is_private: bool,
}

impl From<&ListEntry> for Vote {
    fn from(entry: &ListEntry) -> Self {
        Self {
            status: entry.status,
            score: entry.score,
            is_private: entry.private,
        }
    }
}

/// A vote as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVote {
    /// What counts now; `None` where the entry is gone, and was private: the shown numbers have it for a while.
    pub vote: Option<Vote>,
    /// The day on which the score was given; that of the entry where there is none.
    pub rated_on: Date,
    /// The hold that keeps it out of all numbers.
    pub held: Option<u32>,
    /// Whether it has changed as a private one since the private part of the numbers was shown last.
    pub is_unpublished: bool,
}

impl StoredVote {
    /// What becomes of a vote, or of none, when the entry says this now; `None` where nothing is left to keep. A vote at an
    /// end of the scale is held while there is an open hold of that end.
    pub fn changed(
        before: Option<&Self>,
        now: Option<Vote>,
        on: Date,
        open: impl Fn(Side) -> Option<u32>,
    ) -> Option<Self> {
        let was = before.and_then(|it| it.vote);
        let mut is_unpublished = before.is_some_and(|it| it.is_unpublished);
        if was != now {
            is_unpublished |= [was, now].into_iter().flatten().any(|it| it.is_private);
        }
        if now.is_none() && !is_unpublished {
            return None;
        }
        let score = |vote: Option<Vote>| vote.and_then(|it| it.score);
        let (rated_on, held) = match before {
            Some(before) if score(was) == score(now) => (before.rated_on, before.held),
            _ => (on, score(now).and_then(Side::of).and_then(open)),
        };
        Some(Self {
            vote: now,
            rated_on,
            held,
            is_unpublished,
        })
    }

    /// The same vote, kept out of all numbers by a hold, or by none any more.
    pub fn with_hold(self, held: Option<u32>) -> Self {
        let is_private = self.vote.is_some_and(|it| it.is_private);
        Self {
            held,
            is_unpublished: self.is_unpublished || is_private,
            ..self
        }
    }
}
