//! The store's part of ratings.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{Estimate, Histogram, Hold, HoldState, ShownRatings};
use crate::{Result, account::UserId, anime::MalId};

/// The outcome of counting lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of votes that came, changed or went.
    pub votes: u64,
    /// Bursts that were found in this count.
    pub holds: Vec<Hold>,
}

/// The ratings of a title.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleRatings {
    /// The ratings of Mitai's users.
    pub own: ShownRatings,
    /// The score that the source tells; `None` if it tells none.
    pub source: Option<SourceScore>,
}

/// A title's score at a source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceScore {
    /// Mean score from 1 to 10.
    pub mean: f64,
    /// Number of people who have given a score, if the source tells that.
    pub raters: Option<u32>,
    /// How often each score was given, if the source tells that.
    pub scores: Option<Histogram>,
    /// Name of the source.
    pub source: String,
}

impl SourceScore {
    /// The mean with its uncertainty by how often each score was given; `None` where that is not known.
    pub fn counted(&self) -> Option<Estimate> {
        let scores = self.scores.as_ref()?;
        let raters = self.raters.unwrap_or_else(|| scores.raters());
        Estimate::of_distribution(self.mean, raters, scores)
    }

    /// The mean with its uncertainty, estimated from the number of scores alone; `None` where not even that is known.
    pub fn estimated(&self) -> Option<Estimate> {
        Estimate::of_mean(self.mean, self.raters?)
    }
}

/// The outcome of counting all votes anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recounted {
    /// Number of counted votes.
    pub votes: u64,
    /// Number of titles with counted votes.
    pub titles: u64,
}

/// The store's part of ratings. Votes are derived from the entries of anime lists: they follow every change of a list,
/// a little later, and are counted by title.
///
/// **Invariant:** votes, the numbers of their titles, and how far a user's list is counted are written together or not at all.
/// Any number of servers may count at once, and whatever was counted already changes nothing.
#[async_trait]
pub trait RatingStore: Send + Sync {
    /// Users whose lists have changed since they were counted, and those who have deleted their accounts since; behind
    /// one of them, by uid.
    async fn uncounted(&self, after: Option<&UserId>, limit: u32) -> Result<Vec<UserId>>;

    /// Counts the lists of these users as they are now. Those of deleted accounts count no more.
    async fn count_lists(&self, uids: &[UserId], now: Timestamp) -> Result<Counted>;

    /// Returns a title's public ratings; `None` if the catalogue does not have the title. One query, whatever the
    /// number of votes.
    async fn ratings(&self, title: MalId) -> Result<Option<TitleRatings>>;

    /// Bursts of votes, newest first; those that wait for somebody, or all. One that has no votes left does not wait; it does
    /// again once one of them is back.
    async fn holds(&self, all: bool) -> Result<Vec<Hold>>;

    /// Returns the number of holds that wait for somebody.
    async fn open_holds(&self) -> Result<u32>;

    /// Decides about one, or decides otherwise, and returns it.
    ///
    /// # Errors
    /// [`NotFound`](crate::Error::NotFound) if there is none of this number.
    async fn decide_hold(&self, id: u32, state: HoldState, now: Timestamp) -> Result<Hold>;

    /// Counts all votes anew, and returns how many there are.
    async fn recount(&self) -> Result<Recounted>;
}
