//! What was done to anime lists, newest first.

use anyhow::{Context as _, Result};
use domain::{
    anime_list::{Cause, CurrentEntry, Operation, restore},
    catalogue::CatalogueStore as _,
    library::{ActivityOf, AnimeListStore as _, HistoryPoint, LibraryStore as _, List},
};

use super::{
    anime_list::{aired, at_hour, edit, edit_all, entry, events, hour, named, progress, remove_as},
    id,
    people::{NOW, sign_up},
};
use crate::TestDb;

/// Activity is newest first, paged without a gap, of all titles or of one, with each title and its
/// entry now.
pub async fn activity_is_paged(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    for episodes in 1..=4 {
        edit_all(
            &store,
            &owner,
            &[1, 2, 3],
            &progress(episodes),
            &at_hour(episodes),
        )
        .await?;
        store
            .add_entry(&owner, List::History, id(episodes), NOW, None)
            .await
            .ok();
    }
    remove_as(&store, &owner, 2, &at_hour(5)).await?;
    let all: Vec<u64> = events(&store, &owner)
        .await?
        .iter()
        .map(|event| event.version)
        .collect();
    assert_eq!(all.len(), 13);
    let mut paged = Vec::new();
    loop {
        let page = store
            .activity(&owner, paged.last().copied(), ActivityOf::All, 5)
            .await?;
        if page.is_empty() {
            break;
        }
        paged.extend(page.iter().map(|item| item.event.version));
    }
    paged.reverse();
    assert_eq!(paged, all);
    Ok(())
}

/// The activity of one title has the title and its present entry.
pub async fn activity_of_one_title_is_read(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    for episodes in 1..=4 {
        let operation = at_hour(episodes);
        edit_all(&store, &owner, &[1, 2, 3], &progress(episodes), &operation).await?;
    }
    remove_as(&store, &owner, 2, &at_hour(5)).await?;
    let of_title = store
        .activity(&owner, None, ActivityOf::Title(id(2)), 3)
        .await?;
    assert!(of_title.iter().all(|item| item.event.mal_id == id(2)));
    assert_eq!(of_title[0].event.after, None);
    assert_eq!((of_title.len(), &of_title[1].now), (3, &None));
    let title = of_title[1].title.as_ref().context("a title")?;
    assert_eq!(title.title, "Name 2");
    let now = store
        .activity(&owner, None, ActivityOf::Title(id(3)), 1)
        .await?;
    assert_eq!(now[0].now, Some(entry(&store, &owner, 3).await?));
    Ok(())
}

/// Changes of a deleted title stay, say so, and can be undone.
pub async fn changes_of_a_title_outlive_it(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    edit_all(&store, &owner, &[1, 2], &progress(1), &at_hour(1)).await?;
    edit(&store, &owner, 1, &progress(2)).await?;
    let mut import = store.begin_import(super::provenance("jikan")).await?;
    import.remove(&[id(1)]).await?;
    import.commit().await?;
    let activity = store
        .activity(&owner, None, ActivityOf::Title(id(1)), 9)
        .await?;
    assert_eq!((activity.len(), &activity[0].title), (2, &None));
    assert!(activity[0].now.is_some());
    let lost = store.list_entries(&owner).await?.lost;
    assert_eq!((lost.len(), lost[0].0), (1, id(1)));
    for items in [
        store.list_entries(&owner).await?.items,
        store.list_at(&owner, HistoryPoint::At(hour(2))).await?,
    ] {
        assert_eq!((items.len(), items[0].title.mal_id), (1, id(2)));
    }
    Ok(())
}

/// A restore in parts is shown by its last change, and by one more for the changes before an unrelated one in
/// between. All of it is read by any of its changes.
pub async fn restore_is_one_group_in_activity(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 4).await?;
    edit_all(&store, &owner, &[1, 2, 3, 4], &progress(1), &at_hour(1)).await?;
    let operation = Operation {
        cause: Cause::Restore(NOW),
        ..named("phone-0001")
    };
    let as_then = |_: &CurrentEntry| Ok(restore(None));
    for part in [vec![id(1), id(2)], vec![id(3)]] {
        let restored = store.change_entries(&owner, &part, &operation, &as_then);
        restored.await?;
    }
    edit(&store, &owner, 4, &progress(2)).await?;
    let rest = [id(4)];
    let restored = store.change_entries(&owner, &rest, &operation, &as_then);
    restored.await?;
    let read = async |of| -> Result<Vec<(u64, u32)>> {
        let items = store.activity(&owner, None, of, 9).await?.into_iter();
        Ok(items.map(|it| (it.event.version, it.together)).collect())
    };
    let together = read(ActivityOf::Together).await?;
    assert_eq!(
        together,
        [(9, 4), (8, 1), (7, 4), (4, 1), (3, 1), (2, 1), (1, 1)]
    );
    let restored = read(ActivityOf::Restore(7)).await?;
    assert_eq!(restored, [(9, 1), (7, 1), (6, 1), (5, 1)]);
    assert_eq!(read(ActivityOf::Restore(8)).await?, []);
    Ok(())
}
