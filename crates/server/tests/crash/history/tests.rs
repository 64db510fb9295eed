//! The judge finds what it is there to find.

use super::*;

fn watch(id: u32) -> Slot {
    let list = List::Watchlist;
    Slot { list, id }
}

fn told(slot: Slot, wish: Wish) -> SeenChange {
    SeenChange { slot, wish }
}

fn ask(client: usize, slot: Slot, wish: Wish, floor: u64, answer: Option<u64>) -> Ask {
    Ask {
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
        asks: vec![
            ask(0, watch(1), Add, 0, Some(1)),
            ask(1, watch(9), Add, 1, Some(2)),
            // It was there already
            ask(0, watch(9), Add, 1, Some(2)),
            // Carried out, and nobody knew
            ask(1, watch(9), Remove, 2, None),
            ask(0, watch(1), Remove, 2, Some(4)),
            // Not carried out, and nobody knew
            ask(0, watch(2), Add, 4, None),
            ask(1, opened, Add, 4, Some(5)),
            ask(0, watch(3), Add, 5, Some(6)),
            ask(0, watch(4), Add, 6, Some(7)),
            // It was not there
            ask(1, watch(9), Remove, 6, Some(7)),
        ],
        told: BTreeMap::from([
            // Seen by a client that reconnected late
            (1, told(watch(1), Remove)),
            (2, told(watch(9), Add)),
            (3, told(watch(9), Remove)),
            (4, told(watch(1), Remove)),
            (5, told(opened, Add)),
            (6, told(watch(3), Add)),
            (7, told(watch(4), Add)),
        ]),
        kept: StoredLibrary {
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
        h.kept.watchlist.remove(0);
    });
    assert_found("which is not kept", |h| {
        h.told.remove(&7);
        h.kept.version = 6;
        h.kept.watchlist.remove(0);
    });
    assert_found("told and is not kept", |h| h.kept.version = 6);
    assert_found("told to nobody", |h| {
        h.told.remove(&3);
    });
    // The change that was answered 7 was undone, and another took its version
    assert_found("at which it was otherwise", |h| {
        h.told.insert(7, told(watch(2), Wish::Add));
        h.kept.watchlist[0] = 2;
    });
}

#[test]
fn duplicate_change_is_detected() {
    assert_found("is kept and not", |h| h.kept.watchlist.push(3));
    assert_found("added twice", |h| {
        h.told.insert(8, told(watch(4), Wish::Add));
        h.kept.version = 8;
    });
    assert_found("removed twice", |h| {
        h.told.insert(8, told(watch(1), Wish::Remove));
        h.kept.version = 8;
    });
    // The request that was not answered was carried out twice, with another's in between
    assert_found("nobody asked", |h| {
        h.told.insert(8, told(watch(9), Wish::Add));
        h.told.insert(9, told(watch(9), Wish::Remove));
        h.kept.version = 9;
    });
}

#[test]
fn reordered_change_is_detected() {
    assert_found("at which it was otherwise", |h| {
        h.told.insert(6, told(watch(4), Wish::Add));
        h.told.insert(7, told(watch(3), Wish::Add));
        h.kept.watchlist.reverse();
    });
    assert_found("is kept and not", |h| h.kept.watchlist.reverse());
    assert_found("when 8 was known", |h| h.asks[8].floor = 8);
}

#[test]
fn unrequested_change_is_detected() {
    assert_found("nobody asked", |h| {
        h.told.insert(8, told(watch(77), Wish::Add));
        h.kept.version = 8;
        h.kept.watchlist.insert(0, 77);
    });
}
