//! Titles that were called adult, and by whom.

use std::collections::HashMap;

use domain::{Result, anime::MalId, provenance::Provenance};

use crate::{
    in_list::{self, id_values},
    instant,
    tx::Tx,
};

/// Reads which source called a title adult, for those of `ids` that one did.
pub(super) async fn callers(tx: &mut Tx, ids: &[MalId]) -> Result<HashMap<MalId, Provenance>> {
    let mut callers = HashMap::new();
    if ids.is_empty() {
        return Ok(callers);
    }
    let (places, params) = in_list::padded(id_values(ids));
    let sql = format!("SELECT mal_id, source, as_of FROM anime_adult WHERE mal_id IN ({places})");
    for mut row in tx.query(sql, params).await? {
        let caller = Provenance {
            source: row.take("source")?,
            as_of: instant::from_text(&row.take::<String>("as_of")?)?,
        };
        callers.insert(MalId::new(row.take("mal_id")?), caller);
    }
    Ok(callers)
}

/// Remembers that `caller` calls `ids` adult, unless another source did whose word
/// [decides](Provenance::decides_over).
pub(super) async fn remember(tx: &mut Tx, ids: &[MalId], caller: &Provenance) -> Result<()> {
    let before = callers(tx, ids).await?;
    let decides = |before: &Provenance| before != caller && caller.decides_over(before);
    let news = ids.iter().filter(|id| before.get(id).is_none_or(decides));
    let rows = news.map(|id| {
        vec![
            id.get().into(),
            (&caller.source).into(),
            instant::to_text(caller.as_of).into(),
        ]
    });
    let sql = "INSERT INTO anime_adult (mal_id, source, as_of) VALUES ($1, $2, $3) \
        ON CONFLICT (mal_id) DO UPDATE SET source = excluded.source, as_of = excluded.as_of";
    tx.execute_many(sql, rows.collect()).await
}

/// Forgets that `ids` were called adult.
pub(super) async fn forget(tx: &mut Tx, ids: &[MalId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let (places, params) = in_list::padded(id_values(ids));
    let sql = format!("DELETE FROM anime_adult WHERE mal_id IN ({places})");
    tx.execute(sql, params).await
}
