//! Anime lists, and the outcomes of edits.

use domain::{
    Error,
    anime::MalId,
    anime_list::{self, ListedTitle, Score},
    library::{self, EntriesChanged, Position, WrittenEntry},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{activity::ChangedField, names::same_enum};
use crate::{error::ApiError, pictures::Pictures};

same_enum! {
    /// Where a user is with a title: plans to watch it, watches it, has completed it, has put it on hold,
    /// or has dropped it.
    ListStatus: domain::anime_list::Status { Planned, Watching, Completed, Paused, Dropped }
}

same_enum! {
    /// The state of a run: still open, watched to the end, or abandoned before the end.
    RunState: domain::anime_list::RunState { Open, Done, Abandoned }
}

same_enum! {
    /// The airing state of a title: not yet aired, airing, finished, or unknown.
    AiringState: domain::anime_list::Airing { NotYetAired, Airing, Finished, Unknown }
}

/// A user's list entry for a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeptEntry {
    /// When the title was added to the list (RFC 3339).
    added_at: String,
    status: ListStatus,
    /// The number of episodes watched in the current run.
    progress: u16,
    /// The owner's score, from 1 to 100; `null` where none was given.
    #[schema(required)]
    score: Option<u8>,
    /// When the current run began: `2019`, `2019-04` or `2019-04-12`; `null` where that is not known.
    #[schema(required)]
    started: Option<String>,
    /// When the current run ended, in the same forms; `null` where it is open or that is not known.
    #[schema(required)]
    finished: Option<String>,
    notes: String,
    tags: Vec<String>,
    /// Whether only the owner may see the entry.
    private: bool,
    /// How often the owner has watched the title again.
    rewatches: u16,
    /// Every watching, first to last; never empty. The current one is the last that was not abandoned.
    runs: Vec<Run>,
}

/// One watching of a title.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ListRun)]
pub(crate) struct Run {
    pub(super) state: RunState,
    /// The number of episodes watched in this run.
    pub(super) progress: u32,
    /// When the run began: `2019`, `2019-04` or `2019-04-12`; `null` where that is not known.
    #[schema(required)]
    pub(super) started: Option<String>,
    #[schema(required)]
    pub(super) finished: Option<String>,
    /// The score of this run, from 1 to 100; `null` where none was given.
    #[schema(required)]
    pub(super) score: Option<u8>,
}

/// A title on the list, with what the catalogue says of it now. Its page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListItem {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// The catalogue's mean score, from 1 to 10; `null` where there is none.
    #[schema(required)]
    mean: Option<f64>,
    /// The rank by members at the source: 1 is the most popular; `null` where it is not known.
    #[schema(required)]
    popularity: Option<u32>,
    genres: Vec<String>,
    /// The number of episodes; `null` where it is not known.
    #[schema(required)]
    episodes: Option<u16>,
    airing: AiringState,
    /// The form of publication, such as `TV`; `null` where it is not known.
    #[schema(required)]
    kind: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
    #[serde(flatten)]
    entry: KeptEntry,
}

/// A user's anime list. The facts of its titles come in columns, which makes the answer a fifth smaller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeList {
    /// The library's version.
    version: u64,
    /// The library's position, from which the live stream can continue.
    position: String,
    /// The entries, the last added first.
    items: Vec<ListedEntry>,
    titles: TitleColumns,
}

/// A list entry. Its title's page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
struct ListedEntry {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    #[serde(flatten)]
    entry: KeptEntry,
}

/// The catalogue's current facts of the titles on a list, in columns: the n-th value of each column belongs to the n-th
/// item. `ListItem` explains each.
#[derive(Debug, Serialize, ToSchema)]
struct TitleColumns {
    title: Vec<String>,
    title_english: Vec<Option<String>>,
    title_japanese: Vec<Option<String>>,
    image_url: Vec<Option<String>>,
    mean: Vec<Option<f64>>,
    popularity: Vec<Option<u32>>,
    genres: Vec<Vec<String>>,
    episodes: Vec<Option<u16>>,
    airing: Vec<AiringState>,
    kind: Vec<Option<String>>,
    year: Vec<Option<u16>>,
}

/// The outcome of an edit of one list entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListChange {
    /// The library's current version.
    version: u64,
    position: String,
    /// The version of the change, by which it can be undone; `null` where nothing has changed.
    #[schema(required)]
    event: Option<u64>,
    /// The entry now; `null` where the title is not on the list.
    #[schema(required)]
    item: Option<ListItem>,
    /// The fields that an undo kept, since they were changed afterwards.
    changed_since: Vec<ChangedField>,
}

/// The outcome of an edit of several list entries.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListChanges {
    /// The library's current version.
    version: u64,
    position: String,
    results: Vec<ListResult>,
}

/// The outcome of a bulk edit for one of its titles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListResult {
    mal_id: u32,
    /// The version of the change; `null` where nothing has changed.
    #[schema(required)]
    event: Option<u64>,
    /// The entry now; `null` where the title is not on the list, or its edit was refused.
    #[schema(required)]
    item: Option<ListItem>,
    /// Why the edit was refused, as a sentence; `null` where it was not.
    #[schema(required)]
    error: Option<String>,
    /// The fields that an undo kept, since they were changed afterwards.
    changed_since: Vec<ChangedField>,
}

impl KeptEntry {
    /// Builds the answer's form of a stored entry.
    pub(crate) fn new(entry: &anime_list::ListEntry) -> Self {
        let run = Run::new(entry.current_run());
        Self {
            added_at: entry.added_at.to_string(),
            status: entry.status.into(),
            progress: entry.current_run().progress,
            score: entry.score.map(Score::get),
            started: run.started,
            finished: run.finished,
            notes: entry.notes.clone(),
            tags: entry.tags.iter().cloned().collect(),
            private: entry.private,
            rewatches: entry.rewatches(),
            runs: entry.runs.iter().map(Run::new).collect(),
        }
    }
}

impl Run {
    fn new(run: &anime_list::Run) -> Self {
        Self {
            state: run.state.into(),
            progress: run.progress.into(),
            started: run.started.map(|it| it.date.to_string()),
            finished: run.finished.map(|it| it.date.to_string()),
            score: run.score.map(Score::get),
        }
    }
}

impl ListItem {
    /// Builds the answer's form of a list item.
    pub(crate) fn new(item: &anime_list::ListItem, pictures: &Pictures) -> Self {
        let title = &item.title;
        Self {
            mal_id: title.mal_id.get(),
            title: title.title.clone(),
            title_english: english(title),
            title_japanese: title.title_japanese.clone(),
            image_url: pictures.poster(title.mal_id, title.image_url.as_deref(), None),
            mean: title.score,
            popularity: title.popularity,
            genres: title.genres.clone(),
            episodes: title.episodes,
            airing: title.airing.into(),
            kind: title.kind.clone(),
            year: title.year,
            entry: KeptEntry::new(&item.entry),
        }
    }
}

impl AnimeList {
    /// Builds the answer from a stored list.
    pub(crate) fn new(list: &library::AnimeList, pictures: &Pictures) -> Self {
        let entry = |item: &anime_list::ListItem| ListedEntry {
            mal_id: item.title.mal_id.get(),
            entry: KeptEntry::new(&item.entry),
        };
        Self {
            version: list.position.version,
            position: list.position.to_string(),
            items: list.items.iter().map(entry).collect(),
            titles: TitleColumns::new(&list.items, pictures),
        }
    }
}

impl TitleColumns {
    /// Builds the columns from the items of a list.
    fn new(items: &[anime_list::ListItem], pictures: &Pictures) -> Self {
        let poster =
            |title: &ListedTitle| pictures.poster(title.mal_id, title.image_url.as_deref(), None);
        Self {
            title: column(items, |title| title.title.clone()),
            title_english: column(items, english),
            title_japanese: column(items, |title| title.title_japanese.clone()),
            image_url: column(items, poster),
            mean: column(items, |title| title.score),
            popularity: column(items, |title| title.popularity),
            genres: column(items, |title| title.genres.clone()),
            episodes: column(items, |title| title.episodes),
            airing: column(items, |title| title.airing.into()),
            kind: column(items, |title| title.kind.clone()),
            year: column(items, |title| title.year),
        }
    }
}

/// The column of one fact, in the order of the items.
fn column<T>(items: &[anime_list::ListItem], of: impl Fn(&ListedTitle) -> T) -> Vec<T> {
    items.iter().map(|item| of(&item.title)).collect()
}

/// The English title; `None` where there is none or it equals the main title.
pub(super) fn english(title: &ListedTitle) -> Option<String> {
    let english = title.title_english.clone();
    english.filter(|english| *english != title.title)
}

impl ListChange {
    /// Builds the answer from the outcome of the only title that was edited.
    pub(crate) fn new(changed: EntriesChanged, pictures: &Pictures) -> Result<Self, ApiError> {
        let nothing = || Error::internal("changing an entry", "nothing was answered");
        let (_, written) = changed.entries.into_iter().next().ok_or_else(nothing)?;
        let written = written?;
        Ok(Self {
            version: changed.position.version,
            position: changed.position.to_string(),
            event: written.event,
            item: written.item.map(|item| ListItem::new(&item, pictures)),
            changed_since: ChangedField::all(&written.changed_since),
        })
    }
}

impl ListChanges {
    /// Builds the answer from the outcome of each title, where the library's position is `position` now.
    pub(crate) fn new(
        position: Position,
        entries: Vec<(MalId, domain::Result<WrittenEntry>)>,
        pictures: &Pictures,
    ) -> Result<Self, ApiError> {
        let result = |(id, written)| ListResult::new(id, written, pictures);
        Ok(Self {
            version: position.version,
            position: position.to_string(),
            results: entries.into_iter().map(result).collect::<Result<_, _>>()?,
        })
    }
}

impl ListResult {
    fn new(
        mal_id: MalId,
        written: domain::Result<WrittenEntry>,
        pictures: &Pictures,
    ) -> Result<Self, ApiError> {
        let mut result = Self {
            mal_id: mal_id.get(),
            event: None,
            item: None,
            error: None,
            changed_since: Vec::new(),
        };
        match written {
            Ok(written) => {
                result.event = written.event;
                result.changed_since = ChangedField::all(&written.changed_since);
                result.item = written.item.map(|item| ListItem::new(&item, pictures));
            }
            Err(error @ (Error::Invalid(_) | Error::UnknownTitle | Error::ListFull)) => {
                result.error = Some(ApiError::from(error).detail().to_owned());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(result)
    }
}
