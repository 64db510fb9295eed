//! What taking an import back has left as it was.

use app::imports::Undone;
use domain::library::LeftByUndo;

use super::{ImportUndone, LeftTitle, LeftTitles};

impl ImportUndone {
    /// Of this.
    pub(crate) fn new(undone: &Undone) -> Self {
        Self {
            version: undone.position.version,
            position: undone.position.to_string(),
            restored: undone.restored,
            left: undone.left.iter().map(LeftTitle::by_undo).collect(),
        }
    }
}

impl LeftTitles {
    /// Of these.
    pub(crate) fn new(left: &[LeftByUndo]) -> Self {
        Self {
            items: left.iter().map(LeftTitle::by_undo).collect(),
        }
    }
}

impl LeftTitle {
    fn by_undo(left: &LeftByUndo) -> Self {
        let reason = if left.is_removed {
            "You took it off your list after the import, so it stays off."
        } else {
            "You changed it after the import, so it stays as it is."
        };
        Self {
            mal_id: left.mal_id.get(),
            title: left.name.clone(),
            reason: reason.into(),
        }
    }
}
