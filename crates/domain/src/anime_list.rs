//! A user's anime list: what is kept of each title, the rules of changing it, and the changes
//! themselves, which stay for ever, so that each can be undone.
//!
//! **Invariant:** the rules are here and nowhere else, and know neither clock nor store.
//! [`apply`], [`undo()`] and [`restore`] say what becomes of an entry; the store writes it.

mod decision;
mod edit;
mod entry;
mod event;
mod fields;
mod imported;
mod json;
mod listed;
mod lost_changes;
mod partial_date;
mod preferences;
mod replay;
mod rules;
mod score;
#[cfg(test)]
mod tests;
mod undo;
mod view;

pub use self::{
    decision::{CurrentEntry, Decision, Moment, TitleFacts, restore},
    edit::{Edit, RequestedEdit, RunEdit},
    entry::{
        ListEntry, MAX_FOREIGN_BYTES, MAX_FOREIGN_FIELDS, MAX_NOTES_CHARS, MAX_PROGRESS, MAX_RUNS,
        MAX_TAG_CHARS, MAX_TAGS, Run, RunDate, RunState, Status,
    },
    event::{Cause, ListEvent, NoOpId, OpId, Operation},
    fields::{Field, FieldChange, FieldValue, FormerFields, NoField, RunField, diff},
    imported::{ImportPolicy, ImportedEntry, ImportedTitle, StoredEntryRef},
    listed::{Airing, ListItem, ListedTitle},
    lost_changes::lost_changes,
    partial_date::{NoPartialDate, PartialDate},
    preferences::{Preferences, PreferencesChange, TitleLanguage, WeekStart},
    replay::apply,
    score::{NoScore, Score, ScoreScale},
    undo::{can_undo, undo},
};
