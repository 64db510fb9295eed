//! Database files that are damaged.

use std::{fs, path::Path};

use super::mitai::{left_in, refusal, serve, serving};

/// Size of SQLite's pages.
const PAGE: usize = 4096;

/// Returns bytes that are like no page of a database.
fn garbage(length: usize) -> Vec<u8> {
    (0..length)
        .map(|at| (at * 151 + at / 7 + 41).to_le_bytes()[0] | 0x80)
        .collect()
}

fn refused(data: &Path, damaged: &[u8], sentence: &str) {
    let database = data.join("mitai.db");
    fs::write(&database, damaged).unwrap();
    let said = refusal(&mut serve(data));
    assert!(said.contains(sentence), "{said}");
    assert!(fs::read(&database).unwrap() == damaged, "it was written to");
}

#[test]
fn damaged_database_is_reported_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    left_in(&data);
    let whole = fs::read(data.join("mitai.db")).unwrap();
    let with = |at: usize, bytes: &[u8]| {
        let mut damaged = whole.clone();
        damaged[at..at + bytes.len()].copy_from_slice(bytes);
        damaged
    };
    let no_database = "the database file is not a SQLite database; check the address, or restore it from a backup";
    let damaged = "the database file is damaged; restore it from a backup";
    refused(&data, &with(0, &garbage(100)), no_database);
    refused(&data, &garbage(whole.len()), no_database);
    // The rest of the first page, a page in the middle, and the last page are garbage
    refused(&data, &with(100, &garbage(PAGE - 100)), damaged);
    let middle = whole.len() / PAGE / 2 * PAGE;
    refused(&data, &with(middle, &garbage(PAGE)), damaged);
    refused(&data, &with(whole.len() - PAGE, &garbage(PAGE)), damaged);
    // The file is cut off, within a page and between two
    refused(&data, &whole[..middle], damaged);
    refused(&data, &whole[..middle + PAGE / 2], damaged);

    fs::write(data.join("mitai.db"), whole).unwrap();
    drop(serving(&mut serve(&data)));
}
