//! The changes of libraries.

use std::collections::HashSet;

use anyhow::{Context, Result};
use domain::{
    account::UserId,
    anime_list::Preferences,
    catalogue::CatalogueStore as _,
    library::{
        Change, ChangeKind, Entry, LibraryStore, List, MAX_CHANGES, Position, ProfileChange,
    },
};
use store::Store;

use super::{
    id,
    people::{NOW, catalogue, sign_up},
};
use crate::TestDb;

async fn since(store: &Store, uid: &UserId, version: u64) -> Result<Vec<Change>> {
    let changes = store.changes_since(uid, version.into()).await?;
    changes.context("the changes are not remembered")
}

/// The changes with their versions; each has a number of its own, and each title that was put on the
/// watchlist its item.
fn numbered(changes: Vec<Change>) -> Vec<(u64, ChangeKind)> {
    let ids: HashSet<_> = changes.iter().filter_map(|change| change.id).collect();
    assert_eq!(ids.len(), changes.len());
    let pair = |change: Change| {
        if let ChangeKind::Added(list, entry, item) = &change.kind {
            let of_item = item.as_ref();
            let of_item = of_item.map(|item| Entry::new(&item.title, item.entry.added_at));
            assert_eq!(of_item, (*list == List::Watchlist).then(|| entry.clone()));
        }
        (change.version, without_item(change.kind))
    };
    changes.into_iter().map(pair).collect()
}

fn without_item(kind: ChangeKind) -> ChangeKind {
    match kind {
        ChangeKind::Added(list, entry, _) => ChangeKind::Added(list, entry, None),
        other => other,
    }
}

/// Returns the newest entry of a list.
async fn newest(store: &Store, uid: &UserId, list: List) -> Result<Entry> {
    let record = store.library(uid).await?;
    let mut entries = match list {
        List::Watchlist => record.watchlist,
        List::History => record.history,
    };
    Ok(entries.swap_remove(0))
}

/// Changes are listed in order, each under its version, from any version on.
pub async fn changes_are_listed_in_order(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 2).await?;
    assert_eq!(since(&store, &owner, 0).await?, []);
    store
        .add_entry(&owner, List::Watchlist, id(1), NOW, None)
        .await?;
    let first = newest(&store, &owner, List::Watchlist).await?;
    store
        .add_entry(&owner, List::History, id(1), NOW, None)
        .await?;
    let seen = newest(&store, &owner, List::History).await?;
    let bio = ProfileChange {
        bio: Some("Mine".into()),
        ..ProfileChange::default()
    };
    let (_, profile) = store.set_profile(&owner, &bio).await?;
    store
        .add_entry(&owner, List::Watchlist, id(2), NOW, None)
        .await?;
    let second = newest(&store, &owner, List::Watchlist).await?;
    store
        .remove_entry(&owner, List::History, id(2), NOW, None)
        .await?;

    let expected = [
        (1, ChangeKind::Added(List::Watchlist, first, None)),
        (2, ChangeKind::Added(List::History, seen, None)),
        (3, ChangeKind::Profile(profile, Preferences::default())),
        (4, ChangeKind::Added(List::Watchlist, second, None)),
    ];
    for version in 0..=4 {
        let changes = since(&store, &owner, version as u64).await?;
        assert_eq!(numbered(changes), expected[version..], "{version}");
    }
    for ahead in [5, u64::MAX] {
        assert_eq!(
            store.changes_since(&owner, ahead.into()).await?,
            None,
            "{ahead}"
        );
    }
    Ok(())
}

/// A title that was added and removed again is listed as removed under both versions. Added once more,
/// it is listed under the last version as it is now.
pub async fn removed_entries_are_listed_as_removed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 1).await?;
    let list = List::Watchlist;
    store.add_entry(&owner, list, id(1), NOW, None).await?;
    store.remove_entry(&owner, list, id(1), NOW, None).await?;
    let removed = |version| (version, ChangeKind::Removed(list, id(1)));
    let changes = numbered(since(&store, &owner, 0).await?);
    assert_eq!(changes, [removed(1), removed(2)]);
    // The same title on the other list leaves both removals as they are
    store
        .add_entry(&owner, List::History, id(1), NOW, None)
        .await?;
    let changes = numbered(since(&store, &owner, 0).await?);
    assert_eq!(changes[..2], [removed(1), removed(2)]);

    store.add_entry(&owner, list, id(1), NOW, None).await?;
    let entry = newest(&store, &owner, list).await?;
    let changes = numbered(since(&store, &owner, 0).await?);
    assert_eq!(changes[..2], [removed(1), removed(2)]);
    assert_eq!(changes[3], (4, ChangeKind::Added(list, entry, None)));
    Ok(())
}

/// Adds title 1 and removes it, until the library has had `count` changes.
async fn add_and_remove(store: &Store, uid: &UserId, count: u64) -> Result<()> {
    for version in 1..=count {
        if version % 2 == 1 {
            store
                .add_entry(uid, List::History, id(1), NOW, None)
                .await?;
        } else {
            store
                .remove_entry(uid, List::History, id(1), NOW, None)
                .await?;
        }
    }
    Ok(())
}

/// A limited number of changes is remembered. A client with an older version learns that.
pub async fn only_the_last_changes_are_remembered(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    catalogue(&store, 1).await?;
    add_and_remove(&store, &other, 1).await?;
    let last = MAX_CHANGES + 3;
    add_and_remove(&store, &owner, last).await?;
    let oldest = last - MAX_CHANGES;
    for forgotten in [0, oldest - 1] {
        let changes = store.changes_since(&owner, forgotten.into()).await?;
        assert_eq!(changes, None, "{forgotten}");
    }
    let changes = since(&store, &owner, oldest).await?;
    assert!(changes.iter().map(|c| c.version).eq(oldest + 1..=last));
    let stored = format!("SELECT version FROM record_change WHERE uid = '{owner}'");
    assert_eq!(db.query(&stored).await?.len() as u64, MAX_CHANGES);
    assert_eq!(since(&store, &other, 0).await?.len(), 1);
    Ok(())
}

/// Versions of many libraries are had at once; who has no library has none.
pub async fn versions_are_read_by_owner(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    catalogue(&store, 1).await?;
    assert_eq!(store.library_positions(&[]).await?, []);
    let mut uids = Vec::new();
    for number in 1..=40 {
        uids.push(sign_up(&store, number).await?);
    }
    for owner in &uids[1..] {
        store
            .add_entry(owner, List::Watchlist, id(1), NOW, None)
            .await?;
    }
    store
        .remove_entry(&uids[1], List::Watchlist, id(1), NOW, None)
        .await?;
    let mut versions = Vec::new();
    for (uid, position) in store.library_positions(&uids).await? {
        assert_eq!(position, store.library_state(&uid).await?.position);
        versions.push((uid, position.version));
    }
    versions.sort();
    assert_eq!(versions.len(), 39);
    assert_eq!(versions[..2], [(uids[1].clone(), 2), (uids[2].clone(), 1)]);
    assert_eq!(store.library_positions(&uids[..1]).await?, []);
    Ok(())
}

/// Takes the last change of a library back past the store, as restoring an older backup does.
async fn restore(db: &TestDb, uid: &UserId, version: u64) -> Result<()> {
    for sql in [
        format!("DELETE FROM record_entry WHERE uid = '{uid}' AND version > {version}"),
        format!("DELETE FROM record_change WHERE uid = '{uid}' AND version > {version}"),
        format!("DELETE FROM list_event WHERE uid = '{uid}' AND version > {version}"),
        format!(
            "UPDATE user_record SET version = {version}, watchlist_count = {version} \
             WHERE uid = '{uid}'"
        ),
    ] {
        db.query(&sql).await?;
    }
    Ok(())
}

async fn position(store: &Store, uid: &UserId) -> Result<Position> {
    Ok(store.library_state(uid).await?.position)
}

/// An owner whose library was taken back from version 2 to version 1, and the positions of both.
async fn restored(db: &TestDb, store: &Store) -> Result<(UserId, Position, Position)> {
    let owner = sign_up(store, 1).await?;
    catalogue(store, 4).await?;
    store
        .add_entry(&owner, List::Watchlist, id(1), NOW, None)
        .await?;
    let restored_position = position(store, &owner).await?;
    store
        .add_entry(&owner, List::Watchlist, id(2), NOW, None)
        .await?;
    let lost_position = position(store, &owner).await?;
    assert_eq!(
        store.changes_since(&owner, lost_position).await?,
        Some(vec![])
    );
    restore(db, &owner, 1).await?;
    Ok((owner, restored_position, lost_position))
}

/// After a restored backup the same version is another position, and the lost one is refused.
pub async fn restored_store_refuses_a_lost_position(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, restored_position, lost_position) = restored(db, &store).await?;
    assert_eq!(position(&store, &owner).await?, restored_position);
    assert_eq!(store.changes_since(&owner, lost_position).await?, None);
    for version in 2..=3 {
        let title = id(version + 1);
        store
            .add_entry(&owner, List::Watchlist, title, NOW, None)
            .await?;
        let now = position(&store, &owner).await?;
        assert_eq!((now.version, now == lost_position), (version.into(), false));
        assert_eq!(store.library(&owner).await?.position(), now);
        assert_eq!(store.changes_since(&owner, lost_position).await?, None);
    }
    Ok(())
}

/// A position that the restored backup has, or a version alone, is accepted.
pub async fn restored_store_continues_from_a_position_that_it_has(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, restored_position, _) = restored(db, &store).await?;
    store
        .add_entry(&owner, List::Watchlist, id(3), NOW, None)
        .await?;
    let now = position(&store, &owner).await?;
    for since in [restored_position, restored_position.version.into()] {
        let changes = store
            .changes_since(&owner, since)
            .await?
            .context("changes")?;
        assert_eq!(
            changes.iter().map(Change::position).collect::<Vec<_>>(),
            [now]
        );
    }
    Ok(())
}

/// A revision of the catalogue that comes again after a backup was restored differs from the one before.
pub async fn restored_catalogue_differs_from_the_lost_one_of_the_same_revision(
    db: &TestDb,
) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let state = async || store.library_state(&owner).await;
    catalogue(&store, 1).await?;
    let lost = state().await?;
    db.query("UPDATE catalogue_revision SET revision = 0")
        .await?;
    catalogue(&store, 2).await?;
    assert_eq!(store.revision().await?, 1);
    assert_ne!(state().await?, lost);
    assert_eq!(state().await?.position, lost.position);
    Ok(())
}
