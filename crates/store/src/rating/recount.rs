//! Counting all votes anew.

use std::collections::BTreeSet;

use domain::{
    Result,
    anime::MalId,
    rating::{Recounted, Tally},
};

use super::{tallies::Tallies, totals::Totals, votes};
use crate::{Store, anime::optional_date, tx::Tx, value::Row};

/// The number of titles whose votes one query reads.
const BATCH: usize = 500;

/// Counts all votes anew that are not held, in one transaction. What is shown of private votes stays as it is.
pub(super) async fn recount(store: &Store) -> Result<Recounted> {
    let mut tx = store.begin().await?;
    let mut totals = Totals::lock(&mut tx).await?.without_scores();
    let titles = "SELECT DISTINCT mal_id FROM vote UNION SELECT mal_id FROM title_tally";
    let rows = tx.query(titles, vec![]).await?;
    let id = |mut row: Row| Ok(MalId::new(row.take("mal_id")?));
    let titles: BTreeSet<MalId> = rows.into_iter().map(id).collect::<Result<_>>()?;
    let titles: Vec<MalId> = titles.into_iter().collect();
    let mut counted = Recounted {
        votes: 0,
        titles: titles.len() as u64,
    };
    for titles in titles.chunks(BATCH) {
        counted.votes += recount_titles(&mut tx, titles, &mut totals).await?;
    }
    totals.write(&mut tx).await?;
    tx.commit().await?;
    Ok(counted)
}

async fn recount_titles(tx: &mut Tx, titles: &[MalId], totals: &mut Totals) -> Result<u64> {
    let sql = "SELECT mal_id, status, score, is_private, COUNT(*) AS votes, MIN(rated_on) AS first_on \
         FROM vote WHERE mal_id >= $1 AND mal_id <= $2 AND held IS NULL AND status IS NOT NULL \
         GROUP BY mal_id, status, score, is_private";
    let mut tallies = Tallies::of(tx, titles.iter().copied()).await?;
    for stored in tallies.0.values_mut() {
        stored.empty();
    }
    let ends = [titles.first(), titles.last()];
    let ends = ends.into_iter().flatten().map(|id| id.get().into());
    let mut counted = 0;
    for mut row in tx.query(sql, ends.collect()).await? {
        let id = MalId::new(row.take("mal_id")?);
        let Some(vote) = votes::vote(&mut row)? else {
            continue;
        };
        let times: u32 = row.take("votes")?;
        counted += u64::from(times);
        let stored = tallies.0.entry(id).or_default();
        let part: &mut Tally = if vote.is_private {
            &mut stored.tally.private
        } else {
            &mut stored.tally.public
        };
        part.add(vote, times);
        if vote.score.is_some() && !vote.is_private {
            let first = optional_date(row.take("first_on")?)?;
            stored.first_on = [stored.first_on, first].into_iter().flatten().min();
        }
    }
    let statements = tallies.write(tx, totals)?;
    tx.execute_all(statements).await?;
    Ok(counted)
}
