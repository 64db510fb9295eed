//! Taking a change back.

use std::collections::BTreeSet;

use super::{
    Decision, Field, FieldChange, ListEntry, ListEvent, diff,
    fields::{Fields, entry, fields},
};

/// What becomes of an entry when `event` is taken back. A field gets its former value where it still has
/// the one that the event gave it; the others stay and are named.
///
/// An addition is taken back as a whole or not at all, and so is a removal.
pub fn undo(event: &ListEvent, current: Option<&ListEntry>) -> Decision {
    Decision {
        undoes: Some(event.version),
        ..undone(event, current)
    }
}

fn undone(event: &ListEvent, current: Option<&ListEntry>) -> Decision {
    let changes = match (&event.before, &event.after) {
        (Some(_), Some(_)) => event.changes(),
        (before, after) => return undo_whole(before.as_ref(), after.as_ref(), current),
    };
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
    stays.extend(split_runs(event, &stays, &mut back));
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
    if Some(current) != event.after.as_ref() {
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
    event: &ListEvent,
    stays: &[FieldChange],
    back: &mut Vec<FieldChange>,
) -> Vec<FieldChange> {
    let count = |entry: &Option<ListEntry>| entry.as_ref().map_or(0, |entry| entry.runs.len());
    let (before, after) = (count(&event.before), count(&event.after));
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

/// The entry with former values; `None` if that is none.
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
