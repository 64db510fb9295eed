//! Mitai's own JSON: a head, and each entry on a line of its own.

use std::io::{self, Write};

use domain::anime_list::{ListEntry, ListItem};
use jiff::Timestamp;
use serde::Serialize;

use crate::json::MITAI_VERSION;

#[derive(Serialize)]
struct Row<'a> {
    mal_id: u32,
    title: &'a str,
    entry: &'a ListEntry,
}

pub(super) fn write(
    items: &[ListItem],
    exported_at: Timestamp,
    mut to: impl Write,
) -> io::Result<()> {
    write!(
        to,
        "{{\"mitai\":\"list\",\"version\":{MITAI_VERSION},\"exported_at\":\"{exported_at}\",\"entries\":["
    )?;
    let mut line_break = "\n";
    for item in items {
        to.write_all(line_break.as_bytes())?;
        let row = Row {
            mal_id: item.title.mal_id.get(),
            title: &item.title.title,
            entry: &item.entry,
        };
        serde_json::to_writer(&mut to, &row)?;
        line_break = ",\n";
    }
    to.write_all(b"\n]}\n")?;
    to.flush()
}
