//! Anime lists: what is read of them. [`change_entries`] changes them.

use std::cmp::Reverse;

use async_trait::async_trait;
use domain::{
    Result,
    account::UserId,
    anime::MalId,
    anime_list::{
        Cause, ListEntry, ListEvent, ListItem, OpId, Operation, Preferences, PreferencesChange,
    },
    library::{
        ActivityItem, ActivityOf, AnimeList, AnimeListStore, Decide, EntriesChanged, HistoryPoint,
        ImportOperation, Written,
    },
};

use super::{
    card::{self, CardMap, revision},
    change_entries, last_change, list_entry,
    list_event::{self, event_columns},
    position, position_columns, preferences, stored,
    title_scope::TitleScope,
};
use crate::{
    Store,
    account::unknown,
    anime::from_json,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// The largest number of changes that one read of the activity returns.
const MAX_ACTIVITY: u32 = 500;

#[async_trait]
impl AnimeListStore for Store {
    async fn list_entries(&self, uid: &UserId) -> Result<AnimeList> {
        const SQL: &str = concat!(
            "SELECT ",
            position_columns!(),
            ", ",
            revision!(),
            " FROM account a LEFT JOIN user_record r ON r.uid = a.uid ",
            last_change!(),
            " WHERE a.uid = $1"
        );
        let mut tx = self.snapshot().await?;
        let row = tx.query(SQL, vec![uid.as_str().into()]).await?.pop();
        let mut row = row.ok_or_else(unknown)?;
        let revision = row.take("revision")?;
        let position = position(&mut row)?;
        let entries = entries(&mut tx, uid).await?;
        let ids: Vec<MalId> = entries.iter().map(|(id, _)| *id).collect();
        let cards = self
            .cards
            .of(&mut tx, (uid, TitleScope::OnLists), revision, &ids);
        let cards = cards.await?;
        tx.commit().await?;
        let is_known = |(id, _): &(MalId, _)| cards.get(id).is_some_and(Option::is_some);
        let (known, lost) = entries.into_iter().partition(is_known);
        Ok(AnimeList {
            position,
            items: items(&cards, known),
            lost,
        })
    }

    async fn change_entries(
        &self,
        uid: &UserId,
        ids: &[MalId],
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Result<EntriesChanged> {
        change_entries::change(self, uid, ids, operation, decide).await
    }

    async fn activity(
        &self,
        uid: &UserId,
        before: Option<u64>,
        of: ActivityOf,
        limit: u32,
    ) -> Result<Vec<ActivityItem>> {
        let mut tx = self.snapshot().await?;
        let revision = catalogue(&mut tx).await?;
        let page = (before.unwrap_or(u64::MAX), limit.min(MAX_ACTIVITY));
        let found = events(&mut tx, uid, of, page).await?;
        let ids: Vec<MalId> = found.iter().map(|it| it.event.mal_id).collect();
        let cards = self
            .cards
            .of(&mut tx, (uid, TitleScope::EverListed), revision, &ids);
        let cards = cards.await?;
        tx.commit().await?;
        let item = |found: ActivityItem| ActivityItem {
            title: cards.get(&found.event.mal_id).cloned().flatten(),
            ..found
        };
        Ok(found.into_iter().map(item).collect())
    }

    async fn list_events(&self, uid: &UserId, versions: &[u64]) -> Result<Vec<ListEvent>> {
        list_event::of(self, uid, versions).await
    }

    async fn list_at(&self, uid: &UserId, point: HistoryPoint) -> Result<Vec<ListItem>> {
        let mut tx = self.snapshot().await?;
        let revision = catalogue(&mut tx).await?;
        let mut entries = entries_at(&mut tx, uid, point).await?;
        let ids: Vec<MalId> = entries.iter().map(|(id, _)| *id).collect();
        let cards = self
            .cards
            .of(&mut tx, (uid, TitleScope::EverListed), revision, &ids);
        let cards = cards.await?;
        tx.commit().await?;
        entries.sort_by_key(|(_, entry)| Reverse(entry.added_at));
        Ok(items(&cards, entries))
    }

    async fn preferences(&self, uid: &UserId) -> Result<Preferences> {
        preferences::of(self, uid).await
    }

    async fn set_preferences(
        &self,
        uid: &UserId,
        change: &PreferencesChange,
    ) -> Result<(Written, Preferences)> {
        preferences::set(self.begin_grouped().await?, uid, change).await
    }
}

/// Reads the catalogue's revision; 0 if there is none.
async fn catalogue(tx: &mut Tx) -> Result<i64> {
    const SQL: &str = concat!("SELECT ", revision!());
    let row = tx.query(SQL, vec![]).await?.pop();
    row.map_or(Ok(0), |mut row| row.take("revision"))
}

/// Reads the watchlist's entries, newest first.
async fn entries(tx: &mut Tx, uid: &UserId) -> Result<Vec<(MalId, ListEntry)>> {
    let sql = "SELECT mal_id, added_at, entry FROM record_entry \
         WHERE uid = $1 AND list = 'watchlist' ORDER BY COALESCE(place, version) DESC";
    let mut rows = tx.query(sql, vec![uid.as_str().into()]).await?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &mut rows {
        let id = MalId::new(row.take("mal_id")?);
        entries.extend(list_entry(row, "entry")?.map(|entry| (id, entry)));
    }
    Ok(entries)
}

/// The entries at a point of the history: what the last event of each title up to it led to. Versions are the order; a clock may have
/// run against it, so an instant is right before the first version that is of later.
async fn entries_at(
    tx: &mut Tx,
    uid: &UserId,
    point: HistoryPoint,
) -> Result<Vec<(MalId, ListEntry)>> {
    const AT: &str = "SELECT v.mal_id, v.entry FROM (\
         SELECT MAX(version) AS version FROM list_event \
         WHERE uid = $1 AND version < COALESCE((\
         SELECT MIN(version) FROM list_event WHERE uid = $1 AND at > $2 GROUP BY uid), \
         9223372036854775807) GROUP BY mal_id) l \
         JOIN list_event v ON v.uid = $1 AND v.version = l.version WHERE v.entry IS NOT NULL";
    const BEFORE: &str = "SELECT v.mal_id, v.entry FROM (\
         SELECT MAX(version) AS version FROM list_event \
         WHERE uid = $1 AND version < $2 GROUP BY mal_id) l \
         JOIN list_event v ON v.uid = $1 AND v.version = l.version WHERE v.entry IS NOT NULL";
    let (sql, param) = match point {
        HistoryPoint::At(at) => (AT, instant::to_text(at).into()),
        HistoryPoint::Before(version) => (BEFORE, stored(version)),
    };
    let rows = tx.query(sql, vec![uid.as_str().into(), param]).await?;
    rows.into_iter()
        .map(|mut row| {
            let id = MalId::new(row.take("mal_id")?);
            Ok((id, from_json(&row.take::<String>("entry")?)?))
        })
        .collect()
}

fn items(cards: &CardMap, entries: Vec<(MalId, ListEntry)>) -> Vec<ListItem> {
    let item = |(id, entry)| card::item(cards, id, entry);
    entries.into_iter().filter_map(item).collect()
}

/// Whether an event `v` is one of many that were written at once: by an import, by taking one back, or by a restore.
fn is_of_many() -> String {
    let [apply, undo] = ImportOperation::PREFIXES;
    let restore = Cause::RESTORE;
    format!(
        "(v.op_id LIKE '{apply}%' OR v.op_id LIKE '{undo}%' \
         OR v.op_id IS NOT NULL AND v.cause LIKE '{restore}%')"
    )
}

/// Events before a version, newest first, each with its title's entry now, and as yet without its title.
async fn events(
    tx: &mut Tx,
    uid: &UserId,
    of: ActivityOf,
    (before, limit): (u64, u32),
) -> Result<Vec<ActivityItem>> {
    let columns = event_columns!();
    let (condition, value) = condition(of);
    let together = match of {
        ActivityOf::Together => format!(
            "CASE WHEN {} THEN (SELECT COUNT(*) FROM list_event w \
             WHERE w.uid = $1 AND w.op_id = v.op_id) ELSE 1 END",
            is_of_many()
        ),
        _ => "1".to_owned(),
    };
    let sql = format!(
        "SELECT {columns}, e.added_at, e.entry AS kept, CAST({together} AS BIGINT) AS together \
         FROM list_event v LEFT JOIN record_entry e ON e.uid = v.uid AND e.list = 'watchlist' \
         AND e.mal_id = v.mal_id \
         WHERE v.uid = $1 AND v.version < $2 {condition} ORDER BY v.version DESC LIMIT $3"
    );
    let mut params: Vec<Value> = vec![uid.as_str().into(), stored(before), limit.into()];
    params.extend(value);
    let rows = tx.query(sql, params).await?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// The condition for the events `v` of an activity, and its parameter `$4`, if it has one. Events written at once have
/// consecutive versions; between the parts of a long restore there may be others.
fn condition(of: ActivityOf) -> (String, Option<Value>) {
    match of {
        ActivityOf::All => (String::new(), None),
        ActivityOf::Together => {
            let sql = format!(
                "AND NOT EXISTS (SELECT 1 FROM list_event w WHERE w.uid = v.uid \
                 AND w.version = v.version + 1 AND w.op_id = v.op_id AND {})",
                is_of_many()
            );
            (sql, None)
        }
        ActivityOf::Title(id) => ("AND v.mal_id = $4".to_owned(), Some(id.get().into())),
        ActivityOf::Import(number) => {
            let cause = Cause::Import(number.to_string()).to_string();
            ("AND v.cause = $4".to_owned(), Some(cause.into()))
        }
        ActivityOf::ImportUndo(number) => {
            let op_id = ImportOperation::Undo(number).op_id();
            let op_id = op_id.as_ref().map(OpId::as_str);
            ("AND v.op_id = $4".to_owned(), Some(op_id.into()))
        }
        ActivityOf::Restore(version) => {
            let restore = Cause::RESTORE;
            let sql = format!(
                "AND v.op_id = (SELECT op_id FROM list_event \
                 WHERE uid = $1 AND version = $4 AND cause LIKE '{restore}%')"
            );
            (sql, Some(stored(version)))
        }
    }
}

fn read(row: &mut Row) -> Result<ActivityItem> {
    Ok(ActivityItem {
        event: list_event::read(row)?,
        title: None,
        now: list_entry(row, "kept")?,
        together: row.take("together")?,
    })
}
