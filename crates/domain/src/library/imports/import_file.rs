//! A file that is imported, and its rows.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::anime_list::{ImportedEntry, ImportedTitle};

/// A row of a file, as the file's reader has understood it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportRow {
    /// The row's number in the file, counted from 1.
    pub number: u32,
    /// The title, as the row names it.
    pub title: ImportedTitle,
    /// The title's number as a refused row has it, valid or not; `None` for other rows.
    #[serde(default)]
    pub raw_id: Option<String>,
    /// The row's entry, or the reason why the row is refused.
    pub content: Result<ImportedEntry, String>,
    /// The entry of a refused row once its owner has given it a title; `None` where a title changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_titled: Option<Box<ImportedEntry>>,
    /// Sentences about what of the row could not be taken as it stands.
    pub remarks: Vec<String>,
}

impl ImportRow {
    /// Returns the row's entry, with the title that its owner has assigned or without one.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn entry(&self, is_titled: bool) -> Result<&ImportedEntry, &str> {
        match (&self.content, &self.if_titled) {
            (Err(_), Some(entry)) if is_titled => Ok(entry),
            (content, _) => content.as_ref().map_err(String::as_str),
        }
    }

    /// Returns whether the row can be given a title.
    pub fn takes_title(&self) -> bool {
        self.entry(true).is_ok()
    }
}

/// How a CSV file was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CsvReading {
    /// The character between two cells.
    pub separator: char,
    /// The file's columns, in their order.
    pub columns: Vec<CsvColumn>,
    /// The highest score of the file's scale.
    pub score_of: f64,
    /// Whether the scale is a guess from the file's scores.
    pub is_guessed: bool,
}

/// A column of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvColumn {
    /// The column's name.
    pub name: String,
    /// Name of the column's meaning; `None` if the column is ignored.
    pub meaning: Option<String>,
}

/// A file that is to be imported.
#[derive(Debug, Clone, PartialEq)]
pub struct NewImport {
    /// The file's name.
    pub name: String,
    /// Name of the file's form, such as `csv` or `myanimelist`.
    pub form: String,
    /// How the file was read; `None` if it is no CSV.
    pub csv: Option<CsvReading>,
    /// When the file is uploaded.
    pub at: Timestamp,
}
