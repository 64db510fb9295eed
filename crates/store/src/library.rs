//! Users' libraries: texts, lists, and the changes of both.
//!
//! **Invariant:** the row of `user_record` is written before anything else of a library, so its
//! writers run one after the other and versions have no gap. A version that turns out to change
//! nothing is taken back before anybody sees it.

mod anime_list;
mod card;
mod change_entries;
mod change_list;
mod change_log;
mod changes;
mod entry;
mod episode_length;
mod imports;
mod list_event;
mod original_positions;
mod preferences;
mod profile;
mod sessions;
mod title_scope;

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::{SecretHash, User, UserId},
    anime::MalId,
    anime_list::ListEntry,
    library::{
        Change, Library, LibraryState, LibraryStore, List, OrphanedEntry, Position, Profile,
        ProfileChange, SessionPosition, Written,
    },
};
use jiff::Timestamp;

use self::change_list::ListToggle;
pub(crate) use self::{
    card::{TitleCards, revision},
    list_event::to_json,
    title_scope::TitleScope,
};
use crate::{
    Store,
    account::{lock_account, unknown},
    anime::from_json,
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
pub(crate) use position_columns;

/// Joins the last change of `user_record r`, as `l`.
macro_rules! last_change {
    () => {
        "LEFT JOIN record_change l ON l.uid = r.uid AND l.version = r.version"
    };
}
pub(crate) use last_change;

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
        at: Timestamp,
        device: Option<&str>,
    ) -> Result<Written> {
        let place = ListToggle {
            uid,
            list,
            id,
            at,
            device,
        };
        change_list::add(self, &place).await
    }

    async fn remove_entry(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        at: Timestamp,
        device: Option<&str>,
    ) -> Result<Written> {
        let place = ListToggle {
            uid,
            list,
            id,
            at,
            device,
        };
        change_list::remove(self, &place).await
    }

    async fn set_profile(
        &self,
        uid: &UserId,
        change: &ProfileChange,
    ) -> Result<(Written, Profile)> {
        profile::set(self.begin_grouped().await?, uid, change).await
    }

    async fn changes_since(&self, uid: &UserId, since: Position) -> Result<Option<Vec<Change>>> {
        changes::since(self, uid, since).await
    }
}

/// Creates the account's library if it has none, and holds the account.
async fn make(tx: &mut Tx, uid: &UserId) -> Result<User> {
    let user = lock_account(tx, uid).await?;
    let sql = "INSERT INTO user_record \
         (uid, bio, favorite_genres, version, watchlist_count, history_count) \
         VALUES ($1, '', '', 0, 0, 0) ON CONFLICT (uid) DO NOTHING";
    tx.execute(sql, vec![uid.as_str().into()]).await?;
    Ok(user)
}

async fn read(store: &Store, uid: &UserId) -> Result<Option<Library>> {
    const SQL: &str = concat!(
        "SELECT ",
        position_columns!(),
        ", ",
        revision!(),
        ", a.display_name, r.bio, r.favorite_genres, r.preferences \
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
                preferences: preferences::read(&mut row)?,
                watchlist,
                history,
            })
        }
        None => None,
    };
    tx.commit().await?;
    Ok(record)
}

/// Reads the version and the last change of a library; version 0 where there is no library.
pub(crate) fn position(row: &mut Row) -> Result<Position> {
    Ok(Position {
        version: row.take::<Option<u64>>("version")?.unwrap_or(0),
        change: change_id::read(row, "change_id")?,
    })
}

/// A version as a parameter. None above `i64::MAX` is stored, so that value may stand for all of them.
fn stored(version: u64) -> Value {
    Value::Int(i64::try_from(version).unwrap_or(i64::MAX))
}

/// The list with this name.
fn list(name: &str) -> Result<List> {
    [List::Watchlist, List::History]
        .into_iter()
        .find(|list| list.as_str() == name)
        .ok_or_else(|| Error::internal("reading a record", format!("there is no list {name}")))
}

/// Reads what an owner keeps of a title, from `added_at` and the column of the entry; `None` where it is on no
/// list.
pub(crate) fn list_entry(row: &mut Row, column: &str) -> Result<Option<ListEntry>> {
    let Some(added_at) = row.take::<Option<String>>("added_at")? else {
        return Ok(None);
    };
    stored_entry(&added_at, row.take(column)?).map(Some)
}

/// An entry from the two columns that hold it.
fn stored_entry(added_at: &str, json: Option<String>) -> Result<ListEntry> {
    match json {
        Some(json) => from_json(&json),
        None => Ok(ListEntry::planned(instant::from_text(added_at)?)),
    }
}
