//! Writing and deleting reviews, and what follows from changes of their authors' lists.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    review::{NewReview, OwnReview, ReviewId, ReviewText, Standing},
};
use jiff::Timestamp;

use super::{
    listing,
    rows::{self, review_columns},
};
use crate::{
    Store,
    account::lock_account,
    in_list::padded,
    instant,
    library::list_entry,
    tx::Tx,
    value::{Row, Statement, Value},
};

const OF_AUTHOR: &str = concat!(
    "SELECT ",
    review_columns!(),
    ", deleted_at FROM review WHERE mal_id = $1 AND uid = $2"
);

/// Writes a user's review of a title, a new one or in place of the former.
pub(super) async fn put(
    store: &Store,
    uid: &UserId,
    new: &NewReview,
    now: Timestamp,
) -> Result<OwnReview> {
    let title = new.id.title;
    let known = "SELECT mal_id FROM anime WHERE mal_id = $1";
    if store
        .query(known, vec![title.get().into()])
        .await?
        .is_empty()
    {
        return Err(Error::UnknownTitle);
    }
    let mut tx = store.begin().await?;
    lock_account(&mut tx, uid).await?;
    let standing = standing(&mut tx, uid, title).await?;
    listing::lock(&mut tx, title).await?;
    let by = || vec![title.get().into(), uid.as_str().into()];
    match tx.query(OF_AUTHOR, by()).await?.pop() {
        None => insert(&mut tx, uid, new, (standing, now)).await?,
        Some(row) => update(&mut tx, row, &new.text, (standing, now)).await?,
    }
    let row = tx.query(OF_AUTHOR, by()).await?.pop();
    let written = rows::own(row.ok_or_else(rows::unknown)?)?;
    tx.commit().await?;
    Ok(written)
}

/// Where a user is with a title, as far as it may be shown. Until the transaction ends no change of the list is written.
async fn standing(tx: &mut Tx, uid: &UserId, title: MalId) -> Result<Option<Standing>> {
    let held = "UPDATE user_record SET version = version WHERE uid = $1";
    tx.execute(held, vec![uid.as_str().into()]).await?;
    let sql = "SELECT added_at, entry FROM record_entry \
         WHERE uid = $1 AND list = 'watchlist' AND mal_id = $2";
    let params = vec![uid.as_str().into(), title.get().into()];
    let row = tx.query(sql, params).await?.pop();
    let entry = row
        .map(|mut row| list_entry(&mut row, "entry"))
        .transpose()?;
    Ok(entry.flatten().as_ref().and_then(Standing::of))
}

async fn insert(
    tx: &mut Tx,
    uid: &UserId,
    new: &NewReview,
    (standing, now): (Option<Standing>, Timestamp),
) -> Result<()> {
    let sql = "INSERT INTO review (mal_id, id, text, is_spoiler, status, progress, score, is_private, \
         shown_score, uid, created_at, is_listed, helpful, reports) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 0, 0)";
    let mut params = review_values(&new.id, &new.text, standing);
    params.extend([uid.as_str().into(), instant::to_text(now).into()]);
    let counted = listing::count(new.id.title, false, true);
    tx.execute_all(vec![(sql.into(), vec![params]), counted])
        .await
}

/// Gives a review another text, or, if it was deleted, gives it back.
async fn update(
    tx: &mut Tx,
    mut row: Row,
    text: &ReviewText,
    (standing, now): (Option<Standing>, Timestamp),
) -> Result<()> {
    let was_deleted = row.take::<Option<String>>("deleted_at")?.is_some();
    let before = rows::own(row)?;
    let id = &before.review.id;
    let mut statements: Vec<Statement> = Vec::new();
    if before.review.text != *text {
        let sql = "UPDATE review SET text = $3, is_spoiler = $4, status = $5, progress = $6, score = $7, \
             is_private = $8, shown_score = $9, edited_at = $10 WHERE mal_id = $1 AND id = $2";
        let mut params = review_values(id, text, standing);
        params.push(instant::to_text(now).into());
        statements.push((sql.into(), vec![params]));
    }
    if was_deleted {
        let is_listed = before.hidden_for.is_none();
        let sql =
            "UPDATE review SET deleted_at = NULL, is_listed = $3 WHERE mal_id = $1 AND id = $2";
        let mut params = rows::key(id);
        params.push(i64::from(is_listed).into());
        statements.push((sql.into(), vec![params]));
        statements.push(listing::count(id.title, false, is_listed));
    }
    tx.execute_all(statements).await
}

/// The values of a review's first nine columns in the statements that write it.
fn review_values(id: &ReviewId, text: &ReviewText, standing: Option<Standing>) -> Vec<Value> {
    let score = standing.and_then(|it| it.score);
    let score = score.map(|score| u32::from(score.get()));
    let mut params = rows::key(id);
    params.extend([
        text.markdown.as_str().into(),
        i64::from(text.is_spoiler).into(),
        standing.map(|it| it.status.as_str()).into(),
        standing.map(|it| u32::from(it.progress)).into(),
        score.into(),
        i64::from(standing.is_none()).into(),
        score.unwrap_or(0).into(),
    ]);
    params
}

/// Marks a user's review of a title as deleted; a sweep deletes it later.
pub(super) async fn delete(
    store: &Store,
    uid: &UserId,
    title: MalId,
    now: Timestamp,
) -> Result<()> {
    let mut tx = store.begin().await?;
    lock_account(&mut tx, uid).await?;
    listing::lock(&mut tx, title).await?;
    let sql = "UPDATE review SET deleted_at = $3, is_listed = 0 \
         WHERE mal_id = $1 AND uid = $2 AND deleted_at IS NULL RETURNING hidden_for";
    let params = vec![
        title.get().into(),
        uid.as_str().into(),
        instant::to_text(now).into(),
    ];
    let Some(mut row) = tx.query(sql, params).await?.pop() else {
        return tx.rollback().await;
    };
    let was_listed = row.take::<Option<String>>("hidden_for")?.is_none();
    tx.execute_all(vec![listing::count(title, was_listed, false)])
        .await?;
    tx.commit().await
}

/// Follows the lists of `authors`: reviews show where their authors are with a title only while the entry is there and
/// not private, which `is_public` says where it is known. Compared is what the review says, not what was counted
/// before: an entry may turn twice between two counts.
pub(crate) async fn follow_entries(
    tx: &mut Tx,
    authors: impl Iterator<Item = &UserId>,
    is_public: impl Fn(&UserId, MalId) -> Option<bool>,
) -> Result<()> {
    let authors: Vec<Value> = authors.map(|uid| uid.as_str().into()).collect();
    if authors.is_empty() {
        return Ok(());
    }
    let (places, params) = padded(authors);
    let written = format!("SELECT mal_id, uid, is_private FROM review WHERE uid IN ({places})");
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for mut row in tx.query(written, params).await? {
        let title = MalId::new(row.take("mal_id")?);
        let uid = UserId::new(row.take::<String>("uid")?);
        let was_public = row.take::<i64>("is_private")? == 0;
        let turned = is_public(&uid, title).filter(|is_public| *is_public != was_public);
        rows.extend(turned.map(|is_public| {
            vec![
                title.get().into(),
                uid.as_str().into(),
                i64::from(!is_public).into(),
                i64::from(is_public).into(),
            ]
        }));
    }
    let sql = "UPDATE review SET is_private = $3, shown_score = COALESCE(score, 0) * $4 \
         WHERE mal_id = $1 AND uid = $2";
    tx.execute_many(sql, rows).await
}
