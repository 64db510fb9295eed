//! Edits that come after others which their client had not seen.
//!
//! All of them end as if they had come in the order in which they were made, whatever the order in which they came. So
//! the edits since what the client had seen are made again, each with what its own client had seen.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{
    AskedEdit, CurrentEntry, Decision, Edit, Field, FieldChange, FieldValue, ListEntry, ListEvent,
    Moment, RunDate, RunField, TitleFacts, diff,
    fields::{entry, fields},
    rules::edited,
    unseen::Unseen,
};
use crate::{Error, Result};

/// What becomes of an entry by an edit.
///
/// # Errors
/// [`Error::UnknownTitle`], and [`Error::Invalid`] with a sentence that says what is allowed.
pub fn apply(current: &CurrentEntry, edit: &Edit, moment: &Moment) -> Result<Decision> {
    let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
    let (edit, today) = (edit.clone(), moment.today);
    let asked = AskedEdit { edit, today };
    let unseen: Vec<&ListEvent> = current.unseen().collect();
    let has_seen_all = unseen.is_empty();
    let unseen = Unseen::new(unseen);
    let decision = edited(facts, current.entry.as_ref(), unseen, &asked, moment.now)?;
    let replayed = || replayed(current, facts, &asked, moment.now);
    let replayed = if has_seen_all { None } else { replayed() };
    Ok(Decision {
        asked: Some(asked),
        ..replayed.unwrap_or(decision)
    })
}

/// What an edit leads to together with those since what its client had seen. `None` where the title was taken
/// off meanwhile, or where one of the others would be refused or would leave runs that cannot be: then the order is
/// that in which they came.
fn replayed(
    current: &CurrentEntry,
    facts: &TitleFacts,
    asked: &AskedEdit,
    now: Timestamp,
) -> Option<Decision> {
    let kept = current.entry.as_ref()?;
    let first = current.since.first()?;
    if current.since.iter().any(|event| event.after.is_none()) {
        return None;
    }
    let mut state = match &first.before {
        Some(before) => before.clone(),
        None => ListEntry::planned(kept.added_at),
    };
    let mut again: Vec<ListEvent> = Vec::new();
    for event in in_order_of_making(current, asked) {
        let unseen = again.iter().filter(|other| !event.has_seen(other));
        let unseen = Unseen::new(unseen.collect());
        let decision = match &event.asked {
            Some(asked) => edited(facts, Some(&state), unseen, asked, now).ok()?,
            None => Decision::entry(with(&state, event.changes_of_hands_and_rules())),
        };
        let after = decision.entry.filter(ListEntry::has_possible_runs)?;
        let before = std::mem::replace(&mut state, after.clone());
        again.push(ListEvent {
            before: Some(before),
            after: Some(after),
            by_rule: decision.by_rule,
            ..event
        });
    }
    state.added_at = kept.added_at;
    let own = again.iter().find(|event| event.version == NEW)?;
    let mut by_hand: BTreeSet<Field> = changed(own.before.as_ref(), own.after.as_ref());
    by_hand.retain(|field| !own.by_rule.contains(field));
    let mut by_rule = changed(Some(kept), Some(&state));
    by_rule.retain(|field| !by_hand.contains(field));
    Some(Decision {
        entry: Some(state),
        by_rule,
        is_overruled: changes_what_was_seen(current, facts, asked, now),
        ..Decision::default()
    })
}

/// Stands for the version that the edit will have.
const NEW: u64 = u64::MAX;

/// The edit, and the changes since what its client had seen.
fn in_order_of_making(current: &CurrentEntry, asked: &AskedEdit) -> Vec<ListEvent> {
    let operation = &current.operation;
    let mut new = operation.event(NEW, current.mal_id, (None, None));
    new.base_version = operation.base_version;
    new.asked = Some(asked.clone());
    // An outbox sends its edits in their order, even if its clock was turned back
    let own = current.since.iter().filter(|event| operation.made(event));
    new.made_at = own.map(made).chain([made(&new)]).max();
    let mut events: Vec<ListEvent> = current.since.iter().cloned().chain([new]).collect();
    events.sort_by(|a, b| {
        let key = |event: &ListEvent| {
            (
                made(event),
                event.outbox().map(str::to_owned),
                event.version,
            )
        };
        key(a).cmp(&key(b))
    });
    events
}

/// When somebody made a change.
fn made(event: &ListEvent) -> Timestamp {
    event.made_at.unwrap_or(event.at)
}

impl ListEvent {
    /// Whether its client had seen another change of the entry.
    fn has_seen(&self, other: &Self) -> bool {
        let is_own = self.outbox().is_some() && self.outbox() == other.outbox();
        let base = self.base_version.unwrap_or(NEW);
        other.version < self.version && (is_own || other.version <= base)
    }
}

/// Whether an edit changes the entry that its client had seen.
fn changes_what_was_seen(
    current: &CurrentEntry,
    facts: &TitleFacts,
    asked: &AskedEdit,
    now: Timestamp,
) -> bool {
    let unseen = Unseen::new(current.unseen().collect());
    let seen = current
        .entry
        .as_ref()
        .and_then(|kept| unseen.seen_entry(kept));
    let alone = edited(facts, seen.as_ref(), Unseen::new(Vec::new()), asked, now);
    alone.is_ok_and(|decision| decision.entry != seen)
}

/// The entry with changes that were not asked for as an edit, such as those of an undo.
fn with(state: &ListEntry, changes: Vec<FieldChange>) -> Option<ListEntry> {
    let mut all = fields(Some(state));
    for change in changes {
        match change.new {
            Some(new) => all.insert(change.field, new),
            None => all.remove(&change.field),
        };
    }
    let mut entry = entry(&all)?;
    entry.settle();
    Some(entry)
}

fn changed(before: Option<&ListEntry>, after: Option<&ListEntry>) -> BTreeSet<Field> {
    let changes = diff(before, after).into_iter();
    changes.map(|change| change.field).collect()
}

/// What somebody asked for and did not get, since what others had done stands: of each field its value, and
/// as the new one what was asked for.
pub fn overruled(event: &ListEvent) -> Vec<FieldChange> {
    let (Some(asked), Some(after)) = (&event.asked, &event.after) else {
        return Vec::new();
    };
    if event.base_version.is_none() {
        return Vec::new();
    }
    let mut stands = fields(Some(after));
    let wanted = wanted(&asked.edit, after).into_iter();
    let differ = |(field, new): (Field, Option<FieldValue>)| {
        let old = stands.remove(&field);
        let date = |value: &Option<FieldValue>| match value {
            Some(FieldValue::Date(it)) => Some(it.date),
            _ => None,
        };
        let is_same = old == new || (date(&old).is_some() && date(&old) == date(&new));
        (!is_same).then_some(FieldChange { field, old, new })
    };
    wanted.filter_map(differ).collect()
}

/// The values that an edit wants fields to have.
fn wanted(edit: &Edit, after: &ListEntry) -> Vec<(Field, Option<FieldValue>)> {
    let mut wanted = Vec::new();
    let number = edit.run.unwrap_or_else(|| after.current_number());
    let date = |date: Option<_>| date.map(RunDate::by_hand).map(FieldValue::Date);
    wanted.extend(
        edit.status
            .map(|it| (Field::Status, Some(FieldValue::Status(it)))),
    );
    wanted.extend(
        edit.score
            .map(|it| (Field::Score, it.map(FieldValue::Score))),
    );
    let notes = edit.notes.as_ref().map(|notes| {
        let text = Some(notes).filter(|notes| !notes.is_empty());
        (Field::Notes, text.cloned().map(FieldValue::Text))
    });
    wanted.extend(notes);
    let private = edit.private.map(|it| it.then_some(FieldValue::Yes));
    wanted.extend(private.map(|it| (Field::Private, it)));
    let progress = edit.progress.and_then(|it| u16::try_from(it).ok());
    for (field, value) in [
        (
            RunField::Progress,
            progress.map(|it| Some(FieldValue::Count(it))),
        ),
        (
            RunField::Score,
            edit.run_score.map(|it| it.map(FieldValue::Score)),
        ),
        (RunField::Started, edit.started.map(date)),
        (RunField::Finished, edit.finished.map(date)),
    ] {
        wanted.extend(value.map(|value| (Field::Run(number, field), value)));
    }
    let tags = edit.tags.iter().flatten().chain(&edit.add_tags);
    wanted.extend(tags.map(|tag| (Field::Tag(tag.clone()), Some(FieldValue::Yes))));
    let gone = edit.remove_tags.iter();
    wanted.extend(gone.map(|tag| (Field::Tag(tag.clone()), None)));
    wanted
}
