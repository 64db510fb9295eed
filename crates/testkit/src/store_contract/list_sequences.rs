//! Any sequence of edits, removals, undos and restores of several titles.

use anyhow::Result;
use domain::{
    account::UserId,
    anime_list::{Cause, CurrentEntry, Edit, ListEvent, Operation, Score, Status, restore, undo},
    library::{AnimeListStore as _, HistoryPoint},
    random::Random as _,
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{
    anime_list::{aired, at_hour, edit_as, event, events, hour, notes, progress, status, version},
    id,
    list_history::{State, replayed, state},
    people::sign_up,
};
use crate::{MockRandom, TestDb};

const TITLES: u32 = 4;
/// The number of changes of a sequence, one an hour.
const STEPS: u32 = 40;
/// The number of users, each with a sequence of their own.
const SEQUENCES: u32 = 6;

/// The list at any instant and before any change is what the events up to then make of it.
pub async fn any_sequence_replays_to_the_list_at_any_instant(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    aired(&store, TITLES).await?;
    let random = MockRandom::default();
    for number in 1..=SEQUENCES {
        let owner = sign_up(&store, number).await?;
        change_in_any_way(&store, &owner, &random).await?;
        let events = events(&store, &owner).await?;
        for at in (0..=STEPS).map(hour) {
            for at in [at, at - SignedDuration::from_nanos(1)] {
                let seen = events.iter().filter(|event| event.at <= at);
                let then = state_at(&store, &owner, HistoryPoint::At(at)).await?;
                assert_eq!(then, replayed(seen), "user {number}, {at}");
            }
        }
        for version in 0..=version(&store, &owner).await? + 1 {
            let before = events.iter().filter(|event| event.version < version);
            let then = state_at(&store, &owner, HistoryPoint::Before(version)).await?;
            assert_eq!(then, replayed(before), "user {number}, {version}");
        }
        assert_eq!(state(&store, &owner).await?, replayed(&events));
    }
    Ok(())
}

/// A list that is restored as of any instant is as it was then, and undone in reverse order is as before.
pub async fn any_sequence_is_restored_as_of_any_instant(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    aired(&store, TITLES).await?;
    let random = MockRandom::default();
    for number in 1..=SEQUENCES {
        let owner = sign_up(&store, number).await?;
        change_in_any_way(&store, &owner, &random).await?;
        for step in 1..=8 {
            let at = hour(below(&random, STEPS + 1));
            let seen = events(&store, &owner).await?;
            let before = state(&store, &owner).await?;
            let then = replayed(seen.iter().filter(|event| event.at <= at));
            restore_to(&store, &owner, at, &at_hour(STEPS + step)).await?;
            assert_eq!(state(&store, &owner).await?, then, "user {number}, {at}");
            let all = events(&store, &owner).await?;
            assert_eq!(replayed(&all), then);
            if step % 2 == 0 {
                for made in all[seen.len()..].iter().rev() {
                    take_back_at(&store, &owner, made, at_hour(STEPS + step)).await?;
                }
                assert_eq!(state(&store, &owner).await?, before, "user {number}, {at}");
            }
        }
    }
    Ok(())
}

/// Returns a random number below `end`.
fn below(random: &MockRandom, end: u32) -> u32 {
    let mut bytes = [0; 4];
    random.fill(&mut bytes);
    u32::from_be_bytes(bytes) % end
}

async fn state_at(store: &Store, uid: &UserId, point: HistoryPoint) -> Result<State> {
    let items = store.list_at(uid, point).await?.into_iter();
    Ok(items
        .map(|item| (item.title.mal_id.get(), item.entry))
        .collect())
}

async fn change_in_any_way(store: &Store, uid: &UserId, random: &MockRandom) -> Result<()> {
    for step in 1..=STEPS {
        let seen = version(store, uid).await?;
        let operation = at_hour(step);
        match below(random, 10) {
            0 if seen > 0 => {
                let made = 1 + u64::from(below(random, u32::try_from(seen)?));
                let made = event(store, uid, made).await?;
                take_back_at(store, uid, &made, operation).await?;
            }
            1 if seen > 0 => {
                restore_to(store, uid, hour(below(random, step)), &operation).await?;
            }
            kind => {
                let edit = match kind {
                    0..=2 => Edit::removal(),
                    _ => any_edit(random),
                };
                let unseen = u64::from(below(random, 4));
                let age = SignedDuration::from_mins(below(random, 180).into());
                let operation = Operation {
                    base_version: Some(seen.saturating_sub(unseen)),
                    made_at: Some(operation.at - age),
                    ..operation
                };
                // An edit that does not fit the entry is refused, and changes nothing
                drop(edit_as(store, uid, 1 + below(random, TITLES), &edit, &operation).await);
            }
        }
    }
    Ok(())
}

fn any_edit(random: &MockRandom) -> Edit {
    let tag = |name: &str| [name.to_owned()].into();
    match below(random, 8) {
        0 => progress(26),
        1 => notes(&below(random, 9).to_string()),
        2 => Edit {
            rewatch: true,
            ..Edit::default()
        },
        3 => Edit {
            add_tags: tag("calm"),
            private: Some(true),
            ..Edit::default()
        },
        4 => Edit {
            remove_tags: tag("calm"),
            score: Some(Score::new(71).ok()),
            started: Some("2019".parse().ok()),
            ..Edit::default()
        },
        5 => {
            let all = [Status::Planned, Status::Paused, Status::Dropped];
            status(all[below(random, 3) as usize])
        }
        _ => progress(below(random, 26)),
    }
}

async fn restore_to(
    store: &Store,
    uid: &UserId,
    at: Timestamp,
    operation: &Operation,
) -> Result<()> {
    let then = state_at(store, uid, HistoryPoint::At(at)).await?;
    let operation = Operation {
        cause: Cause::Restore(at),
        ..operation.clone()
    };
    let decide = |current: &CurrentEntry| Ok(restore(then.get(&current.mal_id.get())));
    let all: Vec<_> = (1..=TITLES).map(id).collect();
    store.change_entries(uid, &all, &operation, &decide).await?;
    Ok(())
}

async fn take_back_at(
    store: &Store,
    uid: &UserId,
    made: &ListEvent,
    operation: Operation,
) -> Result<()> {
    let operation = Operation {
        takes_back: Some(made.version),
        ..operation
    };
    let decide = |current: &CurrentEntry| Ok(undo(made, current));
    store
        .change_entries(uid, &[made.mal_id], &operation, &decide)
        .await?;
    Ok(())
}
