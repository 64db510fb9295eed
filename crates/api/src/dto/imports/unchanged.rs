//! Titles that stayed as they were.

use domain::{
    anime::MalId,
    anime_list::ListedTitle,
    library::{UnchangedByUndo, UnchangedTitle},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A title that stayed as it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeftTitle)]
pub(super) struct UnchangedTitleBody {
    mal_id: u32,
    /// What the catalogue calls it or, where it does not know it, the file.
    #[schema(required)]
    title: Option<String>,
    /// `null` also where it is the same as `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Why, in a sentence.
    reason: String,
}

impl UnchangedTitleBody {
    /// One that applying an import left, with what the catalogue has of it.
    pub(super) fn by_apply(left: UnchangedTitle, known: Option<&ListedTitle>) -> Self {
        Self::new(left.mal_id, known, left.name, left.reason)
    }

    /// One that undoing an import left.
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
