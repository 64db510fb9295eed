//! Taking a change back.

use std::collections::BTreeSet;

use super::{
    CurrentEntry, Decision, Field, FieldChange, ListEntry, ListEvent, diff,
    fields::{Fields, entry, fields},
    replay::{taken_back, without_and_with},
};

/// What becomes of an entry when `event` is undone. Where a field still has the value that the event gave it, it
/// gets the one that it would have without: its former one, or what a change wanted that the event has overruled. The
/// others stay and are named.
///
/// An addition is undone as a whole or not at all, and so is a removal.
pub fn undo(event: &ListEvent, current: &CurrentEntry) -> Decision {
    let now = current.entry.as_ref();
    let overruled = without_and_with(event, current).filter(|(without, _)| without.as_ref() != now);
    let (before, after) = match &overruled {
        Some((without, with)) => (without, with),
        None => (&event.before, &event.after),
    };
    let was_forced = event.base_version.is_some() || event.before == event.after;
    Decision {
        undoes: Some(event.version),
        // Its overruled values must not return when others are undone
        forces_event: was_forced && !taken_back(&current.since).contains(&event.version),
        ..undone(before.as_ref(), after.as_ref(), now)
    }
}

/// Returns whether taking a change back would change its entry; `now` is the present one.
pub fn can_undo(event: &ListEvent, now: Option<&ListEntry>) -> bool {
    let undone = undone(event.before.as_ref(), event.after.as_ref(), now);
    undone.entry.as_ref() != now
}

/// Takes back what makes an entry `after` instead of `before`.
fn undone(
    before: Option<&ListEntry>,
    after: Option<&ListEntry>,
    current: Option<&ListEntry>,
) -> Decision {
    if before == after {
        return Decision::entry(current.cloned());
    }
    if before.is_none() || after.is_none() {
        return undo_whole(before, after, current);
    }
    let changes = diff(before, after);
    let Some(current) = current else {
        let changed_since = changes.into_iter().map(|change| change.field).collect();
        return Decision {
            changed_since,
            ..Decision::default()
        };
    };
    let now = fields(Some(current));
    let is_done = |change: &FieldChange| now.get(&change.field) == change.old.as_ref();
    let (mut back, mut stays): (Vec<_>, Vec<_>) = changes
        .into_iter()
        .filter(|change| !is_done(change))
        .partition(|change| now.get(&change.field) == change.new.as_ref());
    let runs = [before, after].map(|entry| entry.map_or(0, |entry| entry.runs.len()));
    stays.extend(split_runs(runs, &stays, &mut back));
    let mut entry = with(&now, &back);
    if !entry.as_ref().is_some_and(ListEntry::has_possible_runs) {
        // Runs that came or went meanwhile leave no place for those of the event
        let runs = back.extract_if(.., |change| run(change).is_some());
        stays.extend(runs);
        entry = with(&now, &back);
    }
    let mut changed_since: Vec<Field> = stays.into_iter().map(|change| change.field).collect();
    changed_since.sort();
    let mut entry = entry.unwrap_or_else(|| current.clone());
    if Some(current) != after {
        entry.settle();
    }
    Decision {
        entry: Some(entry),
        changed_since,
        ..Decision::default()
    }
}

fn undo_whole(
    before: Option<&ListEntry>,
    after: Option<&ListEntry>,
    current: Option<&ListEntry>,
) -> Decision {
    let is_done = current == before;
    if is_done || current == after {
        return Decision::entry(before.cloned());
    }
    let reference = after.or(before);
    let changes = diff(reference, current).into_iter();
    Decision {
        entry: current.cloned(),
        changed_since: changes.map(|change| change.field).collect(),
        ..Decision::default()
    }
}

/// A run that the event began or took away goes or comes as a whole: where a field of it stays, all do.
fn split_runs(
    [before, after]: [usize; 2],
    stays: &[FieldChange],
    back: &mut Vec<FieldChange>,
) -> Vec<FieldChange> {
    let came_or_went = |number: u16| usize::from(number) > before.min(after);
    let stay: BTreeSet<u16> = stays.iter().filter_map(run).collect();
    let is_whole = |change: &FieldChange| {
        run(change).is_none_or(|number| !came_or_went(number) || !stay.contains(&number))
    };
    let (whole, parts) = std::mem::take(back).into_iter().partition(is_whole);
    *back = whole;
    parts
}

fn run(change: &FieldChange) -> Option<u16> {
    match change.field {
        Field::Run(number, _) => Some(number),
        _ => None,
    }
}

/// Returns the entry with former values put back; `None` if the fields are those of no entry.
fn with(fields: &Fields, back: &[FieldChange]) -> Option<ListEntry> {
    let mut fields = fields.clone();
    for change in back {
        match &change.old {
            Some(old) => fields.insert(change.field.clone(), old.clone()),
            None => fields.remove(&change.field),
        };
    }
    entry(&fields)
}
