//! What users keep: texts, lists, and the changes of both.
//!
//! **Invariant:** the row of `user_record` is written before anything else of a record, so its
//! writers run one after the other and versions have no gap. A version that turns out to change
//! nothing is undone with its transaction.

mod card;
mod change_log;
mod changes;
mod entry;
mod profile;
mod sessions;

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::{SecretHash, User, UserId},
    anime::MalId,
    library::{
        Change, Library, LibraryState, LibraryStore, List, MAX_ENTRIES, OrphanedEntry, Position,
        Profile, ProfileChange, SessionPosition, Written,
    },
};
use jiff::Timestamp;

pub(crate) use self::card::TitleCards;
use self::card::revision;
use crate::{
    Store,
    account::{hold, unknown},
    change_id,
    in_list::padded,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// The columns that [`position`] reads, of `user_record r` and its [`last_change!`].
macro_rules! position_columns {
    () => {
        "r.version, l.change_id"
    };
}
use position_columns;

/// Joins the last change of `user_record r`, as `l`.
macro_rules! last_change {
    () => {
        "LEFT JOIN record_change l ON l.uid = r.uid AND l.version = r.version"
    };
}
use last_change;

#[async_trait]
impl LibraryStore for Store {
    async fn library(&self, uid: &UserId) -> Result<Library> {
        if let Some(record) = read(self, uid).await? {
            return Ok(record);
        }
        let mut tx = self.begin_grouped().await?;
        make(&mut tx, uid).await?;
        tx.commit().await?;
        read(self, uid).await?.ok_or_else(unknown)
    }

    async fn orphaned_entries(&self, uid: &UserId) -> Result<Vec<OrphanedEntry>> {
        entry::lost(self, uid).await
    }

    async fn library_state(&self, uid: &UserId) -> Result<LibraryState> {
        const SQL: &str = concat!(
            "SELECT ",
            position_columns!(),
            ", g.change_id AS catalogue FROM catalogue_revision g \
             LEFT JOIN user_record r ON r.uid = $1 ",
            last_change!()
        );
        let row = self.query(SQL, vec![uid.as_str().into()]).await?.pop();
        let mut row = row
            .ok_or_else(|| Error::internal("reading a record", "the catalogue has no revision"))?;
        Ok(LibraryState {
            position: position(&mut row)?,
            catalogue: change_id::read(&mut row, "catalogue")?,
        })
    }

    async fn library_positions(&self, uids: &[UserId]) -> Result<Vec<(UserId, Position)>> {
        if uids.is_empty() {
            return Ok(Vec::new());
        }
        let uids = uids.iter().map(|uid| uid.as_str().into()).collect();
        let (places, params) = padded(uids);
        let (columns, join) = (position_columns!(), last_change!());
        let sql =
            format!("SELECT r.uid, {columns} FROM user_record r {join} WHERE r.uid IN ({places})");
        let rows = self.query(sql, params).await?;
        rows.into_iter()
            .map(|mut row| {
                let uid = UserId::new(row.take::<String>("uid")?);
                Ok((uid, position(&mut row)?))
            })
            .collect()
    }

    async fn session_positions(
        &self,
        secrets: &[SecretHash],
        now: Timestamp,
    ) -> Result<Vec<SessionPosition>> {
        sessions::positions(self, secrets, now).await
    }

    async fn add_entry(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        now: Timestamp,
    ) -> Result<Written> {
        let standing = Standing::of(self, uid, list, id).await?;
        if !standing.is_known {
            return Err(Error::UnknownTitle);
        }
        if standing.is_there {
            return Ok(Written::Unchanged(standing.version.unwrap_or(0)));
        }
        let mut tx = self.begin_grouped().await?;
        if standing.version.is_none() {
            make(&mut tx, uid).await?;
        }
        let (version, length) = raise(&mut tx, uid, list, 1).await?;
        let sql = "INSERT INTO record_entry (uid, list, mal_id, version, added_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (uid, list, mal_id) DO NOTHING RETURNING uid";
        let mut params = key(uid, list, id);
        params.extend([stored(version), instant::to_text(now).into()]);
        if tx.query(sql, params).await?.is_empty() {
            tx.rollback().await?;
            return Ok(Written::Unchanged(version - 1));
        }
        if length > MAX_ENTRIES.into() {
            tx.rollback().await?;
            return Err(Error::ListFull);
        }
        change_log::append(&mut tx, uid, version, change_log::ADDED, Some((list, id))).await?;
        tx.commit().await?;
        Ok(Written::Changed(version))
    }

    async fn remove_entry(&self, uid: &UserId, list: List, id: MalId) -> Result<Written> {
        let standing = Standing::of(self, uid, list, id).await?;
        if !standing.is_there {
            return Ok(Written::Unchanged(standing.version.unwrap_or(0)));
        }
        let mut tx = self.begin_grouped().await?;
        let (version, _) = raise(&mut tx, uid, list, -1).await?;
        let sql = "DELETE FROM record_entry WHERE uid = $1 AND list = $2 AND mal_id = $3 \
             RETURNING uid";
        if tx.query(sql, key(uid, list, id)).await?.is_empty() {
            tx.rollback().await?;
            return Ok(Written::Unchanged(version - 1));
        }
        change_log::append(&mut tx, uid, version, change_log::REMOVED, Some((list, id))).await?;
        tx.commit().await?;
        Ok(Written::Changed(version))
    }

    async fn set_profile(
        &self,
        uid: &UserId,
        change: &ProfileChange,
    ) -> Result<(Written, Profile)> {
        profile::set(self.begin_grouped().await?, uid, change).await
    }

    async fn changes_since(&self, uid: &UserId, since: Position) -> Result<Option<Vec<Change>>> {
        let mut tx = self.snapshot().await?;
        let changes = changes::since(&mut tx, &self.cards, uid, since).await?;
        tx.commit().await?;
        Ok(changes)
    }
}

/// How a title stands to a list of an account.
struct Standing {
    /// Version of the record; none where there is no record.
    version: Option<u64>,
    /// Whether the title is on the list.
    is_there: bool,
    /// Whether the catalogue holds the title.
    is_known: bool,
}

impl Standing {
    /// Reads without a lock, so that what changes nothing waits for nobody.
    async fn of(store: &Store, uid: &UserId, list: List, id: MalId) -> Result<Self> {
        let sql = "SELECT r.version, e.mal_id AS entry, t.mal_id AS title FROM account a \
             LEFT JOIN user_record r ON r.uid = a.uid \
             LEFT JOIN record_entry e ON e.uid = a.uid AND e.list = $2 AND e.mal_id = $3 \
             LEFT JOIN anime t ON t.mal_id = $3 WHERE a.uid = $1";
        let row = store.query(sql, key(uid, list, id)).await?.pop();
        let mut row = row.ok_or_else(unknown)?;
        Ok(Self {
            version: row.take("version")?,
            is_there: row.take::<Option<u32>>("entry")?.is_some(),
            is_known: row.take::<Option<u32>>("title")?.is_some(),
        })
    }
}

/// Makes the record if there is none, and holds the account.
async fn make(tx: &mut Tx, uid: &UserId) -> Result<User> {
    let user = hold(tx, uid).await?;
    let sql = "INSERT INTO user_record \
         (uid, bio, favorite_genres, version, watchlist_count, history_count) \
         VALUES ($1, '', '', 0, 0, 0) ON CONFLICT (uid) DO NOTHING";
    tx.execute(sql, vec![uid.as_str().into()]).await?;
    Ok(user)
}

/// Locks the record and raises its version, and the length of a list by `difference`; gives both.
/// Where several take away the last title, the length is below zero for those who come too late.
async fn raise(tx: &mut Tx, uid: &UserId, list: List, difference: i64) -> Result<(u64, i64)> {
    let sql = match list {
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
    let params = vec![uid.as_str().into(), difference.into()];
    let row = tx.query(sql, params).await?.pop();
    let mut row = row.ok_or_else(unknown)?;
    Ok((row.take("version")?, row.take("length")?))
}

async fn read(store: &Store, uid: &UserId) -> Result<Option<Library>> {
    const SQL: &str = concat!(
        "SELECT ",
        position_columns!(),
        ", ",
        revision!(),
        ", a.display_name, r.bio, r.favorite_genres \
         FROM user_record r JOIN account a ON a.uid = r.uid ",
        last_change!(),
        " WHERE r.uid = $1"
    );
    let mut tx = store.snapshot().await?;
    let row = tx.query(SQL, vec![uid.as_str().into()]).await?.pop();
    let record = match row {
        Some(mut row) => {
            let position = position(&mut row)?;
            let revision = row.take("revision")?;
            let (watchlist, history) = entry::lists(&mut tx, &store.cards, uid, revision).await?;
            Some(Library {
                version: position.version,
                change: position.change,
                profile: profile::read(&mut row)?,
                watchlist,
                history,
            })
        }
        None => None,
    };
    tx.commit().await?;
    Ok(record)
}

/// Reads where a record stands; version 0 where there is none.
fn position(row: &mut Row) -> Result<Position> {
    Ok(Position {
        version: row.take::<Option<u64>>("version")?.unwrap_or(0),
        change: change_id::read(row, "change_id")?,
    })
}

fn key(uid: &UserId, list: List, id: MalId) -> Vec<Value> {
    vec![uid.as_str().into(), list.as_str().into(), id.get().into()]
}

/// A version as a parameter; no stored one is larger than the largest here.
fn stored(version: u64) -> Value {
    Value::Int(i64::try_from(version).unwrap_or(i64::MAX))
}

/// Reads a list's name.
fn list(name: &str) -> Result<List> {
    [List::Watchlist, List::History]
        .into_iter()
        .find(|list| list.as_str() == name)
        .ok_or_else(|| Error::internal("reading a record", format!("there is no list {name}")))
}
