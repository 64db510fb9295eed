//! Readers' reports and operators' decisions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Author, Review, ReviewId};
use crate::account::UserId;

/// From so many readers on who have reported it, a review waits behind a notice.
pub const FOLD_AT: u32 = 5;
/// Longest note to a report, in characters.
pub const MAX_NOTE_CHARS: usize = 500;

/// Why a reader reports a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// It tells what happens, and is not marked.
    Spoiler,
    /// It insults or threatens somebody.
    Abuse,
    /// It advertises.
    Spam,
    /// It is not about the title.
    OffTopic,
    /// Something else.
    Other,
}

impl ReportReason {
    /// Its name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Spoiler => "spoiler",
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::OffTopic => "off_topic",
            Self::Other => "other",
        }
    }
}

/// A reader's report of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Why.
    pub reason: ReportReason,
    /// In their words; may be empty.
    pub note: String,
}

/// A report that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    /// The review.
    pub review: ReviewId,
    /// Who has made it.
    pub by: UserId,
    /// What it says.
    pub report: Report,
    /// When it was made.
    pub at: Timestamp,
    /// Whether an operator has decided since.
    pub is_settled: bool,
}

/// An operator's decision about a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nobody but its author sees it any more.
    Hidden,
    /// Everybody sees it, and reports up to then do not count again.
    Restored,
}

impl Verdict {
    /// Its name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Restored => "restored",
        }
    }
}

/// A decision, which stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModerationDecision {
    /// What.
    pub verdict: Verdict,
    /// Why. The author of a hidden review reads it.
    pub reason: String,
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// Which reviews an operator looks through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cases {
    /// Reviews behind a notice.
    Folded,
    /// Those with a report that was not decided about.
    Reported,
    /// All, hidden and deleted ones included.
    All,
}

/// A review as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewCase {
    /// The review.
    pub review: Review,
    /// The title's name; `None` if the catalogue does not hold it any more.
    pub title: Option<String>,
    /// Whose it is.
    pub uid: UserId,
    /// The same, as readers see them; `None` once the account is gone.
    pub author: Option<Author>,
    /// Readers who have reported it since the last decision.
    pub reports: u32,
    /// Why it is hidden, if it is.
    pub hidden_for: Option<String>,
    /// When its author has deleted it, if so.
    pub deleted_at: Option<Timestamp>,
}
