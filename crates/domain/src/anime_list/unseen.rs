//! What happened to an entry that the client had not seen when its user changed it.

use super::{Field, FieldChange, FieldValue, ListEntry, ListEvent, RunField};

/// The changes of one entry that were not seen.
pub(super) struct Unseen<'a> {
    events: &'a [ListEvent],
    /// Each with whether a rule made it.
    changes: Vec<(FieldChange, bool)>,
}

impl<'a> Unseen<'a> {
    /// A removal hides the entry and changes nothing of it.
    pub(super) fn new(events: &'a [ListEvent]) -> Self {
        let edits = events.iter().filter(|event| event.after.is_some());
        let changes = edits.flat_map(|event| {
            let by_rule = |change: &FieldChange| event.by_rule.contains(&change.field);
            let changes = event.changes().into_iter();
            changes.map(move |change| (by_rule(&change), change))
        });
        Self {
            events,
            changes: changes.map(|(by_rule, change)| (change, by_rule)).collect(),
        }
    }

    /// The entry that was taken off.
    pub(super) fn removed(&self) -> Option<&ListEntry> {
        let last = self.events.last()?;
        last.before.as_ref().filter(|_| last.after.is_none())
    }

    /// Number of the run that was the current one when the client last looked; `None` if that is still so.
    pub(super) fn current_number(&self) -> Option<u16> {
        self.events.iter().find_map(|event| {
            let before = event.before.as_ref()?.current_number();
            let after = event.after.as_ref()?.current_number();
            (before != after).then_some(before)
        })
    }

    /// Whether somebody raised the progress of a run.
    pub(super) fn raised(&self, run: u16) -> bool {
        let field = Field::Run(run, RunField::Progress);
        let count = |value: &Option<FieldValue>| match value {
            Some(FieldValue::Count(count)) => *count,
            _ => 0,
        };
        self.any(&field, |change, _| count(&change.new) > count(&change.old))
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

    /// Whether a field got a value.
    pub(super) fn added(&self, field: &Field) -> bool {
        self.any(field, |change, _| change.old.is_none())
    }

    /// Whether a field lost its value.
    pub(super) fn took(&self, field: &Field) -> bool {
        self.any(field, |change, _| change.new.is_none())
    }

    fn any(&self, field: &Field, is_so: impl Fn(&FieldChange, bool) -> bool) -> bool {
        let changes = self.changes.iter();
        let mut of_field = changes.filter(|(change, _)| change.field == *field);
        of_field.any(|(change, by_rule)| is_so(change, *by_rule))
    }
}
