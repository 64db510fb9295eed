//! Mitai's own JSON: a head, and each entry on a line of its own.

use std::io::{self, Write};

use domain::{
    anime_list::{ImportedEntry, ImportedTitle, ListEntry, ListItem},
    library::UnresolvedEntry,
};
use jiff::Timestamp;
use serde::Serialize;

use super::WrittenList;
use crate::json::MITAI_VERSION;

#[derive(Serialize)]
struct ExportedRow<'a> {
    mal_id: u32,
    title: &'a str,
    entry: &'a ListEntry,
}

/// An imported entry whose title the catalogue does not know.
#[derive(Serialize)]
struct UnresolvedRow<'a> {
    title: &'a ImportedTitle,
    added_at: Timestamp,
    said: &'a ImportedEntry,
}

pub(super) fn write(
    list: &WrittenList,
    exported_at: Timestamp,
    mut to: impl Write,
) -> io::Result<()> {
    write!(
        to,
        "{{\"mitai\":\"list\",\"version\":{MITAI_VERSION},\"exported_at\":\"{exported_at}\",\"entries\":["
    )?;
    let item = |item: &ListItem| {
        serde_json::to_string(&ExportedRow {
            mal_id: item.title.mal_id.get(),
            title: &item.title.title,
            entry: &item.entry,
        })
    };
    lines(&mut to, list.items.iter().map(item))?;
    to.write_all(b"\n],\"unresolved\":[")?;
    let unresolved = |it: &UnresolvedEntry| {
        serde_json::to_string(&UnresolvedRow {
            title: &it.title,
            added_at: it.added_at,
            said: &it.entry,
        })
    };
    lines(&mut to, list.unresolved.iter().map(unresolved))?;
    to.write_all(b"\n]}\n")?;
    to.flush()
}

/// Writes values, each on a line of its own, with commas between them.
fn lines(
    to: &mut impl Write,
    values: impl Iterator<Item = serde_json::Result<String>>,
) -> io::Result<()> {
    let mut line_break = "\n";
    for value in values {
        to.write_all(line_break.as_bytes())?;
        to.write_all(value?.as_bytes())?;
        line_break = ",\n";
    }
    Ok(())
}
