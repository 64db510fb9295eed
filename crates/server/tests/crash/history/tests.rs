//! Tests that a history's check finds the faults that it is there to find.

use super::*;

fn watch(id: u32) -> Slot {
    let list = List::Watchlist;
    Slot { list, id }
}

fn change(slot: Slot, wish: Wish) -> SeenChange {
    SeenChange { slot, wish }
}

fn request(client: usize, slot: Slot, wish: Wish, floor: u64, answer: Option<u64>) -> Request {
    Request {
        client,
        slot,
        wish,
        floor,
        answer,
    }
}

/// A history in which all is well: clients 0 and 1 share title 9 of the watchlist.
fn sound() -> History {
    use Wish::{Add, Remove};
    let opened = Slot {
        list: List::History,
        id: 9,
    };
    History {
        requests: vec![
            request(0, watch(1), Add, 0, Some(1)),
            request(1, watch(9), Add, 1, Some(2)),
            // The title was on the list already
            request(0, watch(9), Add, 1, Some(2)),
            // The removal was carried out, but its answer was lost
            request(1, watch(9), Remove, 2, None),
            request(0, watch(1), Remove, 2, Some(4)),
            // The addition was not carried out, and its answer was lost
            request(0, watch(2), Add, 4, None),
            request(1, opened, Add, 4, Some(5)),
            request(0, watch(3), Add, 5, Some(6)),
            request(0, watch(4), Add, 6, Some(7)),
            // The title was not on the list
            request(1, watch(9), Remove, 6, Some(7)),
        ],
        changes: BTreeMap::from([
            // A client that reconnected late saw the addition as a removal
            (1, change(watch(1), Remove)),
            (2, change(watch(9), Add)),
            (3, change(watch(9), Remove)),
            (4, change(watch(1), Remove)),
            (5, change(opened, Add)),
            (6, change(watch(3), Add)),
            (7, change(watch(4), Add)),
        ]),
        stored: StoredLibrary {
            version: 7,
            watchlist: vec![4, 3],
            history: vec![9],
        },
    }
}

#[track_caller]
fn assert_found(what: &str, spoil: impl FnOnce(&mut History)) {
    let mut history = sound();
    spoil(&mut history);
    let faults = history.faults();
    assert!(
        faults.iter().any(|fault| fault.contains(what)),
        "{what}: {faults:?}"
    );
}

#[test]
fn valid_history_passes() {
    assert_eq!(sound().faults(), Vec::<String>::new());
}

#[test]
fn lost_change_is_detected() {
    assert_found("only client", |h| {
        h.stored.watchlist.remove(0);
    });
    assert_found("which is not stored", |h| {
        h.changes.remove(&7);
        h.stored.version = 6;
        h.stored.watchlist.remove(0);
    });
    assert_found("sent and is not stored", |h| h.stored.version = 6);
    assert_found("sent to nobody", |h| {
        h.changes.remove(&3);
    });
    // The change that was answered 7 was undone, and another took its version
    assert_found("at which it was otherwise", |h| {
        h.changes.insert(7, change(watch(2), Wish::Add));
        h.stored.watchlist[0] = 2;
    });
}

#[test]
fn duplicate_change_is_detected() {
    assert_found("is stored and not", |h| h.stored.watchlist.push(3));
    assert_found("added twice", |h| {
        h.changes.insert(8, change(watch(4), Wish::Add));
        h.stored.version = 8;
    });
    assert_found("removed twice", |h| {
        h.changes.insert(8, change(watch(1), Wish::Remove));
        h.stored.version = 8;
    });
    // The request that was not answered was carried out twice, with another's in between
    assert_found("nobody asked", |h| {
        h.changes.insert(8, change(watch(9), Wish::Add));
        h.changes.insert(9, change(watch(9), Wish::Remove));
        h.stored.version = 9;
    });
}

#[test]
fn reordered_change_is_detected() {
    assert_found("at which it was otherwise", |h| {
        h.changes.insert(6, change(watch(4), Wish::Add));
        h.changes.insert(7, change(watch(3), Wish::Add));
        h.stored.watchlist.reverse();
    });
    assert_found("is stored and not", |h| h.stored.watchlist.reverse());
    assert_found("when 8 was known", |h| h.requests[8].floor = 8);
}

#[test]
fn unrequested_change_is_detected() {
    assert_found("nobody asked", |h| {
        h.changes.insert(8, change(watch(77), Wish::Add));
        h.stored.version = 8;
        h.stored.watchlist.insert(0, 77);
    });
}
