//! Checks that requests, answers, seen changes and the stored library fit together.
//!
//! The record's versions are the order in which its changes took place. A history is right if that
//! order explains every answer and agrees with real time (it is linearizable), if every change was
//! requested, and if the stored library is what the changes lead to.

mod tests;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
};

use domain::library::List;

/// A title's place on a list: taken or empty, and empty in the beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    pub(super) list: List,
    pub(super) id: u32,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.list.as_str(), self.id)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Wish {
    Add,
    Remove,
}

/// A request to take or empty a slot.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) client: usize,
    pub(super) slot: Slot,
    pub(super) wish: Wish,
    /// The highest version that any client had been answered when this was sent.
    pub(super) floor: u64,
    /// The version it was answered; `None` where the answer was lost, so that it may have been
    /// carried out or not.
    pub(super) answer: Option<u64>,
}

/// A change, as listeners saw it. A title that was added and removed again may be seen as
/// removed under both versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SeenChange {
    pub(super) slot: Slot,
    pub(super) wish: Wish,
}

/// What the store holds in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredLibrary {
    pub(super) version: u64,
    /// The titles of the watchlist, newest first.
    pub(super) watchlist: Vec<u32>,
    /// The titles of the history, newest first.
    pub(super) history: Vec<u32>,
}

impl StoredLibrary {
    fn list(&self, list: List) -> &[u32] {
        match list {
            List::Watchlist => &self.watchlist,
            List::History => &self.history,
        }
    }
}

/// All that happened to one record.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// The requests; those of one client are in the order in which they were sent.
    pub(super) requests: Vec<Request>,
    /// The changes by version.
    pub(super) changes: BTreeMap<u64, SeenChange>,
    pub(super) stored: StoredLibrary,
}

/// For each slot the versions at which it changed: taken, emptied, taken, …
type Turns = HashMap<Slot, Vec<u64>>;

impl History {
    /// Returns what cannot have happened; nothing if all is well.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut turns = Turns::new();
        for (&version, change) in &self.changes {
            turns.entry(change.slot).or_default().push(version);
        }
        let mut faults = self.gaps();
        faults.extend(self.alternation_faults(&turns));
        faults.extend(
            self.requests
                .iter()
                .filter_map(|request| self.wrong_answer(request, &turns)),
        );
        faults.extend(self.unrequested(&turns));
        for list in [List::Watchlist, List::History] {
            faults.extend(self.stored_differently(list, &turns));
        }
        faults.extend(self.lost());
        faults
    }

    /// Returns a fault unless each version up to the last is the change of one slot.
    fn gaps(&self) -> Vec<String> {
        let last = self.stored.version;
        let missing = (1..=last).filter(|version| !self.changes.contains_key(version));
        let beyond = self.changes.keys().filter(|version| **version > last);
        missing
            .map(|version| format!("version {version} was sent to nobody"))
            .chain(beyond.map(|version| format!("version {version} was sent and is not stored")))
            .collect()
    }

    /// Returns a fault for each slot that is not taken and emptied in turns.
    fn alternation_faults(&self, turns: &Turns) -> Vec<String> {
        let mut faults = Vec::new();
        for (slot, versions) in turns {
            for (turn, version) in versions.iter().enumerate() {
                let emptied = turn % 2 == 1;
                let last = turn + 1 == versions.len();
                match self.changes[version].wish {
                    Wish::Add if emptied => {
                        faults.push(format!("{slot} was added twice, at {version}"));
                    }
                    Wish::Remove if !emptied && last => {
                        faults.push(format!("{slot} was removed twice, at {version}"));
                    }
                    Wish::Add | Wish::Remove => {}
                }
            }
        }
        faults
    }

    /// An answer names a version that is not older than what was known before, and at which the
    /// slot is as the client wished.
    fn wrong_answer(&self, request: &Request, turns: &Turns) -> Option<String> {
        let version = request.answer?;
        let Request {
            client,
            slot,
            wish,
            floor,
            ..
        } = request;
        let request = format!("client {client}: {wish:?} {slot} was answered version {version}");
        if version < *floor {
            return Some(format!("{request} when {floor} was known"));
        }
        if version > self.stored.version {
            return Some(format!("{request}, which is not stored"));
        }
        let before = |versions: &Vec<u64>| versions.iter().filter(|v| **v <= version).count();
        let taken = turns.get(slot).map_or(0, before) % 2 == 1;
        (taken != (*wish == Wish::Add)).then(|| format!("{request}, at which it was otherwise"))
    }

    /// Every change has an acknowledged request, or may be one that was requested once and not
    /// answered.
    fn unrequested(&self, turns: &Turns) -> Vec<String> {
        let mut answered: HashSet<(Slot, Wish, u64)> = HashSet::new();
        let mut unanswered: HashMap<(Slot, Wish), usize> = HashMap::new();
        for request in &self.requests {
            match request.answer {
                Some(version) => {
                    answered.insert((request.slot, request.wish, version));
                }
                None => *unanswered.entry((request.slot, request.wish)).or_default() += 1,
            }
        }
        let mut faults = Vec::new();
        for (slot, versions) in turns {
            for (turn, version) in versions.iter().enumerate() {
                let wish = if turn % 2 == 0 {
                    Wish::Add
                } else {
                    Wish::Remove
                };
                if answered.contains(&(*slot, wish, *version)) {
                    continue;
                }
                match unanswered.get_mut(&(*slot, wish)) {
                    Some(left @ 1..) => *left -= 1,
                    _ => faults.push(format!("nobody asked for {wish:?} {slot} at {version}")),
                }
            }
        }
        faults
    }

    /// Returns a fault unless the stored list is what its changes lead to, newest first and nothing twice.
    fn stored_differently(&self, list: List, turns: &Turns) -> Option<String> {
        let mut taken: Vec<(u64, u32)> = turns
            .iter()
            .filter(|(slot, versions)| slot.list == list && versions.len() % 2 == 1)
            .filter_map(|(slot, versions)| Some((*versions.last()?, slot.id)))
            .collect();
        taken.sort_unstable_by(|a, b| b.cmp(a));
        let expected: Vec<u32> = taken.into_iter().map(|(_, id)| id).collect();
        let stored = self.stored.list(list);
        let list = list.as_str();
        (stored != expected).then(|| format!("{list}: {stored:?} is stored and not {expected:?}"))
    }

    /// Returns a fault for each slot of a single client that is not as the answers say, whatever listeners saw.
    fn lost(&self) -> Vec<String> {
        let mut slots: HashMap<Slot, Vec<&Request>> = HashMap::new();
        for request in &self.requests {
            slots.entry(request.slot).or_default().push(request);
        }
        let own = |requests: &[&Request]| {
            requests
                .windows(2)
                .all(|pair| pair[0].client == pair[1].client)
        };
        let mut faults = Vec::new();
        for (slot, requests) in slots.iter().filter(|(_, requests)| own(requests)) {
            let (mut may_be_empty, mut may_be_taken) = (true, false);
            for request in requests {
                if request.answer.is_some() {
                    (may_be_empty, may_be_taken) = (false, false);
                }
                match request.wish {
                    Wish::Add => may_be_taken = true,
                    Wish::Remove => may_be_empty = true,
                }
            }
            let taken = self.stored.list(slot.list).contains(&slot.id);
            if !(if taken { may_be_taken } else { may_be_empty }) {
                faults.push(format!("{slot} is not as its only client was answered"));
            }
        }
        faults
    }
}
