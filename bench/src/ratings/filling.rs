//! Votes of people who are not there: their rows alone.

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use tokio_postgres::{NoTls, types::Type};

use crate::Place;

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

/// Writes votes on the first titles, and fewer on others.
pub(crate) async fn fill(place: &Place, titles: &[u32], looked_at: usize) -> Result<()> {
    let (drawn, others) = titles.split_at(looked_at);
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
        tx.commit().await?;
        client.batch_execute("ANALYZE vote").await?;
        return Ok(());
    }
    let folder = place.data_dir.as_ref().context("there is no store")?;
    let mut connection = Connection::open(folder.join("mitai.db"))?;
    let tx = connection.transaction()?;
    for (title, votes) in votes {
        tx.prepare_cached(FILL)?.execute([title, votes])?;
    }
    Ok(tx.commit()?)
}
