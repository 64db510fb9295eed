//! What anime lists hold at most, and whose they are.

use anyhow::{Context as _, Result};
use domain::{
    Code,
    anime_list::{Operation, PreferencesChange},
    library::{AnimeListStore as _, HistoryPoint, MAX_CHANGED_ENTRIES, MAX_ENTRIES},
};

use super::{
    anime_list::{aired, edit, edit_all, listed, notes, progress, remove_as},
    people::{NOW, sign_up, uid},
};
use crate::TestDb;

/// An operation on no title or on more than [`MAX_CHANGED_ENTRIES`] titles is refused.
pub async fn too_many_titles_at_once_are_refused(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let most = u32::try_from(MAX_CHANGED_ENTRIES)?;
    aired(&store, most + 1).await?;
    let operation = Operation::by_hand(NOW);
    for count in [0, most + 1] {
        let numbers: Vec<u32> = (1..=count).collect();
        let refused = edit_all(&store, &owner, &numbers, &progress(1), &operation).await;
        let error = refused.err().context("it was taken")?;
        assert_eq!(error.code(), Code::InvalidRequest);
        assert!(error.to_string().contains(&count.to_string()), "{error}");
    }
    let numbers: Vec<u32> = (1..=most).collect();
    for (edit, last) in [(progress(1), 500), (notes("Seen"), 1_000)] {
        let changed = edit_all(&store, &owner, &numbers, &edit, &operation).await?;
        assert_eq!(changed.position.version, last);
        assert!(changed.entries.iter().all(|(_, written)| written.is_ok()));
    }
    assert_eq!(listed(&store, &owner).await?.len(), MAX_CHANGED_ENTRIES);
    Ok(())
}

/// A full list takes no title more, and what is on it can be edited.
pub async fn full_anime_list_takes_no_more(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 4).await?;
    edit(&store, &owner, 1, &progress(1)).await?;
    let count = MAX_ENTRIES - 1;
    db.query(&format!("UPDATE user_record SET watchlist_count = {count}"))
        .await?;
    let operation = Operation::by_hand(NOW);
    let changed = edit_all(&store, &owner, &[2, 3, 1], &progress(2), &operation).await?;
    let answers: Vec<_> = changed
        .entries
        .iter()
        .map(|(_, written)| {
            written
                .as_ref()
                .map(|it| it.event)
                .map_err(domain::Error::code)
        })
        .collect();
    assert_eq!(answers, [Ok(Some(2)), Err(Code::ListFull), Ok(Some(3))]);
    remove_as(&store, &owner, 1, &operation).await?;
    let added = edit(&store, &owner, 3, &progress(2)).await?;
    assert_eq!(added.event, Some(5));
    Ok(())
}

/// Without an account there is no list, and none is made.
pub async fn missing_account_has_no_anime_list(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    aired(&store, 1).await?;
    let nobody = uid(1);
    let operation = Operation::by_hand(NOW);
    for error in [
        store.list_entries(&nobody).await.err(),
        edit_all(&store, &nobody, &[1], &progress(1), &operation)
            .await
            .err(),
        store.preferences(&nobody).await.err(),
        store
            .set_preferences(&nobody, &PreferencesChange::default())
            .await
            .err(),
    ] {
        assert_eq!(error.map(|error| error.code()), Some(Code::NotFound));
    }
    assert!(
        store
            .activity(&nobody, None, domain::library::ActivityOf::All, 9)
            .await?
            .is_empty()
    );
    assert!(
        store
            .list_at(&nobody, HistoryPoint::At(NOW))
            .await?
            .is_empty()
    );
    assert!(db.query("SELECT uid FROM user_record").await?.is_empty());
    let owner = sign_up(&store, 1).await?;
    assert!(store.list_entries(&owner).await?.items.is_empty());
    Ok(())
}
