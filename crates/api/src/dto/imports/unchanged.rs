//! Titles whose entries an import or its undo left as they were.

use domain::{
    anime::MalId,
    anime_list::ListedTitle,
    library::{UnchangedByUndo, UnchangedTitle},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A title whose entry an import or its undo left as it was.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeftTitle)]
pub(super) struct UnchangedTitleBody {
    mal_id: u32,
    /// The catalogue's main title, else the title's name in the file; `null` where neither is known.
    #[schema(required)]
    title: Option<String>,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Why the entry stayed as it was, as a sentence.
    reason: String,
}

impl UnchangedTitleBody {
    /// A title that applying an import left as it was, with the catalogue's facts of it.
    pub(super) fn by_apply(left: UnchangedTitle, known: Option<&ListedTitle>) -> Self {
        Self::new(left.mal_id, known, left.name, left.reason)
    }

    /// A title that undoing an import left as it was.
    pub(super) fn by_undo(left: &UnchangedByUndo) -> Self {
        let reason = if left.is_removed {
            "It was taken off your list after the import, so it stays off."
        } else {
            "It was changed after the import, so it stays as it is."
        };
        let known = left.known.as_deref();
        Self::new(left.mal_id, known, left.name.clone(), reason.into())
    }

    fn new(
        mal_id: MalId,
        known: Option<&ListedTitle>,
        in_file: Option<String>,
        reason: String,
    ) -> Self {
        let title = known.map(|known| known.title.clone()).or(in_file);
        let english = known.and_then(|known| known.title_english.clone());
        Self {
            mal_id: mal_id.get(),
            title_english: english.filter(|english| Some(english) != title.as_ref()),
            title,
            title_japanese: known.and_then(|known| known.title_japanese.clone()),
            reason,
        }
    }
}
