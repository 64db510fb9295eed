//! Reviews as operators see them, and what they decide.

use std::collections::{BTreeSet, HashMap};

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    extras::TitleRef,
    review::{
        Author, Cases, FOLD_AT, ModerationDecision, ReviewCase, ReviewId, StoredReport, Verdict,
    },
};

use super::{
    listing,
    pages::authors,
    rows::{self, review_columns, unknown},
};
use crate::{
    Store,
    enum_text::from_enum_text,
    extras::titles,
    instant,
    value::{Row, Value},
};

/// Reviews by title behind one of them, those for which `$condition` holds.
macro_rules! cases {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            review_columns!(),
            ", deleted_at FROM review WHERE (mal_id, id) > ($1, $2) AND ",
            $condition,
            " ORDER BY mal_id, id LIMIT $3"
        )
    };
}

/// Reads the reviews that an operator asks for, behind the review `after`.
pub(super) async fn list(
    store: &Store,
    which: Cases,
    after: Option<&ReviewId>,
    limit: u32,
) -> Result<Vec<ReviewCase>> {
    let (sql, least) = match which {
        Cases::Folded => (
            cases!("reports > 0 AND reports >= $4 AND is_listed = 1"),
            FOLD_AT,
        ),
        Cases::Reported => (
            cases!("reports > 0 AND reports >= $4 AND deleted_at IS NULL"),
            1,
        ),
        Cases::All => (cases!("reports >= $4"), 0),
    };
    let mut params = after.map_or_else(|| vec![(-1_i64).into(), "".into()], rows::key);
    params.extend([limit.into(), least.into()]);
    read(store, sql, params).await
}

/// Counts the reviews that are folded: enough readers have reported them, and they are still listed.
pub(super) async fn count_folded(store: &Store) -> Result<u32> {
    let sql = "SELECT COUNT(*) AS folded FROM review WHERE reports > 0 AND reports >= $1 AND is_listed = 1";
    let row = store.query(sql, vec![FOLD_AT.into()]).await?.pop();
    row.map_or(Ok(0), |mut row| row.take("folded"))
}

/// Reads a review, whatever its state.
pub(super) async fn one(store: &Store, id: &ReviewId) -> Result<ReviewCase> {
    const SQL: &str = concat!(
        "SELECT ",
        review_columns!(),
        ", deleted_at FROM review WHERE mal_id = $1 AND id = $2"
    );
    let found = read(store, SQL, rows::key(id)).await?.pop();
    found.ok_or_else(unknown)
}

async fn read(store: &Store, sql: &'static str, params: Vec<Value>) -> Result<Vec<ReviewCase>> {
    let mut tx = store.snapshot().await?;
    let rows = tx.query(sql, params).await?;
    let cases = rows.into_iter().map(case);
    let mut cases: Vec<ReviewCase> = cases.collect::<Result<_>>()?;
    let authors: HashMap<UserId, Author> =
        authors(&mut tx, cases.iter().map(|case| &case.uid)).await?;
    let ids: BTreeSet<MalId> = cases.iter().map(|case| case.review.title()).collect();
    let titles: HashMap<MalId, TitleRef> = titles(&mut tx, ids).await?;
    tx.commit().await?;
    for case in &mut cases {
        case.author = authors.get(&case.uid).cloned();
        let title = titles.get(&case.review.title());
        case.title = title.map(|title| title.title.clone());
    }
    Ok(cases)
}

/// Reads a case but for the names of its author and its title.
fn case(mut row: Row) -> Result<ReviewCase> {
    let deleted_at: Option<String> = row.take("deleted_at")?;
    let hidden_for = row.take("hidden_for")?;
    let reports: u32 = row.take("reports")?;
    Ok(ReviewCase {
        uid: UserId::new(row.take::<String>("uid")?),
        review: rows::review_of(&mut row, reports)?,
        title: None,
        author: None,
        reports,
        hidden_for,
        deleted_at: deleted_at.map(|at| instant::from_text(&at)).transpose()?,
    })
}

/// Reads the reports of a review, oldest first.
pub(super) async fn reports(store: &Store, id: &ReviewId) -> Result<Vec<StoredReport>> {
    let sql = "SELECT mal_id, review, uid, reason, note, at, is_settled FROM review_report \
         WHERE mal_id = $1 AND review = $2 ORDER BY at, uid";
    let rows = store.query(sql, rows::key(id)).await?;
    rows.into_iter().map(rows::report).collect()
}

/// Reads the decisions about a review, oldest first.
pub(super) async fn decisions(store: &Store, id: &ReviewId) -> Result<Vec<ModerationDecision>> {
    let sql = "SELECT verdict, reason, decided_by, at FROM review_decision \
         WHERE mal_id = $1 AND review = $2 ORDER BY number";
    let decision = |mut row: Row| {
        Ok(ModerationDecision {
            verdict: from_enum_text(&row.take::<String>("verdict")?)?,
            reason: row.take("reason")?,
            by: row.take("decided_by")?,
            at: instant::from_text(&row.take::<String>("at")?)?,
        })
    };
    let rows = store.query(sql, rows::key(id)).await?;
    rows.into_iter().map(decision).collect()
}

/// Stores an operator's decision about a review, hides or lists the review, and settles its reports.
pub(super) async fn decide(
    store: &Store,
    id: &ReviewId,
    decision: &ModerationDecision,
) -> Result<()> {
    let mut tx = store.begin().await?;
    listing::lock(&mut tx, id.title).await?;
    let sql = "UPDATE review SET helpful = helpful WHERE mal_id = $1 AND id = $2 \
         RETURNING is_listed, deleted_at";
    let row = tx.query(sql, rows::key(id)).await?.pop();
    let mut row = row.ok_or_else(unknown)?;
    let was_listed = row.take::<i64>("is_listed")? != 0;
    let is_deleted = row.take::<Option<String>>("deleted_at")?.is_some();
    let is_hidden = decision.verdict == Verdict::Hidden;
    let is_listed = !is_hidden && !is_deleted;
    let of_review = |values: Vec<Value>| {
        let mut params = rows::key(id);
        params.extend(values);
        vec![params]
    };
    let decided = "UPDATE review SET hidden_for = $3, is_listed = $4, reports = 0 WHERE mal_id = $1 AND id = $2";
    let settled = "UPDATE review_report SET is_settled = 1 WHERE mal_id = $1 AND review = $2";
    let last = "SELECT COUNT(*) AS last FROM review_decision WHERE mal_id = $1 AND review = $2";
    let last = tx.query(last, rows::key(id)).await?.pop();
    let last: i64 = last.map_or(Ok(0), |mut row| row.take("last"))?;
    let kept = "INSERT INTO review_decision (mal_id, review, number, verdict, reason, decided_by, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let hidden_for = is_hidden.then_some(decision.reason.as_str());
    tx.execute_all(vec![
        (
            decided.into(),
            of_review(vec![hidden_for.into(), i64::from(is_listed).into()]),
        ),
        (settled.into(), of_review(vec![])),
        (
            kept.into(),
            of_review(vec![
                (last + 1).into(),
                decision.verdict.as_str().into(),
                decision.reason.as_str().into(),
                decision.by.as_str().into(),
                instant::to_text(decision.at).into(),
            ]),
        ),
        listing::count(id.title, was_listed, is_listed),
    ])
    .await?;
    tx.commit().await
}
