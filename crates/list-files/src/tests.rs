//! What real files and awkward ones are read as.

mod csv;
mod encodings;
mod forms;
mod hostile;
mod lossless;
mod malformed;
mod remarks;
mod repaired;

use jiff::tz::TimeZone;

use super::*;

/// Reads a text as the file of an owner in Tokyo.
fn read_text(text: &str) -> Result<ListFile, FileError> {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Result<ListFile, FileError> {
    let zone = TimeZone::get("Asia/Tokyo").unwrap();
    read(bytes, &Reading::of(zone))
}

/// The entry of a text that has only one.
#[track_caller]
fn only(text: &str) -> FileEntry {
    let list = read_text(text).unwrap();
    assert_eq!(list.rows.len(), 1);
    list.rows[0].content.clone().unwrap()
}
