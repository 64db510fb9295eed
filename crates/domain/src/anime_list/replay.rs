//! Changes that had not seen one another.
//!
//! All of them end as if they had come in the order in which they were made, whatever the order in which they came. So
//! those that may matter are made again, each with what its own client had seen.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{
    Cause, CurrentEntry, Decision, Edit, Field, ListEntry, ListEvent, Moment, RequestedEdit,
    TitleFacts, diff,
    fields::{entry, fields},
    rules::edited,
    view::View,
};
use crate::{Error, Result};

/// The largest number of changes of a title that are made again. Whoever missed more than that comes after all of them.
const MAX_REPLAYED: usize = 200;

/// The entry after an edit.
///
/// # Errors
/// [`Error::UnknownTitle`], and [`Error::Invalid`] with a sentence that says what is allowed.
pub fn apply(current: &CurrentEntry, edit: &Edit, moment: &Moment) -> Result<Decision> {
    if current.facts.is_none() && !edit.remove {
        return Err(Error::UnknownTitle);
    }
    let requested = RequestedEdit::new(edit.clone(), moment.today, current.facts.as_ref());
    let (title, entry) = (current.title(), current.entry.as_ref());
    let new = requested_event(current, &requested);
    let view = if current.was_seen() {
        View::new(entry.cloned(), Vec::new())
    } else {
        view(&new, &current.since, &current.since, title)
    };
    if edit.remove && current.operation.made_at.is_none() && view.was_listed_meanwhile() {
        return Ok(Decision::entry(entry.cloned()));
    }
    let mut decision = made_of(title, entry, &view, &requested, moment.now)?;
    if !view.is_whole() {
        let alone = View::new(view.seen().cloned(), Vec::new());
        let alone = made_of(title, view.seen(), &alone, &requested, moment.now);
        let is_same = |alone: &Decision| alone.entry.as_ref() == view.seen();
        if alone.as_ref().is_ok_and(is_same) {
            // Its user wanted nothing else than what they had seen
            return Ok(Decision::entry(entry.cloned()));
        }
        let again = replayed(current, new);
        // It is an event though it may have changed nothing: a later edit may be made again with it, and then it counts.
        // One that cannot be made again would keep those after it from that.
        let forces_event = again.is_some() || alone.is_ok();
        decision = Decision {
            forces_event,
            ..again.unwrap_or(decision)
        };
    }
    decision.requested = Some(requested);
    Ok(decision)
}

/// Returns the entry after an edit or a removal.
fn made_of(
    title: &str,
    entry: Option<&ListEntry>,
    view: &View<'_>,
    requested: &RequestedEdit,
    now: Timestamp,
) -> Result<Decision> {
    if requested.edit.remove {
        let stays = entry.filter(|_| view.seen().is_none());
        return Ok(Decision::entry(stays.cloned()));
    }
    // Later facts of the catalogue change no entry
    let facts = TitleFacts {
        title: title.to_owned(),
        episodes: requested.episodes,
        airing: requested.airing,
    };
    edited(&facts, entry, view, requested, now)
}

/// Stands for the version that a new edit will have.
const NEW: u64 = u64::MAX;

/// Returns the event of an edit, as far as it is known before the edit is made.
fn requested_event(current: &CurrentEntry, requested: &RequestedEdit) -> ListEvent {
    let operation = &current.operation;
    let mut new = operation.event(NEW, current.mal_id, (None, None));
    new.base_version = operation.base_version;
    new.requested = Some(requested.clone());
    new
}

/// What the client that made a change knew of the entry: as `history` has it, with the client's own changes made
/// over that; of `others`, those that it had not seen.
fn view<'a>(
    event: &ListEvent,
    history: &[ListEvent],
    others: &'a [ListEvent],
    title: &str,
) -> View<'a> {
    let base = event.base_version.unwrap_or(NEW);
    let mut seen = history.first().and_then(|first| first.before.clone());
    for other in history.iter().filter(|other| event.has_seen(other)) {
        seen = match &other.requested {
            Some(requested) if other.version > base => {
                let view = View::new(seen.clone(), Vec::new());
                let alone = made_of(title, seen.as_ref(), &view, requested, other.at);
                alone.map_or(seen, |decision| decision.entry)
            }
            _ => other.after.clone(),
        };
    }
    let unseen = others.iter().filter(|other| !event.has_seen(other));
    View::new(seen, unseen.collect())
}

/// The result of an edit replayed with those since the version that its client had seen; `None` if they cannot be replayed:
/// then the order is that in which they came.
fn replayed(current: &CurrentEntry, new: ListEvent) -> Option<Decision> {
    if current.since.len() > MAX_REPLAYED {
        return None;
    }
    let history: Vec<ListEvent> = current.since.iter().cloned().chain([new]).collect();
    let again = replay_events(&history, history.clone(), current.title())?;
    let mut state = again.last()?.after.clone();
    let kept = current.entry.as_ref();
    if let (Some(state), Some(kept)) = (&mut state, kept) {
        state.added_at = kept.added_at;
    }
    let own = again.iter().find(|event| event.version == NEW)?;
    let mut by_hand: BTreeSet<Field> = changed(own.before.as_ref(), own.after.as_ref());
    by_hand.retain(|field| !own.by_rule.contains(field));
    let mut by_rule = match &state {
        Some(state) => changed(kept, Some(state)),
        None => BTreeSet::new(),
    };
    by_rule.retain(|field| !by_hand.contains(field));
    Some(Decision {
        entry: state,
        by_rule,
        ..Decision::default()
    })
}

/// Returns the entry without a change, and with it; `None` where that change has overruled nobody.
pub(super) fn without_and_with(
    event: &ListEvent,
    current: &CurrentEntry,
) -> Option<(Option<ListEntry>, Option<ListEntry>)> {
    if current.since.len() > MAX_REPLAYED {
        return None;
    }
    let is_it = |other: &ListEvent| other.version == event.version;
    let others = current.since.iter().filter(|other| !is_it(other));
    let gone = taken_back(others.clone());
    let stand = |other: &&ListEvent| !gone.contains(&other.version);
    let came_late = |other: &ListEvent| {
        other.version > event.version && other.requested.is_some() && !other.has_seen(event)
    };
    if !others.clone().filter(stand).any(came_late) {
        return None;
    }
    let led_to = |events: Vec<ListEvent>| {
        let again = replay_events(&current.since, events, current.title())?;
        Some(again.last()?.after.clone())
    };
    let without = led_to(others.filter(stand).cloned().collect())?;
    let with = current.since.iter().filter(stand).cloned();
    Some((without, led_to(with.collect())?))
}

/// Returns the versions of the changes that were undone, and of those that undid them.
pub(super) fn taken_back<'a>(
    events: impl IntoIterator<Item = &'a ListEvent, IntoIter: DoubleEndedIterator>,
) -> BTreeSet<u64> {
    let mut gone = BTreeSet::new();
    for event in events.into_iter().rev() {
        if let Cause::Undo(version) = event.cause
            && !gone.contains(&event.version)
        {
            gone.extend([version, event.version]);
        }
    }
    gone
}

/// Makes changes of a history again in the order in which they were made, each with what its own client had seen, and
/// says what each has led to. `None` where one of them would be refused or would leave runs that cannot be.
pub(super) fn replay_events(
    history: &[ListEvent],
    events: Vec<ListEvent>,
    title: &str,
) -> Option<Vec<ListEvent>> {
    let mut state = history.first()?.before.clone();
    let mut again: Vec<ListEvent> = Vec::new();
    for event in in_order_of_making(events) {
        let view = view(&event, history, &again, title);
        let decision = match &event.requested {
            Some(requested) => made_of(title, state.as_ref(), &view, requested, event.at).ok()?,
            None => with(state.as_ref(), &view, &event)?,
        };
        if !decision.entry.iter().all(ListEntry::has_possible_runs) {
            return None;
        }
        let after = decision.entry;
        again.push(ListEvent {
            before: std::mem::replace(&mut state, after.clone()),
            after,
            by_rule: decision.by_rule,
            ..event
        });
    }
    Some(again)
}

/// Changes that come in the order of their versions, in that in which they were made. Nobody makes a change before one
/// that they have seen, whatever their clock says.
fn in_order_of_making(mut events: Vec<ListEvent>) -> Vec<ListEvent> {
    let mut times: BTreeMap<u64, Timestamp> = BTreeMap::new();
    for event in &events {
        let seen = events.iter().filter(|other| event.has_seen(other));
        let last = seen.filter_map(|other| times.get(&other.version)).max();
        let made = event.made_at.unwrap_or(event.at);
        times.insert(event.version, last.map_or(made, |last| made.max(*last)));
    }
    events.sort_by_key(|event| times.get(&event.version).copied());
    events
}

impl ListEvent {
    /// Returns whether the client of this change had seen another change of the entry.
    fn has_seen(&self, other: &Self) -> bool {
        let is_own = self.outbox().is_some() && self.outbox() == other.outbox();
        let base = self.base_version.unwrap_or(NEW);
        other.version < self.version && (is_own || other.version <= base)
    }
}

/// Returns the entry after a change that is no edit, such as an undo; `None` if that is unknown.
fn with(state: Option<&ListEntry>, view: &View<'_>, event: &ListEvent) -> Option<Decision> {
    let Some(after) = &event.after else {
        return Some(Decision::entry(None));
    };
    let planned = || ListEntry::planned(after.added_at);
    let state = state.or_else(|| view.removed());
    let mut all = fields(Some(&state.cloned().unwrap_or_else(planned)));
    for change in event.changes_of_hands_and_rules() {
        match change.new {
            Some(new) => all.insert(change.field, new),
            None => all.remove(&change.field),
        };
    }
    let mut entry = entry(&all)?;
    entry.settle();
    Some(Decision::entry(Some(entry)))
}

fn changed(before: Option<&ListEntry>, after: Option<&ListEntry>) -> BTreeSet<Field> {
    let changes = diff(before, after).into_iter();
    changes.map(|change| change.field).collect()
}
