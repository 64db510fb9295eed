//! What happened to an entry that the client had not seen when its user changed it.

use super::{
    Field, FieldChange, FieldValue, ListEntry, ListEvent, RunField,
    fields::{entry, fields},
};

/// The changes of one entry that were not seen.
pub(super) struct Unseen<'a> {
    events: Vec<&'a ListEvent>,
    /// Each with whether a rule made it.
    changes: Vec<(FieldChange, bool)>,
    /// Whether the title was on the list, as the client had seen it.
    pub(super) was_listed: bool,
}

impl<'a> Unseen<'a> {
    /// Those of `events` that the client has not seen, which have led to `now`. A removal hides the entry and changes
    /// nothing of it.
    pub(super) fn of(
        events: &'a [ListEvent],
        has_seen: impl Fn(&ListEvent) -> bool,
        now: Option<&ListEntry>,
    ) -> Self {
        let first = events.first().map_or(now, |event| event.before.as_ref());
        let last_seen = events.iter().rev().find(|event| has_seen(event));
        let was_listed = last_seen
            .map_or(first, |event| event.after.as_ref())
            .is_some();
        let events: Vec<&ListEvent> = events.iter().filter(|event| !has_seen(event)).collect();
        let edits = events.iter().filter(|event| event.after.is_some());
        let changes = edits.flat_map(|event| {
            let changes = event.changes_of_hands_and_rules().into_iter();
            changes.map(|change| {
                let by_rule = event.by_rule.contains(&change.field);
                (change, by_rule)
            })
        });
        let changes = changes.collect();
        Self {
            events,
            changes,
            was_listed,
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether one of them has left the title on the list.
    pub(super) fn has_listed(&self) -> bool {
        self.events.iter().any(|event| event.after.is_some())
    }

    /// The entry that was taken off.
    pub(super) fn removed(&self) -> Option<&ListEntry> {
        let last = self.events.iter().rev();
        let mut removals = last.take_while(|event| event.after.is_none());
        removals.find_map(|event| event.before.as_ref())
    }

    /// Number of the run that was the current one when the client last looked; `None` if that is still so.
    pub(super) fn current_number(&self) -> Option<u16> {
        self.events.iter().find_map(|event| {
            let before = event.before.as_ref()?.current_number();
            let after = event.after.as_ref()?.current_number();
            (before != after).then_some(before)
        })
    }

    /// The entry as the client had seen it, which is `now` here; `None` if that was none.
    pub(super) fn seen_entry(&self, now: &ListEntry) -> Option<ListEntry> {
        let mut seen = fields(Some(now));
        for (change, _) in self.changes.iter().rev() {
            if seen.get(&change.field) != change.new.as_ref() {
                continue;
            }
            match &change.old {
                Some(old) => seen.insert(change.field.clone(), old.clone()),
                None => seen.remove(&change.field),
            };
        }
        entry(&seen)
    }

    /// The value of a field as the client had seen it, which is `now` here.
    pub(super) fn seen(&self, field: &Field, now: Option<FieldValue>) -> Option<FieldValue> {
        let changes = self.changes.iter().rev().map(|(change, _)| change);
        let of_field = changes.filter(|change| change.field == *field);
        of_field.fold(now, |value, change| {
            if value == change.new {
                change.old.clone()
            } else {
                value
            }
        })
    }

    /// Whether somebody began a run.
    pub(super) fn began(&self, run: u16) -> bool {
        let field = Field::Run(run, RunField::State);
        self.any(&field, |change, _| change.old.is_none())
    }

    /// Whether somebody's own hand changed a field.
    pub(super) fn changed_by_hand(&self, field: &Field) -> bool {
        self.any(field, |_, by_rule| !by_rule)
    }

    fn any(&self, field: &Field, is_so: impl Fn(&FieldChange, bool) -> bool) -> bool {
        let changes = self.changes.iter();
        let mut of_field = changes.filter(|(change, _)| change.field == *field);
        of_field.any(|(change, by_rule)| is_so(change, *by_rule))
    }
}
