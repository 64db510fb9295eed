//! The outcomes of applying and undoing imports.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{anime::MalId, anime_list::ListedTitle};

/// The largest number of titles that are named for having stayed as they were when an import was applied.
pub const MAX_NAMED_UNCHANGED: usize = 100;

/// Numbers of a file's rows by their result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Rows whose titles were put on the list.
    pub added: u32,
    /// Rows whose titles were on the list and are otherwise now.
    pub changed: u32,
    /// Rows whose titles are on the list otherwise and stay as they are.
    #[serde(default)]
    pub kept: u32,
    /// Rows whose titles are on the list as the file has them.
    pub equal: u32,
    /// Rows whose title is proposed by its name, and not accepted.
    pub proposed: u32,
    /// Rows whose titles the catalogue does not know. They are kept.
    pub unresolved: u32,
    /// Rows that were not taken, with a reason.
    pub refused: u32,
    /// Rows that were left out as their owner wished.
    pub skipped: u32,
    /// Part of the proposed and unresolved rows: those that change nothing of what earlier imports keep.
    #[serde(default)]
    pub waiting: u32,
    /// Part of all rows but the refused and skipped ones: those with a remark on what they say.
    #[serde(default)]
    pub remarked: u32,
}

/// The outcome of applying an import, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ApplyOutcome {
    /// Numbers of the file's rows by their result.
    #[serde(flatten)]
    pub counts: ImportCounts,
    /// Titles that stayed as they were, though the preview said that they would change.
    #[serde(default)]
    pub left: UnchangedByApply,
}

/// Titles that stayed as they were when an import was applied.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UnchangedByApply {
    /// Number of titles that stayed as they were.
    pub count: u32,
    /// The first of these titles, [`MAX_NAMED_UNCHANGED`] at most.
    pub named: Vec<UnchangedTitle>,
}

/// A title that stayed as it was when an import was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnchangedTitle {
    /// The title's id.
    pub mal_id: MalId,
    /// The title's name in the file or in the catalogue.
    pub name: Option<String>,
    /// The reason in a sentence.
    pub reason: String,
}

/// The result of undoing an import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UndoOutcome {
    /// Number of entries that are as they were before the import.
    pub restored: u32,
    /// Titles that stayed as they are, since they were changed in between.
    pub left: Vec<UnchangedByUndo>,
}

/// A title that stayed as it was when its import was undone.
#[derive(Debug, Clone, PartialEq)]
pub struct UnchangedByUndo {
    /// The title's id.
    pub mal_id: MalId,
    /// The catalogue's facts of the title; `None` where it has lost the title.
    pub known: Option<Arc<ListedTitle>>,
    /// The title's name in the file.
    pub name: Option<String>,
    /// Whether somebody had taken the title off the list.
    pub is_removed: bool,
}
