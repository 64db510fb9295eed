//! A title's ratings: the scores of all users as one score with its uncertainty, how many of them have it
//! on their lists, and bursts of extreme scores, which count once somebody has looked at them.
//!
//! **Invariant:** no shown number reveals one person's private entry, or a group of fewer than
//! [`MIN_SHOWN`]: [`TitleTally`] enforces that.

mod burst;
mod estimate;
mod gamma;
mod histogram;
mod hold;
mod store;
mod tally;
#[cfg(test)]
mod tests;
mod vote;

pub(crate) use self::estimate::student_quantile;
#[cfg(test)]
pub(crate) use self::tests::Seeded;
pub use self::{
    burst::{BURST_DAYS, ExtremeVotes, History, MIN_BURST, Side, is_burst},
    estimate::Estimate,
    histogram::Histogram,
    hold::{Hold, HoldDecision, HoldState},
    store::{Counted, RatingStore, Recounted, SourceScore, TitleRatings},
    tally::{MIN_SHOWN, ShownRatings, StatusCounts, Tally, TitleTally, status_counts},
    vote::{StoredVote, Vote},
};
