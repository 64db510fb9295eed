//! The filter and order of a preview's rows.

use app::imports::{PlannedRow, RowState};
use domain::{
    anime_list::{ListedTitle, TitleLanguage},
    fold::fold,
    library::{ImportRead, MatchedRow},
};

/// The filter and order of a preview's rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct PreviewFilter {
    /// Shows the rows of this state alone.
    pub(super) state: Option<RowState>,
    /// Shows only rows with a remark on their content.
    pub(super) remarked: bool,
    /// Shows only rows that have this folded text in one of their title's names; empty for all rows.
    pub(super) search: String,
    /// Orders the rows by their titles' names in this language; `None` for the order of the file.
    pub(super) by_title: Option<TitleLanguage>,
    /// Shows the rows after the row of this number.
    pub(super) after: Option<u32>,
    /// Shows the row of this number alone.
    pub(super) row: Option<u32>,
}

/// A row, and its planned outcome.
pub(super) type Row<'a> = (&'a MatchedRow, &'a PlannedRow);

impl PreviewFilter {
    /// All rows that pass the filter, in their order, regardless of `after`.
    pub(super) fn all<'a>(&self, read: &ImportRead, rows: &[Row<'a>]) -> Vec<Row<'a>> {
        let shown = rows.iter().copied().filter(|row| self.shows(read, row));
        let mut shown: Vec<_> = shown.collect();
        if let Some(language) = self.by_title {
            shown.sort_by_cached_key(|row| fold(&name(read, row, language)));
        }
        shown
    }

    /// The place in `shown` of the first row after the row `after`, which need not be in `shown` any more.
    pub(super) fn begin(&self, read: &ImportRead, shown: &[Row<'_>], rows: &[Row<'_>]) -> usize {
        let Some(after) = self.after else { return 0 };
        let Some(language) = self.by_title else {
            return shown.partition_point(|(matched, _)| matched.row.number <= after);
        };
        let last = rows.iter().find(|(matched, _)| matched.row.number == after);
        last.map_or(0, |last| {
            let key = |row: &Row<'_>| (fold(&name(read, row, language)), row.0.row.number);
            let last = key(last);
            shown.partition_point(|row| key(row) <= last)
        })
    }

    fn shows(&self, read: &ImportRead, (matched, row): &Row<'_>) -> bool {
        self.state.is_none_or(|state| row.state == state)
            && (row.remarked || !self.remarked)
            && self.row.is_none_or(|number| matched.row.number == number)
            && (self.search.is_empty() || self.matches(read, matched, row))
    }

    fn matches(&self, read: &ImportRead, matched: &MatchedRow, row: &PlannedRow) -> bool {
        let title = title(read, matched, row);
        let names = title.into_iter().flat_map(|title| {
            let others = [&title.title_english, &title.title_japanese];
            let others = others.into_iter().filter_map(|it| it.as_deref());
            others.chain([title.title.as_str()])
        });
        let mut names = names.chain(matched.row.title.name.as_deref());
        names.any(|name| fold(name).contains(&self.search))
    }
}

fn title<'a>(
    read: &'a ImportRead,
    matched: &MatchedRow,
    row: &PlannedRow,
) -> Option<&'a ListedTitle> {
    let id = row.title.or(matched.proposal)?;
    read.titles.get(&id).map(|title| &**title)
}

/// The name of a row's title in a language, or else the file's name for it.
fn name(read: &ImportRead, (matched, row): &Row<'_>, language: TitleLanguage) -> String {
    let title = title(read, matched, row).map(|title| {
        let preferred = match language {
            TitleLanguage::English => title.title_english.as_deref(),
            TitleLanguage::Japanese => title.title_japanese.as_deref(),
            TitleLanguage::Romaji => None,
        };
        preferred.unwrap_or(&title.title)
    });
    let name = title.or(matched.row.title.name.as_deref());
    name.unwrap_or_default().to_owned()
}
