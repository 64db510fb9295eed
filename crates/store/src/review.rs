//! Reviews, and what readers and operators say of them.
//!
//! **Invariant:** a transaction that writes a user's rows [holds](crate::account::lock_account) the account first, then, if the
//! number of a title's reviews may change, its row of [`review_tally`](listing), then the review, then the rest. So
//! transactions wait for one another without a deadlock, and a deleted account leaves nothing behind.
//!
//! **Invariant:** a statement about a review names its title, so that it runs on one node where tables are
//! [distributed](crate::distribution). Those about all reviews of a user or of the site, and those for
//! operators, ask all nodes.

mod all;
mod cases;
mod forget;
mod listing;
mod own;
mod pages;
mod reactions;
mod rows;
mod write;
mod written;

use async_trait::async_trait;
use domain::{
    Result,
    account::UserId,
    anime::MalId,
    catalogue::AnimeKey,
    extras::TitleRef,
    review::{
        AllReviewsOrder, AuthoredReview, Cases, Listed, ModerationDecision, NewReview, OwnReview,
        OwnStanding, ReaderVote, Report, ReviewCase, ReviewId, ReviewOrder, ReviewPage,
        ReviewPosition, ReviewStore, StoredReport,
    },
};
use jiff::Timestamp;

pub(crate) use self::{forget::forget, write::follow_entries};
use crate::Store;

#[async_trait]
impl ReviewStore for Store {
    async fn reviews(
        &self,
        key: &AnimeKey,
        order: ReviewOrder,
        after: Option<&ReviewPosition>,
        limit: u32,
    ) -> Result<ReviewPage> {
        pages::page(self, key, order, (after, limit)).await
    }

    async fn reviews_by(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<AuthoredReview>> {
        written::seen(self, uid, before, limit).await
    }

    async fn all_reviews(
        &self,
        order: AllReviewsOrder,
        limit: u32,
    ) -> Result<Vec<(AuthoredReview, TitleRef)>> {
        all::first(self, order, limit).await
    }

    async fn review(&self, id: &ReviewId) -> Result<AuthoredReview> {
        pages::one(self, id).await
    }

    async fn put_review(
        &self,
        uid: &UserId,
        review: &NewReview,
        now: Timestamp,
    ) -> Result<OwnReview> {
        write::put(self, uid, review, now).await
    }

    async fn delete_review(&self, uid: &UserId, title: MalId, now: Timestamp) -> Result<()> {
        write::delete(self, uid, title, now).await
    }

    async fn own_standing(&self, uid: &UserId, title: MalId) -> Result<OwnStanding> {
        own::standing(self, uid, title).await
    }

    async fn own_reviews(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<OwnReview>> {
        written::all(self, uid, before, limit).await
    }

    async fn vote(
        &self,
        uid: &UserId,
        id: &ReviewId,
        is_helpful: bool,
        now: Timestamp,
    ) -> Result<u32> {
        reactions::vote(self, uid, id, is_helpful.then_some(now)).await
    }

    async fn report(
        &self,
        uid: &UserId,
        id: &ReviewId,
        report: &Report,
        now: Timestamp,
    ) -> Result<()> {
        reactions::report(self, uid, id, (report, now)).await
    }

    async fn reader_votes(&self, uid: &UserId) -> Result<Vec<ReaderVote>> {
        own::votes(self, uid).await
    }

    async fn reader_reports(&self, uid: &UserId) -> Result<Vec<StoredReport>> {
        own::reports(self, uid).await
    }

    async fn sweep_reviews(&self, before: Timestamp) -> Result<()> {
        forget::sweep(self, before).await
    }

    async fn folded_reviews(&self) -> Result<u32> {
        cases::count_folded(self).await
    }

    async fn cases(
        &self,
        which: Cases,
        after: Option<&ReviewId>,
        limit: u32,
    ) -> Result<Vec<ReviewCase>> {
        cases::list(self, which, after, limit).await
    }

    async fn case(&self, id: &ReviewId) -> Result<ReviewCase> {
        cases::one(self, id).await
    }

    async fn reports_of(&self, id: &ReviewId) -> Result<Vec<StoredReport>> {
        cases::reports(self, id).await
    }

    async fn decisions(&self, id: &ReviewId) -> Result<Vec<ModerationDecision>> {
        cases::decisions(self, id).await
    }

    async fn decide_review(&self, id: &ReviewId, decision: &ModerationDecision) -> Result<()> {
        cases::decide(self, id, decision).await
    }

    async fn review_blocks(&self) -> Result<Vec<u32>> {
        listing::blocks(self).await
    }

    async fn reviews_of_block(&self, block: u32, limit: u32) -> Result<Vec<Listed>> {
        listing::of_block(self, block, limit).await
    }
}
