//! Unresolved entries of imports, and the fields that entries keep of other trackers.

use std::collections::BTreeMap;

use domain::{
    anime::{ForeignId, MalId},
    anime_list::{self, ImportedEntry, ListEntry, Score},
    library::UnresolvedEntry,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::anime_list::{KeptEntry, ListItem, ListStatus};
use crate::pictures::Pictures;

/// An entry of the anime list in an export.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedListItem {
    #[serde(flatten)]
    item: ListItem,
    /// Fields of another tracker for which Mitai has no place, by that tracker's names.
    foreign_fields: BTreeMap<String, String>,
}

/// A user's list entry, with the fields for which Mitai has no place.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedKept {
    #[serde(flatten)]
    kept: KeptEntry,
    /// Fields of another tracker for which Mitai has no place, by that tracker's names.
    foreign_fields: BTreeMap<String, String>,
}

/// An imported entry whose title the catalogue does not know.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedUnresolved {
    /// The title's name in the file; `null` where the file has none.
    #[schema(required)]
    name: Option<String>,
    /// The title's id on MyAnimeList; `null` where the file has none.
    #[schema(required)]
    mal_id: Option<u32>,
    /// The title's id at another site; `null` where the file has none.
    #[schema(required)]
    foreign_id: Option<ExportedForeignId>,
    /// The number of the import that brought the entry.
    import: u32,
    /// When the import brought the entry (RFC 3339).
    added_at: String,
    #[serde(flatten)]
    said: ExportedImportedEntry,
}

/// A title's id at another site.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedForeignId {
    /// The site: `anilist` or `kitsu`.
    site: String,
    id: u32,
}

/// A list entry as an imported file states it.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedImportedEntry {
    status: ListStatus,
    /// Whether the owner is watching the title again.
    rewatching: bool,
    /// The number of episodes watched; `null` where the file does not state it.
    #[schema(required)]
    progress: Option<u16>,
    /// The owner's score, from 1 to 100; `null` where the file has none.
    #[schema(required)]
    score: Option<u8>,
    /// Whether the file has only whole scores from 1 to 10, in which finer scores are rounded.
    has_whole_scores: bool,
    /// When the first run began: `2019`, `2019-04` or `2019-04-12`; `null` where the file does not state it.
    #[schema(required)]
    started: Option<String>,
    /// When the first run ended, in the same forms; `null` where the file does not state it.
    #[schema(required)]
    finished: Option<String>,
    /// How often the owner has watched the title again.
    rewatches: u16,
    notes: String,
    tags: Vec<String>,
    /// Whether only the owner may see the entry; `null` where the file does not state it.
    #[schema(required)]
    private: Option<bool>,
    /// When the entry was last changed (RFC 3339); `null` where the file does not state it.
    #[schema(required)]
    updated_at: Option<String>,
    /// The whole entry, where the file is Mitai's own; else `null`.
    #[schema(required)]
    whole: Option<ExportedKept>,
    /// Fields of the file for which Mitai has no place, by the file's names.
    foreign_fields: BTreeMap<String, String>,
}

impl ExportedListItem {
    /// Builds the export's form of a list item.
    pub(super) fn new(item: &anime_list::ListItem, pictures: &Pictures) -> Self {
        Self {
            item: ListItem::new(item, pictures),
            foreign_fields: item.entry.foreign_fields.clone(),
        }
    }
}

impl ExportedKept {
    /// Builds the export's form of a stored entry.
    pub(super) fn new(entry: &ListEntry) -> Self {
        Self {
            kept: KeptEntry::new(entry),
            foreign_fields: entry.foreign_fields.clone(),
        }
    }
}

impl ExportedUnresolved {
    /// Builds the export's form of an unresolved entry.
    pub(super) fn new(unresolved: &UnresolvedEntry) -> Self {
        let title = &unresolved.title;
        Self {
            name: title.name.clone(),
            mal_id: title.mal_id.map(MalId::get),
            foreign_id: title.foreign.map(ExportedForeignId::new),
            import: unresolved.import,
            added_at: unresolved.added_at.to_string(),
            said: ExportedImportedEntry::new(&unresolved.entry),
        }
    }
}

impl ExportedForeignId {
    fn new(id: ForeignId) -> Self {
        Self {
            site: id.site.as_str().to_owned(),
            id: id.id,
        }
    }
}

impl ExportedImportedEntry {
    fn new(entry: &ImportedEntry) -> Self {
        Self {
            status: entry.status.unwrap_or_default().into(),
            rewatching: entry.rewatching,
            progress: entry.progress,
            score: entry.score.map(Score::get),
            has_whole_scores: entry.has_whole_scores,
            started: entry.started.map(|date| date.to_string()),
            finished: entry.finished.map(|date| date.to_string()),
            rewatches: entry.rewatches,
            notes: entry.notes.clone(),
            tags: entry.tags.iter().cloned().collect(),
            private: entry.private,
            updated_at: entry.updated_at.map(|at| at.to_string()),
            whole: entry.whole.as_deref().map(ExportedKept::new),
            foreign_fields: entry.foreign_fields.clone(),
        }
    }
}
