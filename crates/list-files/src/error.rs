//! Why a file, or a row of one, is not taken, in words for its owner.

use std::io;

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The file is empty, or its list is.
    #[error("This file is empty. Please export your list again.")]
    Empty,
    /// The file has none of the known forms.
    #[error(
        "This file is not an anime list that Mitai knows. It reads MyAnimeList's XML and JSON, the JSON of AniList, \
         Kitsu, Shikimori, Anime-Planet, Simkl and Trakt, Yamtrack's CSV, CSV with a header line, and its own JSON."
    )]
    NotAList,
    /// The file lists only manga, films or shows.
    #[error(
        "This list has no anime, only manga, films or shows. Please export your anime list instead."
    )]
    NoAnime,
    /// The file has more bytes or rows than a list may have.
    #[error(
        "This file is too large. A list may have 100,000 titles, and be 128 MB in all and 1 MB for each title."
    )]
    TooLarge,
    /// The file cannot be read beyond a line.
    #[error("{} It may be cut off: please export your list again.", unreadable(*line, *entries))]
    Unreadable {
        /// The line at which reading ended, counted from 1.
        line: u64,
        /// The number of entries that were read before that line.
        entries: usize,
    },
    /// The file is packed, and ends too early or is damaged.
    #[error(
        "This file is damaged or was not downloaded to its end. Please export your list again."
    )]
    Damaged,
    /// The file is packed twice.
    #[error("This file is packed twice. Please unpack it once and bring it again.")]
    PackedTwice,
    /// The file is a ZIP archive.
    #[error("This is a ZIP file. Please unpack it first and bring the list that is in it.")]
    Zip,
    /// The file is Mitai's own, of a version that this one does not know.
    #[error("This file is of a newer Mitai. Please import it there.")]
    Newer,
    /// The XML declares a document type, which a list does not need and an attacker does.
    #[error(
        "This XML file declares a document type, which no list does. Please export your list again."
    )]
    DocumentType,
    /// The file is a CSV without a column that is known to name the titles.
    #[error("Please say which column has the titles, or their numbers at MyAnimeList.")]
    UnknownColumns {
        /// The names of the CSV's columns.
        columns: Vec<String>,
        /// The character between the CSV's cells.
        separator: char,
    },
}

/// How far a file can be read. The first line says nothing, for many files have no other; another may have the whole list.
fn unreadable(line: u64, entries: usize) -> String {
    let part = match entries {
        0 => "not even its first entry".to_owned(),
        1 => "only its first entry".to_owned(),
        _ => format!("only its first {entries} entries"),
    };
    let end = match line {
        1 => String::new(),
        _ => format!(" Reading ends in line {line}."),
    };
    format!("This file cannot be read to its end, {part}.{end}")
}

impl From<io::Error> for FileError {
    fn from(_: io::Error) -> Self {
        Self::Damaged
    }
}

/// Why a row is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The title is of another medium: manga, or a film of another catalogue.
    #[error("It is not an anime.")]
    OtherMedium,
    /// The entry is in the list of what its owner does not want to see, which Mitai has not.
    #[error("It is marked as not wanted, which Mitai has no place for.")]
    NotInterested,
    /// The row does not say which title it is of.
    #[error("It has neither a number nor a title.")]
    NoTitle,
    /// The status is unknown.
    #[error("Its status is \"{0}\", which is none that Mitai knows.")]
    Status(String),
    /// The row has no status.
    #[error("It has no status.")]
    NoStatus,
    /// Something in the row's XML does not end, or ends without a start.
    #[error("It is not well-formed XML: see line {line}, where it begins.")]
    Malformed {
        /// The line at which the row begins, counted from 1.
        line: u64,
    },
    /// Quotation marks that are not closed are in the row, and nothing else that can be taken.
    #[error(
        "The file ends inside quotation marks of this row: close them, or rows that follow them stand in one of its cells."
    )]
    OpenQuotes,
    /// The row is not built as its form has it.
    #[error("It cannot be read: {0}.")]
    Shape(String),
}
