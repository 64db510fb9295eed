//! Limits and pages of imports, and undoing them.

use anyhow::{Context as _, Result};
use domain::{
    Code,
    account::UserId,
    library::{ImportStore as _, MAX_UNRESOLVED, UnresolvedEntry},
};
use jiff::SignedDuration;
use store::Store;

use super::{
    anime_list::{aired, listed},
    list_imports::{apply, bring, by_name, by_number, numbers, undo, unresolved},
    people::{NOW, sign_up, uid},
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
        let resolve = super::list_imports::resolve(&other, &owner, (number, &key));
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

/// Unresolved entries are read in parts, those of the last import first, and one by its key.
pub async fn unresolved_entries_come_in_parts(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    for number in 1..=11 {
        assert_eq!(bring(&store, &owner, Vec::new()).await?, number);
        let titles = [by_number(9_001), by_name("Nobody knows it")];
        let kept = titles.map(|it| unresolved(it, number));
        apply(&store, &owner, number, &[], &kept).await?;
    }
    let mut read: Vec<String> = Vec::new();
    loop {
        let after = read.last().map(String::as_str);
        let part = store.unresolved_entries(&owner, after, 5).await?;
        if part.is_empty() {
            break;
        }
        read.extend(part.iter().filter_map(UnresolvedEntry::key));
    }
    let number = |key: &String| UnresolvedEntry::import_of(key);
    let imports: Vec<_> = read.iter().map(number).collect();
    let expected: Vec<_> = (1..=11).rev().flat_map(|it| [Some(it), Some(it)]).collect();
    assert_eq!(imports, expected);
    assert_eq!(store.unresolved_count(&owner).await?, 22);
    // One that is gone still says where to go on
    let behind = store.unresolved_entries(&owner, Some("3:mal:0"), 1).await?;
    assert_eq!(behind[0].import, 3);
    let one = store.unresolved_entry(&owner, "7:mal:9001").await?;
    assert_eq!(one.context("it is there")?.import, 7);
    assert_eq!(store.unresolved_entry(&uid(2), "7:mal:9001").await?, None);
    assert_eq!(store.unresolved_entry(&owner, "12:mal:9001").await?, None);
    Ok(())
}

/// No more unresolved entries are kept than a limit, and an import that would bring more stays as it was.
pub async fn unresolved_entries_are_limited(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    let many = |count: u32| (1..=count).map(|it| unresolved(by_number(it), number));
    let kept: Vec<_> = many(MAX_UNRESOLVED).collect();
    apply(&store, &owner, number, &[], &kept).await?;
    let number = bring(&store, &owner, vec![by_number(1)]).await?;
    let one = [unresolved(by_number(1), number)];
    let refused = apply(&store, &owner, number, &[], &one).await;
    let refused = refused.err().context("it is applied")?;
    assert!(
        refused.to_string().contains("50,000 entries wait"),
        "{refused}"
    );
    let import = store.read_import(&owner, number, &[]).await?;
    assert_eq!((import.import.applied_at, import.rows.len()), (None, 1));
    apply(&store, &owner, number, &[], &[]).await?;
    assert_eq!(store.unresolved_count(&owner).await?, MAX_UNRESOLVED);
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
