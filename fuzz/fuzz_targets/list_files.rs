//! A file of a list, in whatever form its content says, and again as a CSV whose columns somebody has chosen.
#![no_main]

use domain::anime_list::{MAX_NOTES_CHARS, MAX_TAG_CHARS, MAX_TAGS};
use jiff::{Timestamp, tz::TimeZone};
use libfuzzer_sys::fuzz_target;
use list_files::{Column, Reading, read};

fuzz_target!(|file: &[u8]| {
    let chosen = Column::of_each("title,status,progress,score,started,notes").ok();
    for columns in [None, chosen] {
        let reading = Reading {
            columns,
            ..Reading::of(TimeZone::UTC)
        };
        match read(file, &reading) {
            Ok(list) => assert_bearable(list.rows),
            Err(refusal) => assert!(refusal.to_string().ends_with('.')),
        }
    }
});

fn assert_bearable(rows: Vec<list_files::Row>) {
    for (number, row) in (1..).zip(rows) {
        assert_eq!(row.number, number);
        let Ok(read) = row.content else {
            continue;
        };
        assert!(read.title.key().is_some());
        let entry = read.imported.entry(None, Timestamp::UNIX_EPOCH);
        assert!(entry.is_possible(), "{entry:?}");
        assert!(entry.notes.chars().count() <= MAX_NOTES_CHARS);
        assert!(entry.tags.len() <= MAX_TAGS);
        let mut tags = entry.tags.iter();
        assert!(tags.all(|tag| !tag.is_empty() && tag.chars().count() <= MAX_TAG_CHARS));
    }
}
