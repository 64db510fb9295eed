//! Writes the entries that events have changed.

use std::collections::BTreeMap;

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    anime_list::{ListEntry, ListEvent},
    library::List,
};

use super::super::{list_event, stored};
use crate::{
    in_list::{id_values, padded_after},
    insert::Insert,
    instant,
    tx::Tx,
    value::{Statement, Value},
};

/// Stores the entries as the events left them, restored ones at their original `positions`. Copies new entries if they
/// are many, and returns the statements for the others.
pub(super) async fn entries(
    tx: &mut Tx,
    uid: &UserId,
    events: &[ListEvent],
    positions: &BTreeMap<MalId, u64>,
) -> Result<Vec<Statement>> {
    let (mut added, mut edited, mut removed) = (Vec::new(), Vec::new(), Vec::new());
    for event in events {
        let Some(entry) = &event.after else {
            removed.push(event.mal_id);
            continue;
        };
        let is_planned = *entry == ListEntry::planned(entry.added_at);
        let json = (!is_planned).then(|| list_event::to_json(entry));
        let position = positions.get(&event.mal_id).copied();
        let row: Vec<Value> = vec![
            uid.as_str().into(),
            List::Watchlist.as_str().into(),
            event.mal_id.get().into(),
            instant::to_text(entry.added_at).into(),
            json.transpose()?.into(),
            position.map_or(Value::Null, stored),
            stored(event.version),
        ];
        if event.before.is_some() {
            edited.push(row);
        } else {
            added.push(row);
        }
    }
    let columns = [
        "uid", "list", "mal_id", "added_at", "entry", "place", "version",
    ];
    let insert = Insert::into("record_entry", &columns);
    let mut statements = insert.copy_many(tx, added).await?;
    // An UPDATE is planned by what PostgreSQL knows of the user's rows, and may read them all for each of its rows
    let update = Insert::into("record_entry", &columns).on_conflict(
        "(uid, list, mal_id) DO UPDATE SET added_at = excluded.added_at, \
         entry = excluded.entry, place = COALESCE(excluded.place, record_entry.place)",
    );
    statements.extend(update.statements(tx, edited));
    statements.extend(delete(uid, &removed));
    Ok(statements)
}

/// The statement that takes titles from the watchlist; `None` without titles.
fn delete(uid: &UserId, ids: &[MalId]) -> Option<Statement> {
    if ids.is_empty() {
        return None;
    }
    let mut params: Vec<Value> = vec![uid.as_str().into()];
    let (places, ids) = padded_after(params.len(), id_values(ids));
    params.extend(ids);
    let sql = format!(
        "DELETE FROM record_entry WHERE uid = $1 AND list = 'watchlist' AND mal_id IN ({places})"
    );
    Some((sql.into(), vec![params]))
}
