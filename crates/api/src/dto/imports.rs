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

/// The largest number of rows in one answer.
const PAGE: usize = 100;

same_enum! {
    /// The rule for values that differ between file and list: the list's value, the file's value, the later change, or
    /// the further progress. A value that only one of them has is taken, but for the end of the first watching where
    /// that stays open.
    ImportPolicy: domain::anime_list::ImportPolicy { Mine, Theirs, Newer, Furthest }
}

same_enum! {
    /// The outcome of a row: its title joins the list; is on the list and changes; differs on the list and stays as it
    /// is; is the same on the list; is proposed by its name; is unknown to the catalogue, so that the row waits; the
    /// row is refused; the user leaves the row out.
    ImportState: app::imports::RowState {
        Added, Changed, Kept, Equal, Proposed, Unresolved, Refused, Skipped
    }
}

/// An import, and a page of its rows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportPreview {
    #[serde(flatten)]
    import: ListImport,
    /// The library's version that the preview was made from; `apply` takes it.
    version: u64,
    /// The number of rows by outcome, as planned or as applied. `waiting` and `remarked` are parts of others; the
    /// others add up to the rows of the file.
    counts: Counts,
    /// The number of rows that differ from the list, or from what an earlier import keeps of an unknown title.
    differing: u32,
    /// The number of rows that pass the request's filters.
    matching: u32,
    /// The rows of this page. An applied import has none any more; its `counts` tell the outcome.
    items: Vec<ImportItem>,
    /// The value of `after` for the next page; `null` on the last page.
    #[schema(required)]
    next: Option<u32>,
    /// The titles of an applied import that stayed as they were, unlike in the preview: at most 100.
    left: Vec<UnchangedTitleBody>,
    /// The number of all titles that stayed so.
    left_count: u32,
    /// How the file was read, where it is a CSV file; else `null`.
    #[schema(required)]
    csv: Option<CsvAsRead>,
    /// Whether some characters of names, notes or tags could not be read, as in a file that is not UTF-8.
    has_unreadable_text: bool,
}

/// How a CSV file was read. Uploading it again with other parameters reads it in another way.
#[derive(Debug, Serialize, ToSchema)]
struct CsvAsRead {
    /// The character that separates the cells.
    #[schema(value_type = String)]
    separator: char,
    columns: Vec<CsvColumn>,
    /// The highest score of the file's scale.
    score_of: f64,
    /// Whether `score_of` is a guess from the file's scores.
    score_of_is_guessed: bool,
}

/// A column of a CSV file.
#[derive(Debug, Serialize, ToSchema)]
struct CsvColumn {
    name: String,
    /// The meaning of the column, by its name in the parameter `columns`; `null` where the column is ignored.
    #[schema(required)]
    meaning: Option<String>,
}

/// An import of a list file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListImport {
    /// The import's number, counted from 1 for each user.
    id: u32,
    /// The file's name.
    name: String,
    /// The file's format: `myanimelist`, `shikimori_xml`, `myanimelist_json`, `anilist`, `anilist_data`, `kitsu`,
    /// `shikimori`, `anime_planet`, `simkl`, `trakt`, `yamtrack`, `csv` or `mitai`.
    format: String,
    /// The number of rows in the file.
    rows: u32,
    /// When the file was uploaded (RFC 3339).
    created_at: String,
    /// When the import was applied (RFC 3339), else `null`. One that is not applied is deleted after a day.
    #[schema(required)]
    applied_at: Option<String>,
    /// The number of rows by outcome of applying the import; `null` where it was not applied.
    #[schema(required)]
    applied: Option<Counts>,
    /// When the import was undone (RFC 3339); `null` where it was not.
    #[schema(required)]
    undone_at: Option<String>,
}

/// A page of the user's imports, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListImports {
    items: Vec<ListImport>,
    /// The value of `before` for the next page; `null` on the last page.
    #[schema(required)]
    next: Option<u32>,
}

/// The number of rows by outcome.
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
    /// The `proposed` or `unresolved` rows that add nothing to what earlier imports keep of their titles; they are not
    /// kept again.
    waiting: u32,
    /// The rows, neither `refused` nor `skipped`, with a remark on their content, such as a value that cannot be taken.
    /// `remarks` of the rows has it.
    remarked: u32,
}

/// A row of an imported file.
#[derive(Debug, Serialize, ToSchema)]
struct ImportItem {
    /// The row's number in the file, counted from 1.
    row: u32,
    state: ImportState,
    /// The title's name in the file; `null` where the file has none.
    #[schema(required)]
    name: Option<String>,
    /// The title's id as the file writes it, which in a refused row may be no number; `null` where the file has none.
    #[schema(required)]
    number: Option<String>,
    /// The site of `number`: `myanimelist`, `anilist` or `kitsu`; `null` where that is not known.
    #[schema(required)]
    site: Option<&'static str>,
    /// The row's title in the catalogue; `null` where it is not known.
    #[schema(required)]
    title: Option<ImportedTitle>,
    /// The title that is proposed for the row by its name; `null` where there is none.
    #[schema(required)]
    proposal: Option<ImportedTitle>,
    policy: ImportPolicy,
    /// Whether the user can assign a title to the row. A row that cannot be read takes none; one of another medium may
    /// be an anime all the same.
    takes_title: bool,
    /// Whether an earlier import already keeps all that the row says of an unknown title, so that it is not kept again.
    waits: bool,
    /// Whether the row differs from the list, or from what an earlier import keeps of an unknown title.
    differs: bool,
    /// Sentences that say why the row is refused, and which of its values could not be taken as they are.
    remarks: Vec<String>,
    /// The fields of the entry that the row changes; without an entry, those that differ from a planned one.
    changes: Vec<ChangedValue>,
    /// The fields in which the file differs and the present value stays: `old` is that value, `new` the file's.
    kept: Vec<ChangedValue>,
}

/// A title of the catalogue. Its page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportedTitle {
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
    #[schema(required)]
    episodes: Option<u16>,
    /// The form of publication, such as `TV`; `null` where it is not known.
    #[schema(required)]
    kind: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
}

/// The result of undoing an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportUndone {
    /// The library's current version.
    version: u64,
    position: String,
    /// The number of entries that are as they were before the import.
    restored: u32,
    /// Titles that stayed as they are, since they were changed after the import.
    left: Vec<UnchangedTitleBody>,
}

/// The outcome of undoing an import; empty for an import that was not undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoOutcome {
    /// The number of entries that are as they were before the import.
    restored: u32,
    /// Titles that stayed as they are, since they were changed after the import.
    items: Vec<UnchangedTitleBody>,
}

impl ImportPreview {
    /// Builds the preview, with the rows that pass the `filter`.
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

/// Whether a text of a row has the replacement character, which stands for what could not be read.
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

/// A title's id in a file, with the site whose id it is.
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
    /// Builds the answer from a stored import.
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
    /// Builds the page from the first `page` of the stored imports.
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
