//! The outcomes of applying imports.

use app::imports::{self, Applied};
use domain::anime_list::ListedTitle;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Counts, UnchangedTitleBody};

/// The outcome of applying an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportApplied {
    /// The library's current version.
    version: u64,
    position: String,
    counts: Counts,
    /// The titles that stayed as they were, unlike in the preview.
    left: Vec<UnchangedTitleBody>,
    /// The rows of the file that were refused. They are not kept.
    refused: Vec<RefusedRow>,
}

/// A refused row of an imported file.
#[derive(Debug, Serialize, ToSchema)]
struct RefusedRow {
    /// The row's number in the file, counted from 1.
    row: u32,
    /// The row's title; `null` where it is not known.
    #[schema(required)]
    title: Option<RefusedTitle>,
    /// The title's name in the file; `null` where the file has none.
    #[schema(required)]
    name: Option<String>,
    /// Sentences that say why the row was refused.
    remarks: Vec<String>,
}

/// The title of a refused row: its names alone, for there may be thousands of such rows.
#[derive(Debug, Serialize, ToSchema)]
struct RefusedTitle {
    mal_id: u32,
    title: String,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
}

impl ImportApplied {
    /// Builds the answer from the outcome of applying an import.
    pub(crate) fn new(applied: Applied) -> Self {
        let left = applied.left.into_iter();
        let refused = applied.refused.into_iter();
        Self {
            version: applied.position.version,
            position: applied.position.to_string(),
            counts: applied.counts.into(),
            left: left
                .map(|(left, known)| UnchangedTitleBody::by_apply(left, known.as_deref()))
                .collect(),
            refused: refused.map(RefusedRow::from).collect(),
        }
    }
}

impl From<imports::RefusedRow> for RefusedRow {
    fn from(refused: imports::RefusedRow) -> Self {
        Self {
            title: refused.title.as_deref().map(RefusedTitle::from),
            row: refused.number,
            name: refused.name,
            remarks: refused.remarks,
        }
    }
}

impl From<&ListedTitle> for RefusedTitle {
    fn from(known: &ListedTitle) -> Self {
        let english = known.title_english.clone();
        Self {
            mal_id: known.mal_id.get(),
            title: known.title.clone(),
            title_english: english.filter(|english| *english != known.title),
            title_japanese: known.title_japanese.clone(),
        }
    }
}
