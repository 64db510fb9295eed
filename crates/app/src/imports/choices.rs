//! The owner's choices for an import.

use std::collections::HashMap;

use domain::{anime::MalId, anime_list::ImportPolicy};

/// The owner's choices for an import.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// What stands where file and list differ.
    pub policy: ImportPolicy,
    /// Whether every proposed title is accepted.
    pub accept_proposals: bool,
    /// Other wishes of rows, by their numbers.
    pub rows: HashMap<u32, RowChoice>,
}

/// The owner's choices for one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowChoice {
    /// Which title it is of.
    pub title: Option<MalId>,
    /// What stands where it and the list differ.
    pub policy: Option<ImportPolicy>,
    /// Whether it is left out.
    pub skip: bool,
}
