//! Votes and reviews: their rows alone. Who has voted is not there; who has written is.

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use tokio_postgres::{NoTls, types::Type};

use crate::StoreLocation;

/// Votes on each title that is looked at, and on each of so many others: a million in all if twenty are.
const VOTES: i64 = 10_000;
const VOTES_ELSEWHERE: i64 = 1_000;
const TITLES_ELSEWHERE: usize = 800;

/// Votes of the first so many people on a title, spread over all scores and nine months. The same SQL on both engines.
const FILL: &str = "\
    INSERT INTO vote (mal_id, uid, status, score, is_private, rated_on, held, is_unpublished) \
    WITH RECURSIVE voter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM voter WHERE n < $2) \
    SELECT $1, \
        SUBSTR('00000000000000000000000000' || CAST(n AS TEXT), LENGTH(CAST(n AS TEXT)) + 1), \
        'completed', 10 * (1 + n % 10), 0, \
        '2025-0' || CAST(1 + n % 9 AS TEXT) || '-15', NULL, 0 \
    FROM voter";

/// The number of reviews of each title that is measured.
const REVIEWS: i64 = 1_000;
/// The number of reviews of each title that these are compared with.
const FEW_REVIEWS: i64 = 20;

/// Adds the accounts of the people who write reviews; `$1` is their number.
const AUTHORS: &str = "\
    INSERT INTO account (uid, display_name, email, email_folded, created_at) \
    WITH RECURSIVE author (n) AS (SELECT 1000001 UNION ALL SELECT n + 1 FROM author WHERE n < 1000000 + $1) \
    SELECT '1000000000000000000' || CAST(n AS TEXT), 'Author ' || CAST(n AS TEXT), CAST(n AS TEXT) || '@example.org', \
        CAST(n AS TEXT) || '@example.org', '2025-01-15T12:00:00.000000000Z' \
    FROM author";

/// Their reviews of a title, spread over nine months, ten scores and what has helped.
const REVIEWED: &str = "\
    INSERT INTO review (mal_id, id, uid, text, is_spoiler, is_private, shown_score, created_at, is_listed, helpful, \
        reports) \
    WITH RECURSIVE author (n) AS (SELECT 1000001 UNION ALL SELECT n + 1 FROM author WHERE n < 1000000 + $2) \
    SELECT $1, '000000' || CAST(n AS TEXT), '1000000000000000000' || CAST(n AS TEXT), \
        'It *takes* its time, and the **quiet** episodes are the ones that stay. ' || \
        'Watch it in the evening, ||one at a time||, and read nothing about it before.', \
        0, 0, 10 * (1 + n % 10), \
        '2025-0' || CAST(1 + n % 9 AS TEXT) || '-15T12:00:00.000000000Z', 1, n % 97, 0 \
    FROM author";

const TALLIED: &str = "INSERT INTO review_tally (mal_id, listed) VALUES ($1, $2)";

/// Writes votes on the first titles, and fewer on others; reviews likewise.
pub(crate) async fn fill(place: &StoreLocation, titles: &[u32], looked_at: usize) -> Result<()> {
    let (drawn, others) = titles.split_at(looked_at);
    let few = others.iter().take(looked_at);
    let few = few.map(|title| (i64::from(*title), FEW_REVIEWS));
    let many = drawn.iter().map(|title| (i64::from(*title), REVIEWS));
    let reviews = many.chain(few);
    let drawn = drawn.iter().map(|title| (*title, VOTES));
    let others = others.iter().take(TITLES_ELSEWHERE);
    let votes = drawn.chain(others.map(|title| (*title, VOTES_ELSEWHERE)));
    let votes = votes.map(|(title, votes)| (i64::from(title), votes));
    if let Some(url) = &place.database {
        let (mut client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let tx = client.transaction().await?;
        let fill = tx.prepare_typed(FILL, &[Type::INT8, Type::INT8]).await?;
        for (title, votes) in votes {
            tx.execute(&fill, &[&title, &votes]).await?;
        }
        let authors = tx.prepare_typed(AUTHORS, &[Type::INT8]).await?;
        tx.execute(&authors, &[&REVIEWS]).await?;
        for sql in [REVIEWED, TALLIED] {
            let fill = tx.prepare_typed(sql, &[Type::INT8, Type::INT8]).await?;
            for (title, reviews) in reviews.clone() {
                tx.execute(&fill, &[&title, &reviews]).await?;
            }
        }
        tx.commit().await?;
        client
            .batch_execute("ANALYZE vote; ANALYZE review; ANALYZE account")
            .await?;
        return Ok(());
    }
    let folder = place.data_dir.as_ref().context("there is no store")?;
    let mut connection = Connection::open(folder.join("mitai.db"))?;
    let tx = connection.transaction()?;
    // Parameters are bound by name: SQLite numbers parameters of this form in the order in which they come
    let fill = |sql, (title, count): (i64, i64)| {
        let params = [("$1", &title), ("$2", &count)];
        tx.prepare_cached(sql)?.execute(&params)
    };
    for votes in votes {
        fill(FILL, votes)?;
    }
    tx.execute(AUTHORS, [REVIEWS])?;
    for sql in [REVIEWED, TALLIED] {
        for reviews in reviews.clone() {
            fill(sql, reviews)?;
        }
    }
    Ok(tx.commit()?)
}
