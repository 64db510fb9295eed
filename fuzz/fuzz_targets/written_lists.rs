//! A file of a list, written in each form and read again.
#![no_main]
#![expect(clippy::unwrap_used, reason = "what is written here is read")]

use std::sync::Arc;

use domain::anime_list::{ListEntry, ListItem, ListedTitle};
use jiff::{Timestamp, tz::TimeZone};
use libfuzzer_sys::fuzz_target;
use list_files::{
    FileEntry, FileError, Reading,
    write::{ExportForm, WrittenList, write},
};

fuzz_target!(|file: &[u8]| {
    let Ok(entries) = entries(file) else {
        return;
    };
    let items: Vec<ListItem> = entries.iter().filter_map(item).collect();
    let whole = again(ExportForm::Json, &items).into_iter();
    let whole: Vec<ListEntry> = whole.map(|it| *it.imported.whole.unwrap()).collect();
    assert!(whole.iter().eq(items.iter().map(|it| &it.entry)));
    for form in [ExportForm::MalXml, ExportForm::Csv] {
        // A form that has less of an entry has all of what is left
        let left = again(form, &items);
        assert_eq!(left.len(), items.len());
        let kept: Vec<ListItem> = left.iter().filter_map(item).collect();
        let left_again = again(form, &kept);
        for (first, second) in left.iter().zip(&left_again) {
            assert_eq!(
                (&first.title, &first.imported),
                (&second.title, &second.imported)
            );
        }
    }
});

fn entries(file: &[u8]) -> Result<Vec<FileEntry>, FileError> {
    let list = list_files::read(file, &Reading::of(TimeZone::UTC))?;
    Ok(list
        .rows
        .into_iter()
        .filter_map(|row| row.content.ok())
        .collect())
}

fn again(form: ExportForm, items: &[ListItem]) -> Vec<FileEntry> {
    let mut file = Vec::new();
    let list = WrittenList {
        items: items.to_vec(),
        ..WrittenList::default()
    };
    write(form, list, Timestamp::UNIX_EPOCH, &mut file).unwrap();
    entries(&file).unwrap()
}

/// Returns an entry that was read as one on a list; `None` where its title has no known number.
fn item(read: &FileEntry) -> Option<ListItem> {
    let name = read.title.name.clone().unwrap_or_default();
    let title = ListedTitle::named(read.title.mal_id?, name);
    Some(ListItem {
        title: Arc::new(title),
        entry: read.imported.entry(None, Timestamp::UNIX_EPOCH),
    })
}
