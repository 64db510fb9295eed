//! Answers of providers, kept between runs.

use async_trait::async_trait;
use domain::{
    Result,
    provider::{AnswerStore, HERO_KEY, StoredAnswer},
};

use jiff::SignedDuration;

use crate::{Store, instant, value::Row};

/// An answer that is this much older than the newest is not kept any longer.
const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

#[async_trait]
impl AnswerStore for Store {
    async fn stored_answer(&self, key: &str) -> Result<Option<StoredAnswer>> {
        let sql = "SELECT body, etag, fetched_at FROM provider_answer WHERE key = $1";
        let row = self.query(sql, vec![key.into()]).await?.pop();
        row.map(answer).transpose()
    }

    async fn store_answer(&self, key: &str, answer: &StoredAnswer) -> Result<()> {
        let mut tx = self.begin().await?;
        // The slides of the hero are shown whatever their age. Old answers go first: a transaction
        // that holds the kept one's lock waits for no other, so two of them cannot block each other
        tx.execute(
            "DELETE FROM provider_answer WHERE fetched_at < $1 AND key <> $2",
            vec![
                instant::to_text(answer.fetched_at - RETENTION).into(),
                HERO_KEY.into(),
            ],
        )
        .await?;
        tx.execute(
            "INSERT INTO provider_answer (key, body, etag, fetched_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (key) DO UPDATE SET \
             body = excluded.body, etag = excluded.etag, fetched_at = excluded.fetched_at",
            vec![
                key.into(),
                answer.body.clone().into(),
                answer.etag.as_ref().into(),
                instant::to_text(answer.fetched_at).into(),
            ],
        )
        .await?;
        tx.commit().await
    }
}

fn answer(mut row: Row) -> Result<StoredAnswer> {
    Ok(StoredAnswer {
        body: row.take("body")?,
        etag: row.take("etag")?,
        fetched_at: instant::from_text(&row.take::<String>("fetched_at")?)?,
    })
}
