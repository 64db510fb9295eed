//! A file that is imported, and its rows.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::anime_list::{ImportedEntry, ImportedTitle};

/// A row of a file, as its reader has understood it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportRow {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Which title it is of.
    pub title: ImportedTitle,
    /// Of a row that is not taken, the title's number as it stands there, be it one or not.
    #[serde(default)]
    pub raw_id: Option<String>,
    /// Its entry, or the reason why it is refused.
    pub content: Result<ImportedEntry, String>,
    /// Of a row that is not taken, what it says once its owner has given it a title; `None` where that changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_titled: Option<Box<ImportedEntry>>,
    /// Sentences about what of it could not be taken as it stands.
    pub remarks: Vec<String>,
}

impl ImportRow {
    /// Its entry, with the title that its owner has assigned or without one.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn entry(&self, is_titled: bool) -> Result<&ImportedEntry, &str> {
        match (&self.content, &self.if_titled) {
            (Err(_), Some(entry)) if is_titled => Ok(entry),
            (content, _) => content.as_ref().map_err(String::as_str),
        }
    }

    /// Whether it can be given a title.
    pub fn takes_title(&self) -> bool {
        self.entry(true).is_ok()
    }
}

/// How a CSV was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CsvReading {
    /// What stands between its cells.
    pub separator: char,
    /// Its columns, in their order.
    pub columns: Vec<CsvColumn>,
    /// The highest score of its scale.
    pub score_of: f64,
    /// Whether that is a guess from its scores.
    pub is_guessed: bool,
}

/// A column of a CSV.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvColumn {
    /// What it is called.
    pub name: String,
    /// Its meaning, by name; `None` if it is ignored.
    pub meaning: Option<String>,
}

/// A file that is imported.
#[derive(Debug, Clone, PartialEq)]
pub struct NewImport {
    /// What it is called.
    pub name: String,
    /// Its form, by the form's name.
    pub form: String,
    /// How it was read, if it is a CSV.
    pub csv: Option<CsvReading>,
    /// When it is uploaded.
    pub at: Timestamp,
}
