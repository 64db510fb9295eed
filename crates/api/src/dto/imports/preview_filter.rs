//! Which rows of a preview are shown, and in which order.

use app::imports::{PlannedRow, RowState};
use domain::{
    anime_list::{ListedTitle, TitleLanguage},
    fold::fold,
    library::{ImportRead, MatchedRow},
};

/// Which rows of a preview are shown, and in which order.
#[derive(Debug, Clone, Default)]
pub(crate) struct PreviewFilter {
    /// Those of this state alone.
    pub(super) state: Option<RowState>,
    /// Only rows with a remark.
    pub(super) remarked: bool,
    /// Those of which a name has this folded text in it.
    pub(super) search: String,
    /// In the order of the titles' names in this language; else in that of the file.
    pub(super) by_title: Option<TitleLanguage>,
    /// Those behind the row of this number.
    pub(super) after: Option<u32>,
    /// The row of this number alone.
    pub(super) row: Option<u32>,
}

/// A row, and its outcome.
pub(super) type Row<'a> = (&'a MatchedRow, &'a PlannedRow);

impl PreviewFilter {
    /// The rows that are shown, in their order, wherever they begin.
    pub(super) fn all<'a>(&self, read: &ImportRead, rows: &[Row<'a>]) -> Vec<Row<'a>> {
        let shown = rows.iter().copied().filter(|row| self.shows(read, row));
        let mut shown: Vec<_> = shown.collect();
        if let Some(language) = self.by_title {
            shown.sort_by_cached_key(|row| fold(&name(read, row, language)));
        }
        shown
    }

    /// Of these, where those begin that stand behind `after`. That row need not be among them any more.
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

/// What a row's title is called in a language, or what the file calls it.
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
