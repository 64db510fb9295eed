//! What imports have brought: unresolved entries, and what entries keep of other trackers.

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

/// An entry of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedListItem {
    #[serde(flatten)]
    item: ListItem,
    /// What another tracker keeps of it and Mitai has no place for, by that tracker's names.
    foreign_fields: BTreeMap<String, String>,
}

/// What a user keeps of a title, with all that Mitai has no place for.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedKept {
    #[serde(flatten)]
    kept: KeptEntry,
    /// What another tracker keeps of it and Mitai has no place for, by that tracker's names.
    foreign_fields: BTreeMap<String, String>,
}

/// An imported entry whose title the catalogue does not know.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedUnresolved {
    /// What the file called its title.
    #[schema(required)]
    name: Option<String>,
    /// Its title's id on MyAnimeList, if the file has one.
    #[schema(required)]
    mal_id: Option<u32>,
    /// Its title's number at another site, if the file has one.
    #[schema(required)]
    foreign_id: Option<ExportedForeignId>,
    /// Number of the import.
    import: u32,
    /// When it was brought (RFC 3339).
    added_at: String,
    #[serde(flatten)]
    said: ExportedImportedEntry,
}

/// A title's number at another site.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedForeignId {
    /// `anilist` or `kitsu`.
    site: String,
    id: u32,
}

/// What a file says of a title.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedImportedEntry {
    status: ListStatus,
    /// Whether it is being watched again.
    rewatching: bool,
    /// Episodes seen, if the file says so.
    #[schema(required)]
    progress: Option<u16>,
    /// From 1 to 100.
    #[schema(required)]
    score: Option<u8>,
    /// Whether the file has whole scores from 1 to 10 alone, so that finer ones are rounded in it.
    has_whole_scores: bool,
    /// When the first run began: `2019`, `2019-04` or `2019-04-12`.
    #[schema(required)]
    started: Option<String>,
    /// When the first run ended.
    #[schema(required)]
    finished: Option<String>,
    /// How often it was watched again.
    rewatches: u16,
    notes: String,
    tags: Vec<String>,
    /// Whether nobody but the owner may see it, if the file says so.
    #[schema(required)]
    private: Option<bool>,
    /// When it was changed last, if the file says so (RFC 3339).
    #[schema(required)]
    updated_at: Option<String>,
    /// All of it, where the file is Mitai's own.
    #[schema(required)]
    whole: Option<ExportedKept>,
    /// What the file has and Mitai has no place for, by the file's names.
    foreign_fields: BTreeMap<String, String>,
}

impl ExportedListItem {
    /// Builds it from this item, with `pictures`.
    pub(super) fn new(item: &anime_list::ListItem, pictures: &Pictures) -> Self {
        Self {
            item: ListItem::new(item, pictures),
            foreign_fields: item.entry.foreign_fields.clone(),
        }
    }
}

impl ExportedKept {
    /// Builds it from this entry.
    pub(super) fn new(entry: &ListEntry) -> Self {
        Self {
            kept: KeptEntry::new(entry),
            foreign_fields: entry.foreign_fields.clone(),
        }
    }
}

impl ExportedUnresolved {
    /// Builds it from this entry.
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
