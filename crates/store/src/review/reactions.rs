//! Readers' votes and reports on reviews.

use domain::{
    Error, Result,
    account::UserId,
    review::{Report, ReviewId},
};
use jiff::Timestamp;

use super::rows::{self, unknown};
use crate::{
    Store,
    account::lock_account,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// Says whether a review has helped a user, and since when; returns how many it has.
pub(super) async fn vote(
    store: &Store,
    uid: &UserId,
    id: &ReviewId,
    since: Option<Timestamp>,
) -> Result<u32> {
    let (mut tx, mut row) = lock_review(store, uid, id).await?;
    let difference = put_vote(&mut tx, uid, id, since).await?;
    count(&mut tx, id, difference).await?;
    tx.commit().await?;
    let helpful: i64 = row.take("helpful")?;
    Ok(u32::try_from(helpful + difference).unwrap_or(0))
}

/// Stores a user's report of a review.
pub(super) async fn report(
    store: &Store,
    uid: &UserId,
    id: &ReviewId,
    (report, now): (&Report, Timestamp),
) -> Result<()> {
    let (mut tx, mut row) = lock_review(store, uid, id).await?;
    let edited_at: Option<String> = row.take("edited_at")?;
    let was_settled = is_settled(&mut tx, uid, id).await?;
    // What an operator has decided about counts again only for another text than that operator had before them
    let is_settled = was_settled == Some(true) && edited_at <= decided_at(&mut tx, id).await?;
    let counts = was_settled.is_none_or(|was_settled| was_settled && !is_settled);
    let sql = "INSERT INTO review_report (mal_id, review, uid, reason, note, at, is_settled) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (mal_id, review, uid) DO UPDATE SET \
         reason = excluded.reason, note = excluded.note, at = excluded.at, \
         is_settled = excluded.is_settled";
    let mut params = reader(uid, id);
    params.extend([
        report.reason.as_str().into(),
        report.note.as_str().into(),
        instant::to_text(now).into(),
        i64::from(is_settled).into(),
    ]);
    tx.execute(sql, params).await?;
    count_reports(&mut tx, id, i64::from(counts)).await?;
    tx.commit().await
}

/// Deletes the vote and the report of a user whose account is gone on a review.
pub(super) async fn forget(tx: &mut Tx, uid: &UserId, id: &ReviewId) -> Result<()> {
    let lock = "UPDATE review SET helpful = helpful WHERE mal_id = $1 AND id = $2";
    tx.execute(lock, rows::key(id)).await?;
    let difference = put_vote(tx, uid, id, None).await?;
    count(tx, id, difference).await?;
    let counted = is_settled(tx, uid, id).await? == Some(false);
    let sql = "DELETE FROM review_report WHERE mal_id = $1 AND review = $2 AND uid = $3";
    tx.execute(sql, reader(uid, id)).await?;
    count_reports(tx, id, -i64::from(counted)).await
}

/// A transaction that keeps others from writing to a review, of which this reader may say something.
async fn lock_review(store: &Store, uid: &UserId, id: &ReviewId) -> Result<(Tx, Row)> {
    let mut tx = store.begin_grouped().await?;
    lock_account(&mut tx, uid).await?;
    let sql = "UPDATE review SET helpful = helpful WHERE mal_id = $1 AND id = $2 AND is_listed = 1 \
         RETURNING uid, helpful, edited_at";
    let row = tx.query(sql, rows::key(id)).await?.pop();
    let Some(mut row) = row else {
        tx.rollback().await?;
        return Err(unknown());
    };
    if row.take::<String>("uid")? == uid.as_str() {
        tx.rollback().await?;
        return Err(Error::OwnReview);
    }
    Ok((tx, row))
}

/// Writes or deletes a vote, and returns by how many there are more.
async fn put_vote(
    tx: &mut Tx,
    uid: &UserId,
    id: &ReviewId,
    since: Option<Timestamp>,
) -> Result<i64> {
    let mut params = reader(uid, id);
    let Some(since) = since else {
        let sql =
            "DELETE FROM review_vote WHERE mal_id = $1 AND review = $2 AND uid = $3 RETURNING uid";
        return Ok(-i64::from(!tx.query(sql, params).await?.is_empty()));
    };
    let sql = "INSERT INTO review_vote (mal_id, review, uid, at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (mal_id, review, uid) DO NOTHING RETURNING uid";
    params.push(instant::to_text(since).into());
    Ok(i64::from(!tx.query(sql, params).await?.is_empty()))
}

/// Whether a reader's report of a review is decided about; `None` where there is no report.
async fn is_settled(tx: &mut Tx, uid: &UserId, id: &ReviewId) -> Result<Option<bool>> {
    let sql = "SELECT is_settled FROM review_report \
         WHERE mal_id = $1 AND review = $2 AND uid = $3";
    let row = tx.query(sql, reader(uid, id)).await?.pop();
    let read = |mut row: Row| Ok(row.take::<i64>("is_settled")? != 0);
    row.map(read).transpose()
}

/// The instant of an operator's last decision about a review, as text; `None` without a decision.
async fn decided_at(tx: &mut Tx, id: &ReviewId) -> Result<Option<String>> {
    let sql = "SELECT MAX(at) AS decided_at FROM review_decision WHERE mal_id = $1 AND review = $2";
    let row = tx.query(sql, rows::key(id)).await?.pop();
    row.map_or(Ok(None), |mut row| row.take("decided_at"))
}

async fn count(tx: &mut Tx, id: &ReviewId, difference: i64) -> Result<()> {
    let sql = "UPDATE review SET helpful = helpful + $3 WHERE mal_id = $1 AND id = $2";
    add(tx, sql, id, difference).await
}

async fn count_reports(tx: &mut Tx, id: &ReviewId, difference: i64) -> Result<()> {
    let sql = "UPDATE review SET reports = reports + $3 WHERE mal_id = $1 AND id = $2";
    add(tx, sql, id, difference).await
}

async fn add(tx: &mut Tx, sql: &'static str, id: &ReviewId, difference: i64) -> Result<()> {
    if difference == 0 {
        return Ok(());
    }
    let mut params = rows::key(id);
    params.push(difference.into());
    tx.execute(sql, params).await
}

/// The key of a reader's vote on a review, or of their report.
fn reader(uid: &UserId, id: &ReviewId) -> Vec<Value> {
    let mut params = rows::key(id);
    params.push(uid.as_str().into());
    params
}
