//! Lists with titles that the catalogue does not hold any more.

use anyhow::{Context, Result};
use domain::{
    Code,
    anime_list::ListEntry,
    library::{ChangeKind, LibraryStore, List, OrphanedEntry, Written},
};

use super::{
    entries::{add, ids, whole},
    id,
    people::{NOW, catalogue, sign_up},
};
use crate::TestDb;

const WATCHLIST: List = List::Watchlist;

/// A title that has left the catalogue is not shown, cannot be added, can be removed, and is there
/// again when it comes back.
pub async fn title_that_leaves_the_catalogue_is_not_shown(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 3).await?;
    for number in 1..=3 {
        add(&store, &owner, WATCHLIST, number).await?;
    }
    assert_eq!(ids(&store.library(&owner).await?.watchlist), [3, 2, 1]);
    db.query("DELETE FROM anime WHERE mal_id <> 3").await?;
    db.query("UPDATE catalogue_revision SET revision = revision + 1")
        .await?;
    let (record, changes) = whole(&store, &owner).await?;
    assert_eq!(ids(&record.watchlist), [3]);
    let first = changes.context("changes")?.swap_remove(0);
    assert_eq!(first.kind, ChangeKind::Removed(WATCHLIST, id(1)));
    let added = add(&store, &owner, WATCHLIST, 1).await;
    assert_eq!(added.map_err(|error| error.code()), Err(Code::UnknownTitle));
    let removed = store
        .remove_entry(&owner, WATCHLIST, id(2), NOW, None)
        .await?;
    assert_eq!(removed, Written::Changed(4));
    catalogue(&store, 3).await?;
    assert_eq!(ids(&store.library(&owner).await?.watchlist), [3, 1]);
    Ok(())
}

/// Entries whose titles were deleted are listed.
pub async fn orphaned_entries_are_listed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    catalogue(&store, 3).await?;
    for number in 1..=3 {
        add(&store, &owner, WATCHLIST, number).await?;
    }
    db.query("DELETE FROM anime WHERE mal_id <> 3").await?;
    let lost = [2, 1].map(|number| OrphanedEntry {
        list: WATCHLIST,
        mal_id: id(number),
        added_at: NOW,
        kept: Some(ListEntry::planned(NOW)),
    });
    assert_eq!(store.orphaned_entries(&owner).await?, lost);
    let other = sign_up(&store, 2).await?;
    assert_eq!(store.orphaned_entries(&other).await?, []);
    Ok(())
}
