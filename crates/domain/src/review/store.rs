//! The store's part of reviews.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    AuthoredReview, Cases, ModerationDecision, OwnReview, Report, ReviewCase, ReviewId, ReviewText,
    StoredReport,
};
use crate::{Result, account::UserId, anime::MalId, catalogue::AnimeKey, extras::TitleRef};

/// The order of a title's reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReviewOrder {
    /// Sorted by the number of readers helped, the most first.
    Helpful,
    /// Sorted by when reviews were written, the newest first.
    Newest,
    /// Sorted by the author's score of the title, the highest first; reviews without a score come last.
    Score,
}

/// The order of the reviews of all titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AllReviewsOrder {
    /// Sorted by the number of readers helped, the most first.
    Helpful,
    /// Sorted by when reviews were written, the newest first.
    Newest,
}

/// A place in the order of a title's reviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewPosition {
    /// The review's value by which the order sorts; 0 in the order of time.
    pub rank: u32,
    /// When the review was written.
    pub created_at: Timestamp,
    /// The random part of the review's id.
    pub name: String,
}

/// A page of a title's reviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewPage {
    /// The title's id.
    pub title: MalId,
    /// Number of all reviews of the title.
    pub total: u32,
    /// The reviews on the page.
    pub items: Vec<AuthoredReview>,
    /// The position behind which the next page begins; `None` on the last page.
    pub next: Option<ReviewPosition>,
}

/// A review that its author submits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    /// The id of the new review, if its author has none of the title yet.
    pub id: ReviewId,
    /// The review's text.
    pub text: ReviewText,
}

/// A user's own state in the reviews of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnStanding {
    /// The user's own review; `None` if there is none or it is deleted.
    pub review: Option<OwnReview>,
    /// Ids of the reviews that have helped the user.
    pub helpful: Vec<ReviewId>,
    /// The user's reports of reviews of the title.
    pub reported: Vec<StoredReport>,
}

/// A reader's vote that a review has helped them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderVote {
    /// The id of the review.
    pub review: ReviewId,
    /// When the reader voted.
    pub at: Timestamp,
}

/// A review that everybody may see, for a map of the site's addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The review's id.
    pub id: ReviewId,
    /// When the review's text was written.
    pub written_at: Timestamp,
}

/// The store's part of reviews.
///
/// **Invariant:** there is one review for each user and title, one vote and one report for each reader and review. Counts
/// are written together with what they count.
///
/// Methods that take a review's id fail with [`NotFound`](crate::Error::NotFound) if no visible review has it.
#[async_trait]
pub trait ReviewStore: Send + Sync {
    /// At most `limit` reviews of a title behind a place of an order, and how many there are. A constant number of queries,
    /// whatever their number.
    ///
    /// # Errors
    /// [`UnknownTitle`](crate::Error::UnknownTitle)
    async fn reviews(
        &self,
        key: &AnimeKey,
        order: ReviewOrder,
        after: Option<&ReviewPosition>,
        limit: u32,
    ) -> Result<ReviewPage>;

    /// At most `limit` reviews of a user that everybody may see, newest first; those before an instant and a title. Those that
    /// wait behind a notice are not among them, nor those of titles that the catalogue does not hold.
    async fn reviews_by(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<AuthoredReview>>;

    /// At most `limit` reviews of all titles, with what they are of. Those that wait behind a notice are not among them, nor
    /// those of titles that the catalogue does not hold. A constant number of queries.
    async fn all_reviews(
        &self,
        order: AllReviewsOrder,
        limit: u32,
    ) -> Result<Vec<(AuthoredReview, TitleRef)>>;

    /// Returns a review that everybody may see.
    async fn review(&self, id: &ReviewId) -> Result<AuthoredReview>;

    /// Writes a user's review of a title. One that they have deleted comes back; where the text is the same, it is as it
    /// was. Where it is another, it tells where they are with the title now.
    ///
    /// # Errors
    /// [`UnknownTitle`](crate::Error::UnknownTitle); `NotFound` if there is no such account.
    async fn put_review(
        &self,
        uid: &UserId,
        review: &NewReview,
        now: Timestamp,
    ) -> Result<OwnReview>;

    /// Deletes a user's review of a title, if there is one. It can be had back for
    /// [a while](super::DELETED_REVIEW_LIFE).
    async fn delete_review(&self, uid: &UserId, title: MalId, now: Timestamp) -> Result<()>;

    /// A user's own state in a title's reviews.
    ///
    /// # Errors
    /// [`UnknownTitle`](crate::Error::UnknownTitle)
    async fn own_standing(&self, uid: &UserId, title: MalId) -> Result<OwnStanding>;

    /// Returns at most `limit` of a user's reviews, newest first: those written before an instant, or then of a lesser
    /// title.
    async fn own_reviews(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<OwnReview>>;

    /// Says whether a review has helped a user, and returns how many it has.
    ///
    /// # Errors
    /// [`OwnReview`](crate::Error::OwnReview)
    async fn vote(
        &self,
        uid: &UserId,
        id: &ReviewId,
        is_helpful: bool,
        now: Timestamp,
    ) -> Result<u32>;

    /// Keeps a user's report of a review, in place of an earlier one.
    ///
    /// # Errors
    /// [`OwnReview`](crate::Error::OwnReview)
    async fn report(
        &self,
        uid: &UserId,
        id: &ReviewId,
        report: &Report,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns all votes of a user, by review.
    async fn reader_votes(&self, uid: &UserId) -> Result<Vec<ReaderVote>>;

    /// Returns all reports of a user, by review.
    async fn reader_reports(&self, uid: &UserId) -> Result<Vec<StoredReport>>;

    /// Removes reviews that were deleted before an instant.
    async fn sweep_reviews(&self, before: Timestamp) -> Result<()>;

    /// Returns the number of reviews that wait behind a notice.
    async fn folded_reviews(&self) -> Result<u32>;

    /// At most `limit` reviews for an operator, behind one of them, by title.
    async fn cases(
        &self,
        which: Cases,
        after: Option<&ReviewId>,
        limit: u32,
    ) -> Result<Vec<ReviewCase>>;

    /// Returns a review for an operator, whatever its state.
    async fn case(&self, id: &ReviewId) -> Result<ReviewCase>;

    /// Returns the reports of a review, first to last.
    async fn reports_of(&self, id: &ReviewId) -> Result<Vec<StoredReport>>;

    /// Returns the decisions about a review, first to last. They stay when the review is gone.
    async fn decisions(&self, id: &ReviewId) -> Result<Vec<ModerationDecision>>;

    /// Stores an operator's decision about a review, and has the review be as it says.
    async fn decide_review(&self, id: &ReviewId, decision: &ModerationDecision) -> Result<()>;

    /// Numbers of the blocks of [ids](crate::catalogue::ADDRESS_BLOCK) that hold titles with reviews, ascending.
    async fn review_blocks(&self) -> Result<Vec<u32>>;

    /// At most `limit` reviews of a block's titles that everybody may see and that are not folded.
    async fn reviews_of_block(&self, block: u32, limit: u32) -> Result<Vec<Listed>>;
}
