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

/// Fewest characters of a review that people read.
pub const MIN_REVIEW_CHARS: usize = 100;
/// Most characters of a review as it is kept.
pub const MAX_REVIEW_CHARS: usize = 10_000;
/// Links of an account that is younger are text.
pub const LINKS_FROM_AGE: SignedDuration = SignedDuration::from_hours(24);
/// How long a deleted review can be had back.
pub const DELETED_REVIEW_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// Where an author was with a title when the review was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The status.
    pub status: Status,
    /// Episodes watched, of the watching that went furthest.
    pub progress: u16,
    /// The score.
    pub score: Option<Score>,
}

impl Standing {
    /// The public part of an entry; none of a private one.
    pub fn of(entry: &ListEntry) -> Option<Self> {
        let furthest = entry.runs.iter().map(|run| run.progress).max();
        (!entry.private).then(|| Self {
            status: entry.status,
            progress: furthest.unwrap_or(0),
            score: entry.score,
        })
    }
}

/// Who has written a review, as readers see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// What to call them; may be empty.
    pub name: String,
    /// What their page is called, if they have one that everyone may see.
    pub page: Option<String>,
    /// When their account was made.
    pub since: Timestamp,
}

/// From when on links are links in what somebody writes whose account was made at an instant; `None` if they are now.
pub fn links_wait_until(since: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let until = since.checked_add(LINKS_FROM_AGE);
    until.ok().filter(|until| now < *until)
}

/// The content of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewText {
    /// The Markdown.
    pub markdown: String,
    /// Whether all of it tells what happens.
    pub is_spoiler: bool,
}

/// A review, as its readers see it but for the author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// Its public name, which names its title.
    pub id: ReviewId,
    /// What it says.
    pub text: ReviewText,
    /// Where the author was, as far as that is shown.
    pub standing: Option<Standing>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When the text was changed last.
    pub edited_at: Option<Timestamp>,
    /// Readers whom it has helped.
    pub helpful: u32,
    /// Whether so many readers have reported it that it waits behind a notice.
    pub is_folded: bool,
}

impl Review {
    /// The title that it is about.
    pub const fn title(&self) -> MalId {
        self.id.title
    }
}

/// A review with its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthoredReview {
    /// The review.
    pub review: Review,
    /// Who has written it.
    pub author: Author,
}

/// A review as its author sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnReview {
    /// The review.
    pub review: Review,
    /// Why an operator has hidden it, if one has.
    pub hidden_for: Option<String>,
}
