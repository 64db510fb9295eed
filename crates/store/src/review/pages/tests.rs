//! The cost of a page of reviews.

use domain::{anime::Anime, catalogue::CatalogueStore as _, provenance::Provenance};
use jiff::Timestamp;
use tempfile::TempDir;

use super::*;
use crate::{DatabaseUrl, tx};

const ORDERS: [(ReviewOrder, &str); 3] = [
    (ReviewOrder::Helpful, "review_by_help"),
    (ReviewOrder::Newest, "review_by_time"),
    (ReviewOrder::Score, "review_by_score"),
];

fn title(number: u32) -> MalId {
    MalId::new(number)
}

/// A store with two titles: title 1 has 21 reviews, title 2 has 1,000.
pub(in crate::review) async fn store(folder: &TempDir) -> Store {
    let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
    let store = Store::open(&url).await.unwrap();
    let provenance = Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    };
    let mut import = store.begin_import(provenance).await.unwrap();
    let titles = [1, 2].map(|number| Anime::named(title(number), "Title"));
    import.put(&titles).await.unwrap();
    import.commit().await.unwrap();
    let account = "INSERT INTO account (uid, display_name, email, email_folded, created_at) VALUES ($1, $1, $1, $1, $2)";
    let review = "INSERT INTO review (mal_id, id, uid, text, is_spoiler, is_private, shown_score, created_at, is_listed, \
         helpful, reports) VALUES ($1, $2, $2, 'Good', 0, 0, $3, $4, 1, $3, 0)";
    let at = |seconds: i64| instant::to_text(Timestamp::from_second(seconds).unwrap());
    let mut tx = store.begin().await.unwrap();
    for number in 0..1_000_u32 {
        let name = format!("{number:013}");
        let params = vec![name.as_str().into(), at(0).into()];
        tx.execute(account, params).await.unwrap();
        for title in if number < 21 { vec![1_u32, 2] } else { vec![2] } {
            let written = at(i64::from(number % 50)).into();
            let params = vec![
                title.into(),
                name.as_str().into(),
                (number % 7).into(),
                written,
            ];
            tx.execute(review, params).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
    store
}

#[tokio::test]
async fn page_costs_a_constant_number_of_queries() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    for (order, _) in ORDERS {
        for number in [1, 2] {
            let key = AnimeKey::Id(title(number));
            let mut place = None;
            for _ in 0..2 {
                let before = tx::queries();
                let page = page(&store, &key, order, (place.as_ref(), 20))
                    .await
                    .unwrap();
                assert_eq!(tx::queries() - before, 4, "{order:?}");
                place = page.next.filter(|_| number == 2);
                assert_eq!(page.items.len(), 20);
            }
        }
    }
}

#[tokio::test]
async fn page_reads_its_own_rows_alone() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    let place = ReviewPosition {
        rank: 3,
        created_at: Timestamp::from_second(9).unwrap(),
        name: "0".repeat(13),
    };
    for (order, index) in ORDERS {
        for after in [None, Some(&place)] {
            let (sql, params) = query(title(2), order, after, 21);
            let sql = format!("EXPLAIN QUERY PLAN {sql}");
            let plan = store.query(sql, params).await.unwrap();
            let steps = plan.into_iter().map(|mut row| row.take::<String>("detail"));
            let steps: Vec<String> = steps.collect::<Result<_>>().unwrap();
            assert_eq!(steps.len(), 1, "it is sorted besides: {steps:?}");
            assert!(
                steps[0].contains(&format!("USING INDEX {index} (mal_id=?")),
                "{steps:?}"
            );
            // Reviews before the position are not read, either
            let begins = after.is_none() || steps[0].contains(")<(") || steps[0].contains("<?");
            assert!(begins, "{steps:?}");
        }
    }
}
