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
    /// What counts now; `None` where the entry is gone, and was private: the shown numbers have it for a while. Or it was
    /// dropped: its owner's next vote on the title is to be, too.
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
    /// end of the scale is held where an open hold `takes` those of that end; it stays so while that hold is open and the
    /// vote is at that end. One that was dropped never counts again, whatever it becomes.
    pub fn changed(
        before: Option<&Self>,
        now: Option<Vote>,
        on: Date,
        takes: impl FnOnce(Side) -> Option<u32>,
        is_open: impl FnOnce(u32) -> bool,
    ) -> Option<Self> {
        let was = before.and_then(|it| it.vote);
        let mut is_unpublished = before.is_some_and(|it| it.is_unpublished);
        if was != now {
            is_unpublished |= [was, now].into_iter().flatten().any(|it| it.is_private);
        }
        let held = before.and_then(|it| it.held);
        let is_dropped = held.is_some_and(|hold| !is_open(hold));
        if now.is_none() && !is_unpublished && !is_dropped {
            return None;
        }
        let score = |vote: Option<Vote>| vote.and_then(|it| it.score);
        let end = |vote: Option<Vote>| score(vote).and_then(Side::of);
        let (rated_on, held) = match before {
            Some(before) if score(was) == score(now) => (before.rated_on, held),
            _ => {
                let stays = is_dropped || end(was) == end(now);
                let held = held.filter(|_| stays);
                (on, held.or_else(|| end(now).and_then(takes)))
            }
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

    /// Whether anything is left of it to keep.
    pub const fn is_kept(&self) -> bool {
        self.vote.is_some() || self.is_unpublished || self.held.is_some()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn vote(score: u8) -> Vote {
        Vote {
            status: Status::Completed,
            score: Some(Score::new(score).unwrap()),
            is_private: false,
        }
    }

    /// What a vote of 100 becomes that hold 1 has, while hold 2 takes those at the top.
    fn after(now: Option<Vote>, is_open: bool) -> Option<StoredVote> {
        let before = StoredVote {
            vote: Some(vote(100)),
            rated_on: date(2026, 11, 1),
            held: Some(1),
            is_unpublished: false,
        };
        let takes = |side| (side == Side::Top).then_some(2);
        StoredVote::changed(Some(&before), now, date(2026, 11, 9), takes, |_| is_open)
    }

    #[test]
    fn dropped_vote_never_counts_whatever_it_becomes() {
        for now in [100, 99, 60, 1]
            .map(vote)
            .map(Some)
            .into_iter()
            .chain([None])
        {
            let after = after(now, false).unwrap();
            assert_eq!((after.vote, after.held), (now, Some(1)));
            // Put on the list again
            let again = date(2026, 11, 10);
            let next =
                StoredVote::changed(Some(&after), Some(vote(80)), again, |_| None, |_| false);
            assert_eq!(next.unwrap().held, Some(1));
        }
    }

    #[test]
    fn vote_of_an_open_hold_stays_in_it_while_it_is_at_its_end() {
        let held = |score| after(Some(vote(score)), true).unwrap().held;
        assert_eq!(held(100), Some(1));
        assert_eq!(held(99), Some(1));
        assert_eq!(held(60), None);
        assert_eq!(held(1), None);
        assert_eq!(after(None, true), None);
    }
}
