//! Files of anime lists: read in the forms of other trackers, and [written](mod@write).
//!
//! [`read`] recognises the form by the content, and returns for every row an entry, or why there is none. A row
//! that cannot be read never affects others. Fields of a form that Mitai does not have stay beside the entry
//! ([`ImportedEntry::foreign_fields`](domain::anime_list::ImportedEntry::foreign_fields)), for a later export in that form.
//!
//! **Invariant:** memory does not grow with what a packed file inflates to, only with the rows that are read. Nothing
//! but rows of the list is kept: a form that also holds e-mail addresses or visits loses them here.
//!
//! Sources of the forms' facts: MyAnimeList's own exports, the schemas of the services' public APIs, and real exports of
//! all of them; where they differ from their descriptions, the files are right.

mod bare_less_than;
mod columns;
mod csv_form;
mod date;
mod entry;
mod error;
mod fields;
mod formula;
mod json;
mod mal_xml;
mod metered;
mod quotes;
mod repair;
mod separator;
mod start;
mod status;
mod text_filter;
pub mod write;

#[cfg(test)]
mod tests;

use std::io::{BufRead, BufReader, Read};

use domain::{anime_list::Score, library::CsvReading};
use flate2::read::MultiGzDecoder;
use jiff::tz::TimeZone;

pub use self::{
    columns::{Column, UnknownColumn},
    entry::{FileEntry, Remark, Row},
    error::{FileError, RowError},
};
use self::{
    metered::{Meter, Metered},
    repair::Repaired,
};

/// The largest number of rows in a file.
pub const MAX_ROWS: usize = 100_000;
/// The largest size of a file once it is inflated, in bytes.
pub const MAX_INFLATED: u64 = 128 * 1024 * 1024;
/// The largest ratio of a file's inflated size to its packed size.
const MAX_RATIO: u64 = 200;
/// The number of inflated bytes that are let through before the ratio counts.
const RATIO_FROM: u64 = 1024 * 1024;

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// XML of MyAnimeList, and of other programs that write its format.
    MyAnimeList,
    /// MyAnimeList's XML with Shikimori's own status beside MyAnimeList's.
    ShikimoriXml,
    /// JSON of lists as MyAnimeList's API or its pages have them.
    MyAnimeListJson,
    /// JSON of a list as `AniList`'s API has it.
    AniList,
    /// JSON that `AniList` gives to those who ask for their data.
    AniListData,
    /// JSON of a library as Kitsu's API has it.
    Kitsu,
    /// Shikimori's JSON.
    Shikimori,
    /// Anime-Planet's JSON.
    AnimePlanet,
    /// Simkl's JSON.
    Simkl,
    /// Trakt's JSON.
    Trakt,
    /// Yamtrack's CSV.
    Yamtrack,
    /// CSV with a line of names at its top, of any other program.
    Csv,
    /// Mitai's own JSON.
    Mitai,
}

impl Form {
    /// The form's name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MyAnimeList => "myanimelist",
            Self::ShikimoriXml => "shikimori_xml",
            Self::MyAnimeListJson => "myanimelist_json",
            Self::AniList => "anilist",
            Self::AniListData => "anilist_data",
            Self::Kitsu => "kitsu",
            Self::Shikimori => "shikimori",
            Self::AnimePlanet => "anime_planet",
            Self::Simkl => "simkl",
            Self::Trakt => "trakt",
            Self::Yamtrack => "yamtrack",
            Self::Csv => "csv",
            Self::Mitai => "mitai",
        }
    }
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ListFile {
    /// The file's form.
    pub form: Form,
    /// All rows of the file, in its order.
    pub rows: Vec<Row>,
    /// How the columns and scores were read; only of a CSV.
    pub csv: Option<CsvReading>,
}

impl ListFile {
    pub(crate) fn new(form: Form, mut rows: Vec<Row>) -> Self {
        unmark_decimal_scores(&mut rows);
        Self {
            form,
            rows,
            csv: None,
        }
    }
}

/// Takes all scores of a file for exact if any has decimals though the form has whole ones: converters write them.
fn unmark_decimal_scores(rows: &mut [Row]) {
    let entries = rows.iter_mut().flat_map(|row| {
        let content = row.content.as_mut().ok();
        content.into_iter().chain(row.if_anime.as_deref_mut())
    });
    let imported = entries.map(|entry| &mut entry.imported);
    let marked: Vec<_> = imported.filter(|it| it.has_whole_scores).collect();
    let is_decimal = |score: Score| !score.get().is_multiple_of(10);
    if marked.iter().any(|it| it.score.is_some_and(is_decimal)) {
        for imported in marked {
            imported.has_whole_scores = false;
        }
    }
}

/// The settings for reading a file.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The owner's time zone, in which instants of a form become days.
    pub zone: TimeZone,
    /// The meanings of a CSV's columns; if `None`, they are known by their names.
    pub columns: Option<Vec<Option<Column>>>,
    /// The highest score of a CSV's scale; if `None`, it is guessed from the scores.
    pub score_of: Option<f64>,
}

impl Reading {
    /// Settings under which columns and the scale are known by their names and values alone.
    pub const fn of(zone: TimeZone) -> Self {
        Self {
            zone,
            columns: None,
            score_of: None,
        }
    }
}

/// Reads a file, plain or packed by gzip.
///
/// # Errors
/// [`FileError`], a sentence for its owner, if the file is no list, or cannot be read; then no row of it is taken.
pub fn read(file: &[u8], reading: &Reading) -> Result<ListFile, FileError> {
    if file.starts_with(start::GZIP) {
        let packed = u64::try_from(file.len()).unwrap_or(u64::MAX);
        let limit = packed
            .saturating_mul(MAX_RATIO)
            .clamp(RATIO_FROM, MAX_INFLATED);
        return read_plain(MultiGzDecoder::new(file), limit, reading);
    }
    read_plain(file, MAX_INFLATED, reading)
}

fn read_plain(file: impl Read, limit: u64, reading: &Reading) -> Result<ListFile, FileError> {
    let (metered, meter) = Metered::new(file, limit);
    // Replaces a parser's error about a file that the meter cut off, which says nothing to its owner
    read_metered(metered, &meter, reading).map_err(|error| meter.refusal().unwrap_or(error))
}

fn read_metered(file: impl Read, meter: &Meter, reading: &Reading) -> Result<ListFile, FileError> {
    let (start, file) = start::of(file)?;
    if let Some(error) = start.refusal() {
        return Err(error);
    }
    let mut text = BufReader::new(Repaired::new(file));
    match first_letter(&mut text)? {
        None => Err(FileError::Empty),
        Some(b'<') => mal_xml::read(text, meter),
        Some(b'{' | b'[') => json::read(text, meter, &reading.zone),
        Some(_) if start.is_binary() => Err(FileError::NotAList),
        Some(_) => csv_form::read(text, meter, reading),
    }
}

/// The first byte that is no white space, which stays unread; `None` in a blank text.
fn first_letter(text: &mut impl BufRead) -> std::io::Result<Option<u8>> {
    loop {
        let buffer = text.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        let blank = buffer.iter().take_while(|it| it.is_ascii_whitespace());
        let blank = blank.count();
        if let Some(letter) = buffer.get(blank) {
            let letter = *letter;
            text.consume(blank);
            return Ok(Some(letter));
        }
        text.consume(blank);
    }
}
