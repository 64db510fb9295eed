//! Imported entries whose titles the catalogue does not know.

use domain::{anime::MalId, anime_list::Score, library};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{super::anime_list::ListStatus, ImportedTitle, numbered};
use crate::pictures::Pictures;

/// Imported entries whose titles the catalogue does not know, those of the last import first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnresolvedEntries {
    items: Vec<UnresolvedItem>,
    /// How many there are of all.
    total: u32,
    /// What to give as `after` for those that follow; `null` where there are none.
    #[schema(required)]
    next: Option<String>,
}

/// An imported entry whose title the catalogue does not know. It joins the list once it does.
#[derive(Debug, Serialize, ToSchema)]
struct UnresolvedItem {
    /// Names it.
    key: String,
    /// What the file called its title.
    #[schema(required)]
    name: Option<String>,
    /// Its title's id on MyAnimeList, if the file has one.
    #[schema(required)]
    mal_id: Option<u32>,
    /// Whose number the file has for it: `myanimelist`, `anilist` or `kitsu`.
    #[schema(required)]
    site: Option<&'static str>,
    /// Its title's number there.
    #[schema(required)]
    number: Option<u32>,
    /// Number of the import.
    import: u32,
    /// When it was brought (RFC 3339).
    added_at: String,
    status: ListStatus,
    /// Episodes seen, if the file says so.
    #[schema(required)]
    progress: Option<u16>,
    /// From 1 to 100.
    #[schema(required)]
    score: Option<u8>,
    notes: String,
    /// The title that is proposed by its name.
    #[schema(required)]
    proposal: Option<ImportedTitle>,
}

/// Which title an unresolved entry is of.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ResolveForm {
    /// Id on MyAnimeList.
    pub(crate) mal_id: u32,
}

impl UnresolvedEntries {
    /// Builds a page of at most `page` of these and their total number, with `pictures`.
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
