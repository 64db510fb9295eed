//! Taking an import back.

use std::sync::Arc;

use domain::{
    Result,
    account::UserId,
    anime_list::{CurrentEntry, Decision, ListEntry, ListEvent, Operation, diff},
    library::{ImportOperation, Position, UndoOutcome},
};

use super::{Imports, decision};
use crate::library::write;

impl Imports {
    /// Undoes an import: every entry that nobody has changed since is as it was before. Returns where the library
    /// stands now, too.
    ///
    /// # Errors
    /// [`Error::NotFound`](domain::Error::NotFound); [`Error::Invalid`](domain::Error::Invalid) if it was not applied, or was undone before.
    pub async fn undo(
        &self,
        uid: &UserId,
        number: u32,
        device: Option<String>,
    ) -> Result<(Position, UndoOutcome)> {
        let operation = Operation {
            device,
            op_id: ImportOperation::Undo(number).op_id(),
            ..Operation::by_hand(self.clock.now())
        };
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let undoing = async move {
            let undo = |events: &[ListEvent], current: &CurrentEntry| {
                Ok(EntryChange::of(events).undone(current.entry.as_ref()))
            };
            let undone = store.undo_import(&owner, number, &operation, &undo).await?;
            Ok((undone.written, undone.position))
        };
        let position = write(&self.live, uid, undoing).await?;
        Ok((position, self.undo_outcome(uid, number).await?))
    }

    /// Returns the outcome of undoing an import; empty where it was not undone.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`](domain::Error::NotFound) if the user has no such import.
    pub async fn undo_outcome(&self, uid: &UserId, number: u32) -> Result<UndoOutcome> {
        self.store.undo_outcome(uid, number).await
    }
}

/// An entry before an import and right after it.
#[derive(Default)]
struct EntryChange {
    before: Option<ListEntry>,
    after: Option<ListEntry>,
    /// The version of the import's last change of the entry.
    version: u64,
    /// Whether the entry was changed otherwise between the import's changes.
    is_edited: bool,
}

impl EntryChange {
    /// Builds the change from the import's events of one title, oldest first.
    fn of(events: &[ListEvent]) -> Self {
        let mut change = Self {
            before: events.first().and_then(|event| event.before.clone()),
            ..Self::default()
        };
        for event in events {
            change.is_edited |= change.version > 0 && change.after != event.before;
            change.after.clone_from(&event.after);
            change.version = event.version;
        }
        change
    }

    fn undone(&self, now: Option<&ListEntry>) -> Decision {
        let is_as_left = now == self.after.as_ref() && !self.is_edited;
        let is_left = !is_as_left && now != self.before.as_ref();
        if is_left {
            let changed = diff(self.before.as_ref(), now).into_iter();
            return Decision {
                changed_since: changed.map(|change| change.field).collect(),
                ..decision(now.cloned())
            };
        }
        Decision {
            undoes: Some(self.version),
            ..decision(self.before.clone())
        }
    }
}
