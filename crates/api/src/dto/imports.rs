//! Imports of lists: what files would change, and what they have changed.

mod applied;
mod forms;
mod preview_filter;
mod unchanged;
mod undo;
mod unresolved;

use app::imports::{Differences, Plan, PlannedRow, differences};
use domain::{
    anime::MalId,
    anime_list::ListedTitle,
    library::{self, CsvReading, ImportCounts, ImportRead, ImportRow, MatchedRow, UnchangedTitle},
};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use self::{
    applied::ImportApplied,
    forms::{ApplyForm, PreviewForm, PreviewParams, SentNumber},
    preview_filter::PreviewFilter,
    unresolved::{ResolveForm, UnresolvedEntries},
};
use self::{preview_filter::Row, unchanged::UnchangedTitleBody};
use super::{activity::ChangedValue, names::same_enum};
use crate::pictures::Pictures;

/// Rows of one answer.
const PAGE: usize = 100;

same_enum! {
    /// What stands where file and list differ: what the list says, what the file says, what was changed later, or the
    /// further progress. What only one of them says stands; but a day on which the first watching ended is not taken where
    /// it stays open.
    ImportPolicy: domain::anime_list::ImportPolicy { Mine, Theirs, Newer, Furthest }
}

same_enum! {
    /// The outcome of a row: its title joins the list; is on the list and changes; is on the list otherwise and stays
    /// as it is; is on the list and says the same; is proposed by its name; is not known to the catalogue, and the row is kept until it is; the row is not
    /// taken; its user leaves it out.
    ImportState: app::imports::RowState {
        Added, Changed, Kept, Equal, Proposed, Unresolved, Refused, Skipped
    }
}

/// An import. Of its rows, those of one part.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportPreview {
    #[serde(flatten)]
    import: ListImport,
    /// Version of the library that it was made from; `apply` takes it.
    version: u64,
    /// How many rows would have, or have had, which result. Without `waiting` and `remarked`, which are parts of others,
    /// they are as many as the file has rows.
    counts: Counts,
    /// Rows that say something else than the list, or than what an earlier import keeps of a title that is not known.
    differing: u32,
    /// Rows that the answer's filters leave.
    matching: u32,
    /// None of an import that was applied: its rows are gone, and `counts` say what it has led to.
    items: Vec<ImportItem>,
    /// What to give as `after` for those that follow; `null` where there are none.
    #[schema(required)]
    next: Option<u32>,
    /// Of an import that was applied, titles that stayed as they were against the preview: 100 at most.
    left: Vec<UnchangedTitleBody>,
    /// How many they are in all.
    left_count: u32,
    /// How its file was read, if that is a CSV.
    #[schema(required)]
    csv: Option<CsvAsRead>,
    /// Whether some characters of its names, notes or tags could not be read, as of a file that is not UTF-8.
    has_unreadable_text: bool,
}

/// How a CSV was read. Another reading is had by bringing it again.
#[derive(Debug, Serialize, ToSchema)]
struct CsvAsRead {
    /// What stands between its cells.
    #[schema(value_type = String)]
    separator: char,
    columns: Vec<CsvColumn>,
    /// The highest score of its scale.
    score_of: f64,
    /// Whether that is a guess from its scores.
    score_of_is_guessed: bool,
}

/// A column of a CSV.
#[derive(Debug, Serialize, ToSchema)]
struct CsvColumn {
    name: String,
    /// What it means, as `columns` has it; `null` where it is left out.
    #[schema(required)]
    meaning: Option<String>,
}

/// An import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListImport {
    /// Its number, counted for each user.
    id: u32,
    /// What its file is called.
    name: String,
    /// `myanimelist`, `shikimori_xml`, `myanimelist_json`, `anilist`, `anilist_data`, `kitsu`, `shikimori`,
    /// `anime_planet`, `simkl`, `trakt`, `yamtrack`, `csv` or `mitai`.
    format: String,
    /// Rows of the file.
    rows: u32,
    /// When the file was brought (RFC 3339).
    created_at: String,
    /// When it was applied. One that is not is forgotten after a day.
    #[schema(required)]
    applied_at: Option<String>,
    /// The outcome of applying it.
    #[schema(required)]
    applied: Option<Counts>,
    /// When it was undone.
    #[schema(required)]
    undone_at: Option<String>,
}

/// The user's imports, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListImports {
    items: Vec<ListImport>,
    /// What to give as `before` for those that follow; `null` where there are none.
    #[schema(required)]
    next: Option<u32>,
}

/// How many rows have which state.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ImportCounts)]
pub(crate) struct Counts {
    added: u32,
    changed: u32,
    kept: u32,
    equal: u32,
    proposed: u32,
    unresolved: u32,
    refused: u32,
    skipped: u32,
    /// Of those `proposed` or `unresolved`: those that change nothing of what earlier imports keep of their titles. They
    /// are not kept once more.
    waiting: u32,
    /// Of those neither `refused` nor `skipped`: those with a remark on what their rows say, as on a value that cannot be
    /// taken. `remarks` of the rows have it.
    remarked: u32,
}

/// A row of a file.
#[derive(Debug, Serialize, ToSchema)]
struct ImportItem {
    /// Its number in the file, from 1.
    row: u32,
    state: ImportState,
    /// What the file calls its title.
    #[schema(required)]
    name: Option<String>,
    /// The number of its title as it stands in the file; of a row that is not taken it may be none.
    #[schema(required)]
    number: Option<String>,
    /// Whose number that is: `myanimelist`, `anilist` or `kitsu`.
    #[schema(required)]
    site: Option<&'static str>,
    /// Its title.
    #[schema(required)]
    title: Option<ImportedTitle>,
    /// The title that is proposed by its name.
    #[schema(required)]
    proposal: Option<ImportedTitle>,
    policy: ImportPolicy,
    /// Whether it can be given a title. A row that cannot be read takes none; one of another medium may be an anime all
    /// the same.
    takes_title: bool,
    /// Whether an earlier import keeps all of it already, so that it is not kept once more: its title is not known.
    waits: bool,
    /// Whether it says something else than the list, or than what an earlier import keeps of a title that is not known.
    differs: bool,
    /// Why it is not taken, and what could not be taken as it stands: sentences.
    remarks: Vec<String>,
    /// The changed fields of the entry; without an entry, the fields that differ from a planned one.
    changes: Vec<ChangedValue>,
    /// Where the file says something else and what there is stays: `old` is that, `new` the file's.
    kept: Vec<ChangedValue>,
}

/// A title of the catalogue. Its page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportedTitle {
    /// Id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// `null` also where it is the same as `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    #[schema(required)]
    episodes: Option<u16>,
    /// Form of publication, as `TV`.
    #[schema(required)]
    kind: Option<String>,
    /// Of its first day.
    #[schema(required)]
    year: Option<u16>,
}

/// The result of undoing an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportUndone {
    /// Version of the library now.
    version: u64,
    position: String,
    /// Entries that are as they were before.
    restored: u32,
    /// Titles that stayed as they are, since they were changed after the import.
    left: Vec<UnchangedTitleBody>,
}

/// The outcome of undoing an import. Of one that was not undone, nothing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoOutcome {
    /// Entries that are as they were before.
    restored: u32,
    /// Titles that stayed as they are, since they were changed after the import.
    items: Vec<UnchangedTitleBody>,
}

impl ImportPreview {
    /// Builds it from the rows that pass the `filter`.
    pub(crate) fn new(
        read: &ImportRead,
        plan: &Plan,
        filter: &PreviewFilter,
        pictures: &Pictures,
    ) -> Self {
        let rows: Vec<Row<'_>> = read.rows.iter().zip(&plan.rows).collect();
        let matching = filter.all(read, &rows);
        let following = &matching[filter.begin(read, &matching, &rows)..];
        let page = &following[..following.len().min(PAGE)];
        let last = page.last().map(|(matched, _)| matched.row.number);
        let item = |(matched, row): &Row<'_>| ImportItem::new(matched, row, read, pictures);
        let import = ListImport::new(&read.import);
        let left = read.import.outcome.clone().unwrap_or_default().left;
        let named = |left: UnchangedTitle| {
            let known = read.titles.get(&left.mal_id);
            UnchangedTitleBody::by_apply(left, known.map(AsRef::as_ref))
        };
        Self {
            version: read.position.version,
            counts: import.applied.unwrap_or_else(|| plan.counts.into()),
            import,
            differing: plan.differing,
            matching: u32::try_from(matching.len()).unwrap_or(u32::MAX),
            items: page.iter().map(item).collect(),
            next: last.filter(|_| following.len() > PAGE),
            left: left.named.into_iter().map(named).collect(),
            left_count: left.count,
            csv: read.csv.as_ref().map(CsvAsRead::from),
            has_unreadable_text: rows.iter().any(|(matched, _)| is_damaged(&matched.row)),
        }
    }
}

impl From<&CsvReading> for CsvAsRead {
    fn from(csv: &CsvReading) -> Self {
        let column = |column: &library::CsvColumn| CsvColumn {
            name: column.name.clone(),
            meaning: column.meaning.clone(),
        };
        Self {
            separator: csv.separator,
            columns: csv.columns.iter().map(column).collect(),
            score_of: csv.score_of,
            score_of_is_guessed: csv.is_guessed,
        }
    }
}

impl ImportItem {
    fn new(matched: &MatchedRow, row: &PlannedRow, read: &ImportRead, pictures: &Pictures) -> Self {
        let titled = |id: Option<MalId>| {
            let title = read.titles.get(&id?)?;
            Some(ImportedTitle::new(title, pictures))
        };
        let Differences { changes, kept } = differences(read, matched, row);
        let remarks = row.remarks.iter().chain(&matched.row.remarks);
        Self {
            row: matched.row.number,
            state: row.state.into(),
            name: matched.row.title.name.clone(),
            number: number_in_file(&matched.row),
            site: numbered(&matched.row.title).map(|(site, _)| site),
            title: titled(row.title),
            proposal: titled(matched.proposal),
            policy: row.policy.into(),
            takes_title: matched.row.takes_title(),
            waits: row.waits,
            differs: row.differs,
            remarks: remarks.cloned().collect(),
            changes: changes.iter().map(ChangedValue::planned).collect(),
            kept: kept.iter().map(ChangedValue::planned).collect(),
        }
    }
}

/// Whether a text of a row has the character that stands for what could not be read.
fn is_damaged(row: &ImportRow) -> bool {
    let is_damaged = |text: &String| text.contains(char::REPLACEMENT_CHARACTER);
    let imported = row.content.as_ref().ok();
    row.title.name.iter().any(is_damaged)
        || imported.is_some_and(|it| is_damaged(&it.notes) || it.tags.iter().any(is_damaged))
}

fn number_in_file(row: &ImportRow) -> Option<String> {
    let known = || numbered(&row.title).map(|(_, id)| id.to_string());
    row.raw_id.clone().or_else(known)
}

/// A title's number, and whose it is.
fn numbered(title: &domain::anime_list::ImportedTitle) -> Option<(&'static str, u32)> {
    let known = title.mal_id.map(|id| ("myanimelist", id.get()));
    known.or_else(|| title.foreign.map(|it| (it.site.as_str(), it.id)))
}

impl ImportedTitle {
    fn new(title: &ListedTitle, pictures: &Pictures) -> Self {
        let english = title.title_english.clone();
        Self {
            mal_id: title.mal_id.get(),
            title: title.title.clone(),
            title_english: english.filter(|english| *english != title.title),
            title_japanese: title.title_japanese.clone(),
            image_url: pictures.poster(title.mal_id, title.image_url.as_deref(), None),
            episodes: title.episodes,
            kind: title.kind.clone(),
            year: title.year,
        }
    }
}

impl ListImport {
    /// Builds it from this import.
    pub(crate) fn new(import: &library::ListImport) -> Self {
        Self {
            id: import.number,
            name: import.name.clone(),
            format: import.form.clone(),
            rows: import.row_count,
            created_at: import.created_at.to_string(),
            applied_at: import.applied_at.map(|at| at.to_string()),
            applied: import.outcome.as_ref().map(|it| it.counts.into()),
            undone_at: import.undone_at.map(|at| at.to_string()),
        }
    }
}

impl ListImports {
    /// Builds it from these imports, `page` at most.
    pub(crate) fn new(imports: &[library::ListImport], page: usize) -> Self {
        let items: Vec<_> = imports.iter().take(page).map(ListImport::new).collect();
        let last = items.last().filter(|_| imports.len() > page);
        Self {
            next: last.map(|import| import.id),
            items,
        }
    }
}

impl From<ImportCounts> for Counts {
    fn from(counts: ImportCounts) -> Self {
        Self {
            added: counts.added,
            changed: counts.changed,
            kept: counts.kept,
            equal: counts.equal,
            proposed: counts.proposed,
            unresolved: counts.unresolved,
            refused: counts.refused,
            skipped: counts.skipped,
            waiting: counts.waiting,
            remarked: counts.remarked,
        }
    }
}
