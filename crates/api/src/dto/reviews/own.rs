//! One user's own reviews, votes and reports.

use domain::{
    catalogue::AnimeSummary,
    review::{self, OwnStanding, ReaderVote, ReviewId, ReviewText, StoredReport},
};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ReviewStanding,
    body::{ReviewBlock, own_body},
    cut,
    forms::ReportReason,
};
use crate::{dto::anime::AnimeCard, pictures::Pictures};

/// A review as its author sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnReview {
    /// The review's id, which is the last part of its page's address: `/review/{id}`.
    #[schema(example = "16498-0k3x9wd7m2q5e")]
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// The review's text in Markdown.
    text: String,
    /// The text as readers see it, as a tree of blocks.
    body: Vec<ReviewBlock>,
    /// When the links in the text become active, where the account is new (RFC 3339); `null` where they are active, and
    /// where there are none.
    #[schema(required)]
    links_wait_until: Option<String>,
    /// Whether the whole text is a spoiler.
    spoiler: bool,
    /// The author's status, progress and score when the text was written; `null` where readers do not see them.
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When the review was written (RFC 3339).
    created_at: String,
    /// When the text was last changed (RFC 3339); `null` where it never was.
    #[schema(required)]
    edited_at: Option<String>,
    /// The number of readers whom the review has helped.
    helpful: u32,
    /// Whether the review is hidden behind a notice, since many readers have reported it.
    folded: bool,
    /// The operator's reason for hiding the review from everybody else; `null` where it is not hidden so.
    #[schema(required)]
    hidden_for: Option<String>,
}

/// The user's own review, votes and reports among a title's reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnReviewState {
    /// The user's own review; `null` where there is none.
    #[schema(required)]
    review: Option<OwnReview>,
    /// The ids of the reviews that have helped the user.
    helpful: Vec<String>,
    /// The user's reports of the title's reviews.
    reported: Vec<OwnReport>,
}

/// A page of the user's own reviews, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnReviews {
    items: Vec<OwnReviewWithTitle>,
    /// The value of `before` for the page of older reviews; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// A review of the user, and the card of its title.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReviewWithTitle {
    review: OwnReview,
    /// The title's card; `null` where the catalogue no longer holds the title.
    #[schema(required)]
    title: Option<AnimeCard>,
}

/// The outcome of a vote on a review.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewVote {
    /// Whether the review has helped the user.
    pub(crate) helpful: bool,
    /// The number of readers whom the review has helped.
    pub(crate) votes: u32,
}

/// The result of deleting a review.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedReview {
    /// Until when writing the same text again restores the review with its votes (RFC 3339).
    pub(crate) restorable_until: String,
}

/// The user's reviews, votes and reports in an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportedReviews {
    /// The user's reviews, newest first.
    written: Vec<ExportedReview>,
    /// The user's votes for reviews that have helped them.
    helpful: Vec<ExportedVote>,
    /// The user's reports of reviews.
    reported: Vec<OwnReport>,
}

/// A review in an export.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedReview {
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// The review's text in Markdown.
    text: String,
    spoiler: bool,
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When the review was written (RFC 3339).
    created_at: String,
    #[schema(required)]
    edited_at: Option<String>,
    /// The operator's reason for hiding the review from everybody else; `null` where it is not hidden so.
    #[schema(required)]
    hidden_for: Option<String>,
}

/// The user's vote for a review that has helped them.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedVote {
    /// The review's id.
    review: String,
    /// When the user voted (RFC 3339).
    at: String,
}

/// The user's report of a review.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReport {
    /// The review's id.
    review: String,
    reason: ReportReason,
    note: String,
    /// When the user reported the review (RFC 3339).
    at: String,
}

impl From<StoredReport> for OwnReport {
    fn from(stored: StoredReport) -> Self {
        Self {
            review: stored.review.to_string(),
            reason: stored.report.reason.into(),
            note: stored.report.note,
            at: stored.at.to_string(),
        }
    }
}

impl OwnReview {
    /// Builds the answer from a stored review, whose links become active at `links_wait`.
    pub(crate) fn new(own: review::OwnReview, links_wait: Option<Timestamp>) -> Self {
        let review::OwnReview { review, hidden_for } = own;
        let ReviewText {
            markdown,
            is_spoiler,
        } = review.text;
        let (body, links_wait_until) = own_body(&markdown, links_wait);
        Self {
            mal_id: review.id.title.get(),
            id: review.id.to_string(),
            body,
            links_wait_until,
            text: markdown,
            spoiler: is_spoiler,
            standing: review.standing.map(ReviewStanding::from),
            created_at: review.created_at.to_string(),
            edited_at: review.edited_at.map(|at| at.to_string()),
            helpful: review.helpful,
            folded: review.is_folded,
            hidden_for,
        }
    }
}

impl OwnReviewState {
    /// Builds the answer from the user's review, votes and reports, with links that become active at `links_wait`.
    pub(crate) fn new(own: OwnStanding, links_wait: Option<Timestamp>) -> Self {
        Self {
            helpful: own.helpful.iter().map(ReviewId::to_string).collect(),
            reported: own.reported.into_iter().map(OwnReport::from).collect(),
            review: own.review.map(|own| OwnReview::new(own, links_wait)),
        }
    }
}

impl OwnReviews {
    /// Builds the page from the first `limit` of the reviews, with links that become active at `links_wait`.
    pub(crate) fn new(
        mut reviews: Vec<(review::OwnReview, Option<AnimeSummary>)>,
        limit: u32,
        links_wait: Option<Timestamp>,
        pictures: &Pictures,
    ) -> Self {
        let next = cut(&mut reviews, limit, |(own, _)| &own.review);
        let items = reviews.into_iter().map(|(own, title)| OwnReviewWithTitle {
            review: OwnReview::new(own, links_wait),
            title: title.map(|title| AnimeCard::new(title, pictures)),
        });
        Self {
            items: items.collect(),
            next,
        }
    }
}

impl ExportedReviews {
    /// Builds the export from the user's reviews, votes and reports.
    pub(crate) fn new(
        written: Vec<review::OwnReview>,
        helpful: &[ReaderVote],
        reported: Vec<StoredReport>,
    ) -> Self {
        let written = written.into_iter().map(|own| {
            let review = own.review;
            ExportedReview {
                mal_id: review.id.title.get(),
                id: review.id.to_string(),
                text: review.text.markdown,
                spoiler: review.text.is_spoiler,
                standing: review.standing.map(ReviewStanding::from),
                created_at: review.created_at.to_string(),
                edited_at: review.edited_at.map(|at| at.to_string()),
                hidden_for: own.hidden_for,
            }
        });
        let helpful = helpful.iter().map(|vote| ExportedVote {
            review: vote.review.to_string(),
            at: vote.at.to_string(),
        });
        Self {
            written: written.collect(),
            helpful: helpful.collect(),
            reported: reported.into_iter().map(OwnReport::from).collect(),
        }
    }
}
