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
    /// Its name, which is the last part of its page's address: `/review/{id}`.
    #[schema(example = "16498-0k3x9wd7m2q5e")]
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// The Markdown.
    text: String,
    /// What its readers see of it.
    body: Vec<ReviewBlock>,
    /// From when on the links in it are links, where the account is new (RFC 3339). `null` where they are, and where there are
    /// none.
    #[schema(required)]
    links_wait_until: Option<String>,
    /// Whether all of it tells what happens.
    spoiler: bool,
    /// What readers see of where the author was with the title when the text was written.
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When it was written (RFC 3339).
    created_at: String,
    /// When its text was changed last.
    #[schema(required)]
    edited_at: Option<String>,
    /// How many readers it has helped.
    helpful: u32,
    /// Whether so many readers have reported it that it waits behind a notice.
    folded: bool,
    /// Why an operator has hidden it from everybody else; `null` where none has.
    #[schema(required)]
    hidden_for: Option<String>,
}

/// A user's own state in a title's reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnReviewState {
    /// Their own. `null` if there is none.
    #[schema(required)]
    review: Option<OwnReview>,
    /// Names of those that have helped them.
    helpful: Vec<String>,
    /// Those that they have reported.
    reported: Vec<OwnReport>,
}

/// A user's reviews, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnReviews {
    items: Vec<OwnReviewWithTitle>,
    /// What to give as `before` for those that were written before; `null` where there are none.
    #[schema(required)]
    next: Option<String>,
}

/// A review of one's own, and its title.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReviewWithTitle {
    review: OwnReview,
    /// `null` where the catalogue does not hold it any more.
    #[schema(required)]
    title: Option<AnimeCard>,
}

/// The outcome of a vote.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewVote {
    /// Whether the review has helped the user.
    pub(crate) helpful: bool,
    /// How many readers it has helped.
    pub(crate) votes: u32,
}

/// The result of deleting a review.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeletedReview {
    /// Until then, writing the same again brings it back as it was, with its votes (RFC 3339).
    pub(crate) restorable_until: String,
}

/// What a user has written about titles, and said of others' reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportedReviews {
    /// Newest first.
    written: Vec<ExportedReview>,
    /// Those that have helped the user.
    helpful: Vec<ExportedVote>,
    /// Those that the user has reported.
    reported: Vec<OwnReport>,
}

/// A review.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedReview {
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// The Markdown.
    text: String,
    spoiler: bool,
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When it was written (RFC 3339).
    created_at: String,
    #[schema(required)]
    edited_at: Option<String>,
    /// Why an operator has hidden it.
    #[schema(required)]
    hidden_for: Option<String>,
}

/// A review that has helped.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedVote {
    /// Its name.
    review: String,
    /// When the user said so (RFC 3339).
    at: String,
}

/// A review that the user has reported, and what they said of it.
#[derive(Debug, Serialize, ToSchema)]
struct OwnReport {
    /// Its name.
    review: String,
    reason: ReportReason,
    note: String,
    /// When (RFC 3339).
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
    /// Builds it from this review, whose links become active at `links_wait`.
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
    /// Builds it from this, with links that become active at `links_wait`.
    pub(crate) fn new(own: OwnStanding, links_wait: Option<Timestamp>) -> Self {
        Self {
            helpful: own.helpful.iter().map(ReviewId::to_string).collect(),
            reported: own.reported.into_iter().map(OwnReport::from).collect(),
            review: own.review.map(|own| OwnReview::new(own, links_wait)),
        }
    }
}

impl OwnReviews {
    /// Builds it from the first `limit` of these, with links that become active at `links_wait`.
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
    /// Builds it from these.
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
