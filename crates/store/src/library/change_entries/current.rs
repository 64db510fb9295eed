//! A library that is locked, and what decisions about its entries are made from.

use std::collections::BTreeMap;

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    anime_list::{ListEntry, ListEvent, OpId, Operation},
    library::ChangeId,
};

use super::super::{
    card::CardMap,
    list_entry,
    list_event::{self, event_columns},
    make, stored,
    title_scope::TitleScope,
};
use crate::{
    Sql, Store,
    account::unknown,
    change_id,
    in_list::{id_values, padded_after},
    tx::Tx,
    value::{Row, Value},
};

/// Locks the library for changes of these entries, and reads all that decisions about them are made from. `begun_at` is
/// the library's version before the transaction if that has changed other entries already.
pub(super) async fn read(
    store: &Store,
    tx: &mut Tx,
    (uid, begun_at): (&UserId, Option<u64>),
    operation: &Operation,
    ids: &[MalId],
) -> Result<(Locked, Current)> {
    let (locked, mut current) = lock(tx, uid, operation, ids).await?;
    let version = begun_at.unwrap_or(locked.version);
    let base = operation.looks_back_to();
    if let Some(base) = base.filter(|base| *base < version && !ids.is_empty()) {
        current.since = since(tx, uid, (ids, base)).await?;
    }
    let of = (uid, TitleScope::EverListed);
    current.cards = store.cards.of(tx, of, current.revision, ids).await?;
    Ok((locked, current))
}

/// The state of a library right before it was locked.
pub(super) struct Locked {
    /// The library's version.
    pub(super) version: u64,
    /// The number of titles on the watchlist.
    pub(super) length: u64,
}

/// What decisions about entries are made from.
#[derive(Default)]
pub(super) struct Current {
    pub(super) entries: BTreeMap<MalId, ListEntry>,
    /// The versions of the changes that an earlier try of the same operation made.
    pub(super) done: BTreeMap<MalId, u64>,
    /// The changes of each title that the operation is compared with, oldest first.
    pub(super) since: BTreeMap<MalId, Vec<ListEvent>>,
    /// The number of the library's last change.
    pub(super) change: Option<ChangeId>,
    /// The catalogue's revision.
    revision: i64,
    pub(super) cards: CardMap,
}

impl Current {
    fn read(rows: Vec<Row>) -> Result<Self> {
        let mut current = Self::default();
        for mut row in rows {
            let part: String = row.take("part")?;
            let id = row.take::<Option<u32>>("mal_id")?.map(MalId::new);
            match (part.as_str(), id) {
                ("entry", Some(id)) => {
                    let entry = list_entry(&mut row, "entry")?;
                    current.entries.extend(entry.map(|entry| (id, entry)));
                }
                ("done", Some(id)) => {
                    let version: Option<u64> = row.take("number")?;
                    current.done.extend(version.map(|version| (id, version)));
                }
                ("change", _) => current.change = change_id::read(&mut row, "number")?,
                ("catalogue", _) => {
                    current.revision = row.take::<Option<i64>>("number")?.unwrap_or(0);
                }
                _ => {}
            }
        }
        Ok(current)
    }
}

/// Locks the library of an account, raises its version by as many as there are titles, and reads what decisions about
/// these are made from but for the cards and what its client had not seen.
async fn lock(
    tx: &mut Tx,
    uid: &UserId,
    operation: &Operation,
    ids: &[MalId],
) -> Result<(Locked, Current)> {
    let raised = ids.len() as u64;
    let sql = "UPDATE user_record SET version = version + $2 WHERE uid = $1 \
         RETURNING version, watchlist_count";
    let both = || {
        let params: Vec<Value> = vec![uid.as_str().into(), stored(raised)];
        vec![(sql.into(), params), current_query(uid, operation, ids)]
    };
    let mut answers = tx.query_all(both()).await?;
    if answers.first().is_none_or(Vec::is_empty) {
        make(tx, uid).await?;
        answers = tx.query_all(both()).await?;
    }
    let rows = answers.pop().unwrap_or_default();
    let row = answers.pop().and_then(|mut rows| rows.pop());
    let mut row = row.ok_or_else(unknown)?;
    let locked = Locked {
        version: row.take::<u64>("version")? - raised,
        length: row.take("watchlist_count")?,
    };
    Ok((locked, Current::read(rows)?))
}

/// The query that [`Current::read`] reads, once the version was raised by as many as there are titles.
fn current_query(uid: &UserId, operation: &Operation, ids: &[MalId]) -> (Sql, Vec<Value>) {
    let mut params: Vec<Value> = vec![
        uid.as_str().into(),
        operation.op_id.as_ref().map(OpId::as_str).into(),
        stored(ids.len() as u64),
    ];
    let ids = if ids.is_empty() {
        vec![Value::Null]
    } else {
        id_values(ids)
    };
    let (wanted, ids) = padded_after(params.len(), ids);
    params.extend(ids);
    let sql = format!(
        "SELECT 'entry' AS part, mal_id, added_at, entry, CAST(NULL AS BIGINT) AS number \
         FROM record_entry WHERE uid = $1 AND list = 'watchlist' AND mal_id IN ({wanted}) \
         UNION ALL SELECT 'done', mal_id, NULL, NULL, version FROM list_event \
         WHERE uid = $1 AND op_id = $2 AND mal_id IN ({wanted}) \
         UNION ALL SELECT 'change', NULL, NULL, NULL, change_id FROM record_change \
         WHERE uid = $1 AND version = (SELECT version - $3 FROM user_record WHERE uid = $1) \
         UNION ALL SELECT 'catalogue', NULL, NULL, NULL, MAX(revision) FROM catalogue_revision"
    );
    (sql.into(), params)
}

/// The largest number of changes that are read to see what a client had not: the newest.
const MAX_UNSEEN: u32 = 2_000;

/// Changes of titles after a version, and all those before that some of these had not seen.
async fn since(
    tx: &mut Tx,
    uid: &UserId,
    (ids, base): (&[MalId], u64),
) -> Result<BTreeMap<MalId, Vec<ListEvent>>> {
    let (sql, params) = since_query(uid, ids, base);
    let mut since: BTreeMap<MalId, Vec<ListEvent>> = BTreeMap::new();
    for mut row in tx.query(sql, params).await?.into_iter().rev() {
        let event = list_event::read(&mut row)?;
        since.entry(event.mal_id).or_default().push(event);
    }
    Ok(since)
}

fn since_query(uid: &UserId, ids: &[MalId], base: u64) -> (Sql, Vec<Value>) {
    let mut params: Vec<Value> = vec![uid.as_str().into(), stored(base)];
    let (wanted, ids) = padded_after(params.len(), id_values(ids));
    params.extend(ids);
    let columns = event_columns!();
    // CROSS JOIN has SQLite look up what changed by title; it may go through all changes of the user otherwise
    let sql = format!(
        "WITH RECURSIVE back (mal_id, version) AS (\
         SELECT v.mal_id, CAST($2 AS BIGINT) FROM list_event v \
         WHERE v.uid = $1 AND v.mal_id IN ({wanted}) GROUP BY v.mal_id HAVING MAX(v.version) > $2 \
         UNION SELECT v.mal_id, v.base_version FROM back CROSS JOIN list_event v WHERE v.uid = $1 \
         AND v.mal_id = back.mal_id AND v.version > back.version AND v.base_version < back.version) \
         SELECT {columns} FROM (SELECT mal_id, MIN(version) AS version FROM back GROUP BY mal_id) b \
         CROSS JOIN list_event v WHERE v.uid = $1 AND v.mal_id = b.mal_id AND v.version > b.version \
         ORDER BY v.version DESC LIMIT {MAX_UNSEEN}"
    );
    (sql.into(), params)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::DatabaseUrl;

    #[tokio::test]
    async fn changes_that_an_edit_had_not_seen_are_looked_up_by_title() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        let uid = UserId::new("0");
        let ids: Vec<MalId> = (1..=500).map(MalId::new).collect();
        let (sql, params) = since_query(&uid, &ids, 1);
        let plan = store.query(format!("EXPLAIN QUERY PLAN {sql}"), params);
        let steps = plan
            .await
            .unwrap()
            .into_iter()
            .map(|mut row| row.take("detail"));
        let steps: Vec<String> = steps.collect::<Result<_>>().unwrap();
        let of_events = steps.iter().filter(|step| step.contains(" v "));
        let of_events: Vec<&String> = of_events.collect();
        assert_eq!(of_events.len(), 3, "{steps:?}");
        for step in of_events {
            assert!(step.contains("(uid=? AND mal_id=?"), "{step}");
        }
    }
}
