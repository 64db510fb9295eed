//! Imported entries whose titles the catalogue does not know.

use domain::{anime::MalId, anime_list::Score, library};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{super::anime_list::ListStatus, ImportedTitle, numbered};
use crate::pictures::Pictures;

/// A page of imported entries whose titles the catalogue does not know, those of the last import first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnresolvedEntries {
    items: Vec<UnresolvedItem>,
    /// The number of all such entries.
    total: u32,
    /// The value of `after` for the next page; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// An imported entry whose title the catalogue does not know. It joins the list once the catalogue knows the title.
#[derive(Debug, Serialize, ToSchema)]
struct UnresolvedItem {
    /// The key that identifies the entry among the user's others.
    key: String,
    /// The title's name in the file; `null` where the file has none.
    #[schema(required)]
    name: Option<String>,
    /// The title's id on MyAnimeList; `null` where the file has none.
    #[schema(required)]
    mal_id: Option<u32>,
    /// The site of `number`: `myanimelist`, `anilist` or `kitsu`; `null` where the file has no id of the title.
    #[schema(required)]
    site: Option<&'static str>,
    /// The title's id at `site`; `null` where the file has none.
    #[schema(required)]
    number: Option<u32>,
    /// The number of the import that brought the entry.
    import: u32,
    /// When the import brought the entry (RFC 3339).
    added_at: String,
    status: ListStatus,
    /// The number of episodes watched; `null` where the file does not state it.
    #[schema(required)]
    progress: Option<u16>,
    /// The owner's score, from 1 to 100; `null` where the file has none.
    #[schema(required)]
    score: Option<u8>,
    notes: String,
    /// The title that is proposed for the entry by its name; `null` where there is none.
    #[schema(required)]
    proposal: Option<ImportedTitle>,
}

/// The request to give an unresolved entry its title.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ResolveForm {
    /// The title's id on MyAnimeList.
    pub(crate) mal_id: u32,
}

impl UnresolvedEntries {
    /// Builds the answer from at most `page` of the entries, and the number of all.
    pub(crate) fn new(
        (entries, total): (Vec<library::UnresolvedEntry>, u32),
        page: usize,
        pictures: &Pictures,
    ) -> Self {
        let item = |entry: &library::UnresolvedEntry| UnresolvedItem {
            key: entry.key.clone(),
            name: entry.title.name.clone(),
            mal_id: entry.title.mal_id.map(MalId::get),
            site: numbered(&entry.title).map(|(site, _)| site),
            number: numbered(&entry.title).map(|(_, id)| id),
            import: entry.import,
            added_at: entry.added_at.to_string(),
            status: entry.entry.status.unwrap_or_default().into(),
            progress: entry.entry.progress,
            score: entry.entry.score.map(Score::get),
            notes: entry.entry.notes.clone(),
            proposal: (entry.proposal.as_ref()).map(|title| ImportedTitle::new(title, pictures)),
        };
        let items: Vec<_> = entries.iter().take(page).map(item).collect();
        let last = items.last().filter(|_| entries.len() > page);
        Self {
            next: last.map(|item| item.key.clone()),
            items,
            total,
        }
    }
}
