//! A user's reviews, newest first: all of them for the author, the visible ones for others.

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    review::{AuthoredReview, FOLD_AT, OwnReview},
};
use jiff::Timestamp;

use super::{
    pages::authors,
    rows::{self, review_columns},
};
use crate::{Sql, Store, instant, value::Value};

/// Reviews of a user for which `$condition` holds, the first ones or those before `$place`.
macro_rules! written {
    ($condition:literal, before $place:literal) => {
        (
            concat!(
                "SELECT ",
                review_columns!(),
                " FROM review WHERE uid = $1 AND ",
                $condition,
                " ORDER BY created_at DESC, mal_id DESC LIMIT $2"
            ),
            concat!(
                "SELECT ",
                review_columns!(),
                " FROM review WHERE uid = $1 AND ",
                $condition,
                " AND (created_at, mal_id) < ",
                $place,
                " ORDER BY created_at DESC, mal_id DESC LIMIT $2"
            ),
        )
    };
}

const ALL: (&str, &str) = written!("deleted_at IS NULL", before "($3, $4)");
/// Reviews that are folded are shown on their titles' pages alone, so they are left out.
const SEEN: (&str, &str) = written!(
    "is_listed = 1 AND reports < $3 AND EXISTS (SELECT 1 FROM anime a WHERE a.mal_id = review.mal_id)",
    before "($4, $5)"
);

/// Reads a user's reviews for their author.
pub(super) async fn all(
    store: &Store,
    uid: &UserId,
    before: Option<(Timestamp, MalId)>,
    limit: u32,
) -> Result<Vec<OwnReview>> {
    let params = vec![uid.as_str().into(), limit.into()];
    let (sql, params) = query(ALL, params, before);
    let rows = store.query(sql, params).await?;
    rows.into_iter().map(rows::own).collect()
}

/// Reads a user's reviews for everybody.
pub(super) async fn seen(
    store: &Store,
    uid: &UserId,
    before: Option<(Timestamp, MalId)>,
    limit: u32,
) -> Result<Vec<AuthoredReview>> {
    let mut tx = store.snapshot().await?;
    let params = vec![uid.as_str().into(), limit.into(), FOLD_AT.into()];
    let (sql, params) = query(SEEN, params, before);
    let rows = tx.query(sql, params).await?;
    let author = authors(&mut tx, [uid].into_iter()).await?.remove(uid);
    tx.commit().await?;
    let Some(author) = author else {
        return Ok(Vec::new());
    };
    let authored = |mut row| {
        let review = rows::review(&mut row)?;
        let author = author.clone();
        Ok(AuthoredReview { review, author })
    };
    rows.into_iter().map(authored).collect()
}

fn query(
    (first, behind): (&'static str, &'static str),
    mut params: Vec<Value>,
    before: Option<(Timestamp, MalId)>,
) -> (Sql, Vec<Value>) {
    let Some((at, title)) = before else {
        return (first.into(), params);
    };
    params.extend([instant::to_text(at).into(), title.get().into()]);
    (behind.into(), params)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, review::pages::tests::store, tx};

    #[tokio::test]
    async fn part_costs_two_queries_for_any_number_of_reviews() {
        let folder = TempDir::new().unwrap();
        let store = store(&folder).await;
        for (author, count) in [("0000000000000", 2), ("0000000000999", 1), ("nobody", 0)] {
            let before = tx::queries();
            let found = seen(&store, &UserId::new(author), None, 20).await.unwrap();
            assert_eq!((found.len(), tx::queries() - before), (count, 2));
        }
    }

    #[tokio::test]
    async fn part_is_read_by_its_author_and_is_not_sorted() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        let place = Some((Timestamp::UNIX_EPOCH, MalId::new(1)));
        for (queries, more) in [(ALL, None), (SEEN, Some(FOLD_AT))] {
            for before in [None, place] {
                let mut params: Vec<Value> = vec!["uid".into(), 21_u32.into()];
                params.extend(more.map(Value::from));
                let (sql, params) = query(queries, params, before);
                let sql = format!("EXPLAIN QUERY PLAN {sql}");
                let plan = store.query(sql, params).await.unwrap();
                let steps = plan.into_iter().map(|mut row| row.take::<String>("detail"));
                let steps: Vec<String> = steps.collect::<Result<_>>().unwrap();
                assert!(steps[0].contains("review_uid (uid=?"), "{steps:?}");
                assert!(!steps.iter().any(|it| it.contains("B-TREE")), "{steps:?}");
            }
        }
    }
}
