//! Changes entries of anime lists: each is one event, with a version of its own.
//!
//! The library is locked by raising its version by as many as may change; what did not change is given
//! back. With that everything is read that the decisions need, and then all is written, each in one go.

mod current;
mod entries;

use std::{collections::HashSet, mem};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{CurrentEntry, ListEntry, ListEvent, Operation, TitleFacts},
    library::{
        ChangeId, Decide, EntriesChanged, List, MAX_CHANGED_ENTRIES, MAX_ENTRIES, Position,
        Unwritten, WrittenEntry,
    },
};

use self::{
    current::{Current, Locked, read},
    entries::entries,
};
use super::{
    card,
    change_log::{self, LoggedChange},
    list_event,
    original_positions::positions_of_restored_entries,
    stored,
};
use crate::{
    Sql, Store,
    tx::Tx,
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
    change_with(
        store,
        (uid, ids),
        operation,
        decide,
        ChangeOptions::default(),
    )
    .await
}

/// Further writes in the same transaction as changes of entries.
#[derive(Default)]
pub(super) struct ChangeOptions<'a> {
    /// Queries that must each return a row; if one does not, nothing is written, and its error is returned.
    pub(super) conditions: Vec<(Sql, Vec<Value>, Error)>,
    pub(super) statements: Vec<Statement>,
    /// Makes a further statement from the titles that were refused, and why.
    pub(super) at_last: Option<AtLast<'a>>,
    /// Whether the refusal of a title is the error of the whole change, so that nothing is written.
    pub(super) takes_no_refusal: bool,
    /// Whether the answer has only entries that were refused, or of which an undo kept some fields.
    pub(super) answers_exceptions: bool,
}

/// Makes a statement from the titles that were refused, and why.
pub(super) type AtLast<'a> = Box<dyn FnOnce(&[Unwritten<'_>]) -> Result<Statement> + Send + 'a>;

/// Changes any number of entries as `decide` says, and writes what belongs to that. What is decided of some is written
/// before the next are read, so that memory does not grow with their number.
pub(super) async fn change_with(
    store: &Store,
    of: (&UserId, &[MalId]),
    operation: &Operation,
    decide: Decide<'_>,
    with: ChangeOptions<'_>,
) -> Result<EntriesChanged> {
    let tx = store.begin_grouped().await?;
    change_in(store, tx, of, operation, decide, with).await
}

/// Locks the library for what is to be read before it is known which entries change.
pub(super) async fn lock(
    store: &Store,
    tx: &mut Tx,
    uid: &UserId,
    operation: &Operation,
) -> Result<()> {
    read(store, tx, (uid, None), operation, &[]).await.map(drop)
}

/// Changes entries like [`change_with`], in a transaction that it ends.
pub(super) async fn change_in(
    store: &Store,
    mut tx: Tx,
    of: (&UserId, &[MalId]),
    operation: &Operation,
    decide: Decide<'_>,
    with: ChangeOptions<'_>,
) -> Result<EntriesChanged> {
    let is_alone = with.conditions.is_empty() && with.statements.is_empty();
    match changed(store, &mut tx, of, operation, decide, with).await {
        Ok((changed, _)) if is_alone && !changed.written => {
            tx.rollback().await?;
            Ok(changed)
        }
        Ok((changed, statements)) => {
            if changed.written && of.1.len() > MAX_CHANGED_ENTRIES {
                tx.fills("record_entry (uid, list, mal_id, version)");
                tx.fills("list_event (uid, version, mal_id, op_id, cause, at)");
            }
            tx.commit_after(statements).await?;
            Ok(changed)
        }
        Err(error) => Err(rolled_back(tx, error).await),
    }
}

/// Rolls back after `error`, and returns it. After a failed statement nothing is kept anyway, and its error says more
/// than that of a failed rollback.
pub(super) async fn rolled_back(tx: Tx, error: Error) -> Error {
    tx.rollback().await.ok();
    error
}

/// Changes entries like [`change_with`] but for the statements that it returns, which are to run in the transaction
/// before anything else.
pub(super) async fn changed(
    store: &Store,
    tx: &mut Tx,
    (uid, ids): (&UserId, &[MalId]),
    operation: &Operation,
    decide: Decide<'_>,
    mut with: ChangeOptions<'_>,
) -> Result<(EntriesChanged, Vec<Statement>)> {
    let mut seen = HashSet::new();
    let ids: Vec<MalId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    let last = ids.len().saturating_sub(1) / MAX_CHANGED_ENTRIES * MAX_CHANGED_ENTRIES;
    let (first, last) = ids.split_at(last);
    if !first.is_empty() {
        tx.plan_for_parameters().await?;
    }
    let mut entries = Vec::new();
    let mut changes: Option<PendingWrite> = None;
    for ids in first.chunks(MAX_CHANGED_ENTRIES).chain([last]) {
        let begun_at = changes.as_ref().map(|changes| changes.locked.version);
        let of = (uid, begun_at);
        let (locked, mut current) = read(store, tx, of, operation, ids).await?;
        for (sql, params, error) in mem::take(&mut with.conditions) {
            if tx.query(sql, params).await?.is_empty() {
                return Err(error);
            }
        }
        let changes = changes.get_or_insert_with(|| PendingWrite::begin(locked, current.change));
        changes.write(tx, uid).await?;
        let decided = changes.decide_all(ids, &mut current, operation, decide);
        entries.extend(decided.filter(|(_, it)| !with.answers_exceptions || is_exception(it)));
    }
    let changes = changes.ok_or_else(|| Error::internal("changing entries", "none were read"))?;
    if with.takes_no_refusal
        && let Some((_, Err(error))) = entries.pop_if(|(_, entry)| entry.is_err())
    {
        return Err(error);
    }
    if let Some(at_last) = with.at_last {
        let refused = entries.iter();
        let refused = refused.filter_map(|(id, entry)| Some((*id, entry.as_ref().err()?)));
        let refused: Vec<_> = refused.collect();
        with.statements.push(at_last(&refused)?);
    }
    let (written, mut position) = (changes.are_some(), changes.position());
    let mut statements = if written {
        let (statements, number) = changes.last(tx, uid, ids.len()).await?;
        position.change = number;
        statements
    } else {
        vec![versions(uid, position.version, changes.length)]
    };
    statements.extend(with.statements);
    let done = EntriesChanged {
        position,
        written,
        entries,
    };
    Ok((done, statements))
}

/// Whether an entry was refused, or an undo kept some of its fields.
fn is_exception(written: &Result<WrittenEntry>) -> bool {
    let changed = written.as_ref().ok();
    changed.is_none_or(|written| !written.changed_since.is_empty())
}

/// The changes of a library that are to be written.
struct PendingWrite {
    /// The library's state before the transaction.
    locked: Locked,
    /// The number of the library's last change before the transaction.
    change: Option<ChangeId>,
    /// The library's version after the changes decided so far.
    version: u64,
    /// The number of titles on the watchlist after the changes decided so far.
    length: u64,
    /// The events that were decided and are not written yet.
    events: Vec<ListEvent>,
    logged: Vec<LoggedChange>,
}

impl PendingWrite {
    /// Begins without changes, on a library whose last change is `change`.
    const fn begin(locked: Locked, change: Option<ChangeId>) -> Self {
        Self {
            version: locked.version,
            length: locked.length,
            locked,
            change,
            events: Vec::new(),
            logged: Vec::new(),
        }
    }

    const fn are_some(&self) -> bool {
        self.version > self.locked.version
    }

    /// The library's position if no change was decided.
    const fn position(&self) -> Position {
        Position {
            version: self.version,
            change: self.change,
        }
    }

    /// Has `decide` decide about each title in turn.
    fn decide_all(
        &mut self,
        ids: &[MalId],
        current: &mut Current,
        operation: &Operation,
        decide: Decide<'_>,
    ) -> impl Iterator<Item = (MalId, Result<WrittenEntry>)> {
        ids.iter()
            .map(|id| (*id, self.decide(*id, current, operation, decide)))
    }

    /// Writes the events decided so far.
    async fn write(&mut self, tx: &mut Tx, uid: &UserId) -> Result<()> {
        if self.events.is_empty() {
            return Ok(());
        }
        let statements = self.statements(tx, uid).await?;
        self.events.clear();
        tx.execute_all(statements).await
    }

    /// Has `decide` decide about a title, and notes the event if the entry changes.
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

    /// Copies events and entries where they are many, and returns what is to run to write the others.
    async fn statements(&mut self, tx: &mut Tx, uid: &UserId) -> Result<Vec<Statement>> {
        self.logged.extend(self.events.iter().map(logged));
        let positions = positions_of_restored_entries(tx, uid, &self.events).await?;
        let events = list_event::rows(uid, &self.events)?;
        let mut statements = list_event::INSERT.copy_many(tx, events).await?;
        statements.extend(entries(tx, uid, &self.events, &positions).await?);
        Ok(statements)
    }

    /// The statements that write the rest, where the lock raised the library's version by `raised`; and the number of
    /// the last change.
    async fn last(
        mut self,
        tx: &mut Tx,
        uid: &UserId,
        raised: usize,
    ) -> Result<(Vec<Statement>, Option<ChangeId>)> {
        let of_entries = self.statements(tx, uid).await?;
        let (mut statements, number) = change_log::append(tx, uid, &self.logged)?;
        statements.extend(of_entries);
        if self.logged.len() < raised || self.length != self.locked.length {
            statements.push(versions(uid, self.version, self.length));
        }
        Ok((statements, number))
    }
}

/// The statements that set a library's version and its number of titles on the watchlist.
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
