//! Reviews of all titles.

use std::collections::{BTreeSet, HashMap};

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    extras::TitleRef,
    review::{AllReviewsOrder, AuthoredReview, FOLD_AT, Review},
};

use super::{
    pages::authors,
    rows::{self, review_columns},
};
use crate::{
    Store,
    extras::titles,
    value::{Row, Value},
};

/// The first `$2` reviews that everybody sees directly, with fewer than `$1` reports.
macro_rules! first {
    ($by:literal) => {
        concat!(
            "SELECT ",
            review_columns!(),
            " FROM review WHERE is_listed = 1 AND reports < $1 \
             AND EXISTS (SELECT 1 FROM anime a WHERE a.mal_id = review.mal_id) ORDER BY ",
            $by,
            "created_at DESC, mal_id DESC, id DESC LIMIT $2"
        )
    };
}

const fn query(order: AllReviewsOrder) -> &'static str {
    match order {
        AllReviewsOrder::Helpful => first!("helpful DESC, "),
        AllReviewsOrder::Newest => first!(""),
    }
}

/// Reads the first reviews in an order, with their titles.
pub(super) async fn first(
    store: &Store,
    order: AllReviewsOrder,
    limit: u32,
) -> Result<Vec<(AuthoredReview, TitleRef)>> {
    let mut tx = store.snapshot().await?;
    let params: Vec<Value> = vec![FOLD_AT.into(), limit.into()];
    let rows = tx.query(query(order), params).await?.into_iter();
    let reviews = rows.map(written).collect::<Result<Vec<_>>>()?;
    let authors = authors(&mut tx, reviews.iter().map(|(uid, _)| uid)).await?;
    let ids: BTreeSet<MalId> = reviews.iter().map(|(_, it)| it.title()).collect();
    let titles: HashMap<MalId, TitleRef> = titles(&mut tx, ids).await?;
    tx.commit().await?;
    let with_titles = reviews.into_iter().filter_map(|(uid, review)| {
        let title = titles.get(&review.title())?.clone();
        let author = authors.get(&uid)?.clone();
        Some((AuthoredReview { review, author }, title))
    });
    Ok(with_titles.collect())
}

fn written(mut row: Row) -> Result<(UserId, Review)> {
    let uid = UserId::new(row.take::<String>("uid")?);
    Ok((uid, rows::review(&mut row)?))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{review::pages::tests::store, tx};

    #[tokio::test]
    async fn first_part_costs_three_queries_and_no_sort() {
        let folder = TempDir::new().unwrap();
        let store = store(&folder).await;
        for (order, index) in [
            (AllReviewsOrder::Helpful, "review_all_by_help"),
            (AllReviewsOrder::Newest, "review_all_by_time"),
        ] {
            for limit in [1, 100] {
                let before = tx::queries();
                let found = first(&store, order, limit).await.unwrap();
                assert_eq!((found.len(), tx::queries() - before), (limit as usize, 3));
            }
            let sql = format!("EXPLAIN QUERY PLAN {}", query(order));
            let plan = store.query(sql, vec![FOLD_AT.into(), 100_u32.into()]);
            let steps = plan.await.unwrap().into_iter();
            let steps: Vec<String> = steps
                .map(|mut row| row.take("detail"))
                .collect::<Result<_>>()
                .unwrap();
            assert!(steps[0].contains(index), "{steps:?}");
            assert!(!steps.iter().any(|it| it.contains("B-TREE")), "{steps:?}");
        }
    }
}
