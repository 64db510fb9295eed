//! The state of an entry that a client knew when its user changed it.

use jiff::Timestamp;

use super::{
    Field, FieldValue, ListEntry, ListEvent, RunField,
    fields::{Fields, fields},
};

/// An entry as a client had seen it, and what happened to it that the client had not seen.
pub(super) struct View<'a> {
    seen: Option<ListEntry>,
    /// The fields of [`seen`](Self::seen); of a title that was not on the list, those of a planned one.
    fields: Fields,
    unseen: Vec<&'a ListEvent>,
}

impl<'a> View<'a> {
    pub(super) fn new(seen: Option<ListEntry>, unseen: Vec<&'a ListEvent>) -> Self {
        let planned = || ListEntry::planned(Timestamp::UNIX_EPOCH);
        let fields = match &seen {
            Some(seen) => fields(Some(seen)),
            None => fields(Some(&planned())),
        };
        Self {
            seen,
            fields,
            unseen,
        }
    }

    /// Returns the entry that the client had seen; `None` where the title was not on the list.
    pub(super) fn seen(&self) -> Option<&ListEntry> {
        self.seen.as_ref()
    }

    /// Returns the value that the client had seen of a field.
    pub(super) fn value(&self, field: &Field) -> Option<&FieldValue> {
        self.fields.get(field)
    }

    /// Returns the number of the current run that the client had seen; `None` if there was no entry.
    pub(super) fn current_number(&self) -> Option<u16> {
        self.seen().map(ListEntry::current_number)
    }

    /// Returns whether somebody began a run that the client had not seen.
    pub(super) fn began(&self, run: u16) -> bool {
        self.value(&Field::Run(run, RunField::State)).is_none()
    }

    /// Returns whether the client had seen all changes.
    pub(super) fn is_whole(&self) -> bool {
        self.unseen.is_empty()
    }

    /// Returns whether any unseen change left the title on the list.
    pub(super) fn was_listed_meanwhile(&self) -> bool {
        self.unseen.iter().any(|event| event.after.is_some())
    }

    /// Returns the entry before it was taken off the list unseen; `None` if it was not.
    pub(super) fn removed(&self) -> Option<&'a ListEntry> {
        let last = self.unseen.iter().rev();
        let mut removals = last.take_while(|event| event.after.is_none());
        removals.find_map(|event| event.before.as_ref())
    }

    /// Returns whether a hand changed a field unseen. A removal hides the entry and changes nothing of it.
    pub(super) fn changed_by_hand(&self, field: &Field) -> bool {
        let edits = self.unseen.iter().filter(|event| event.after.is_some());
        let by_hand = edits.filter(|event| !event.by_rule.contains(field));
        let mut changes = by_hand.flat_map(|event| event.changes_of_hands_and_rules());
        changes.any(|change| change.field == *field)
    }
}
