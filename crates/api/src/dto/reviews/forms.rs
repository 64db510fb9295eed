//! Requests about reviews.

use domain::review::{Report, ReviewText};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::dto::names::same_enum;

/// The request to write a review.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewForm {
    /// The text in Markdown: paragraphs, emphasis, lists, quotations, links, and `||spoilers||`; other markup stays as
    /// text. At most 10,000 characters, of which readers see at least 100. Invisible characters are left out.
    text: String,
    /// Whether the whole text is a spoiler.
    spoiler: bool,
}

/// The request to preview a text that may become a review.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewPreviewForm {
    /// The text in Markdown, as in a review: at most 10,000 characters.
    pub(crate) text: String,
}

/// The request to vote on a review.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewVoteForm {
    pub(crate) helpful: bool,
}

/// The request to report a review.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReportForm {
    reason: ReportReason,
    /// The reader's own words: at most 500 characters.
    note: Option<String>,
}

same_enum! {
    /// The reason for a report: the review has an unmarked spoiler, insults somebody, advertises, is not about the
    /// title, or something else.
    ReportReason: domain::review::ReportReason {
        Spoiler, Abuse, Spam, OffTopic, Other,
    }
}

impl From<ReviewForm> for ReviewText {
    fn from(form: ReviewForm) -> Self {
        Self {
            markdown: form.text,
            is_spoiler: form.spoiler,
        }
    }
}

impl From<ReportForm> for Report {
    fn from(form: ReportForm) -> Self {
        Self {
            reason: form.reason.into(),
            note: form.note.unwrap_or_default(),
        }
    }
}
