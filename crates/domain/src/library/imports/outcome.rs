//! The outcomes of applying and undoing imports.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{anime::MalId, anime_list::ListedTitle};

/// Titles that stayed as they were when an import was applied, and are named afterwards, at most.
pub const MAX_NAMED_UNCHANGED: usize = 100;

/// How many rows of a file had which result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Put on the list.
    pub added: u32,
    /// Of titles that were on the list and are otherwise now.
    pub changed: u32,
    /// Of titles that are on the list otherwise and stay as they are.
    #[serde(default)]
    pub kept: u32,
    /// Of titles that are on the list as the file has them.
    pub equal: u32,
    /// Of a title that is proposed by its name, and not accepted.
    pub proposed: u32,
    /// Of titles that the catalogue does not know. They are kept.
    pub unresolved: u32,
    /// Not taken, with the reason.
    pub refused: u32,
    /// Left out as their owner wished.
    pub skipped: u32,
    /// A part of the proposed ones and of those of unknown titles: they change nothing of what earlier imports keep.
    #[serde(default)]
    pub waiting: u32,
    /// A part of all but the refused ones and those left out: there is a remark on what their rows say.
    #[serde(default)]
    pub remarked: u32,
}

/// The outcome of applying an import, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ApplyOutcome {
    /// How many rows had which result.
    #[serde(flatten)]
    pub counts: ImportCounts,
    /// Titles that stayed as they were against the preview.
    #[serde(default)]
    pub left: UnchangedByApply,
}

/// Titles that stayed as they were when an import was applied.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UnchangedByApply {
    /// How many they are.
    pub count: u32,
    /// The first of them, [`MAX_NAMED_UNCHANGED`] at most.
    pub named: Vec<UnchangedTitle>,
}

/// A title that stayed as it was when an import was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnchangedTitle {
    /// The title.
    pub mal_id: MalId,
    /// What the file or the catalogue calls it.
    pub name: Option<String>,
    /// Why, in a sentence.
    pub reason: String,
}

/// The result of undoing an import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UndoOutcome {
    /// Entries that are as they were before it.
    pub restored: u32,
    /// Titles that stayed as they are, since they were changed in between.
    pub left: Vec<UnchangedByUndo>,
}

/// A title that stayed as it was when its import was undone.
#[derive(Debug, Clone, PartialEq)]
pub struct UnchangedByUndo {
    /// The title.
    pub mal_id: MalId,
    /// What the catalogue has of it; `None` where it has lost it.
    pub known: Option<Arc<ListedTitle>>,
    /// What the file calls it.
    pub name: Option<String>,
    /// Whether somebody had taken it off the list.
    pub is_removed: bool,
}
