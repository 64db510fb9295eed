//! The results of edits.
//!
//! Rules set what follows from what somebody did: the first episode begins a run, the last one ends it. They
//! never replace what a hand has set: not a date, and not a status that the client had not seen.
//!
//! A field that the client sends unchanged is ignored, so it does not overwrite a concurrent edit.

mod runs;

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{
    Airing, Decision, Edit, Field, FieldValue, ListEntry, MAX_NOTES_CHARS, MAX_TAG_CHARS, MAX_TAGS,
    RequestedEdit, RunDate, RunField, Status, TitleFacts, diff, view::View,
};
use crate::{Error, Result};

/// Applies an edit that arrives at an instant, whose client had not seen some changes.
pub(super) fn edited(
    facts: &TitleFacts,
    entry: Option<&ListEntry>,
    view: &View<'_>,
    requested: &RequestedEdit,
    now: Timestamp,
) -> Result<Decision> {
    let draft = entry.or_else(|| view.removed());
    let mut draft = Draft {
        facts,
        edit: &requested.edit,
        entry: draft.cloned().unwrap_or_else(|| ListEntry::planned(now)),
        view,
        today: RunDate::by_rule(requested.today.into()),
        by_rule: BTreeSet::new(),
    };
    draft.runs()?;
    draft.rewatch()?;
    draft.dates_and_progress()?;
    draft.status()?;
    draft.texts()?;
    draft.tags()?;
    Ok(draft.decision(entry))
}

/// An entry that is being edited.
struct Draft<'a> {
    facts: &'a TitleFacts,
    edit: &'a Edit,
    view: &'a View<'a>,
    entry: ListEntry,
    today: RunDate,
    by_rule: BTreeSet<Field>,
}

impl Draft<'_> {
    /// Applies the status that the edit asks for.
    fn status(&mut self) -> Result<()> {
        let Some(status) = self.edit.status else {
            return Ok(());
        };
        if self.repeats(&Field::Status, Some(&FieldValue::Status(status))) {
            return Ok(());
        }
        if status != Status::Planned && self.facts.airing == Airing::NotYetAired {
            return Err(self.not_yet_aired());
        }
        if status == Status::Dropped && self.entry.is_rewatching() {
            return self.abandon();
        }
        self.entry.status = status;
        if status == Status::Completed {
            self.complete();
        }
        Ok(())
    }

    fn texts(&mut self) -> Result<()> {
        if let Some(score) = self.edit.score
            && !self.repeats(&Field::Score, score.map(FieldValue::Score).as_ref())
        {
            self.entry.score = score;
        }
        if let Some(notes) = &self.edit.notes {
            let length = notes.chars().count();
            if length > MAX_NOTES_CHARS {
                return Err(invalid(format!(
                    "Please shorten the notes: they have {length} characters of at most \
                     {MAX_NOTES_CHARS}."
                )));
            }
            let text = (!notes.is_empty()).then(|| FieldValue::Text(notes.clone()));
            if !self.repeats(&Field::Notes, text.as_ref()) {
                self.entry.notes.clone_from(notes);
            }
        }
        if let Some(private) = self.edit.private
            && !self.repeats(&Field::Private, private.then_some(FieldValue::Yes).as_ref())
        {
            self.entry.private = private;
        }
        Ok(())
    }

    fn tags(&mut self) -> Result<()> {
        let before = self.entry.tags.len();
        if let Some(tags) = &self.edit.tags {
            let tags = cleaned(tags)?;
            for gone in self.entry.tags.clone().difference(&tags) {
                self.tag(gone, false);
            }
            for tag in &tags {
                self.tag(tag, true);
            }
        }
        for gone in &cleaned(&self.edit.remove_tags)? {
            self.tag(gone, false);
        }
        for added in &cleaned(&self.edit.add_tags)? {
            self.tag(added, true);
        }
        // An undo may leave more
        let count = self.entry.tags.len();
        if count > MAX_TAGS.max(before) {
            return Err(invalid(format!(
                "“{}” would have {count} tags. Please take some off: an entry keeps {MAX_TAGS}.",
                self.facts.title
            )));
        }
        Ok(())
    }

    /// Puts a tag on or takes it off, unless that repeats what the client had seen.
    fn tag(&mut self, tag: &String, is_on: bool) {
        let value = is_on.then_some(FieldValue::Yes);
        if self.repeats(&Field::Tag(tag.clone()), value.as_ref()) {
            return;
        }
        if is_on {
            self.entry.tags.insert(tag.clone());
        } else {
            self.entry.tags.remove(tag);
        }
    }

    /// Sets another status unless a hand did, in this edit or unseen by it; says whether it was set.
    fn set_status_by_rule(&mut self, status: Status) -> bool {
        let by_hand = self.edit.status.is_some() || self.view.changed_by_hand(&Field::Status);
        if by_hand || self.entry.status == status {
            return false;
        }
        self.entry.status = status;
        self.by_rule.insert(Field::Status)
    }

    /// Returns whether a value is the one that the client had seen of a field.
    fn repeats(&self, field: &Field, value: Option<&FieldValue>) -> bool {
        self.view.value(field) == value
    }

    fn not_yet_aired(&self) -> Error {
        let title = &self.facts.title;
        invalid(format!(
            "“{title}” is not yet aired, so it can only be planned."
        ))
    }

    fn decision(mut self, before: Option<&ListEntry>) -> Decision {
        self.entry.settle();
        if self.by_rule.contains(&Field::Status) {
            let state = |number| Field::Run(number, RunField::State);
            self.by_rule
                .extend((1..).zip(&self.entry.runs).map(|(n, _)| state(n)));
        }
        let changed = diff(before, Some(&self.entry)).into_iter();
        let changed: BTreeSet<Field> = changed.map(|change| change.field).collect();
        self.by_rule.retain(|field| changed.contains(field));
        Decision {
            entry: Some(self.entry),
            by_rule: self.by_rule,
            ..Decision::default()
        }
    }
}

/// Returns tags without blanks around them; an error if one is not valid.
fn cleaned(tags: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let tags = tags.iter().map(|tag| {
        let tag = tag.trim();
        if (1..=MAX_TAG_CHARS).contains(&tag.chars().count()) && !tag.contains(char::is_control) {
            return Ok(tag.to_owned());
        }
        Err(invalid(format!(
            "Please give each tag 1 to {MAX_TAG_CHARS} characters in one line."
        )))
    });
    tags.collect()
}

fn invalid(sentence: String) -> Error {
    Error::Invalid(sentence)
}
