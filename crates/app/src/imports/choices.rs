//! The owner's choices for an import.

use std::collections::HashMap;

use domain::{anime::MalId, anime_list::ImportPolicy};

/// The owner's choices for an import.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// The policy where the file and the list differ.
    pub policy: ImportPolicy,
    /// Whether every proposed title is accepted.
    pub accept_proposals: bool,
    /// The owner's choices for single rows, by the rows' numbers.
    pub rows: HashMap<u32, RowChoice>,
}

/// The owner's choices for one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowChoice {
    /// The title that the row is taken to be of; `None` leaves it as it was found.
    pub title: Option<MalId>,
    /// The policy where the row and the list differ; `None` for that of the whole import.
    pub policy: Option<ImportPolicy>,
    /// Whether the row is left out.
    pub skip: bool,
}
