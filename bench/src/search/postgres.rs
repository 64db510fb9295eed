//! PostgreSQL's own search by runs of three letters.

use anyhow::{Context as _, Result};
use domain::{fold::fold, search::TitleNames};
use tokio_postgres::{Client, NoTls, Statement};

/// The number of names that are sent to the server at once.
const BATCH: usize = 5_000;

const FIND: &str = "SELECT mal_id FROM (
        SELECT mal_id, max(similarity(folded, $1)) AS alike, min(popularity) AS popularity
        FROM name WHERE folded % $1 GROUP BY mal_id) AS found
    ORDER BY alike DESC, popularity, mal_id LIMIT 5";

pub(crate) struct Names {
    client: Client,
    find: Statement,
}

impl Names {
    /// Makes a table of the names, which lasts as long as the connection.
    pub(crate) async fn new(url: &str, titles: &[TitleNames]) -> Result<Self> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        client
            .batch_execute(
                "CREATE EXTENSION IF NOT EXISTS pg_trgm;
                 CREATE TEMP TABLE name (mal_id INT, popularity INT, folded TEXT)",
            )
            .await
            .context("PostgreSQL has no pg_trgm")?;
        let mut rows = Vec::new();
        for title in titles {
            let popularity = title.popularity.map_or(i32::MAX, u32::cast_signed);
            let id = title.mal_id.get().cast_signed();
            rows.extend(title.names.iter().map(|name| (id, popularity, fold(name))));
        }
        let insert = "INSERT INTO name SELECT * FROM unnest($1::INT[], $2::INT[], $3::TEXT[])";
        for rows in rows.chunks(BATCH) {
            let ids: Vec<i32> = rows.iter().map(|row| row.0).collect();
            let popularity: Vec<i32> = rows.iter().map(|row| row.1).collect();
            let folded: Vec<&str> = rows.iter().map(|row| row.2.as_str()).collect();
            client
                .execute(insert, &[&ids, &popularity, &folded])
                .await?;
        }
        let index =
            "CREATE INDEX name_folded ON name USING gin (folded gin_trgm_ops); ANALYZE name";
        client.batch_execute(index).await?;
        let find = client.prepare(FIND).await?;
        Ok(Self { client, find })
    }

    pub(crate) async fn find(&self, text: &str) -> Result<Vec<u32>> {
        let rows = self.client.query(&self.find, &[&fold(text)]).await?;
        Ok(rows
            .iter()
            .map(|row| row.get::<_, i32>(0).cast_unsigned())
            .collect())
    }
}
