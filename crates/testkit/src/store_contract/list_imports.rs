//! Imports of anime lists.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use domain::{
    Code,
    account::UserId,
    anime::{Anime, ForeignId, MalId, Site},
    anime_list::{
        Cause, CurrentEntry, Decision, ImportPolicy, ImportedEntry, ImportedTitle, ListEvent,
        Operation, Status,
    },
    library::{
        ApplyOutcome, Applying, CsvColumn, CsvReading, EntriesChanged, ImportOperation, ImportRow,
        ImportStore as _, LibraryStore as _, MAX_CHANGES, NewImport, Position, UndoOutcome,
        UnresolvedEntry,
    },
};
use store::Store;

use super::{
    anime_list::{aired, edit, entry, events, listed, progress},
    id, import,
    people::{NOW, sign_up, uid},
};
use crate::{TestDb, anime::popular};

pub(super) fn by_number(number: u32) -> ImportedTitle {
    ImportedTitle {
        mal_id: Some(id(number)),
        ..ImportedTitle::default()
    }
}

pub(super) fn by_name(name: &str) -> ImportedTitle {
    ImportedTitle {
        name: Some(name.into()),
        ..ImportedTitle::default()
    }
}

pub(super) fn by_foreign(number: u32) -> ImportedTitle {
    ImportedTitle {
        foreign: Some(ForeignId {
            site: Site::AniList,
            id: number,
        }),
        ..ImportedTitle::default()
    }
}

pub(super) fn watched(episodes: u16) -> ImportedEntry {
    ImportedEntry {
        status: Some(Status::Watching),
        progress: Some(episodes),
        ..ImportedEntry::default()
    }
}

fn rows(titles: Vec<ImportedTitle>) -> Vec<ImportRow> {
    let row = |(number, title)| ImportRow {
        number,
        title,
        raw_id: None,
        content: Ok(watched(3)),
        if_titled: None,
        remarks: vec!["A remark.".into()],
    };
    (1..).zip(titles).map(row).collect()
}

fn read_as() -> CsvReading {
    CsvReading {
        separator: ';',
        columns: vec![CsvColumn {
            name: "Name".into(),
            meaning: Some("title".into()),
        }],
        score_of: 5.0,
        is_guessed: true,
    }
}

/// Brings a file of these titles; returns the import's number.
pub(super) async fn bring(
    store: &Store,
    owner: &UserId,
    titles: Vec<ImportedTitle>,
) -> domain::Result<u32> {
    let new = NewImport {
        name: "list.xml".into(),
        form: "myanimelist".into(),
        csv: Some(read_as()),
        at: NOW,
    };
    store.add_import(owner, &new, &rows(titles)).await
}

pub(super) fn unresolved(title: ImportedTitle, import: u32) -> UnresolvedEntry {
    UnresolvedEntry {
        key: UnresolvedEntry::key_of(import, &title).unwrap_or_default(),
        title,
        import,
        added_at: NOW,
        entry: watched(3),
        policy: ImportPolicy::Mine,
        proposal: None,
    }
}

pub(super) fn operation(number: u32) -> Operation {
    Operation {
        cause: Cause::Import(number.to_string()),
        op_id: format!("import-{number:08}").parse().ok(),
        ..Operation::by_hand(NOW)
    }
}

/// Applies an import that puts `ids` on the list and keeps `unresolved`.
pub(super) async fn apply(
    store: &Store,
    owner: &UserId,
    number: u32,
    ids: &[MalId],
    unresolved: &[UnresolvedEntry],
) -> domain::Result<EntriesChanged> {
    let decide = |current: &CurrentEntry| {
        let facts = current.facts.as_ref();
        Ok(Decision {
            entry: Some(watched(3).entry(facts, NOW)),
            ..Decision::default()
        })
    };
    let applying = Applying {
        ids,
        unresolved,
        names: &names(ids),
        outcome: &|_| ApplyOutcome::default(),
    };
    let operation = operation(number);
    store
        .apply_import(owner, number, applying, &operation, &decide)
        .await
}

/// Imports a file with an unknown title twice, and applies the first one.
pub(super) async fn bring_and_apply(store: &Store, owner: &UserId) -> domain::Result<()> {
    let unknown = by_number(9_999);
    let number = bring(store, owner, vec![unknown.clone()]).await?;
    bring(store, owner, vec![unknown.clone()]).await?;
    let kept = [unresolved(unknown, number)];
    apply(store, owner, number, &[], &kept).await.map(drop)
}

fn names(ids: &[MalId]) -> BTreeMap<MalId, String> {
    ids.iter().map(|id| (*id, format!("Called {id}"))).collect()
}

/// Undoes an import; returns how many entries are as before it.
pub(super) async fn undo(store: &Store, owner: &UserId, number: u32) -> domain::Result<u32> {
    let as_before = |events: &[ListEvent], _: &CurrentEntry| {
        Ok(Decision {
            entry: events[0].before.clone(),
            ..Decision::default()
        })
    };
    let operation = Operation {
        op_id: ImportOperation::Undo(number).op_id(),
        ..Operation::by_hand(NOW)
    };
    let undone = store.undo_import(owner, number, &operation, &as_before);
    undone.await?;
    Ok(store.undo_outcome(owner, number).await?.restored)
}

/// Returns all unresolved entries of an owner.
pub(super) async fn waiting(store: &Store, owner: &UserId) -> domain::Result<Vec<UnresolvedEntry>> {
    store.unresolved_entries(owner, None, u32::MAX).await
}

/// Returns the numbers of an owner's imports, newest first.
pub(super) async fn numbers(store: &Store, owner: &UserId) -> domain::Result<Vec<u32>> {
    let imports = store.imports(owner, None, u32::MAX).await?;
    Ok(imports.iter().map(|it| it.number).collect())
}

/// Builds a title that `AniList` lists under another number.
pub(super) fn numbered(number: u32, name: &str, at_anilist: u32) -> Anime {
    let mut title = popular(number, name, number);
    title.foreign_ids = vec![ForeignId {
        site: Site::AniList,
        id: at_anilist,
    }];
    title
}

/// Returns titles that are told by known and unknown numbers, by names, and by both.
fn titles_of_all_kinds() -> [ImportedTitle; 8] {
    [
        by_number(1),
        by_number(2),
        by_foreign(33),
        by_foreign(34),
        by_name("FIRST!"),
        by_name("Nothing"),
        ImportedTitle {
            name: Some("First".into()),
            ..by_number(2)
        },
        ImportedTitle {
            mal_id: Some(id(2)),
            ..by_foreign(33)
        },
    ]
}

/// Rows find their titles by number, and by name where they have no number of MyAnimeList's.
pub async fn rows_find_their_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let foreign = numbered(3, "Third", 33);
    let namesake = popular(4, "First", 400);
    import(
        &store,
        "jikan",
        &[popular(1, "First", 1), foreign, namesake],
    )
    .await?;
    edit(&store, &owner, 1, &progress(2)).await?;
    let number = bring(&store, &owner, titles_of_all_kinds().to_vec()).await?;
    assert_eq!(number, 1);
    let read = store.read_import(&owner, number, &[]).await?;
    let found: Vec<_> = read
        .rows
        .iter()
        .map(|row| (row.title, row.proposal))
        .collect();
    assert_eq!(
        found,
        [
            (Some(id(1)), None),
            (None, None),
            (Some(id(3)), None),
            (None, None),
            (None, Some(id(1))),
            (None, None),
            (None, None),
            (None, None),
        ]
    );
    assert_eq!(read.rows[0].row.remarks, ["A remark."]);
    assert_eq!(read.rows[0].row.content, Ok(watched(3)));
    let mut titles: Vec<_> = read.titles.keys().copied().collect();
    titles.sort();
    assert_eq!(titles, [id(1), id(3)]);
    let now = &read.entries[&id(1)];
    assert_eq!((now.version, now.changed_at), (1, NOW));
    assert_eq!(now.entry, entry(&store, &owner, 1).await?);
    assert_eq!(read.position.version, 1);
    assert_eq!((read.import.row_count, read.csv), (8, Some(read_as())));
    Ok(())
}

/// An import is its owner's alone.
pub async fn import_of_another_user_is_not_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    let other = store.read_import(&uid(2), number, &[]).await;
    assert_eq!(other.err().context("it is read")?.code(), Code::NotFound);
    assert!(!store.forget_import(&uid(2), number).await?);
    Ok(())
}

/// An import of more titles than are changed at once is one transaction, of which the log keeps the last changes.
pub async fn import_of_many_titles_is_applied_at_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let count = u32::try_from(MAX_CHANGES)? + 201;
    aired(&store, count).await?;
    edit(&store, &owner, 1, &progress(2)).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    let ids: Vec<MalId> = (2..=count).map(id).collect();
    let kept = [unresolved(by_number(9_999), number)];
    let applied = apply(&store, &owner, number, &ids, &kept).await?;
    assert_eq!(applied.position.version, u64::from(count));
    assert!(applied.written && applied.entries.is_empty());
    assert_eq!(listed(&store, &owner).await?.len(), count as usize);
    assert_eq!(store.library(&owner).await?.position(), applied.position);
    log_ends_with(db, &store, &owner, u64::from(count)).await?;
    events_name_it(&store, &owner, ids.len()).await?;
    let twice = apply(&store, &owner, number, &ids, &kept).await;
    refused(twice.map(drop))?;
    assert_eq!(store.library(&owner).await?.position(), applied.position);

    is_taken_back_once(&store, &owner, number, &ids).await
}

async fn is_taken_back_once(
    store: &Store,
    owner: &UserId,
    number: u32,
    ids: &[MalId],
) -> Result<()> {
    let before = store.undo_outcome(owner, number).await?;
    assert_eq!(before, UndoOutcome::default());
    assert_eq!(undo(store, owner, number).await? as usize, ids.len());
    assert_eq!(store.library(owner).await?.watchlist.len(), 1);
    assert!(waiting(store, owner).await?.is_empty());
    refused(undo(store, owner, number).await.map(drop))
}

/// Asserts that the first import made `count` changes.
async fn events_name_it(store: &Store, owner: &UserId, count: usize) -> Result<()> {
    let by_import = Cause::Import("1".into());
    let made = events(store, owner).await?.into_iter();
    let made = made.filter(|event| event.cause == by_import);
    assert_eq!(made.count(), count);
    Ok(())
}

fn refused(result: domain::Result<()>) -> Result<()> {
    let error = result.err().context("it is done twice")?;
    assert_eq!(error.code(), Code::InvalidRequest);
    Ok(())
}

/// Asserts that the log has the last changes up to a version, and no older ones.
async fn log_ends_with(db: &TestDb, store: &Store, owner: &UserId, version: u64) -> Result<()> {
    let since = |version| Position {
        version,
        change: None,
    };
    let near = store.changes_since(owner, since(version - 5)).await?;
    assert_eq!(near.context("the log has them")?.len(), 5);
    assert!(store.changes_since(owner, since(1)).await?.is_none());
    let logged = db
        .query("SELECT COUNT(*) AS rows_there FROM record_change")
        .await?;
    assert_eq!(
        logged[0][0].as_deref(),
        Some(MAX_CHANGES.to_string().as_str())
    );
    Ok(())
}

/// An import that writes nothing to the list is applied, too, and keeps its version.
pub async fn import_without_changes_is_applied(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &progress(2)).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    let kept = [unresolved(by_name("Nothing"), number)];
    let applied = apply(&store, &owner, number, &[], &kept).await?;
    assert_eq!((applied.position.version, applied.written), (1, false));
    assert_eq!(store.library(&owner).await?.position(), applied.position);
    assert_eq!(waiting(&store, &owner).await?.len(), 1);
    let import = store
        .imports(&owner, None, 1)
        .await?
        .pop()
        .context("it is there")?;
    assert_eq!(import.applied_at, Some(NOW));
    Ok(())
}
