//! What taking an import back has led to.

use domain::library::{self, Position};

use super::{ImportUndone, UnchangedTitleBody, UndoOutcome};

impl ImportUndone {
    /// Of this, where the library stands there now.
    pub(crate) fn new(position: Position, outcome: &library::UndoOutcome) -> Self {
        let UndoOutcome { restored, items } = UndoOutcome::new(outcome);
        Self {
            version: position.version,
            position: position.to_string(),
            restored,
            left: items,
        }
    }
}

impl UndoOutcome {
    /// Of this.
    pub(crate) fn new(outcome: &library::UndoOutcome) -> Self {
        Self {
            restored: outcome.restored,
            items: outcome
                .left
                .iter()
                .map(UnchangedTitleBody::by_undo)
                .collect(),
        }
    }
}
