//! What applying imports has led to.

use app::imports::{self, Applied};
use domain::library::NamedLeft;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Counts, LeftTitle};

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
    /// What the file calls its title.
    #[schema(required)]
    name: Option<String>,
    /// Why it was not taken: sentences.
    remarks: Vec<String>,
}

impl ImportApplied {
    /// Of this.
    pub(crate) fn new(applied: Applied) -> Self {
        Self {
            version: applied.position.version,
            position: applied.position.to_string(),
            counts: applied.counts.into(),
            left: applied.left.into_iter().map(Into::into).collect(),
            refused: applied.refused.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<NamedLeft> for LeftTitle {
    fn from(left: NamedLeft) -> Self {
        Self {
            mal_id: left.mal_id.get(),
            title: left.name,
            reason: left.reason,
        }
    }
}

impl From<imports::RefusedRow> for RefusedRow {
    fn from(refused: imports::RefusedRow) -> Self {
        Self {
            row: refused.number,
            name: refused.name,
            remarks: refused.remarks,
        }
    }
}
