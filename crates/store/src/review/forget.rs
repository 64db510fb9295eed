//! Removing deleted reviews, and all reviews, votes and reports of deleted accounts.

use std::collections::BTreeSet;

use domain::{Result, account::UserId, anime::MalId, review::ReviewId};
use jiff::Timestamp;

use super::{listing, reactions, rows};
use crate::{
    Store, instant,
    tx::Tx,
    value::{Row, Value},
};

/// The number of deleted reviews that one query of a sweep reads.
const BATCH: u32 = 200;

/// Deletes the reviews, votes and reports of a user whose account is gone. Each title has a transaction of its own, and
/// what is done is done if the rest fails.
pub(crate) async fn forget(store: &Store, uid: &UserId) -> Result<()> {
    let own = "SELECT mal_id, id AS review FROM review WHERE uid = $1";
    for id in ids(store, own, vec![uid.as_str().into()]).await? {
        erase(store, &id, None).await?;
    }
    let votes = "SELECT mal_id, review FROM review_vote WHERE uid = $1";
    let reports = "SELECT mal_id, review FROM review_report WHERE uid = $1";
    let mut said = BTreeSet::new();
    for sql in [votes, reports] {
        said.extend(ids(store, sql, vec![uid.as_str().into()]).await?);
    }
    for id in said {
        let mut tx = store.begin().await?;
        reactions::forget(&mut tx, uid, &id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Removes reviews that their authors deleted before an instant. Hidden ones, and reported ones without a decision, keep
/// their row without the text: otherwise their authors could publish them anew without the reports.
pub(super) async fn sweep(store: &Store, before: Timestamp) -> Result<()> {
    let sql = "SELECT mal_id, id AS review FROM review WHERE deleted_at < $1 \
         AND (hidden_for IS NULL AND reports = 0 OR text <> '') ORDER BY deleted_at LIMIT $2";
    let before = instant::to_text(before);
    loop {
        let params = vec![before.as_str().into(), BATCH.into()];
        let due = ids(store, sql, params).await?;
        for id in &due {
            erase(store, id, Some(&before)).await?;
        }
        if due.len() < BATCH as usize {
            return Ok(());
        }
    }
}

/// Deletes a review with its votes and reports. With `before`, a review that was not marked as deleted by then stays,
/// and one that is hidden or reported only loses its text.
async fn erase(store: &Store, id: &ReviewId, before: Option<&str>) -> Result<()> {
    let mut tx = store.begin().await?;
    listing::lock(&mut tx, id.title).await?;
    let sql = "UPDATE review SET helpful = helpful WHERE mal_id = $1 AND id = $2 \
         RETURNING is_listed, hidden_for, reports, deleted_at";
    let Some(mut row) = tx.query(sql, rows::key(id)).await?.pop() else {
        return tx.rollback().await;
    };
    let deleted_at: Option<String> = row.take("deleted_at")?;
    let is_due = |before: &str| deleted_at.as_deref().is_some_and(|at| at < before);
    if before.is_some_and(|before| !is_due(before)) {
        return tx.rollback().await;
    }
    let is_hidden = row.take::<Option<String>>("hidden_for")?.is_some();
    let is_reported = row.take::<i64>("reports")? > 0;
    if before.is_some() && (is_hidden || is_reported) {
        let emptied = "UPDATE review SET text = '' WHERE mal_id = $1 AND id = $2";
        tx.execute(emptied, rows::key(id)).await?;
        return tx.commit().await;
    }
    let was_listed = row.take::<i64>("is_listed")? != 0;
    delete(&mut tx, id, was_listed).await?;
    tx.commit().await
}

async fn delete(tx: &mut Tx, id: &ReviewId, was_listed: bool) -> Result<()> {
    let of_review = || vec![rows::key(id)];
    let mut statements = vec![listing::count(id.title, was_listed, false)];
    for sql in [
        "DELETE FROM review_vote WHERE mal_id = $1 AND review = $2",
        "DELETE FROM review_report WHERE mal_id = $1 AND review = $2",
        "DELETE FROM review WHERE mal_id = $1 AND id = $2",
    ] {
        statements.push((sql.into(), of_review()));
    }
    tx.execute_all(statements).await
}

async fn ids(store: &Store, sql: &'static str, params: Vec<Value>) -> Result<Vec<ReviewId>> {
    let id = |mut row: Row| {
        Ok(ReviewId {
            title: MalId::new(row.take("mal_id")?),
            name: row.take("review")?,
        })
    };
    let rows = store.query(sql, params).await?;
    rows.into_iter().map(id).collect()
}
