//! Files of anime lists, written: in Mitai's own form, in MyAnimeList's, and for spreadsheets.
//!
//! **Invariant:** [`read`](crate::read) reads every file written here, and returns all that its format can hold.

mod csv_form;
mod json;
mod mal_xml;
mod one_run;

use std::{
    collections::HashSet,
    io::{self, Write},
    sync::Arc,
};

use domain::{
    anime_list::{ListItem, ListedTitle},
    library::UnresolvedEntry,
};
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
    /// The media type of the form's files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::MalXml => "application/xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    /// The file name extension of the form, without a dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::MalXml => "xml",
            Self::Csv => "csv",
        }
    }
}

/// A list to write.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WrittenList {
    /// The entries, in their order.
    pub items: Vec<ListItem>,
    /// The imported entries whose titles the catalogue does not know.
    pub unresolved: Vec<UnresolvedEntry>,
}

/// Writes a list in its order; behind it the unresolved entries, as far as the form has a place for them. Returns the
/// number of entries that it has none for.
///
/// # Errors
/// The error of `to`, if it fails.
pub fn write(
    form: ExportForm,
    mut list: WrittenList,
    exported_at: Timestamp,
    to: impl Write,
) -> io::Result<usize> {
    if form == ExportForm::Json {
        json::write(&list, exported_at, to)?;
        return Ok(0);
    }
    let length = list.items.len() + list.unresolved.len();
    add_numbered(&mut list);
    match form {
        ExportForm::MalXml => mal_xml::write(&list.items, to)?,
        _ => csv_form::write(&list.items, to)?,
    }
    Ok(length - list.items.len())
}

/// Puts behind the entries those that have no title and a number of MyAnimeList's, each number once.
fn add_numbered(list: &mut WrittenList) {
    let mut taken: HashSet<_> = list.items.iter().map(|item| item.title.mal_id).collect();
    for unresolved in &list.unresolved {
        let id = unresolved.title.mal_id.filter(|id| taken.insert(*id));
        list.items.extend(id.map(|mal_id| ListItem {
            title: Arc::new(ListedTitle::named(
                mal_id,
                unresolved.title.name.clone().unwrap_or_default(),
            )),
            entry: unresolved.entry.entry(None, unresolved.added_at),
        }));
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
