//! What is sent about reviews.

use domain::review::{Report, ReviewText};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::dto::names::same_enum;

/// A review of one's own.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewForm {
    /// Markdown: paragraphs, emphasis, lists, quotations, links, and `||spoilers||`; whatever else there is stays as text.
    /// At most 10,000 characters, and at least 100 that are read. What cannot be seen is left out.
    text: String,
    /// Whether all of it tells what happens.
    spoiler: bool,
}

/// A text that may become a review.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewPreviewForm {
    /// Markdown, as in a review: at most 10,000 characters.
    pub(crate) text: String,
}

/// Whether a review has helped.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewVoteForm {
    pub(crate) helpful: bool,
}

/// Why a review should not be there.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReportForm {
    reason: ReportReason,
    /// In the reader's words: at most 500 characters.
    note: Option<String>,
}

same_enum! {
    /// Why a reader reports a review: it tells what happens and is not marked, insults somebody, advertises, is not about
    /// the title, or something else.
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
