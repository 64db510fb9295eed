//! Limits and pages of imports, and undoing them.

use anyhow::{Context as _, Result};
use domain::{Code, account::UserId, library::ImportStore as _};
use jiff::SignedDuration;
use store::Store;

use super::{
    anime_list::{aired, listed},
    list_imports::{apply, bring, by_number, numbers, undo, unresolved},
    people::{NOW, sign_up, uid},
    unresolved_entries::resolve,
};
use crate::TestDb;

/// Undoing an unknown import finds nothing, and undoing one that was not applied is refused.
pub async fn undo_of_an_unknown_import_finds_nothing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    for (whose, number, code) in [
        (&owner, number, Code::InvalidRequest),
        (&owner, 7, Code::NotFound),
        (&uid(2), number, Code::NotFound),
    ] {
        let undone = undo(&store, whose, number).await;
        assert_eq!(undone.err().map(|error| error.code()), Some(code));
    }
    Ok(())
}

/// An entry that finds its title while its import is undone is undone, too, or stays unresolved until it is forgotten.
pub async fn undo_reverts_entries_resolved_meanwhile(db: &TestDb) -> Result<()> {
    let (store, other) = (db.open().await?, db.open().await?);
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    for _ in 0..10 {
        let number = bring(&store, &owner, Vec::new()).await?;
        let kept = [unresolved(by_number(1), number)];
        apply(&store, &owner, number, &[], &kept).await?;
        let known = store.resolvable(None, 1).await?.pop();
        let key = known.context("its title is known")?.key;
        let resolve = resolve(&other, &owner, (number, &key));
        let (undone, _) = tokio::join!(undo(&store, &owner, number), resolve);
        undone?;
        assert!(listed(&store, &owner).await?.is_empty());
        assert_eq!(store.unresolved_count(&owner).await?, 0);
    }
    Ok(())
}

/// Imports are paged. One more is refused if too many are open, or if those have too many rows. None of them is
/// forgotten for it.
pub async fn open_imports_are_limited(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    for _ in 0..22 {
        bring(&store, &owner, Vec::new()).await.ok();
    }
    assert_eq!(numbers(&store, &owner).await?.len(), 20);
    for number in 1..=2 {
        apply(&store, &owner, number, &[], &[]).await?;
    }
    // An applied import takes no room of those that wait
    for number in 21..=22 {
        assert_eq!(bring(&store, &owner, Vec::new()).await?, number);
    }
    let refused = bring(&store, &owner, Vec::new()).await.err();
    let refused = refused.context("it is taken")?;
    assert_eq!(refused.code(), Code::TooManyImports);
    let expected: Vec<u32> = (1..=22).rev().collect();
    assert_eq!(numbers(&store, &owner).await?, expected);
    let part = store.imports(&owner, Some(6), 3).await?;
    let part: Vec<u32> = part.iter().map(|it| it.number).collect();
    assert_eq!(part, [5, 4, 3]);

    rows_are_limited(db, &store, &owner).await
}

/// The 21st import and the 22nd come to have so many rows that one more row is too many.
async fn rows_are_limited(db: &TestDb, store: &Store, owner: &UserId) -> Result<()> {
    assert!(store.forget_import(owner, 3).await?);
    db.query("UPDATE list_import SET row_count = 120000 WHERE number = 21 RETURNING number")
        .await?;
    db.query("UPDATE list_import SET row_count = 79999 WHERE number = 22 RETURNING number")
        .await?;
    let two = vec![by_number(1), by_number(2)];
    assert!(bring(store, owner, two).await.is_err());
    assert_eq!(bring(store, owner, vec![by_number(1)]).await?, 23);
    Ok(())
}

/// An unapplied import is deleted after a day; the rows of an applied one at once.
pub async fn old_imports_are_swept(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    for _ in 0..2 {
        bring(&store, &owner, vec![by_number(1)]).await?;
    }
    apply(&store, &owner, 1, &[], &[]).await?;
    assert!(store.read_import(&owner, 1, &[]).await?.rows.is_empty());
    for (hours, left) in [(23, vec![2, 1]), (24, vec![1])] {
        store
            .sweep_imports(NOW + SignedDuration::from_hours(hours))
            .await?;
        assert_eq!(numbers(&store, &owner).await?, left);
        let rows = "SELECT import FROM list_import_row";
        assert_eq!(db.query(rows).await?.len(), left.len() - 1);
    }
    assert!(!store.forget_import(&owner, 1).await?);
    let number = bring(&store, &owner, Vec::new()).await?;
    assert!(store.forget_import(&owner, number).await?);
    Ok(())
}
