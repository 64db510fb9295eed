//! What people do with reviews.

use domain::{
    account::UserId,
    catalogue::AnimeKey,
    review::{
        ModerationDecision, NewReview, OwnReview, Report, ReportReason, Review, ReviewId,
        ReviewOrder, ReviewPage, ReviewStore as _, ReviewText, Verdict,
    },
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{
    id,
    people::{NOW, uid},
};

/// Returns the id of a person's review of a title.
pub(super) fn review_id(who: u32, title: u32) -> ReviewId {
    ReviewId {
        title: id(title),
        name: format!("{who:0>13}"),
    }
}

pub(super) fn text(markdown: &str) -> ReviewText {
    ReviewText {
        markdown: markdown.into(),
        is_spoiler: false,
    }
}

/// Returns the instant `seconds` after [`NOW`].
pub(super) fn after(seconds: u32) -> Timestamp {
    NOW + SignedDuration::from_secs(seconds.into())
}

/// Writes a person's review of a title, `seconds` after [`NOW`].
pub(super) async fn write(
    store: &Store,
    who: u32,
    title: u32,
    seconds: u32,
) -> domain::Result<OwnReview> {
    let said = text(&format!("What person {who} says of it"));
    write_text(store, who, title, (&said, after(seconds))).await
}

pub(super) async fn write_text(
    store: &Store,
    who: u32,
    title: u32,
    (text, at): (&ReviewText, Timestamp),
) -> domain::Result<OwnReview> {
    let review = NewReview {
        id: review_id(who, title),
        text: text.clone(),
    };
    store.put_review(&uid(who), &review, at).await
}

pub(super) fn key(title: u32) -> AnimeKey {
    AnimeKey::Id(id(title))
}

/// Returns the first reviews of a title, the most helpful first.
pub(super) async fn page(store: &Store, title: u32) -> domain::Result<ReviewPage> {
    let key = key(title);
    store.reviews(&key, ReviewOrder::Helpful, None, 20).await
}

/// Returns a review as everybody sees it.
pub(super) async fn seen(store: &Store, id: &ReviewId) -> domain::Result<Review> {
    Ok(store.review(id).await?.review)
}

pub(super) async fn report(store: &Store, who: u32, id: &ReviewId) -> domain::Result<()> {
    report_at(store, &uid(who), id, NOW).await
}

pub(super) async fn report_at(
    store: &Store,
    uid: &UserId,
    id: &ReviewId,
    at: Timestamp,
) -> domain::Result<()> {
    let report = Report {
        reason: ReportReason::Spam,
        note: format!("By {uid}"),
    };
    store.report(uid, id, &report, at).await
}

/// Votes that a review has helped, and reports it.
pub(super) async fn say_both(store: &Store, who: u32, id: &ReviewId) -> domain::Result<()> {
    store.vote(&uid(who), id, true, NOW).await?;
    report(store, who, id).await
}

pub(super) async fn decide(store: &Store, id: &ReviewId, verdict: Verdict) -> domain::Result<()> {
    let decision = ModerationDecision {
        verdict,
        reason: format!("It is to be {}", verdict.as_str()),
        by: "operator".into(),
        at: after(10),
    };
    store.decide_review(id, &decision).await
}
