//! What applying imports has led to.

use app::imports::{self, Applied};
use domain::anime_list::ListedTitle;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Counts, UnchangedTitleBody};

/// The outcome of applying an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportApplied {
    /// Version of the library now.
    version: u64,
    position: String,
    counts: Counts,
    /// Titles that stayed as they are against the preview.
    left: Vec<UnchangedTitleBody>,
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
    title: Option<RefusedTitle>,
    /// What the file calls it.
    #[schema(required)]
    name: Option<String>,
    /// Why it was not taken: sentences.
    remarks: Vec<String>,
}

/// The title of a row that was not taken: its names alone, for there may be thousands of such rows.
#[derive(Debug, Serialize, ToSchema)]
struct RefusedTitle {
    mal_id: u32,
    title: String,
    /// `null` also where it is the same as `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
}

impl ImportApplied {
    /// Builds it from this.
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
