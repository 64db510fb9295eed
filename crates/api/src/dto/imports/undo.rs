//! The result of undoing an import.

use domain::library::{self, Position};

use super::{ImportUndone, UnchangedTitleBody, UndoOutcome};

impl ImportUndone {
    /// Builds the answer from the outcome and the library's current position.
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
    /// Builds the answer from the stored outcome.
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
