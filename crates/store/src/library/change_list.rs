//! Puts titles on lists and takes them off.
//!
//! On PostgreSQL it is one statement, committed by itself: a call of the function `change_list_2`
//! ([`functions`](crate::functions)), since each statement is a round trip there, and on a cluster of
//! Citus one more to the owner's node. On SQLite, where a statement costs no way, it is a transaction.
//! PostgreSQL runs the same transaction if its function did nothing: it finds the reason, and makes a
//! missing library.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{ListEntry, Operation},
    library::{List, MAX_CHANGES, MAX_ENTRIES, Written},
};
use jiff::Timestamp;

use super::{
    change_log::{self, LoggedChange},
    list_entry, list_event, make, stored,
};
use crate::{
    Store,
    account::unknown,
    change_id, instant,
    tx::Tx,
    value::{Statement, Value},
};

/// A title that is put on a list or taken off it at an instant, by a device.
pub(super) struct ListToggle<'a> {
    pub(super) uid: &'a UserId,
    pub(super) list: List,
    pub(super) id: MalId,
    pub(super) at: Timestamp,
    pub(super) device: Option<&'a str>,
}

impl ListToggle<'_> {
    fn key(&self) -> Vec<Value> {
        let (list, id) = (self.list.as_str(), self.id.get());
        vec![self.uid.as_str().into(), list.into(), id.into()]
    }
}

/// Whether a title is on a list of an account, and what else decides about adding or removing it.
struct ListMembership {
    /// The library's version; `None` where there is no library.
    version: Option<u64>,
    /// Whether the title is on the list.
    is_there: bool,
    /// Whether the catalogue holds the title.
    is_known: bool,
}

impl ListMembership {
    /// Reads without a lock, so that what changes nothing waits for nobody.
    async fn of(store: &Store, toggle: &ListToggle<'_>) -> Result<Self> {
        let sql = "SELECT r.version, e.mal_id AS entry, t.mal_id AS title FROM account a \
             LEFT JOIN user_record r ON r.uid = a.uid \
             LEFT JOIN record_entry e ON e.uid = a.uid AND e.list = $2 AND e.mal_id = $3 \
             LEFT JOIN anime t ON t.mal_id = $3 WHERE a.uid = $1";
        let row = store.query(sql, toggle.key()).await?.pop();
        let mut row = row.ok_or_else(unknown)?;
        Ok(Self {
            version: row.take("version")?,
            is_there: row.take::<Option<u32>>("entry")?.is_some(),
            is_known: row.take::<Option<u32>>("title")?.is_some(),
        })
    }
}

/// Puts a title on a list.
pub(super) async fn add(store: &Store, toggle: &ListToggle<'_>) -> Result<Written> {
    if let Some(written) = at_once(store, toggle, 1).await? {
        return Ok(written);
    }
    let membership = ListMembership::of(store, toggle).await?;
    if !membership.is_known {
        return Err(Error::UnknownTitle);
    }
    if membership.is_there {
        return Ok(Written::Unchanged(membership.version.unwrap_or(0)));
    }
    let mut tx = store.begin_grouped().await?;
    if membership.version.is_none() {
        make(&mut tx, toggle.uid).await?;
    }
    let (version, length) = bump_version(&mut tx, toggle, 1).await?;
    let sql = "INSERT INTO record_entry (uid, list, mal_id, version, added_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (uid, list, mal_id) DO NOTHING RETURNING uid";
    let mut params = toggle.key();
    params.extend([stored(version), instant::to_text(toggle.at).into()]);
    if tx.query(sql, params).await?.is_empty() {
        tx.rollback().await?;
        return Ok(Written::Unchanged(version - 1));
    }
    if length > MAX_ENTRIES.into() {
        tx.rollback().await?;
        return Err(Error::ListFull);
    }
    let added = (None, Some(ListEntry::planned(toggle.at)));
    let statements = logged(&tx, toggle, version, added)?;
    tx.commit_after(statements).await?;
    Ok(Written::Changed(version))
}

/// Takes a title off a list.
pub(super) async fn remove(store: &Store, toggle: &ListToggle<'_>) -> Result<Written> {
    if let Some(written) = at_once(store, toggle, -1).await? {
        return Ok(written);
    }
    let membership = ListMembership::of(store, toggle).await?;
    if !membership.is_there {
        return Ok(Written::Unchanged(membership.version.unwrap_or(0)));
    }
    let mut tx = store.begin_grouped().await?;
    let (version, _) = bump_version(&mut tx, toggle, -1).await?;
    let sql = "DELETE FROM record_entry WHERE uid = $1 AND list = $2 AND mal_id = $3 \
         RETURNING added_at, entry";
    let Some(mut row) = tx.query(sql, toggle.key()).await?.pop() else {
        tx.rollback().await?;
        return Ok(Written::Unchanged(version - 1));
    };
    let removed = (list_entry(&mut row, "entry")?, None);
    let statements = logged(&tx, toggle, version, removed)?;
    tx.commit_after(statements).await?;
    Ok(Written::Changed(version))
}

/// Adds (`step` 1) or removes (-1) the title in one statement; `None` where the engine has no function for it, or
/// the function did nothing.
async fn at_once(store: &Store, toggle: &ListToggle<'_>, step: i64) -> Result<Option<Written>> {
    if !store.has_functions() {
        return Ok(None);
    }
    let sql =
        "SELECT changed, unchanged FROM change_list_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let mut params = toggle.key();
    params.extend([
        step.into(),
        instant::to_text(toggle.at).into(),
        change_id::value(change_id::draw()?),
        MAX_ENTRIES.into(),
        stored(MAX_CHANGES),
        toggle.device.into(),
        list_event::planned(toggle.at).into(),
    ]);
    let row = store.write(sql, params).await?.pop();
    let mut row = row.ok_or_else(|| Error::internal("changing a list", "nothing was answered"))?;
    if let Some(version) = row.take("changed")? {
        return Ok(Some(Written::Changed(version)));
    }
    Ok(row
        .take::<Option<u64>>("unchanged")?
        .map(Written::Unchanged))
}

/// Locks the library and raises its version, and the length of a list by `difference`; gives both.
/// Where several take away the last title, the length is below zero for those who come too late.
async fn bump_version(tx: &mut Tx, toggle: &ListToggle<'_>, difference: i64) -> Result<(u64, i64)> {
    let sql = match toggle.list {
        List::Watchlist => {
            "UPDATE user_record SET version = version + 1, \
             watchlist_count = watchlist_count + $2 WHERE uid = $1 \
             RETURNING version, watchlist_count AS length"
        }
        List::History => {
            "UPDATE user_record SET version = version + 1, \
             history_count = history_count + $2 WHERE uid = $1 \
             RETURNING version, history_count AS length"
        }
    };
    let params = vec![toggle.uid.as_str().into(), difference.into()];
    let row = tx.query(sql, params).await?.pop();
    let mut row = row.ok_or_else(unknown)?;
    Ok((row.take("version")?, row.take("length")?))
}

/// The statements that log the change of an entry, and on the watchlist the event.
fn logged(
    tx: &Tx,
    toggle: &ListToggle<'_>,
    version: u64,
    (before, after): (Option<ListEntry>, Option<ListEntry>),
) -> Result<Vec<Statement>> {
    let kind = match after {
        Some(_) => change_log::ADDED,
        None => change_log::REMOVED,
    };
    let logged = LoggedChange {
        version,
        kind,
        title: Some((toggle.list, toggle.id)),
    };
    let (mut statements, _) = change_log::append(tx, toggle.uid, &[logged])?;
    if toggle.list == List::Watchlist {
        let operation = Operation {
            device: toggle.device.map(str::to_owned),
            ..Operation::by_hand(toggle.at)
        };
        let event = operation.event(version, toggle.id, (before, after));
        let events = list_event::rows(toggle.uid, [&event])?;
        statements.extend(list_event::INSERT.statements(tx, events));
    }
    Ok(statements)
}
