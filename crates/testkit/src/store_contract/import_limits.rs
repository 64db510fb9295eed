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

/// An import that nobody knows is not found by whoever wants to undo it, and one that was not applied is refused.
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
pub async fn undo_takes_back_what_is_resolved_meanwhile(db: &TestDb) -> Result<()> {
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

/// Imports are shown in parts, and the oldest that were not applied make room: for more of them, and for more rows.
pub async fn open_imports_make_room(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    for _ in 0..3 {
        bring(&store, &owner, Vec::new()).await?;
    }
    for number in 1..=2 {
        apply(&store, &owner, number, &[], &[]).await?;
    }
    for _ in 0..20 {
        bring(&store, &owner, Vec::new()).await?;
    }
    // What was applied takes no room
    let expected: Vec<u32> = (4..=23).rev().chain([2, 1]).collect();
    assert_eq!(numbers(&store, &owner).await?, expected);
    let part = store.imports(&owner, Some(6), 3).await?;
    let part: Vec<u32> = part.iter().map(|it| it.number).collect();
    assert_eq!(part, [5, 4, 2]);

    rows_make_room(db, &store, &owner).await
}

/// The 22nd import and the 23rd come to have so many rows that the 22nd has to go.
async fn rows_make_room(db: &TestDb, store: &Store, owner: &UserId) -> Result<()> {
    db.query("UPDATE list_import SET row_count = 120000 WHERE number = 22 RETURNING number")
        .await?;
    db.query("UPDATE list_import SET row_count = 79999 WHERE number = 23 RETURNING number")
        .await?;
    bring(store, owner, vec![by_number(1)]).await?;
    let expected: Vec<u32> = (5..=24).rev().chain([2, 1]).collect();
    assert_eq!(numbers(store, owner).await?, expected);
    bring(store, owner, vec![by_number(1)]).await?;
    assert_eq!(numbers(store, owner).await?, [25, 24, 23, 2, 1]);
    Ok(())
}

/// What was not applied is forgotten after a day; the rows of what was are gone at once.
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
