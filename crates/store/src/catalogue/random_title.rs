//! A random title.

use std::collections::HashSet;

use domain::{Result, anime::MalId, selection::ListedAnime};

use super::selection;
use crate::{
    in_list::{self, id_values},
    tx::Tx,
};

/// Each draw names an id up to the highest one, so every title has the same chance. Where no draw
/// names a title, the title after the first draw is taken.
pub(super) async fn find(tx: &mut Tx, draws: &[u32]) -> Result<Option<ListedAnime>> {
    let highest = tx
        .query("SELECT MAX(mal_id) AS highest FROM anime", vec![])
        .await?;
    let highest: Option<u32> = match highest.into_iter().next() {
        Some(mut row) => row.take("highest")?,
        None => None,
    };
    let (Some(highest), false) = (highest, draws.is_empty()) else {
        return Ok(None);
    };
    let ids: Vec<MalId> = draws.iter().map(|d| MalId::new(d % highest + 1)).collect();
    let (places, params) = in_list::padded(id_values(&ids));
    let sql = format!("SELECT mal_id FROM anime WHERE mal_id IN ({places})");
    let mut hit = HashSet::new();
    for mut row in tx.query(sql, params).await? {
        hit.insert(MalId::new(row.take("mal_id")?));
    }
    let id = match ids.iter().find(|id| hit.contains(id)) {
        Some(id) => *id,
        None => after(tx, ids[0]).await?,
    };
    Ok(selection::listed(tx, &[id]).await?.pop())
}

/// There is one: `id` is at most the highest.
async fn after(tx: &mut Tx, id: MalId) -> Result<MalId> {
    let sql = "SELECT MIN(mal_id) AS mal_id FROM anime WHERE mal_id >= $1";
    let rows = tx.query(sql, id_values(&[id])).await?;
    rows.into_iter()
        .next()
        .map_or(Ok(id), |mut row| row.take("mal_id").map(MalId::new))
}
