//! Changes entries of anime lists: each is one event, with a version of its own.
//!
//! The library is locked by raising its version by as many as may change; what did not change is given
//! back. With that everything is read that the decisions need, and then all is written, each in one go.

mod current;

use std::{
    collections::{BTreeMap, HashSet},
    mem,
};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{CurrentEntry, ListEntry, ListEvent, Operation, TitleFacts},
    library::{
        ChangeId, Decide, EntriesChanged, List, MAX_CHANGED_ENTRIES, MAX_ENTRIES, Position,
        WrittenEntry,
    },
};

use self::current::{Current, Locked, read};
use super::{
    card,
    change_log::{self, LoggedChange},
    list_event, place, stored,
};
use crate::{
    Sql, Store, instant,
    value::{Statement, Value},
};

/// Changes up to [`MAX_CHANGED_ENTRIES`] entries as `decide` says.
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
    change_with(store, (uid, ids), operation, decide, With::default()).await
}

/// What is written in the same transaction as changes of entries.
#[derive(Default)]
pub(super) struct With {
    /// A statement, and what to say where it returns no row: then nothing is written.
    pub(super) condition: Option<(Sql, Vec<Value>, Error)>,
    pub(super) statements: Vec<Statement>,
}

/// Changes any number of entries as `decide` says, and writes what belongs to that.
pub(super) async fn change_with(
    store: &Store,
    (uid, ids): (&UserId, &[MalId]),
    operation: &Operation,
    decide: Decide<'_>,
    with: With,
) -> Result<EntriesChanged> {
    let mut seen = HashSet::new();
    let ids: Vec<MalId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    let mut tx = store.begin_grouped().await?;
    let (first, others) = ids.split_at(ids.len().min(MAX_CHANGED_ENTRIES));
    let (locked, mut current) = read(store, &mut tx, uid, operation, first).await?;
    let is_alone = with.condition.is_none() && with.statements.is_empty();
    if let Some((sql, params, error)) = with.condition
        && tx.query(sql, params).await?.is_empty()
    {
        tx.rollback().await?;
        return Err(error);
    }
    let last_change = current.change;
    let mut changes = Changes {
        version: locked.version,
        length: locked.length,
        events: Vec::new(),
    };
    let mut entries = changes.decide_all(first, &mut current, operation, decide);
    for ids in others.chunks(MAX_CHANGED_ENTRIES) {
        let (_, mut current) = read(store, &mut tx, uid, operation, ids).await?;
        entries.extend(changes.decide_all(ids, &mut current, operation, decide));
    }
    let written = !changes.events.is_empty();
    let mut position = Position {
        version: changes.version,
        change: last_change,
    };
    if written {
        let places = place::of(&mut tx, uid, &changes.events).await?;
        let (mut statements, number) = changes.statements(uid, &locked, ids.len())?;
        statements.extend(self::entries(uid, &changes.events, &places)?);
        statements.extend(with.statements);
        position.change = number;
        tx.commit_after(statements).await?;
    } else if is_alone {
        tx.rollback().await?;
    } else {
        let mut statements = vec![versions(uid, locked.version, locked.length)];
        statements.extend(with.statements);
        tx.commit_after(statements).await?;
    }
    Ok(EntriesChanged {
        position,
        written,
        entries,
    })
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
    /// Has what becomes of titles decided.
    fn decide_all(
        &mut self,
        ids: &[MalId],
        current: &mut Current,
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Vec<(MalId, Result<WrittenEntry>)> {
        ids.iter()
            .map(|id| (*id, self.decide(*id, current, operation, decide)))
            .collect()
    }

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
            statements.push(versions(uid, self.version, self.length));
        }
        Ok((statements, number))
    }
}

/// What is to run to have a library have this version and so many titles on the watchlist.
fn versions(uid: &UserId, version: u64, length: u64) -> Statement {
    let sql = "UPDATE user_record SET version = $2, watchlist_count = $3 WHERE uid = $1";
    let row = vec![uid.as_str().into(), stored(version), stored(length)];
    (sql.into(), vec![row])
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
        let place = places.get(&event.mal_id).copied();
        row.push(place.map_or(Value::Null, stored));
        if event.before.is_some() {
            edited.push(row);
        } else {
            row.push(stored(event.version));
            added.push(row);
        }
    }
    let statements = [
        (
            "INSERT INTO record_entry (uid, list, mal_id, added_at, entry, place, version) \
             VALUES ($1, 'watchlist', $2, $3, $4, $5, $6)",
            added,
        ),
        (
            "UPDATE record_entry SET added_at = $3, entry = $4, place = COALESCE($5, place) \
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
