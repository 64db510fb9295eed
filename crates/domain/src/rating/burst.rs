//! Bursts of extreme votes: more of them in a short time than a title's own history explains.
//!
//! Two questions are asked, and a burst answers both: given how many voted, are there more extreme votes than the
//! title's share of them explains (a beta-binomial tail); and are there more than its pace explains (a negative
//! binomial tail)? Both distributions know that share and pace are only estimated. A finale that many like at once
//! may answer both, too: that is why somebody looks at it.

use serde::{Deserialize, Serialize};

use super::gamma::ln_gamma;
use crate::anime_list::Score;

/// Days that are looked at together: any 24 hours lie within two.
pub const BURST_DAYS: u16 = 2;
/// Fewest extreme votes of a burst.
pub const MIN_BURST: u32 = 20;
/// Highest probability that votes which come as they always have are taken for a burst, for each title and day.
const FALSE_POSITIVES: f64 = 1e-5;
/// Number of votes that the share of other titles counts for beside a title's own.
const PRIOR_VOTES: f64 = 10.0;
/// The share of extreme votes where nobody has voted on anything else, on either side.
const FIRST_SHARE: f64 = 0.1;
/// Days after which a title's pace of votes is known.
const MIN_DAYS: u32 = 7;

/// An end of the scale of scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Scores up to 10 of 100.
    Bottom,
    /// Scores above 90 of 100.
    Top,
}

impl Side {
    /// Both ends of the scale.
    pub const ALL: [Self; 2] = [Self::Bottom, Self::Top];

    /// Returns the end at which a score is; `None` for a score between the ends.
    pub const fn of(score: Score) -> Option<Self> {
        match score.get() {
            ..=10 => Some(Self::Bottom),
            91.. => Some(Self::Top),
            _ => None,
        }
    }

    /// Returns the end's name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bottom => "bottom",
            Self::Top => "top",
        }
    }
}

/// Votes, and how many of them are at one end of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExtremeVotes {
    /// Number of all votes.
    pub votes: u32,
    /// Number of votes at the end of the scale.
    pub extreme: u32,
}

impl ExtremeVotes {
    /// Returns these votes less others.
    pub const fn without(self, others: Self) -> Self {
        Self {
            votes: self.votes.saturating_sub(others.votes),
            extreme: self.extreme.saturating_sub(others.extreme),
        }
    }
}

/// The votes before the days that are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct History {
    /// The votes on the title.
    pub title: ExtremeVotes,
    /// Days since the title's first vote.
    pub days: u32,
    /// The votes on all other titles.
    pub others: ExtremeVotes,
}

/// Returns whether the votes of [`BURST_DAYS`] days are a burst.
pub fn is_burst(recent: ExtremeVotes, history: &History) -> bool {
    recent.extreme >= MIN_BURST && probability(recent, history) <= FALSE_POSITIVES
}

/// Returns how probable so many extreme votes or more are, by the question that explains them better.
pub(super) fn probability(recent: ExtremeVotes, history: &History) -> f64 {
    let by_share = by_share(recent, history);
    if history.days < MIN_DAYS {
        by_share
    } else {
        by_share.max(by_pace(recent.extreme, history))
    }
}

/// Returns how probable it is that so many of the votes are extreme, given the title's share.
fn by_share(recent: ExtremeVotes, history: &History) -> f64 {
    let ExtremeVotes { votes, extreme } = history.others;
    let pooled =
        (f64::from(extreme) + PRIOR_VOTES * FIRST_SHARE) / (f64::from(votes) + PRIOR_VOTES);
    let ExtremeVotes { votes, extreme } = history.title;
    let yes = f64::from(extreme) + PRIOR_VOTES * pooled;
    let no = f64::from(votes.saturating_sub(extreme)) + PRIOR_VOTES * (1.0 - pooled);
    let (all, from) = (f64::from(recent.votes), f64::from(recent.extreme));
    if from <= all * yes / (yes + no) {
        return 1.0;
    }
    let beta = |one: f64, other: f64| ln_gamma(one) + ln_gamma(other) - ln_gamma(one + other);
    let choices = ln_gamma(all + 1.0) - ln_gamma(from + 1.0) - ln_gamma(all - from + 1.0);
    let first = choices + beta(from + yes, all - from + no) - beta(yes, no);
    let next = |at: f64| (all - at) / (at + 1.0) * (at + yes) / (all - at - 1.0 + no);
    tail(first.exp(), from, all, next)
}

/// Returns how probable so many extreme votes are in the days that are looked at, given the title's pace.
fn by_pace(extreme: u32, history: &History) -> f64 {
    let shape = f64::from(history.title.extreme) + 1.0;
    let days = f64::from(history.days);
    let chance = f64::from(BURST_DAYS) / (days + f64::from(BURST_DAYS));
    let from = f64::from(extreme);
    if from <= shape * chance / (1.0 - chance) {
        return 1.0;
    }
    let ways = ln_gamma(from + shape) - ln_gamma(from + 1.0) - ln_gamma(shape);
    let first = ways + shape * (1.0 - chance).ln() + from * chance.ln();
    let next = |at: f64| (at + shape) / (at + 1.0) * chance;
    tail(first.exp(), from, f64::INFINITY, next)
}

/// Sums a decreasing tail of weights; `next` is the ratio of each weight to the one before.
fn tail(first: f64, from: f64, to: f64, next: impl Fn(f64) -> f64) -> f64 {
    let (mut weight, mut at, mut sum) = (first, from, first);
    while at < to && weight > sum * 1e-12 {
        weight *= next(at);
        sum += weight;
        at += 1.0;
    }
    sum.min(1.0)
}
