//! Files of anime lists, written: in Mitai's own form, in MyAnimeList's, and for spreadsheets.
//!
//! **Invariant:** [`read`](crate::read) takes every file that is written here, and finds in it all that its form has.

mod csv_form;
mod json;
mod mal_xml;
mod one_run;

use std::io::{self, Write};

use domain::anime_list::ListItem;
use jiff::Timestamp;

/// The JSON Schema of Mitai's own form.
pub const JSON_SCHEMA: &str = include_str!("../../../docs/list-1.schema.json");

/// A form in which lists are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExportForm {
    /// Mitai's own JSON, which has all of every entry.
    Json,
    /// The XML that MyAnimeList and others import.
    MalXml,
    /// CSV for spreadsheets.
    Csv,
}

impl ExportForm {
    /// The media type of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::MalXml => "application/xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// How the names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::MalXml => "xml",
            Self::Csv => "csv",
        }
    }
}

/// Writes a list, in its order.
///
/// # Errors
/// What `to` fails with.
pub fn write(
    form: ExportForm,
    items: &[ListItem],
    exported_at: Timestamp,
    to: impl Write,
) -> io::Result<()> {
    match form {
        ExportForm::Json => json::write(items, exported_at, to),
        ExportForm::MalXml => mal_xml::write(items, to),
        ExportForm::Csv => csv_form::write(items, to),
    }
}

/// A text without the characters that XML 1.0 (section 2.2) has no place for.
fn legal(text: &str) -> String {
    let is_legal = |it: &char| !matches!(it, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_legal).collect()
}

/// Tags with commas between them, as readers split them. A comma within a tag becomes a semicolon.
fn joined<'a>(tags: impl IntoIterator<Item = &'a String>) -> String {
    let tags = tags.into_iter().map(|tag| tag.replace(',', ";"));
    tags.collect::<Vec<_>>().join(", ")
}
