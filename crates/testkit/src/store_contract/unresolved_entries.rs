//! Imported entries whose titles the catalogue does not know.

use anyhow::{Context as _, Result};
use domain::{
    Code,
    account::UserId,
    anime_list::{Cause, CurrentEntry, Decision, ImportedTitle, ListEntry, Operation},
    library::{ImportStore as _, LibraryStore as _, MAX_UNRESOLVED, Resolving, UnresolvedEntry},
};
use store::Store;

use super::{
    anime_list::{events, listed},
    id, import,
    list_imports::{
        apply, bring, by_foreign, by_name, by_number, numbered, operation, unresolved, waiting,
        watched,
    },
    people::{NOW, sign_up, uid},
};
use crate::{TestDb, anime::popular};

/// Gives an unresolved entry its title, the first one, and puts it on the list.
pub(super) async fn resolve(
    store: &Store,
    owner: &UserId,
    (number, key): (u32, &str),
) -> domain::Result<()> {
    let planned = |_: &CurrentEntry| {
        Ok(Decision {
            entry: Some(ListEntry::planned(NOW)),
            ..Decision::default()
        })
    };
    let operation = Operation {
        cause: Cause::Import(number.to_string()),
        ..Operation::by_hand(NOW)
    };
    let one = Resolving {
        key,
        operation: &operation,
        decide: &planned,
    };
    store.resolve(owner, &[one], Some(id(1))).await.map(drop)
}

/// Unresolved entries are read in parts, those of the last import first, and those of one title by a key.
pub async fn unresolved_entries_are_paged(db: &TestDb) -> Result<()> {
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
        read.extend(part.into_iter().map(|it| it.key));
    }
    let number = |key: &String| UnresolvedEntry::import_of(key);
    let imports: Vec<_> = read.iter().map(number).collect();
    let expected: Vec<_> = (1..=11).rev().flat_map(|it| [Some(it), Some(it)]).collect();
    assert_eq!(imports, expected);
    assert_eq!(store.unresolved_count(&owner).await?, 22);
    // The key of an entry that is gone still says where to go on
    let behind = store.unresolved_entries(&owner, Some("3:mal:0"), 1).await?;
    assert_eq!(behind[0].import, 3);
    let of_title = store.unresolved_of_title(&owner, "7:mal:9001").await?;
    let imports: Vec<_> = of_title.iter().map(|it| it.import).collect();
    assert_eq!(imports, (1..=11).collect::<Vec<_>>());
    for (whose, key) in [(&uid(2), "7:mal:9001"), (&owner, "12:mal:9001")] {
        assert_eq!(store.unresolved_of_title(whose, key).await?, []);
    }
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

/// An unresolved entry is found once the catalogue has its title, and joins the list or stays unresolved.
pub async fn unresolved_entry_is_resolved_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    // The catalogue does not know this number, so the other site's number does not count
    let unknown = ImportedTitle {
        mal_id: Some(id(9)),
        ..by_foreign(22)
    };
    let titles = [by_number(1), by_foreign(22), by_name("Third"), unknown];
    let kept: Vec<_> = titles
        .into_iter()
        .map(|it| unresolved(it, number))
        .collect();
    apply(&store, &owner, number, &[], &kept).await?;
    assert!(store.resolvable(None, 10).await?.is_empty());
    let foreign = numbered(2, "Second", 22);
    import(
        &store,
        "jikan",
        &[popular(1, "First", 1), foreign, popular(3, "Third", 3)],
    )
    .await?;
    let known = store.resolvable(None, 10).await?;
    let behind = store.resolvable(known.last(), 10);
    assert!(behind.await?.is_empty());
    let found: Vec<_> = known.iter().map(|it| (it.key.as_str(), it.title)).collect();
    assert_eq!(found, [("1:mal:1", id(1)), ("1:anilist:22", id(2))]);
    assert_eq!((known[0].import, &known[0].entry), (number, &watched(3)));
    let left = waiting(&store, &owner).await?;
    let named = left.iter().find(|it| it.title.name.is_some());
    let proposal = named.and_then(|it| it.proposal.as_ref());
    assert_eq!(proposal.map(|title| title.mal_id), Some(id(3)));

    titles_are_given(&store, &owner, number).await
}

/// Sequels may differ by punctuation alone.
pub async fn exact_name_proposes_the_title_with_its_punctuation(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let titles = [
        popular(1, "Rain", 1),
        popular(2, "Rain'", 20),
        popular(3, "RAIN!!", 300),
    ];
    import(&store, "jikan", &titles).await?;
    let names = ["Rain'", "rain!!", "Rain", "Rain?"];
    let titles = names.map(by_name);
    let number = bring(&store, &owner, titles.to_vec()).await?;
    let read = store.read_import(&owner, number, &[]).await?;
    let found: Vec<_> = read.rows.iter().map(|row| row.proposal).collect();
    let expected = [2, 3, 1, 1].map(|it| Some(id(it)));
    assert_eq!(found, expected);
    // All unresolved entries are kept, and the same titles are proposed later
    let kept = titles.map(|it| unresolved(it, number));
    apply(&store, &owner, number, &[], &kept).await?;
    let kept = waiting(&store, &owner).await?;
    let proposed = names.map(|name| {
        let entry = kept
            .iter()
            .find(|it| it.title.name.as_deref() == Some(name));
        Some(entry?.proposal.as_ref()?.mal_id)
    });
    assert_eq!(proposed, expected);
    // An entry of a version that ignored signs has a key without them
    let number = bring(&store, &owner, Vec::new()).await?;
    let mut old = unresolved(by_name("Rain'"), number);
    old.key = "2:name:rain".into();
    apply(&store, &owner, number, &[], &[old]).await?;
    for key in ["1:name:rain'", "2:name:rain"] {
        let same = store.unresolved_of_title(&owner, key).await?;
        let keys: Vec<_> = same.iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys, ["1:name:rain'", "2:name:rain"]);
    }
    let one = store.unresolved_of_title(&owner, "1:name:rain").await?;
    assert_eq!(one.len(), 1);
    Ok(())
}

/// Gives a title to the first unresolved entry once, and forgets the second.
async fn titles_are_given(store: &Store, owner: &UserId, number: u32) -> Result<()> {
    let planned = |_: &CurrentEntry| {
        Ok(Decision {
            entry: Some(ListEntry::planned(NOW)),
            ..Decision::default()
        })
    };
    let operation = operation(number);
    let one = Resolving {
        key: "1:mal:1",
        operation: &operation,
        decide: &planned,
    };
    let resolve = async |one| {
        let entries = [one];
        let resolved = store.resolve(owner, &entries, Some(id(1)));
        resolved.await.map_err(|error| error.code())
    };
    let full = Resolving {
        decide: &|_| Err(domain::Error::ListFull),
        ..one
    };
    assert_eq!(resolve(full).await.err(), Some(Code::ListFull));
    assert!(resolve(one).await.is_ok());
    assert_eq!(resolve(one).await.err(), Some(Code::NotFound));
    assert_eq!(listed(store, owner).await?.len(), 1);
    assert_eq!(events(store, owner).await?.len(), 1);
    let forgotten = Resolving {
        key: "1:anilist:22",
        ..one
    };
    store.resolve(owner, &[forgotten], None).await?;
    assert_eq!(waiting(store, owner).await?.len(), 2);
    assert!(store.resolvable(None, 10).await?.is_empty());
    Ok(())
}

/// Makes three imports of one unknown title, and then imports the title.
async fn bring_three_of_one_title(store: &Store, owner: &UserId) -> Result<()> {
    for number in 1..=3 {
        assert_eq!(bring(store, owner, Vec::new()).await?, number);
        let kept = [unresolved(by_number(1), number)];
        apply(store, owner, number, &[], &kept).await?;
    }
    import(store, "jikan", &[popular(1, "First", 1)]).await?;
    Ok(())
}

/// Decides that the entry has one more watched episode.
fn one_further(current: &CurrentEntry) -> Decision {
    let seen = current.entry.as_ref();
    let seen = seen.map_or(0, |entry| entry.current_run().progress);
    Decision {
        entry: Some(watched(seen + 1).entry(current.facts.as_ref(), NOW)),
        ..Decision::default()
    }
}

/// Returns the resolutions of the three entries of one title; each sees what the one before has made.
fn three(operations: &[Operation; 3]) -> [Resolving<'_>; 3] {
    let keys = ["1:mal:1", "2:mal:1", "3:mal:1"];
    [0, 1, 2].map(|place| Resolving {
        key: keys[place],
        operation: &operations[place],
        decide: &|current| Ok(one_further(current)),
    })
}

/// If one entry of a title is refused, all of its title stay unresolved.
pub async fn one_refused_entry_keeps_all_of_its_title_unresolved(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    bring_three_of_one_title(&store, &owner).await?;
    let operations = [1, 2, 3].map(operation);
    let mut refused = three(&operations);
    refused[2].decide = &|_| Err(domain::Error::ListFull);
    assert!(store.resolve(&owner, &refused, Some(id(1))).await.is_err());
    assert_eq!(waiting(&store, &owner).await?.len(), 3);
    assert!(listed(&store, &owner).await?.is_empty());
    assert_eq!(store.library(&owner).await?.version, 0);
    Ok(())
}

/// Entries of one title of several imports join the list in one transaction, each seeing the result of the one before;
/// what is not there any more is left out.
pub async fn unresolved_entries_of_one_title_are_resolved_at_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    bring_three_of_one_title(&store, &owner).await?;
    let operations = [1, 2, 3].map(operation);
    let all = three(&operations);
    store.resolve(&owner, &all[1..2], None).await?;
    let resolved = store.resolve(&owner, &all, Some(id(1))).await?;
    assert_eq!((resolved.position.version, resolved.written), (2, true));
    assert_eq!(store.library(&owner).await?.position(), resolved.position);
    assert!(waiting(&store, &owner).await?.is_empty());
    let now = listed(&store, &owner).await?;
    assert_eq!(now[0].1.current_run().progress, 2);
    let made = events(&store, &owner).await?;
    let causes: Vec<_> = made.iter().map(|event| event.cause.to_string()).collect();
    let expected = [1, 3].map(|number| operation(number).cause.to_string());
    assert_eq!(causes, expected);
    Ok(())
}
