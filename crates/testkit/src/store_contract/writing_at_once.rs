//! Lists that are written by many at once.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use domain::library::{ChangeKind, Entry, LibraryStore, List, Written};
use store::Store;

use super::{
    at_once, id,
    people::{NOW, catalogue, sign_up, uid},
};
use crate::TestDb;

/// The result of a call: the version, and what it did to which title of which list;
/// nothing if it changed nothing.
type WriteResult = (u64, Option<(List, u32, bool)>);

async fn add(store: &Store, list: List, number: u32) -> Result<WriteResult> {
    match store
        .add_entry(&uid(1), list, id(number), NOW, None)
        .await?
    {
        Written::Changed(version) => Ok((version, Some((list, number, true)))),
        Written::Unchanged(version) => Ok((version, None)),
    }
}

async fn remove(store: &Store, list: List, number: u32) -> Result<WriteResult> {
    match store
        .remove_entry(&uid(1), list, id(number), NOW, None)
        .await?
    {
        Written::Changed(version) => Ok((version, Some((list, number, false)))),
        Written::Unchanged(version) => Ok((version, None)),
    }
}

/// The titles of both lists of a record by the list's name, oldest first.
type Lists = BTreeMap<&'static str, Vec<u32>>;

async fn stored(store: &Store) -> Result<Lists> {
    let record = store.library(&uid(1)).await?;
    let oldest_first = |entries: Vec<Entry>| {
        let ids = entries.into_iter().rev().map(|entry| entry.mal_id.get());
        ids.collect()
    };
    Ok(BTreeMap::from([
        ("watchlist", oldest_first(record.watchlist)),
        ("history", oldest_first(record.history)),
    ]))
}

/// Returns the lists that the changes since the beginning make.
async fn replayed(store: &Store) -> Result<Lists> {
    let mut lists = BTreeMap::from([("watchlist", Vec::new()), ("history", Vec::new())]);
    let changes = store
        .changes_since(&uid(1), 0.into())
        .await?
        .context("changes")?;
    for (version, change) in (1..).zip(changes) {
        assert_eq!(change.version, version);
        match change.kind {
            ChangeKind::Added(list, entry, _) => {
                lists
                    .entry(list.as_str())
                    .or_default()
                    .push(entry.mal_id.get());
            }
            ChangeKind::Removed(list, id) => lists
                .entry(list.as_str())
                .or_default()
                .retain(|other| *other != id.get()),
            other => anyhow::bail!("nobody did this: {other:?}"),
        }
    }
    assert_eq!(
        store.library_state(&uid(1)).await?.position.version,
        version_of(store).await?
    );
    Ok(lists)
}

/// Returns the changes in the order of their versions.
fn in_order(results: impl Iterator<Item = WriteResult>) -> Vec<(u64, (List, u32, bool))> {
    let changed = results.filter_map(|(version, change)| Some((version, change?)));
    let mut history: Vec<_> = changed.collect();
    history.sort_by_key(|(version, _)| *version);
    history
}

async fn version_of(store: &Store) -> Result<u64> {
    Ok(store.library(&uid(1)).await?.version)
}

/// Returns the counts of both lists as they are stored.
async fn counts(db: &TestDb) -> Result<BTreeMap<&'static str, usize>> {
    let sql = "SELECT watchlist_count, history_count FROM user_record";
    let row = db.query(sql).await?.pop().context("a record")?;
    let mut counts = BTreeMap::new();
    for (name, count) in ["watchlist", "history"].into_iter().zip(row) {
        counts.insert(name, count.context("a count")?.parse()?);
    }
    Ok(counts)
}

/// 64 concurrent adds of one title make one entry and one version, which all of them return.
pub async fn many_adds_of_one_title_are_one_change(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    catalogue(&store, 8).await?;
    for title in 1..=8 {
        let results = at_once(db, 64, move |store, _| async move {
            add(&store, List::Watchlist, title).await
        })
        .await?;
        assert!(
            results
                .iter()
                .all(|(version, _)| *version == u64::from(title))
        );
        let changed = results
            .iter()
            .filter(|(_, change)| change.is_some())
            .count();
        assert_eq!(changed, 1, "{title}");
    }
    let lists = stored(&store).await?;
    assert_eq!(lists["watchlist"], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(counts(db).await?["watchlist"], 8);
    assert_eq!(replayed(&store).await?, lists);
    Ok(())
}

/// Of many who remove the only title of a list one does.
pub async fn many_removals_of_one_title_are_one_change(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    catalogue(&store, 1).await?;
    for round in 1..=8 {
        add(&store, List::History, 1).await?;
        let results = at_once(db, 32, |store, _| async move {
            remove(&store, List::History, 1).await
        })
        .await?;
        assert!(results.iter().all(|(version, _)| *version == 2 * round));
        let changed = results
            .iter()
            .filter(|(_, change)| change.is_some())
            .count();
        assert_eq!(changed, 1, "{round}");
    }
    assert_eq!(counts(db).await?["history"], 0);
    assert_eq!(replayed(&store).await?, stored(&store).await?);
    Ok(())
}

/// 64 clients each add and remove the same and other titles of both lists. Their results, put in
/// the order of versions, is a history without a gap, in which nothing is added that was there and
/// nothing removed that was not, and which ends in the stored lists.
pub async fn concurrent_writes_form_one_history(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    catalogue(&store, 80).await?;
    let results = at_once(db, 64, |store, n| async move {
        let list = [List::Watchlist, List::History][n as usize / 2 % 2];
        let (shared, own) = (1 + n % 3, 10 + n);
        Ok([
            add(&store, list, shared).await?,
            add(&store, list, own).await?,
            remove(&store, list, 1 + (n + 1) % 3).await?,
            add(&store, list, 1 + (n + 2) % 3).await?,
            if n % 3 == 0 {
                remove(&store, list, own).await?
            } else {
                remove(&store, list, shared).await?
            },
        ])
    })
    .await?;
    for results in &results {
        assert!(
            results.is_sorted_by_key(|(version, _)| *version),
            "{results:?}"
        );
    }
    let history = in_order(results.into_iter().flatten());
    let mut lists = BTreeMap::from([("watchlist", Vec::new()), ("history", Vec::new())]);
    for (expected, (version, (list, number, is_added))) in (1..).zip(history) {
        assert_eq!(version, expected);
        let titles: &mut Vec<u32> = lists.entry(list.as_str()).or_default();
        assert_ne!(titles.contains(&number), is_added, "{version}");
        titles.retain(|title| *title != number);
        if is_added {
            titles.push(number);
        }
    }
    assert_eq!(stored(&store).await?, lists);
    assert_eq!(replayed(&store).await?, lists);
    let lengths: BTreeMap<_, _> = lists.iter().map(|(name, l)| (*name, l.len())).collect();
    assert_eq!(counts(db).await?, lengths);
    Ok(())
}

/// The lists at each version, from 0 on. Versions have no gap, and each title is added and removed in
/// turn.
fn listed_at_versions(
    history: Vec<(u64, (List, u32, bool))>,
) -> Vec<BTreeSet<(&'static str, u32)>> {
    let mut there = BTreeSet::new();
    let mut at_version = vec![there.clone()];
    for (expected, (version, (list, title, is_added))) in (1..).zip(history) {
        assert_eq!(version, expected);
        let entry = (list.as_str(), title);
        let changed = if is_added {
            there.insert(entry)
        } else {
            there.remove(&entry)
        };
        assert!(changed, "{version}: {entry:?}");
        at_version.push(there.clone());
    }
    at_version
}

/// 32 clients of one user put the same few titles on a list and take them off, again and again: versions have
/// no gap, each title is added and removed in turn, what changes nothing names a version at which it was so, the
/// counts are those of the rows, and the log makes the lists.
pub async fn same_titles_are_added_and_removed_by_many(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    catalogue(&store, 3).await?;
    let results = at_once(db, 32, |store, n| async move {
        let list = [List::Watchlist, List::History][n as usize % 2];
        let mut results = Vec::new();
        for round in 0..8 {
            let title = 1 + (n / 2 + round) % 3;
            let added = add(&store, list, title).await?;
            results.push(((list.as_str(), title, true), added));
            let removed = remove(&store, list, title).await?;
            results.push(((list.as_str(), title, false), removed));
        }
        let title = 1 + n % 3;
        let added = add(&store, list, title).await?;
        results.push(((list.as_str(), title, true), added));
        Ok(results)
    })
    .await?;
    let results: Vec<_> = results.into_iter().flatten().collect();
    let history = in_order(results.iter().map(|(_, result)| *result));
    let last = history.len() as u64;
    let at_version = listed_at_versions(history);
    let there = &at_version[at_version.len() - 1];
    for ((list, title, is_added), (version, change)) in results {
        let there = &at_version[usize::try_from(version)?];
        let is_there = there.contains(&(list, title));
        assert_eq!(is_there, is_added, "{change:?} of {title} at {version}");
    }
    let sql = "SELECT list, mal_id FROM record_entry ORDER BY list, mal_id";
    let rows = db.query(sql).await?;
    let expected = there.iter().map(|(list, title)| {
        let texts = [(*list).to_owned(), title.to_string()];
        texts.map(Some).to_vec()
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
    for (list, count) in counts(db).await? {
        let length = there.iter().filter(|(name, _)| *name == list).count();
        assert_eq!(count, length, "{list}");
    }
    assert_eq!(replayed(&store).await?, stored(&store).await?);
    assert_eq!(version_of(&store).await?, last);
    Ok(())
}

/// A reader beside writers sees the library as it was at its version.
pub async fn library_is_read_from_one_snapshot(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    catalogue(&store, 16).await?;
    let read = at_once(db, 48, |store, n| async move {
        if n % 3 == 0 {
            let list = [List::Watchlist, List::History][n as usize % 2];
            add(&store, list, 1 + n / 3).await?;
            return Ok(None);
        }
        Ok(Some(store.library(&uid(1)).await?))
    })
    .await?;
    let mut versions = BTreeSet::new();
    for record in read.into_iter().flatten() {
        let length = record.watchlist.len() + record.history.len();
        assert_eq!(length as u64, record.version);
        versions.insert(record.version);
    }
    assert!(!versions.is_empty());
    assert_eq!(store.library_state(&uid(1)).await?.position.version, 16);
    Ok(())
}
