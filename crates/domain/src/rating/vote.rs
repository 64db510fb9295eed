//! One user's vote on a title.

use jiff::civil::Date;

use super::Side;
use crate::anime_list::{ListEntry, Score, Status};

/// The vote that an entry is on its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vote {
    /// The owner's watch status of the title.
    pub status: Status,
    /// The owner's score of the title.
    pub score: Option<Score>,
    /// Whether the entry is private, so that nobody may know of it.
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

/// A vote as it is stored for counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVote {
    /// The vote that counts now; `None` where the entry is gone, and was private: the shown numbers have it for a
    /// while. Or a hold has it: its owner's next vote on the title is to be in it, too.
    pub vote: Option<Vote>,
    /// The day on which the score was given; that of the entry where there is none. While a hold has the vote, the day
    /// by which it is of that burst.
    pub rated_on: Date,
    /// Number of the hold that keeps the vote out of all numbers; `None` if none does.
    pub held: Option<u32>,
    /// Whether the vote has changed as a private one since the private part of the numbers was shown last.
    pub is_unpublished: bool,
}

impl StoredVote {
    /// What becomes of a vote, or of none, when the entry says this now; `None` where nothing is left to keep. A vote at an
    /// end of the scale is held where an open hold `takes` those of that end. It leaves that hold, of the side that
    /// `open_side` tells, by a score that is not of that end; not by none, nor with its entry, or a decision would be
    /// evaded by taking it back for a while. One that was dropped never counts again, whatever it becomes.
    pub fn changed(
        before: Option<&Self>,
        now: Option<Vote>,
        on: Date,
        takes: impl FnOnce(Side) -> Option<u32>,
        open_side: impl FnOnce(u32) -> Option<Side>,
    ) -> Option<Self> {
        let was = before.and_then(|it| it.vote);
        let mut is_unpublished = before.is_some_and(|it| it.is_unpublished);
        if was != now {
            is_unpublished |= [was, now].into_iter().flatten().any(|it| it.is_private);
        }
        let held = before.and_then(|it| it.held);
        if now.is_none() && !is_unpublished && held.is_none() {
            return None;
        }
        let score = |vote: Option<Vote>| vote.and_then(|it| it.score);
        let end = |vote: Option<Vote>| score(vote).and_then(Side::of);
        let leaves = |side| score(now).is_some() && end(now) != Some(side);
        let stays = held.filter(|hold| !open_side(*hold).is_some_and(leaves));
        let (rated_on, held) = match before {
            Some(before) if stays.is_some() || score(was) == score(now) => (before.rated_on, stays),
            _ => (on, end(now).and_then(takes)),
        };
        Some(Self {
            vote: now,
            rated_on,
            held,
            is_unpublished,
        })
    }

    /// Returns the vote, kept out of all numbers by a hold, or by none any more.
    pub fn with_hold(self, held: Option<u32>) -> Self {
        let is_private = self.vote.is_some_and(|it| it.is_private);
        Self {
            held,
            is_unpublished: self.is_unpublished || is_private,
            ..self
        }
    }

    /// Returns whether anything is left of the vote to keep.
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

    /// A vote of 100 in hold 1 after a change, while hold 2 collects votes at the top.
    fn after(now: Option<Vote>, is_open: bool) -> Option<StoredVote> {
        let before = StoredVote {
            vote: Some(vote(100)),
            rated_on: date(2026, 11, 1),
            held: Some(1),
            is_unpublished: false,
        };
        let takes = |side| (side == Side::Top).then_some(2);
        let open_side = |_| is_open.then_some(Side::Top);
        StoredVote::changed(Some(&before), now, date(2026, 11, 9), takes, open_side)
    }

    #[test]
    fn dropped_vote_never_counts_even_when_edited() {
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
            let next = StoredVote::changed(Some(&after), Some(vote(80)), again, |_| None, |_| None);
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
    }

    #[test]
    fn removed_vote_keeps_its_place_in_an_open_hold() {
        let gone = after(None, true).unwrap();
        assert_eq!((gone.vote, gone.held), (None, Some(1)));
        assert_eq!(gone.rated_on, date(2026, 11, 1));
        let unscored = Vote {
            score: None,
            ..vote(1)
        };
        assert_eq!(after(Some(unscored), true).unwrap().held, Some(1));
        let later = date(2026, 12, 24);
        for (score, held) in [(100, Some(1)), (60, None), (1, None)] {
            let [now, none] = [Some(vote(score)), None];
            let open = |_| Some(Side::Top);
            let next = StoredVote::changed(Some(&gone), now, later, |_| None, open);
            let day = held.map_or(later, |_| gone.rated_on);
            let is = next.map(|it| (it.held, it.rated_on));
            assert_eq!(is, Some((held, day)), "{score}");
            assert_eq!(
                StoredVote::changed(next.as_ref(), none, later, |_| None, open).is_some(),
                held.is_some()
            );
        }
    }
}
