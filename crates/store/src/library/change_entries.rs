//! Changes entries of anime lists: each is one event, with a version of its own.
//!
//! The library is locked by raising its version by as many as may change; what did not change is given
//! back. With that everything is read that the decisions need, and then all is written, each in one go.

use std::{
    collections::{BTreeMap, HashSet},
    mem,
};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{CurrentEntry, ListEntry, ListEvent, OpId, Operation, TitleFacts},
    library::{
        ChangeId, Decide, EntriesChanged, List, MAX_CHANGED_ENTRIES, MAX_ENTRIES, Position,
        WrittenEntry,
    },
};

use super::{
    card::{self, CardMap, Kept},
    change_log::{self, LoggedChange},
    list_entry,
    list_event::{self, event_columns},
    make, place, stored,
};
use crate::{
    Sql, Store,
    account::unknown,
    change_id,
    in_list::{id_values, padded_after},
    instant,
    tx::{Statement, Tx},
    value::{Row, Value},
};

/// Changes entries as `decide` says.
pub(super) async fn change(
    store: &Store,
    uid: &UserId,
    ids: &[MalId],
    operation: &Operation,
    decide: Decide<'_>,
) -> Result<EntriesChanged> {
    if ids.is_empty() || ids.len() > MAX_CHANGED_ENTRIES {
        return Err(Error::Invalid(format!(
            "Please change 1 to {MAX_CHANGED_ENTRIES} titles at once, not {}.",
            ids.len()
        )));
    }
    let mut seen = HashSet::new();
    let ids: Vec<MalId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    let mut tx = store.begin_grouped().await?;
    let (locked, mut current) = lock(&mut tx, uid, operation, &ids).await?;
    let base = operation.looks_back_to();
    if let Some(base) = base.filter(|base| *base < locked.version) {
        current.since = since(&mut tx, uid, (&ids, base)).await?;
    }
    let of = (uid, Kept::Ever);
    current.cards = store.cards.of(&mut tx, of, current.revision, &ids).await?;
    let mut changes = Changes {
        version: locked.version,
        length: locked.length,
        events: Vec::new(),
    };
    let entries: Vec<_> = ids
        .iter()
        .map(|id| (*id, changes.decide(*id, &mut current, operation, decide)))
        .collect();
    let written = !changes.events.is_empty();
    let mut position = Position {
        version: changes.version,
        change: current.change,
    };
    if written {
        let places = place::of(&mut tx, uid, &changes.events).await?;
        let (mut statements, number) = changes.statements(uid, &locked, ids.len())?;
        statements.extend(self::entries(uid, &changes.events, &places)?);
        position.change = number;
        tx.commit_after(statements).await?;
    } else {
        tx.rollback().await?;
    }
    Ok(EntriesChanged {
        position,
        written,
        entries,
    })
}

/// A library that is locked.
struct Locked {
    /// Its version before.
    version: u64,
    /// Titles on the watchlist before.
    length: u64,
}

/// What decisions are made from.
#[derive(Default)]
struct Current {
    entries: BTreeMap<MalId, ListEntry>,
    /// Versions of the changes that the same operation has made before.
    done: BTreeMap<MalId, u64>,
    /// Changes after the version that the client had seen.
    since: BTreeMap<MalId, Vec<ListEvent>>,
    /// The last change of the library.
    change: Option<ChangeId>,
    /// The catalogue's.
    revision: i64,
    cards: CardMap,
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
                    current.done.insert(id, row.take("number")?);
                }
                ("change", _) => current.change = change_id::read(&mut row, "number")?,
                _ => current.revision = row.take::<Option<i64>>("number")?.unwrap_or(0),
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
    let (places, ids) = padded_after(params.len(), id_values(ids));
    params.extend(ids);
    let sql = format!(
        "SELECT 'entry' AS part, mal_id, added_at, entry, CAST(NULL AS BIGINT) AS number \
         FROM record_entry WHERE uid = $1 AND list = 'watchlist' AND mal_id IN ({places}) \
         UNION ALL SELECT 'done', mal_id, NULL, NULL, version \
         FROM list_event WHERE uid = $1 AND op_id = $2 AND mal_id IN ({places}) \
         UNION ALL SELECT 'change', NULL, NULL, NULL, change_id FROM record_change \
         WHERE uid = $1 AND version = (SELECT version - $3 FROM user_record WHERE uid = $1) \
         UNION ALL SELECT 'catalogue', NULL, NULL, NULL, MAX(revision) FROM catalogue_revision"
    );
    (sql.into(), params)
}

/// Changes of titles after a version, and all those before that some of these had not seen.
async fn since(
    tx: &mut Tx,
    uid: &UserId,
    (ids, base): (&[MalId], u64),
) -> Result<BTreeMap<MalId, Vec<ListEvent>>> {
    let mut params: Vec<Value> = vec![uid.as_str().into(), stored(base)];
    let (places, ids) = padded_after(params.len(), id_values(ids));
    params.extend(ids);
    let columns = event_columns!();
    let sql = format!(
        "WITH RECURSIVE back (mal_id, version) AS (\
         SELECT mal_id, CAST($2 AS BIGINT) FROM list_event \
         WHERE uid = $1 AND version > $2 AND mal_id IN ({places}) \
         UNION SELECT v.mal_id, v.base_version FROM back JOIN list_event v ON v.uid = $1 \
         AND v.mal_id = back.mal_id AND v.version > back.version AND v.base_version < back.version) \
         SELECT {columns} FROM (SELECT mal_id, MIN(version) AS version FROM back GROUP BY mal_id) b \
         JOIN list_event v ON v.uid = $1 AND v.mal_id = b.mal_id AND v.version > b.version \
         ORDER BY v.version"
    );
    let mut since: BTreeMap<MalId, Vec<ListEvent>> = BTreeMap::new();
    for mut row in tx.query(sql, params).await? {
        let event = list_event::read(&mut row)?;
        since.entry(event.mal_id).or_default().push(event);
    }
    Ok(since)
}

/// What is to be written.
struct Changes {
    /// The library's version with it.
    version: u64,
    /// Titles on the watchlist with it.
    length: u64,
    events: Vec<ListEvent>,
}

impl Changes {
    /// Has what becomes of a title decided.
    fn decide(
        &mut self,
        id: MalId,
        current: &mut Current,
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Result<WrittenEntry> {
        let entry = current.entries.remove(&id);
        let written = |event, entry: Option<ListEntry>, changed_since| WrittenEntry {
            event,
            item: entry.and_then(|entry| card::item(&current.cards, id, entry)),
            changed_since,
        };
        if let Some(version) = current.done.get(&id) {
            return Ok(written(Some(*version), entry, Vec::new()));
        }
        let card = current.cards.get(&id).and_then(Option::as_deref);
        let asked = CurrentEntry {
            mal_id: id,
            facts: card.map(TitleFacts::from),
            entry,
            operation: operation.clone(),
            since: current.since.remove(&id).unwrap_or_default(),
        };
        let mut decision = decide(&asked)?;
        let changed_since = mem::take(&mut decision.changed_since);
        let entry = decision.entry.clone();
        let Some(event) = decision.event(asked, self.version + 1) else {
            return Ok(written(None, entry, changed_since));
        };
        self.length = match (&event.before, &event.after) {
            (None, Some(_)) if self.length >= MAX_ENTRIES.into() => return Err(Error::ListFull),
            (None, Some(_)) => self.length + 1,
            (Some(_), None) => self.length.saturating_sub(1),
            _ => self.length,
        };
        self.version = event.version;
        self.events.push(event);
        Ok(written(Some(self.version), entry, changed_since))
    }

    /// What is to run to write all of it but the entries, where the version of `locked` was raised by `raised`; and the
    /// number of the last change.
    fn statements(
        &self,
        uid: &UserId,
        locked: &Locked,
        raised: usize,
    ) -> Result<(Vec<Statement>, Option<ChangeId>)> {
        let logged: Vec<_> = self.events.iter().map(logged).collect();
        let (mut statements, number) = change_log::append(uid, &logged)?;
        statements.push(list_event::insert(uid, &self.events)?);
        if self.events.len() < raised || self.length != locked.length {
            let sql = "UPDATE user_record SET version = $2, watchlist_count = $3 WHERE uid = $1";
            let row = vec![
                uid.as_str().into(),
                stored(self.version),
                stored(self.length),
            ];
            statements.push((sql.into(), vec![row]));
        }
        Ok((statements, number))
    }
}

fn logged(event: &ListEvent) -> LoggedChange {
    let kind = match (&event.before, &event.after) {
        (None, Some(_)) => change_log::ADDED,
        (Some(_), None) => change_log::REMOVED,
        _ => change_log::PROFILE,
    };
    LoggedChange {
        version: event.version,
        kind,
        title: Some((List::Watchlist, event.mal_id)),
    }
}

/// What is to run to have the entries be as the events left them, those that come back at their `places`.
fn entries(
    uid: &UserId,
    events: &[ListEvent],
    places: &BTreeMap<MalId, u64>,
) -> Result<Vec<Statement>> {
    let (mut added, mut edited, mut removed) = (Vec::new(), Vec::new(), Vec::new());
    for event in events {
        let mut row: Vec<Value> = vec![uid.as_str().into(), event.mal_id.get().into()];
        let Some(entry) = &event.after else {
            removed.push(row);
            continue;
        };
        let is_planned = *entry == ListEntry::planned(entry.added_at);
        let json = (!is_planned).then(|| list_event::to_json(entry));
        row.push(instant::to_text(entry.added_at).into());
        row.push(json.transpose()?.into());
        if event.before.is_some() {
            edited.push(row);
        } else {
            row.push(stored(event.version));
            row.push(
                places
                    .get(&event.mal_id)
                    .copied()
                    .map_or(Value::Null, stored),
            );
            added.push(row);
        }
    }
    let statements = [
        (
            "INSERT INTO record_entry (uid, list, mal_id, added_at, entry, version, place) \
             VALUES ($1, 'watchlist', $2, $3, $4, $5, $6)",
            added,
        ),
        (
            "UPDATE record_entry SET added_at = $3, entry = $4 \
             WHERE uid = $1 AND list = 'watchlist' AND mal_id = $2",
            edited,
        ),
        (
            "DELETE FROM record_entry WHERE uid = $1 AND list = 'watchlist' AND mal_id = $2",
            removed,
        ),
    ];
    let some = statements.into_iter().filter(|(_, rows)| !rows.is_empty());
    Ok(some.map(|(sql, rows)| (sql.into(), rows)).collect())
}
