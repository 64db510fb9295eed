//! Counting lists.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    rating::{Counted, StoredVote},
};
use jiff::Timestamp;

use super::{
    apply_vote_changes,
    holds::OpenHolds,
    lists::{ChangedList, ListedVote, positions},
    tallies::Tallies,
    totals::Totals,
    votes::{self, Key, VoteChange},
};
use crate::{Store, review::follow_entries, tx::Tx, value::Statement};

/// The largest number of votes that one transaction changes.
const MAX_CHANGED_VOTES: usize = 2_000;

/// Counts lists, in one transaction, and returns what of them is left to count.
pub(super) async fn count(
    store: &Store,
    lists: Vec<ChangedList>,
    now: Timestamp,
    counted: &mut Counted,
) -> Result<Vec<ChangedList>> {
    let mut tx = store.begin().await?;
    let mut totals = Totals::lock(&mut tx).await?;
    let mut lists = unchanged(&mut tx, lists).await?;
    let parts = lists
        .iter_mut()
        .filter_map(|it| it.split_off(MAX_CHANGED_VOTES));
    let mut left: BTreeMap<_, _> = parts.map(|it| (it.uid.clone(), it)).collect();
    let before = counted_votes(&mut tx, &lists).await?;
    let mut open = OpenHolds::read(&mut tx).await?;
    let mut changes = Vec::new();
    for list in &lists {
        let mut differing = differing(list, &before);
        let room = MAX_CHANGED_VOTES.saturating_sub(changes.len());
        let rest = differing.split_off(room.min(differing.len()));
        let follow = |(id, it): (MalId, ListedVote)| {
            let key = (id, list.uid.clone());
            let before = before.get(&key).copied();
            let takes = |side| open.taking(id, side, it.on);
            let open_side = |hold| open.side(id, hold);
            let after = StoredVote::changed(before.as_ref(), it.vote, it.on, takes, open_side);
            VoteChange { key, before, after }
        };
        changes.extend(differing.into_iter().map(follow));
        if !rest.is_empty() {
            let list = left.entry(list.uid.clone()).or_insert_with(|| list.part());
            list.entries.extend(rest);
        }
    }
    let is_done = |list: &&ChangedList| !left.contains_key(&list.uid);
    let done: Vec<_> = lists.iter().filter(is_done).collect();
    let mut tallies = Tallies::of(&mut tx, changes.iter().map(|it| it.key.0)).await?;
    for change in &changes {
        tallies.apply(change);
        open.note(change);
    }
    let of_votes = votes::write(&tx, &changes);
    tx.execute_all(of_votes).await?;
    follow_reviews(&mut tx, &lists).await?;
    let rated: BTreeSet<_> = changes.iter().map(|it| it.key.0).collect();
    let found =
        apply_vote_changes::hold_bursts(&mut tx, (&mut tallies, &mut totals), &rated, now).await?;
    let mut statements = apply_vote_changes::publish_due(&mut tallies);
    statements.extend(open.write());
    statements.extend(tallies.write(&tx, &mut totals)?);
    statements.push(counted_up_to(&done));
    tx.execute_all(statements).await?;
    totals.write(&mut tx).await?;
    tx.commit().await?;
    counted.votes += changes.len() as u64;
    counted.holds.extend(found);
    Ok(left.into_values().collect())
}

/// The lists that nobody has counted since they were read, and whose owners are still there; each knows whether it has
/// changed since.
async fn unchanged(tx: &mut Tx, lists: Vec<ChangedList>) -> Result<Vec<ChangedList>> {
    let uids: Vec<UserId> = lists.iter().map(|list| list.uid.clone()).collect();
    let positions = positions(tx, &uids).await?;
    let lists = lists.into_iter().zip(positions);
    let lists = lists.filter_map(|(list, now)| {
        let now = now.filter(|now| now.counted == list.position.counted)?;
        let is_latest = now.version == list.position.version;
        Some(ChangedList { is_latest, ..list })
    });
    Ok(lists.collect())
}

/// Reviews follow their authors' lists. Where a list has changed since it was read, nothing is opened: a review may have
/// been written since, beside an entry that is private.
async fn follow_reviews(tx: &mut Tx, lists: &[ChangedList]) -> Result<()> {
    let by_author: HashMap<&UserId, &ChangedList> = lists.iter().map(|it| (&it.uid, it)).collect();
    let is_public = |uid: &UserId, id: MalId| {
        let list = by_author.get(uid)?;
        let entry = list.entries.get(&id);
        let is_public = entry.map(|it| it.vote.is_some_and(|vote| !vote.is_private));
        // A title that a whole list does not have has no entry
        let is_public = is_public.or_else(|| list.is_whole.then_some(false));
        is_public.filter(|is_public| list.is_latest || !is_public)
    };
    follow_entries(tx, by_author.keys().copied(), is_public).await
}

/// Reads the counted votes of changed lists: of a whole list all of its owner's, else those on its titles.
async fn counted_votes(tx: &mut Tx, lists: &[ChangedList]) -> Result<HashMap<Key, StoredVote>> {
    let mut before = HashMap::new();
    for list in lists.iter().filter(|list| list.is_whole) {
        before.extend(votes::of_user(tx, &list.uid).await?);
    }
    let parts = lists
        .iter()
        .filter(|it| !it.is_whole && !it.entries.is_empty());
    let parts = parts.map(|it| (&it.uid, it.entries.keys().copied().collect()));
    before.extend(votes::on_titles(tx, parts).await?);
    Ok(before)
}

/// The part of a list that differs from its counted votes.
fn differing(list: &ChangedList, before: &HashMap<Key, StoredVote>) -> Vec<(MalId, ListedVote)> {
    let mut entries = list.entries.clone();
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
    let is_counted = |id: &MalId, vote| {
        let before = before.get(&(*id, list.uid.clone()));
        before.and_then(|it| it.vote) == vote
    };
    let entries = entries.into_iter();
    entries
        .filter(|(id, it)| !is_counted(id, it.vote))
        .collect()
}

/// The statement that stores up to which version lists are counted.
fn counted_up_to(lists: &[&ChangedList]) -> Statement {
    let sql = "INSERT INTO rating_position (uid, version) VALUES ($1, $2) \
         ON CONFLICT (uid) DO UPDATE SET version = excluded.version";
    let rows = lists.iter().map(|list| {
        let version = i64::try_from(list.position.version).unwrap_or(i64::MAX);
        vec![list.uid.as_str().into(), version.into()]
    });
    (sql.into(), rows.collect())
}
