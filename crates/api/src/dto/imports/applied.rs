//! What applying imports has led to.

use app::imports::{self, Applied};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Counts, ImportedTitle, LeftTitle};
use crate::pictures::Pictures;

/// What applying an import has led to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportApplied {
    /// Version of the record now.
    version: u64,
    position: String,
    counts: Counts,
    /// Titles that stayed as they are against the preview.
    left: Vec<LeftTitle>,
    /// The rows of the file that were not taken. They are not kept.
    refused: Vec<RefusedRow>,
}

/// A row of a file that was not taken.
#[derive(Debug, Serialize, ToSchema)]
struct RefusedRow {
    /// Its number in the file, from 1.
    row: u32,
    /// Its title, where that is known.
    #[schema(required)]
    title: Option<ImportedTitle>,
    /// What the file calls it.
    #[schema(required)]
    name: Option<String>,
    /// Why it was not taken: sentences.
    remarks: Vec<String>,
}

impl ImportApplied {
    /// Of this.
    pub(crate) fn new(applied: Applied, pictures: &Pictures) -> Self {
        let left = applied.left.into_iter();
        let refused = applied.refused.into_iter();
        Self {
            version: applied.position.version,
            position: applied.position.to_string(),
            counts: applied.counts.into(),
            left: left
                .map(|(left, known)| LeftTitle::by_apply(left, known.as_deref()))
                .collect(),
            refused: refused.map(|row| RefusedRow::new(row, pictures)).collect(),
        }
    }
}

impl RefusedRow {
    fn new(refused: imports::RefusedRow, pictures: &Pictures) -> Self {
        let title = refused.title.as_deref();
        Self {
            title: title.map(|title| ImportedTitle::new(title, pictures)),
            row: refused.number,
            name: refused.name,
            remarks: refused.remarks,
        }
    }
}
