//! The changes of lists since they were counted.

use std::collections::BTreeMap;

use domain::{Result, account::UserId, anime::MalId, library::MAX_CHANGES, rating::Vote};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    Store,
    anime::optional_date,
    library::list_entry,
    tx::Tx,
    value::{Row, Value},
};

/// The lists of some users, read in one snapshot.
#[derive(Default)]
pub(super) struct Lists {
    /// The lists whose present version is not counted.
    pub(super) changed: Vec<ChangedList>,
    /// The users who have no list.
    pub(super) missing: Vec<UserId>,
}

/// A list whose present version is not counted.
pub(super) struct ChangedList {
    pub(super) uid: UserId,
    pub(super) position: ListPosition,
    /// Whether `entries` are all entries: then a counted vote on any other title has no entry any more.
    pub(super) is_whole: bool,
    /// Whether the list has not changed since it was read.
    pub(super) is_latest: bool,
    pub(super) entries: BTreeMap<MalId, ListedVote>,
}

impl ChangedList {
    /// A part of the list without entries.
    pub(super) fn part(&self) -> Self {
        Self {
            uid: self.uid.clone(),
            position: self.position,
            is_whole: false,
            is_latest: self.is_latest,
            entries: BTreeMap::new(),
        }
    }

    /// Takes out the entries beyond `most`, unless the list is whole: it takes all of them to know what was removed.
    pub(super) fn split_off(&mut self, most: usize) -> Option<Self> {
        if self.is_whole {
            return None;
        }
        let first = *self.entries.keys().nth(most)?;
        let entries = self.entries.split_off(&first);
        Some(Self {
            entries,
            ..self.part()
        })
    }
}

/// The vote of an entry now, `None` if the entry was removed, and the day of its last change.
#[derive(Clone, Copy)]
pub(super) struct ListedVote {
    pub(super) vote: Option<Vote>,
    pub(super) on: Date,
}

/// The version of a user's library, and the version up to which its list is counted; `None` if it never was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ListPosition {
    pub(super) version: u64,
    pub(super) counted: Option<u64>,
}

/// The day of an instant in UTC.
pub(super) fn day(instant: Timestamp) -> Date {
    TimeZone::UTC.to_datetime(instant).date()
}

/// Reads the changes of these users' lists that are not counted yet.
pub(super) async fn read(store: &Store, uids: &[UserId], now: Timestamp) -> Result<Lists> {
    let today = day(now);
    let mut tx = store.snapshot().await?;
    let mut lists = Lists::default();
    let mut logged = Vec::new();
    for (uid, position) in uids.iter().zip(positions(&mut tx, uids).await?) {
        let Some(position) = position else {
            lists.missing.push(uid.clone());
            continue;
        };
        let behind = position
            .counted
            .and_then(|it| position.version.checked_sub(it));
        match behind {
            Some(0) => {}
            Some(1..=MAX_CHANGES) => logged.push((uid.clone(), position)),
            _ => lists
                .changed
                .push(full_list(&mut tx, uid, position, today).await?),
        }
    }
    let queries = logged.iter().map(log_query);
    let logs = tx.query_all(queries.collect()).await?;
    for ((uid, position), log) in logged.into_iter().zip(logs) {
        let behind = position.version - position.counted.unwrap_or(0);
        lists.changed.push(if log.len() as u64 == behind {
            from_log(uid, position, log, today)?
        } else {
            full_list(&mut tx, &uid, position, today).await?
        });
    }
    tx.commit().await?;
    Ok(lists)
}

/// Reads the position of each user's list; `None` for a user without a list.
pub(super) async fn positions(tx: &mut Tx, uids: &[UserId]) -> Result<Vec<Option<ListPosition>>> {
    let sql = "SELECT r.version, p.version AS counted FROM user_record r \
         LEFT JOIN rating_position p ON p.uid = r.uid WHERE r.uid = $1";
    let query = |uid: &UserId| (sql.into(), vec![uid.as_str().into()]);
    let answers = tx.query_all(uids.iter().map(query).collect()).await?;
    let position = |mut row: Row| {
        Ok(ListPosition {
            version: row.take("version")?,
            counted: row.take("counted")?,
        })
    };
    let rows = answers.into_iter().map(|mut rows| rows.pop());
    rows.map(|row| row.map(position).transpose()).collect()
}

/// The query for the logged changes of a list, each with its title's entry now.
fn log_query((uid, position): &(UserId, ListPosition)) -> (crate::Sql, Vec<Value>) {
    let sql = "SELECT c.list, c.mal_id, v.at, e.added_at, e.entry FROM record_change c \
         LEFT JOIN record_entry e ON e.uid = c.uid AND e.list = 'watchlist' AND e.mal_id = c.mal_id \
         LEFT JOIN list_event v ON v.uid = c.uid AND v.version = c.version \
         WHERE c.uid = $1 AND c.version > $2 AND c.version <= $3 ORDER BY c.version";
    let version = |version: u64| i64::try_from(version).unwrap_or(i64::MAX);
    let params = vec![
        uid.as_str().into(),
        version(position.counted.unwrap_or(0)).into(),
        version(position.version).into(),
    ];
    (sql.into(), params)
}

fn from_log(
    uid: UserId,
    position: ListPosition,
    log: Vec<Row>,
    today: Date,
) -> Result<ChangedList> {
    let mut entries = BTreeMap::new();
    for mut row in log {
        let list: Option<String> = row.take("list")?;
        if let (Some("watchlist"), Some(id)) = (list.as_deref(), row.take("mal_id")?) {
            entries.insert(MalId::new(id), listed(&mut row, today)?);
        }
    }
    Ok(ChangedList {
        uid,
        position,
        is_whole: false,
        is_latest: true,
        entries,
    })
}

/// Reads a whole list, whose log does not tell enough.
async fn full_list(
    tx: &mut Tx,
    uid: &UserId,
    position: ListPosition,
    today: Date,
) -> Result<ChangedList> {
    // One look into an index for each entry, whatever PostgreSQL knows of the tables: a join with all events may be a
    // loop within a loop
    let sql = "SELECT e.mal_id, e.added_at, e.entry, \
         (SELECT MAX(v.at) FROM list_event v WHERE v.uid = $1 AND v.mal_id = e.mal_id) AS at \
         FROM record_entry e WHERE e.uid = $1 AND e.list = 'watchlist'";
    let mut entries = BTreeMap::new();
    for mut row in tx.query(sql, vec![uid.as_str().into()]).await? {
        entries.insert(MalId::new(row.take("mal_id")?), listed(&mut row, today)?);
    }
    Ok(ChangedList {
        uid: uid.clone(),
        position,
        is_whole: true,
        is_latest: true,
        entries,
    })
}

fn listed(row: &mut Row, today: Date) -> Result<ListedVote> {
    let at: Option<String> = row.take("at")?;
    let on = optional_date(at.map(|at| at.chars().take(10).collect()))?;
    let entry = list_entry(row, "entry")?;
    Ok(ListedVote {
        vote: entry.as_ref().map(Vote::from),
        on: on.unwrap_or(today),
    })
}
