//! Reviews for everybody.

use std::collections::HashMap;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    catalogue::AnimeKey,
    review::{Author, AuthoredReview, Review, ReviewId, ReviewOrder, ReviewPage, ReviewPosition},
};

use super::rows::{self, review_columns, unknown};
use crate::{
    Sql, Store,
    in_list::padded,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// The queries for the first reviews of a title, and for those behind a position; `$by` orders before time does.
macro_rules! ordered {
    ($rank:literal, $by:literal) => {
        (
            concat!(
                "SELECT ",
                review_columns!(),
                ", ",
                $rank,
                " AS rank FROM review \
                 WHERE mal_id = $1 AND is_listed = 1 \
                 ORDER BY ",
                $by,
                "created_at DESC, id DESC LIMIT $2"
            ),
            concat!(
                "SELECT ",
                review_columns!(),
                ", ",
                $rank,
                " AS rank FROM review \
                 WHERE mal_id = $1 AND is_listed = 1 AND (",
                $rank,
                ", created_at, id) < ($3, $4, $5) \
                 ORDER BY ",
                $by,
                "created_at DESC, id DESC LIMIT $2"
            ),
        )
    };
}

const BY_HELP: (&str, &str) = ordered!("helpful", "helpful DESC, ");
const BY_SCORE: (&str, &str) = ordered!("shown_score", "shown_score DESC, ");
const BY_TIME: (&str, &str) = (
    concat!(
        "SELECT ",
        review_columns!(),
        ", 0 AS rank FROM review \
         WHERE mal_id = $1 AND is_listed = 1 ORDER BY created_at DESC, id DESC LIMIT $2"
    ),
    concat!(
        "SELECT ",
        review_columns!(),
        ", 0 AS rank FROM review \
         WHERE mal_id = $1 AND is_listed = 1 AND (created_at, id) < ($3, $4) \
         ORDER BY created_at DESC, id DESC LIMIT $2"
    ),
);

/// Reads a page of a title's reviews.
pub(super) async fn page(
    store: &Store,
    key: &AnimeKey,
    order: ReviewOrder,
    (after, limit): (Option<&ReviewPosition>, u32),
) -> Result<ReviewPage> {
    let mut tx = store.snapshot().await?;
    let Some(title) = title(&mut tx, key).await? else {
        tx.rollback().await?;
        return Err(Error::UnknownTitle);
    };
    let tally = "SELECT listed FROM review_tally WHERE mal_id = $1";
    let queries = vec![
        (tally.into(), vec![title.get().into()]),
        // One more review tells whether others follow
        query(title, order, after, limit + 1),
    ];
    let mut answers = tx.query_all(queries).await?.into_iter();
    let mut next = || answers.next().unwrap_or_default();
    let (tally, rows) = (next(), next());
    let mut reviews = rows.into_iter().map(ranked).collect::<Result<Vec<_>>>()?;
    let has_more = reviews.len() > limit as usize;
    reviews.truncate(limit as usize);
    let last = reviews.last().filter(|_| has_more);
    let next = last.map(|(_, rank, review)| ReviewPosition {
        rank: *rank,
        created_at: review.created_at,
        name: review.id.name.clone(),
    });
    let authors = authors(&mut tx, reviews.iter().map(|(uid, ..)| uid)).await?;
    tx.commit().await?;
    let listed = tally.into_iter().next();
    let authored = reviews.into_iter().filter_map(|(uid, _, review)| {
        let author = authors.get(&uid)?.clone();
        Some(AuthoredReview { review, author })
    });
    Ok(ReviewPage {
        title,
        total: listed.map_or(Ok(0), |mut row| row.take("listed"))?,
        items: authored.collect(),
        next,
    })
}

/// The id of the title that a key names; `None` if the catalogue does not hold it.
async fn title(tx: &mut Tx, key: &AnimeKey) -> Result<Option<MalId>> {
    let (sql, key): (&str, Value) = match key {
        AnimeKey::Id(id) => (
            "SELECT mal_id FROM anime WHERE mal_id = $1",
            id.get().into(),
        ),
        AnimeKey::Slug(slug) => ("SELECT mal_id FROM anime WHERE slug = $1", slug.into()),
    };
    let row = tx.query(sql, vec![key]).await?.pop();
    row.map(|mut row| row.take("mal_id").map(MalId::new))
        .transpose()
}

fn query(
    title: MalId,
    order: ReviewOrder,
    after: Option<&ReviewPosition>,
    limit: u32,
) -> (Sql, Vec<Value>) {
    let (first, behind) = match order {
        ReviewOrder::Helpful => BY_HELP,
        ReviewOrder::Newest => BY_TIME,
        ReviewOrder::Score => BY_SCORE,
    };
    let mut params = vec![title.get().into(), limit.into()];
    let Some(place) = after else {
        return (first.into(), params);
    };
    if order != ReviewOrder::Newest {
        params.push(place.rank.into());
    }
    params.push(instant::to_text(place.created_at).into());
    params.push(place.name.as_str().into());
    (behind.into(), params)
}

fn ranked(mut row: Row) -> Result<(UserId, u32, Review)> {
    let uid = UserId::new(row.take::<String>("uid")?);
    let rank = row.take("rank")?;
    Ok((uid, rank, rows::review(&mut row)?))
}

/// Reads a review that everybody may see.
pub(super) async fn one(store: &Store, id: &ReviewId) -> Result<AuthoredReview> {
    const SQL: &str = concat!(
        "SELECT ",
        review_columns!(),
        " FROM review WHERE mal_id = $1 AND id = $2 AND is_listed = 1"
    );
    let mut tx = store.snapshot().await?;
    let found = tx.query(SQL, rows::key(id)).await?.pop();
    let Some(mut row) = found else {
        tx.rollback().await?;
        return Err(unknown());
    };
    let uid = UserId::new(row.take::<String>("uid")?);
    let author = authors(&mut tx, [&uid].into_iter()).await?.remove(&uid);
    tx.commit().await?;
    Ok(AuthoredReview {
        review: rows::review(&mut row)?,
        author: author.ok_or_else(unknown)?,
    })
}

/// Reads those of these users who exist, in one statement.
pub(super) async fn authors(
    tx: &mut Tx,
    uids: impl Iterator<Item = &UserId> + Send,
) -> Result<HashMap<UserId, Author>> {
    let uids: Vec<Value> = uids.map(|uid| uid.as_str().into()).collect();
    if uids.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, params) = padded(uids);
    let sql = format!(
        "SELECT a.uid, a.display_name, a.created_at, p.name AS page FROM account a \
         LEFT JOIN user_page p ON p.uid = a.uid AND p.audience = 'everyone' WHERE a.uid IN ({places})"
    );
    let author = |mut row: Row| {
        let uid = UserId::new(row.take::<String>("uid")?);
        Ok((uid, rows::author(&mut row)?))
    };
    let rows = tx.query(sql, params).await?;
    rows.into_iter().map(author).collect()
}

#[cfg(test)]
pub(super) mod tests;
