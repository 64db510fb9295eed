//! Lists to write, and what is read again of them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, sync::Arc};

use domain::{
    anime::MalId,
    anime_list::{ImportedEntry, ListEntry, ListItem, ListedTitle, Score},
    library::UnresolvedEntry,
};
use jiff::{Timestamp, tz::TimeZone};
use list_files::{
    FileEntry, ListFile, Reading, read,
    write::{ExportForm, WrittenList, write},
};

/// An item of a list whose title has only a number and a name.
pub(crate) fn item(mal_id: u32, name: &str, entry: ListEntry) -> ListItem {
    ListItem {
        title: Arc::new(ListedTitle::named(MalId::new(mal_id), name)),
        entry,
    }
}

/// Writes these items as a file.
pub(crate) fn file(form: ExportForm, items: &[ListItem]) -> String {
    file_with(form, items, Vec::new()).0
}

/// Writes a file of items and of entries without a title; returns how many of these it has no place for, too.
pub(crate) fn file_with(
    form: ExportForm,
    items: &[ListItem],
    unresolved: Vec<UnresolvedEntry>,
) -> (String, usize) {
    let mut file = Vec::new();
    let items = items.to_vec();
    let list = WrittenList { items, unresolved };
    let left_out = write(form, list, Timestamp::UNIX_EPOCH, &mut file).unwrap();
    (String::from_utf8(file).unwrap(), left_out)
}

/// Reads a file as a list.
pub(crate) fn list(file: &[u8]) -> ListFile {
    read(file, &Reading::of(TimeZone::UTC)).unwrap()
}

/// Reads the entries of a file, whose rows must all be taken.
pub(crate) fn entries(file: &str) -> Vec<FileEntry> {
    let rows = list(file.as_bytes()).rows.into_iter();
    rows.map(|row| row.content.unwrap()).collect()
}

/// A score in whole tenths, rounded half up and never to none.
pub(crate) fn whole(score: Score) -> Score {
    let tenths = ((score.get() + 5) / 10).max(1);
    Score::new(tenths * 10).unwrap()
}

/// What MyAnimeList's XML preserves of an entry.
pub(crate) fn in_mal_xml(imported: &ImportedEntry) -> ImportedEntry {
    let is_of_form = |name: &str| name.starts_with("my_");
    let mut imported = ImportedEntry {
        progress: imported.progress.or(Some(0)),
        score: imported.score.map(whole),
        has_whole_scores: imported.score.is_some(),
        private: None,
        updated_at: None,
        tags: tags(&imported.tags),
        ..imported.clone()
    };
    imported.foreign_fields.retain(|name, _| is_of_form(name));
    imported
}

/// The tags as they are read back from a text with commas between them.
pub(crate) fn tags(tags: &BTreeSet<String>) -> BTreeSet<String> {
    tags.iter().map(|tag| tag.replace(',', ";")).collect()
}
