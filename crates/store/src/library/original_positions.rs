//! The watchlist position of an entry that an undo brings back: the one that it had.

use std::collections::BTreeMap;

use domain::{
    Result, account::UserId, anime::MalId, anime_list::ListEvent, library::MAX_CHANGED_ENTRIES,
};
use jiff::Timestamp;

use crate::{
    in_list::{id_values, padded_after},
    instant,
    tx::Tx,
    value::Value,
};

/// The positions of the titles of which `events` bring an entry back: versions of the changes that first put them on the
/// list.
pub(super) async fn positions_of_restored_entries(
    tx: &mut Tx,
    uid: &UserId,
    events: &[ListEvent],
) -> Result<BTreeMap<MalId, u64>> {
    let restored: BTreeMap<MalId, Timestamp> = events.iter().filter_map(restored_entry).collect();
    let ids: Vec<MalId> = restored.keys().copied().collect();
    let mut first = BTreeMap::new();
    for ids in ids.chunks(MAX_CHANGED_ENTRIES) {
        let mut params: Vec<Value> = vec![uid.as_str().into()];
        let (places, ids) = padded_after(params.len(), id_values(ids));
        params.extend(ids);
        let sql = format!(
            "SELECT mal_id, at, MIN(version) AS version FROM list_event \
             WHERE uid = $1 AND mal_id IN ({places}) AND former IS NULL GROUP BY mal_id, at"
        );
        for mut row in tx.query(sql, params).await? {
            let id = MalId::new(row.take("mal_id")?);
            let at = instant::from_text(&row.take::<String>("at")?)?;
            if restored.get(&id) == Some(&at) {
                first.insert(id, row.take("version")?);
            }
        }
    }
    Ok(first)
}

/// The title of an entry that comes back, to the list or in place of another one, and when it was put on the list first.
fn restored_entry(event: &ListEvent) -> Option<(MalId, Timestamp)> {
    let added_at = event.after.as_ref()?.added_at;
    let comes_back = match &event.before {
        Some(before) => before.added_at != added_at,
        None => added_at != event.at,
    };
    comes_back.then_some((event.mal_id, added_at))
}
