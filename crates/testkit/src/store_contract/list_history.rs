//! Taking changes of anime lists back, and the list as it was.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use domain::{
    account::UserId,
    anime_list::{
        Cause, CurrentEntry, Edit, ListEntry, ListEvent, Operation, Score, Status, restore,
    },
    catalogue::CatalogueStore as _,
    library::{AnimeListStore as _, HistoryPoint, LibraryStore as _, List},
};
use jiff::SignedDuration;
use store::Store;

use super::{
    anime_list::{
        aired, at_hour, edit, edit_all, edit_as, entry, event, events, hour, listed, named, notes,
        progress, remove_as, status, take_back,
    },
    at_once, id,
    people::{NOW, sign_up, uid},
};
use crate::TestDb;

/// Changes of a deleted title can be undone, and it takes no new ones.
pub async fn change_of_a_deleted_title_is_undone(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    for episodes in [1, 2] {
        edit(&store, &owner, 1, &progress(episodes)).await?;
    }
    let mut import = store.begin_import(super::provenance("jikan")).await?;
    import.remove(&[id(1)]).await?;
    import.commit().await?;
    let refused = edit(&store, &owner, 1, &progress(3)).await;
    assert!(refused.is_err(), "{refused:?}");
    let undone = take_back(&store, &owner, 2).await?;
    assert_eq!((undone.event, undone.item), (Some(3), None));
    aired(&store, 1).await?;
    assert_eq!(entry(&store, &owner, 1).await?.current_run().progress, 1);
    Ok(())
}

/// Any change can be undone, and so can the undo; fields changed since stay and are named.
pub async fn any_change_is_undone(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &progress(3)).await?;
    let both = Edit {
        score: Some(Score::new(80).ok()),
        ..notes("First")
    };
    edit(&store, &owner, 1, &both).await?;
    edit(&store, &owner, 1, &notes("Second")).await?;
    let undone = take_back(&store, &owner, 2).await?;
    let stayed: Vec<_> = undone
        .changed_since
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!((undone.event, stayed), (Some(4), vec!["notes".to_owned()]));
    let now = entry(&store, &owner, 1).await?;
    assert_eq!((now.score, now.notes.as_str()), (None, "Second"));
    assert_eq!(event(&store, &owner, 4).await?.cause, Cause::Undo(2));

    take_back(&store, &owner, 4).await?;
    assert_eq!(
        entry(&store, &owner, 1).await?.score.map(Score::get),
        Some(80)
    );
    Ok(())
}

/// Undoing a removal restores the whole entry; an addition is undone only if nothing was changed since.
pub async fn removal_is_undone(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 1).await?;
    edit(&store, &owner, 1, &progress(3)).await?;
    edit(&store, &owner, 1, &notes("Mine")).await?;
    remove_as(&store, &owner, 1, &Operation::by_hand(NOW)).await?;
    take_back(&store, &owner, 3).await?;
    let back = entry(&store, &owner, 1).await?;
    assert_eq!(
        (back.notes.as_str(), back.current_run().progress),
        ("Mine", 3)
    );
    assert_eq!(take_back(&store, &owner, 3).await?.event, None);
    let stays = take_back(&store, &owner, 1).await?;
    assert_eq!((stays.event, stays.changed_since.is_empty()), (None, false));
    take_back(&store, &owner, 2).await?;
    let undone = take_back(&store, &owner, 1).await?;
    assert_eq!((undone.event, undone.item), (Some(6), None));
    Ok(())
}

/// Undone in reverse order, changes of any kind lead back to each former state.
pub async fn undoing_in_reverse_restores_every_state(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    let states = many_changes(&store, &owner).await?;
    for version in (1..states.len()).rev() {
        take_back(&store, &owner, version as u64).await?;
        assert_eq!(
            state(&store, &owner).await?,
            states[version - 1],
            "{version}"
        );
    }
    Ok(())
}

pub(super) type State = BTreeMap<u32, ListEntry>;

pub(super) async fn state(store: &Store, uid: &UserId) -> Result<State> {
    Ok(listed(store, uid).await?.into_iter().collect())
}

/// Changes three titles in many ways, one change an hour; gives the state at each version.
async fn many_changes(store: &Store, uid: &UserId) -> Result<Vec<State>> {
    let tags = |tags: &[&str]| {
        tags.iter()
            .map(|tag| (*tag).to_owned())
            .collect::<BTreeSet<_>>()
    };
    let edits = [
        progress(1),
        status(Status::Paused),
        notes("Slow"),
        progress(26),
        Edit {
            rewatch: true,
            ..Edit::default()
        },
        Edit {
            add_tags: tags(&["calm", "long"]),
            private: Some(true),
            ..Edit::default()
        },
        progress(2),
        Edit {
            started: Some("2019".parse().ok()),
            run: Some(1),
            ..Edit::default()
        },
        Edit {
            remove_tags: tags(&["calm"]),
            score: Some(Score::new(71).ok()),
            ..Edit::default()
        },
        status(Status::Dropped),
    ];
    let mut states = vec![State::new()];
    for (step, edit) in (1_u32..).zip(edits.iter().cycle().take(30)) {
        let number = 1 + step * 7 % 3;
        if step % 8 == 0 {
            remove_as(store, uid, number, &at_hour(step)).await?;
        } else {
            // An edit that does not fit the entry is refused, and changes nothing
            drop(edit_as(store, uid, number, edit, &at_hour(step)).await);
        }
        let now = state(store, uid).await?;
        if states.last() != Some(&now) {
            states.push(now);
        }
    }
    Ok(states)
}

/// The list at any instant is what the events up to then make of it.
pub async fn list_at_an_instant_equals_the_replay(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let other = sign_up(&store, 2).await?;
    aired(&store, 3).await?;
    edit_as(&store, &other, 1, &notes("Theirs"), &at_hour(2)).await?;
    let states = many_changes(&store, &owner).await?;
    let events = events(&store, &owner).await?;
    assert_eq!(events.len(), states.len() - 1);
    assert!(
        store
            .list_at(&owner, HistoryPoint::At(NOW))
            .await?
            .is_empty()
    );
    for hours in 0..=31 {
        for at in [hour(hours), hour(hours) - SignedDuration::from_nanos(1)] {
            let then = store.list_at(&owner, HistoryPoint::At(at)).await?;
            assert!(then.is_sorted_by_key(|item| std::cmp::Reverse(item.entry.added_at)));
            let then: State = then
                .into_iter()
                .map(|item| (item.title.mal_id.get(), item.entry))
                .collect();
            let seen = events.iter().filter(|event| event.at <= at);
            assert_eq!(then, replayed(seen), "{at}");
        }
    }
    for version in 0..=events.len() as u64 + 1 {
        let then = store.list_at(&owner, HistoryPoint::Before(version)).await?;
        let then = then
            .into_iter()
            .map(|item| (item.title.mal_id.get(), item.entry));
        let before = events.iter().filter(|event| event.version < version);
        assert_eq!(then.collect::<State>(), replayed(before), "{version}");
    }
    assert_eq!(replayed(&events), states[states.len() - 1]);
    Ok(())
}

/// Where the clocks of servers ran against the order of versions, the list at an instant is still one that was there, and a
/// later instant never shows less.
pub async fn list_at_an_instant_follows_versions_and_no_clock(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    for (number, hours) in [(1, 5), (2, 3), (1, 6), (3, 4), (2, 8)] {
        let edit = notes(&format!("At {hours}"));
        edit_as(&store, &owner, number, &edit, &at_hour(hours)).await?;
    }
    let events = events(&store, &owner).await?;
    for (hours, shown) in [(2, 0), (3, 0), (4, 0), (5, 2), (6, 4), (7, 4), (8, 5)] {
        let then = store.list_at(&owner, HistoryPoint::At(hour(hours))).await?;
        let then: State = then
            .into_iter()
            .map(|item| (item.title.mal_id.get(), item.entry))
            .collect();
        assert_eq!(then, replayed(&events[..shown]), "{hours}");
    }
    Ok(())
}

/// The state after these events; each begins where its title's former one ended.
pub(super) fn replayed<'a>(events: impl IntoIterator<Item = &'a ListEvent>) -> State {
    let mut state = State::new();
    for event in events {
        let before = match &event.after {
            Some(entry) => state.insert(event.mal_id.get(), entry.clone()),
            None => state.remove(&event.mal_id.get()),
        };
        assert_eq!(event.before, before, "{}", event.version);
    }
    state
}

/// A list that is restored is as it was at that instant, and the events say so.
pub async fn restored_list_is_as_it_was(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 3).await?;
    let states = many_changes(&store, &owner).await?;
    for hours in [3, 9, 17, 24] {
        let then = store
            .list_at(&owner, HistoryPoint::At(hour(hours)))
            .await?
            .into_iter();
        let then: State = then
            .map(|item| (item.title.mal_id.get(), item.entry))
            .collect();
        let operation = Operation {
            cause: Cause::Restore(hour(hours)),
            ..at_hour(100 + hours)
        };
        let decide = |current: &CurrentEntry| Ok(restore(then.get(&current.mal_id.get())));
        let all = [id(1), id(2), id(3)];
        store
            .change_entries(&owner, &all, &operation, &decide)
            .await?;
        assert_eq!(state(&store, &owner).await?, then);
    }
    let events = events(&store, &owner).await?;
    assert!(events.len() > states.len());
    let last = events.last().context("an event")?;
    assert_eq!(last.cause, Cause::Restore(hour(24)));
    assert_eq!(replayed(&events), state(&store, &owner).await?);
    Ok(())
}

/// 64 clients edit, remove and toggle the same titles and send much of it twice. Each operation is written
/// once, versions have no gap, and each event begins where the one before it has ended.
pub async fn concurrent_edits_form_one_history(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    aired(&store, 6).await?;
    let answers = at_once(db, 64, |store, n| async move {
        let owner = uid(1);
        // Two clients send the same operation
        let operation = named(&format!("client_{:04}-1", n / 2));
        let titles = [1 + n / 2 % 3, 4 + n / 2 % 2];
        let edit = progress(1 + n / 2 % 20);
        let edited = edit_all(&store, &owner, &titles, &edit, &operation).await?;
        match n % 4 {
            0 => drop(remove_as(&store, &owner, titles[0], &Operation::by_hand(NOW)).await?),
            1 => drop(
                store
                    .add_entry(&owner, List::Watchlist, id(titles[0]), NOW, None)
                    .await?,
            ),
            2 => drop(
                store
                    .remove_entry(&owner, List::Watchlist, id(titles[1]), NOW, None)
                    .await?,
            ),
            _ => drop(
                store
                    .add_entry(&owner, List::History, id(6), NOW, None)
                    .await?,
            ),
        }
        Ok((operation.op_id, edited))
    })
    .await?;
    let events = events(&store, &uid(1)).await?;
    let stored = state(&store, &uid(1)).await?;
    assert_eq!(replayed(&events), stored);
    let count = db.query("SELECT watchlist_count FROM user_record").await?;
    assert_eq!(count, [[Some(stored.len().to_string())]]);
    let history = store.library(&uid(1)).await?.history.len() as u64;
    let version = store.library_state(&uid(1)).await?.position.version;
    assert_eq!(events.len() as u64 + history, version);
    let mut written = BTreeSet::new();
    for event in events.iter().filter(|event| event.op_id.is_some()) {
        let op_id = event.op_id.as_ref().map(ToOwned::to_owned);
        let op_id = op_id.context("an operation")?.as_str().to_owned();
        assert!(written.insert((op_id, event.mal_id)), "{event:?}");
    }
    for (op_id, changed) in answers {
        for (title, entry) in changed.entries {
            let Some(version) = entry?.event else {
                continue;
            };
            let event = events.iter().find(|event| event.version == version);
            let event = event.context("an answer names an event that is not there")?;
            assert_eq!((&event.op_id, event.mal_id), (&op_id, title));
        }
    }
    Ok(())
}
