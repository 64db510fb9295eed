//! What clients do with anime lists.

use anyhow::{Context as _, Result};
use domain::{
    account::UserId,
    anime::{Anime, MalId, Status as AnimeStatus},
    anime_list::{
        CurrentEntry, Edit, ListEntry, ListEvent, Moment, OpId, Operation, Status, apply, undo,
    },
    library::{ActivityOf, AnimeListStore as _, EntriesChanged, LibraryStore as _, WrittenEntry},
};
use jiff::{SignedDuration, Timestamp, civil::date};
use store::Store;

use super::{id, import, people::NOW};
use crate::anime::popular;

/// Imports titles 1 to `count`, each of 26 episodes which all were aired.
pub(super) async fn aired(store: &Store, count: u32) -> Result<()> {
    let titles: Vec<Anime> = (1..=count)
        .map(|n| {
            let mut anime = popular(n, &format!("Name {n}"), n);
            anime.episodes = Some(26);
            anime.status = Some(AnimeStatus::Finished);
            anime
        })
        .collect();
    import(store, "jikan", &titles).await?;
    Ok(())
}

pub(super) fn moment(now: Timestamp) -> Moment {
    let today = date(2026, 3, 14);
    Moment { now, today }
}

/// # Panics
/// Panics if the text is no id of an operation.
pub(super) fn named(op_id: &str) -> Operation {
    Operation {
        op_id: Some(op_id.parse::<OpId>().unwrap_or_else(|e| panic!("{e}"))),
        ..Operation::by_hand(NOW)
    }
}

/// Returns an operation of a client that had seen everything up to a version.
pub(super) fn from(base_version: u64) -> Operation {
    Operation {
        base_version: Some(base_version),
        ..Operation::by_hand(NOW)
    }
}

pub(super) fn progress(episodes: u32) -> Edit {
    Edit {
        progress: Some(episodes),
        ..Edit::default()
    }
}

pub(super) fn notes(text: &str) -> Edit {
    Edit {
        notes: Some(text.into()),
        ..Edit::default()
    }
}

pub(super) fn status(status: Status) -> Edit {
    Edit {
        status: Some(status),
        ..Edit::default()
    }
}

fn mal_ids(numbers: &[u32]) -> Vec<MalId> {
    numbers.iter().copied().map(id).collect()
}

/// Edits entries in one operation.
pub(super) async fn edit_all(
    store: &Store,
    uid: &UserId,
    numbers: &[u32],
    edit: &Edit,
    operation: &Operation,
) -> domain::Result<EntriesChanged> {
    let moment = moment(operation.at);
    let decide = |current: &_| apply(current, edit, &moment);
    let ids = mal_ids(numbers);
    store.change_entries(uid, &ids, operation, &decide).await
}

/// Edits the entry of one title.
pub(super) async fn edit_as(
    store: &Store,
    uid: &UserId,
    number: u32,
    edit: &Edit,
    operation: &Operation,
) -> Result<WrittenEntry> {
    one(edit_all(store, uid, &[number], edit, operation).await?)
}

/// Edits the entry of one title by a client that has seen all changes.
pub(super) async fn edit(
    store: &Store,
    uid: &UserId,
    number: u32,
    edit: &Edit,
) -> Result<WrittenEntry> {
    edit_as(store, uid, number, edit, &Operation::by_hand(NOW)).await
}

/// Takes a title off the list.
pub(super) async fn remove_as(
    store: &Store,
    uid: &UserId,
    number: u32,
    operation: &Operation,
) -> Result<WrittenEntry> {
    edit_as(store, uid, number, &Edit::removal(), operation).await
}

/// Undoes the change that made a version.
pub(super) async fn take_back(store: &Store, uid: &UserId, version: u64) -> Result<WrittenEntry> {
    let event = event(store, uid, version).await?;
    let decide = |current: &CurrentEntry| Ok(undo(&event, current));
    let operation = Operation {
        takes_back: Some(version),
        ..Operation::by_hand(NOW)
    };
    one(store
        .change_entries(uid, &[event.mal_id], &operation, &decide)
        .await?)
}

pub(super) async fn version(store: &Store, uid: &UserId) -> Result<u64> {
    Ok(store.library_state(uid).await?.position.version)
}

/// Returns the outcome for the only title of an operation.
pub(super) fn one(changed: EntriesChanged) -> Result<WrittenEntry> {
    let (_, written) = changed.entries.into_iter().next().context("a title")?;
    Ok(written?)
}

/// Returns the entry of each title on the list, newest first.
pub(super) async fn listed(store: &Store, uid: &UserId) -> Result<Vec<(u32, ListEntry)>> {
    let items = store.list_entries(uid).await?.items;
    let items = items.into_iter();
    Ok(items
        .map(|item| (item.title.mal_id.get(), item.entry))
        .collect())
}

/// Returns the stored entry of a title.
pub(super) async fn entry(store: &Store, uid: &UserId, number: u32) -> Result<ListEntry> {
    let listed = listed(store, uid).await?.into_iter();
    let mut of_title = listed.filter(|(title, _)| *title == number);
    Ok(of_title.next().context("it is not on the list")?.1)
}

/// Returns all events of a user, oldest first.
pub(super) async fn events(store: &Store, uid: &UserId) -> Result<Vec<ListEvent>> {
    let mut events = Vec::new();
    let mut before = None;
    loop {
        let page = store.activity(uid, before, ActivityOf::All, 500).await?;
        let Some(last) = page.last() else {
            events.reverse();
            return Ok(events);
        };
        before = Some(last.event.version);
        events.extend(page.into_iter().map(|item| item.event));
    }
}

/// Returns the event of a version.
pub(super) async fn event(store: &Store, uid: &UserId, version: u64) -> Result<ListEvent> {
    let mut events = store.list_events(uid, &[version]).await?;
    events.pop().context("there is no such event")
}

/// Returns the instant `hours` after [`NOW`].
pub(super) fn hour(hours: u32) -> Timestamp {
    NOW + SignedDuration::from_hours(hours.into())
}

/// Returns an operation by its user's hand, `hours` after [`NOW`].
pub(super) fn at_hour(hours: u32) -> Operation {
    Operation::by_hand(hour(hours))
}
