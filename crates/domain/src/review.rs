//! Reviews of titles, readers' votes and reports, and operators' decisions.
//!
//! **Invariant:** a review reveals no private entry: its [`Standing`] is shown only while the author's entry is on the
//! list and public.

mod id;
mod moderation;
mod store;

use jiff::{SignedDuration, Timestamp};

pub use self::{
    id::ReviewId,
    moderation::{
        Cases, FOLD_AT, MAX_NOTE_CHARS, ModerationDecision, Report, ReportReason, ReviewCase,
        StoredReport, Verdict,
    },
    store::{
        AllReviewsOrder, Listed, NewReview, OwnStanding, ReaderVote, ReviewOrder, ReviewPage,
        ReviewPosition, ReviewStore,
    },
};
use crate::{
    anime::MalId,
    anime_list::{ListEntry, Score, Status},
};

/// Fewest characters of a review, as people read it.
pub const MIN_REVIEW_CHARS: usize = 100;
/// The largest number of characters of a review, as it is kept.
pub const MAX_REVIEW_CHARS: usize = 10_000;
/// Age of an account from which on links in its reviews are links, and not text.
pub const LINKS_FROM_AGE: SignedDuration = SignedDuration::from_hours(24);
/// How long a deleted review can be had back.
pub const DELETED_REVIEW_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// Where an author was with a title when the review was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The author's watch status of the title.
    pub status: Status,
    /// Number of episodes watched, in the run that went furthest.
    pub progress: u16,
    /// The author's score of the title.
    pub score: Option<Score>,
}

impl Standing {
    /// Returns the public part of an entry; `None` of a private one.
    pub fn of(entry: &ListEntry) -> Option<Self> {
        let furthest = entry.runs.iter().map(|run| run.progress).max();
        (!entry.private).then(|| Self {
            status: entry.status,
            progress: furthest.unwrap_or(0),
            score: entry.score,
        })
    }
}

/// The author of a review, as readers see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The author's display name; may be empty.
    pub name: String,
    /// Name of the author's page, if they have one that everyone may see.
    pub page: Option<String>,
    /// When the author's account was created.
    pub since: Timestamp,
}

/// Returns when links begin to be links for an account created at `since`; `None` if they are now.
pub fn links_wait_until(since: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let until = since.checked_add(LINKS_FROM_AGE);
    until.ok().filter(|until| now < *until)
}

/// The content of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewText {
    /// The text as Markdown.
    pub markdown: String,
    /// Whether the whole review is a spoiler.
    pub is_spoiler: bool,
}

/// A review as its readers see it, without its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// The review's public id, which names its title.
    pub id: ReviewId,
    /// The review's text.
    pub text: ReviewText,
    /// Where the author was with the title; `None` where that is not shown.
    pub standing: Option<Standing>,
    /// When the review was written.
    pub created_at: Timestamp,
    /// When the text was last changed; `None` if it never was.
    pub edited_at: Option<Timestamp>,
    /// Number of readers whom the review has helped.
    pub helpful: u32,
    /// Whether so many readers have reported the review that it waits behind a notice.
    pub is_folded: bool,
}

impl Review {
    /// Returns the id of the reviewed title.
    pub const fn title(&self) -> MalId {
        self.id.title
    }
}

/// A review with its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredReview {
    /// The review itself.
    pub review: Review,
    /// The review's author.
    pub author: Author,
}

/// A review as its author sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnReview {
    /// The review itself.
    pub review: Review,
    /// Why an operator has hidden the review; `None` if it is not hidden.
    pub hidden_for: Option<String>,
}
