//! Counting lists.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Result,
    account::UserId,
    rating::{Counted, StoredVote},
};
use jiff::Timestamp;

use super::{
    holds::OpenHolds,
    lists::{ChangedList, ListedVote, positions},
    settle,
    tallies::Tallies,
    totals::Totals,
    votes::{self, Change, Key},
};
use crate::{Store, review::follow_entries, tx::Tx, value::Statement};

/// Votes that one transaction changes at most.
const MOST: usize = 2_000;

/// Counts lists, in one transaction, and returns the users of whom something is left to count.
pub(super) async fn count(
    store: &Store,
    lists: Vec<ChangedList>,
    now: Timestamp,
    counted: &mut Counted,
) -> Result<Vec<UserId>> {
    if lists.is_empty() {
        return Ok(Vec::new());
    }
    let mut tx = store.begin().await?;
    let mut totals = Totals::lock(&mut tx).await?;
    let lists = unchanged(&mut tx, lists).await?;
    let before = before(&mut tx, &lists).await?;
    let mut open = OpenHolds::read(&mut tx).await?;
    let (mut changes, mut done, mut left) = (Vec::new(), Vec::new(), Vec::new());
    for list in &lists {
        let mut differing = differing(list, &before, &open);
        let room = MOST.saturating_sub(changes.len());
        if differing.len() > room {
            differing.truncate(room);
            left.push(list.uid.clone());
        } else {
            done.push(list);
        }
        changes.append(&mut differing);
    }
    let mut tallies = Tallies::of(&mut tx, changes.iter().map(|it| it.key.0)).await?;
    for change in &changes {
        tallies.apply(change);
        open.note(change);
    }
    tx.execute_all(votes::write(&changes)).await?;
    let entries = changes.iter().map(Change::entries);
    tx.execute_all(follow_entries(entries).into_iter().collect())
        .await?;
    let rated: BTreeSet<_> = changes.iter().map(|it| it.key.0).collect();
    let found = settle::bursts(&mut tx, (&mut tallies, &mut totals), &rated, now).await?;
    let mut statements = settle::publish(&mut tallies);
    statements.extend(open.write());
    statements.push(tallies.write(&mut totals)?);
    statements.push(counted_up_to(&done));
    tx.execute_all(statements).await?;
    totals.write(&mut tx).await?;
    tx.commit().await?;
    counted.votes += changes.len() as u64;
    counted.holds.extend(found);
    Ok(left)
}

/// Those of the lists that nobody has counted since they were read, and whose owners are still there.
async fn unchanged(tx: &mut Tx, lists: Vec<ChangedList>) -> Result<Vec<ChangedList>> {
    let uids: Vec<UserId> = lists.iter().map(|list| list.uid.clone()).collect();
    let positions = positions(tx, &uids).await?;
    let is_as_read = |list: &ChangedList, now: Option<u64>| now == list.position.counted;
    let lists = lists.into_iter().zip(positions);
    let lists = lists.filter_map(|(list, now)| is_as_read(&list, now?.counted).then_some(list));
    Ok(lists.collect())
}

/// The votes that are counted of what has changed.
async fn before(tx: &mut Tx, lists: &[ChangedList]) -> Result<HashMap<Key, StoredVote>> {
    let mut keys: Vec<Key> = Vec::new();
    let mut before = HashMap::new();
    for list in lists {
        if list.is_whole {
            before.extend(votes::of_user(tx, &list.uid).await?);
        } else {
            let ids = list.entries.keys();
            keys.extend(ids.map(|id| (*id, list.uid.clone())));
        }
    }
    before.extend(votes::of_keys(tx, &keys).await?);
    Ok(before)
}

/// The votes of a list that are not what is counted.
fn differing(
    list: &ChangedList,
    before: &HashMap<Key, StoredVote>,
    open: &OpenHolds,
) -> Vec<Change> {
    let mut entries: BTreeMap<_, ListedVote> = list.entries.clone();
    if list.is_whole {
        let theirs = before.iter().filter(|((_, uid), _)| *uid == list.uid);
        for ((id, _), vote) in theirs {
            let gone = ListedVote {
                vote: None,
                on: vote.rated_on,
            };
            entries.entry(*id).or_insert(gone);
        }
    }
    let mut changes = Vec::new();
    for (id, ListedVote { vote, on }) in entries {
        let key = (id, list.uid.clone());
        let before = before.get(&key).copied();
        if before.and_then(|it| it.vote) == vote {
            continue;
        }
        let after = StoredVote::changed(before.as_ref(), vote, on, |side| open.of(id, side));
        changes.push(Change { key, before, after });
    }
    changes
}

/// What is to run to remember up to where lists are counted.
fn counted_up_to(lists: &[&ChangedList]) -> Statement {
    let sql = "INSERT INTO rating_position (uid, version) VALUES ($1, $2) \
         ON CONFLICT (uid) DO UPDATE SET version = excluded.version";
    let rows = lists.iter().map(|list| {
        let version = i64::try_from(list.position.version).unwrap_or(i64::MAX);
        vec![list.uid.as_str().into(), version.into()]
    });
    (sql.into(), rows.collect())
}
