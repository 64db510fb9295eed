//! Finding titles by their names.

use std::collections::BTreeSet;

use crate::{
    Result,
    anime::{Anime, MalId},
    slice::Slice,
};

/// The names of a title for search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleNames {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// The title's names in any language, each once.
    pub names: Vec<String>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// Number of people who have the title on a list.
    pub members: Option<u32>,
}

impl From<&Anime> for TitleNames {
    fn from(anime: &Anime) -> Self {
        let names: BTreeSet<&str> = anime.names().collect();
        Self {
            mal_id: anime.mal_id,
            names: names.into_iter().map(str::to_owned).collect(),
            popularity: anime.popularity,
            members: anime.members,
        }
    }
}

/// A title and the name by which it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameMatch {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// The name of the title that matches best.
    pub name: String,
    /// Whether the name matches only once typing errors are forgiven, or a middle of a word is looked at.
    pub is_forgiven: bool,
}

/// An index of the titles' names, made from the store and never the only place of a fact.
///
/// The calls take processor time and the time of a few reads from a disk: those that look up less
/// than a millisecond, those that write up to some seconds.
pub trait TitleSearch: Send + Sync {
    /// The titles that `text` may mean: those that match better first, in a few grades, typing
    /// errors included; in each grade the more popular first, then by id. A title that is very much
    /// more popular stands before one that is named so, if its name holds the same words. `None` while
    /// there is no index.
    fn search(&self, text: &str, limit: usize, offset: usize) -> Result<Option<Slice<MalId>>>;
    /// The first of what [`search`](Self::search) finds, each with its name. Empty while there is
    /// no index.
    fn suggest(&self, text: &str, limit: usize) -> Result<Vec<NameMatch>>;
    /// Returns the state of the catalogue from which the index was made; `None` while there is no index.
    fn indexed(&self) -> Option<IndexState>;
    /// Makes the index anew from all titles there are at `revision`; the one before is used
    /// meanwhile.
    fn rebuild(&self, titles: Vec<TitleNames>, revision: i64) -> Result<()>;
    /// Takes over those titles that were added or changed until `revision`.
    ///
    /// # Errors
    /// [`Error::Internal`](crate::Error::Internal) if there is no index, too.
    fn update(&self, titles: &[TitleNames], revision: i64) -> Result<()>;
}

/// The version of the data from which an index was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexState {
    /// [Revision](crate::catalogue::CatalogueStore::revision) of the catalogue.
    pub revision: i64,
    /// Number of titles in the index.
    pub titles: u32,
}
