//! A random row of a table.

use std::collections::HashSet;

use domain::Result;

use crate::{in_list, tx::Tx, value::Value};

/// Picks the id of a random row by the column `id`, the table's key; `None` if there is no row, or no candidate. Each
/// candidate names an id up to the highest one, so every row has the same chance. Where none names a row, the table has
/// few, and the first candidate names a row by its place among them.
pub(crate) async fn pick(
    tx: &mut Tx,
    table: &str,
    id: &str,
    candidates: &[u32],
) -> Result<Option<u32>> {
    let highest = format!("SELECT MAX({id}) AS id FROM {table}");
    let highest = first_id(tx, highest, vec![]).await?;
    let (Some(highest), false) = (highest, candidates.is_empty()) else {
        return Ok(None);
    };
    let ids: Vec<u32> = candidates
        .iter()
        .map(|number| number % highest + 1)
        .collect();
    let (places, params) = in_list::padded(ids.iter().map(|id| (*id).into()).collect());
    let sql = format!("SELECT {id} AS id FROM {table} WHERE {id} IN ({places})");
    let mut hit: HashSet<u32> = HashSet::new();
    for mut row in tx.query(sql, params).await? {
        hit.insert(row.take("id")?);
    }
    if let Some(id) = ids.iter().find(|id| hit.contains(id)) {
        return Ok(Some(*id));
    }
    let count = format!("SELECT COUNT(*) AS id FROM {table}");
    let Some(count) = first_id(tx, count, vec![]).await? else {
        return Ok(None);
    };
    let place = candidates[0] % count.max(1);
    let at = format!("SELECT {id} AS id FROM {table} ORDER BY {id} LIMIT 1 OFFSET $1");
    first_id(tx, at, vec![place.into()]).await
}

async fn first_id(tx: &mut Tx, sql: String, params: Vec<Value>) -> Result<Option<u32>> {
    let rows = tx.query(sql, params).await?;
    rows.into_iter()
        .next()
        .map_or(Ok(None), |mut row| row.take("id"))
}
