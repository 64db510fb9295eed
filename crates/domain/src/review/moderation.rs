//! Readers' reports and operators' decisions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Author, Review, ReviewId};
use crate::account::UserId;

/// Number of reporting readers from which on a review waits behind a notice.
pub const FOLD_AT: u32 = 5;
/// Longest note to a report, in characters.
pub const MAX_NOTE_CHARS: usize = 500;

/// Why a reader reports a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// The review tells what happens, and is not marked as a spoiler.
    Spoiler,
    /// The review insults or threatens somebody.
    Abuse,
    /// The review advertises.
    Spam,
    /// The review is not about the title.
    OffTopic,
    /// The review should not be there for another reason.
    Other,
}

impl ReportReason {
    /// Returns the reason's name in the store.
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
    /// The reason for the report.
    pub reason: ReportReason,
    /// The reader's own words; may be empty.
    pub note: String,
}

/// A report as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    /// The id of the reported review.
    pub review: ReviewId,
    /// The reader who has made the report.
    pub by: UserId,
    /// The content of the report.
    pub report: Report,
    /// When the report was made.
    pub at: Timestamp,
    /// Whether an operator has decided since the report.
    pub is_settled: bool,
}

/// An operator's decision about a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nobody but its author sees the review any more.
    Hidden,
    /// Everybody sees the review, and reports up to then do not count again.
    Restored,
}

impl Verdict {
    /// Returns the verdict's name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Restored => "restored",
        }
    }
}

/// An operator's decision about a review, which stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModerationDecision {
    /// What the operator decided.
    pub verdict: Verdict,
    /// Why the operator decided so. The author of a hidden review reads it.
    pub reason: String,
    /// The operator who decided.
    pub by: String,
    /// When the operator decided.
    pub at: Timestamp,
}

/// Which reviews an operator looks through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cases {
    /// Reviews behind a notice.
    Folded,
    /// Reviews with a report about which nobody has decided.
    Reported,
    /// All reviews, hidden and deleted ones included.
    All,
}

/// A review as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewCase {
    /// The review itself.
    pub review: Review,
    /// The title's name; `None` if the catalogue does not hold it any more.
    pub title: Option<String>,
    /// The author's user id.
    pub uid: UserId,
    /// The author as readers see them; `None` once the account is gone.
    pub author: Option<Author>,
    /// Number of readers who have reported the review since the last decision.
    pub reports: u32,
    /// Why the review is hidden; `None` if it is not hidden.
    pub hidden_for: Option<String>,
    /// When the author deleted the review; `None` if it is not deleted.
    pub deleted_at: Option<Timestamp>,
}
