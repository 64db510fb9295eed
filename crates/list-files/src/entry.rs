//! Rows of a file as all forms have them.

use domain::{
    anime_list::{
        ImportedEntry, ImportedTitle, MAX_FOREIGN_BYTES, MAX_NOTES_CHARS, MAX_PROGRESS,
        MAX_TAG_CHARS, MAX_TAGS, Score, Status,
    },
    library::ImportRow,
};

use crate::{
    RowError,
    fields::{self, Object},
};

/// A row of a file, taken or refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The row's number in the file, counted from 1.
    pub number: u32,
    /// The title's name in the file; `None` if the row has none.
    pub name: Option<String>,
    /// The title's number as the file writes it, be it a number or not; only of a row that is not taken.
    pub raw_id: Option<String>,
    /// The row's entry, or why the row is not taken.
    pub content: Result<FileEntry, RowError>,
    /// The entry of a row of another medium, if the title may be an anime all the same.
    pub if_anime: Option<Box<FileEntry>>,
}

impl Row {
    /// A row; `place` is its place in the file, from 0. `raw` gives the title's name and number of a refused row.
    pub(crate) fn new(
        place: usize,
        content: Result<FileEntry, RowError>,
        raw: impl FnOnce() -> (Option<String>, Option<String>),
    ) -> Self {
        let (name, raw_id) = match &content {
            Ok(entry) => (entry.title.name.clone(), None),
            Err(_) => raw(),
        };
        Self {
            number: u32::try_from(place + 1).unwrap_or(u32::MAX),
            name: name.and_then(|it| stored_name(&it)),
            raw_id: raw_id.map(|it| clipped(&it)),
            content,
            if_anime: None,
        }
    }
}

/// The entry that a file has of a title.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FileEntry {
    /// What the file says of which title the entry is of.
    pub title: ImportedTitle,
    /// What the file says of the watching of the title.
    pub imported: ImportedEntry,
    /// The values of the row that could not be taken as they stand.
    pub remarks: Vec<Remark>,
}

/// A value of a row that could not be taken as it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// A score that is not on its scale.
    #[error("The score {0} is not on the scale and was left out.")]
    Score(String),
    /// A date that is not in the calendar, or that may be two days.
    #[error("The date {0} was left out: it is no day, or may be two. Write it as 2019-04-25.")]
    Date(String),
    /// A number of a title that is no number, where the title has a name.
    #[error("The number {0} of the title was left out: it is none.")]
    Id(String),
    /// The number of rows that make one entry, in a form with a row for each episode.
    #[error("{0} rows of the file are taken together here.")]
    Together(usize),
    /// A number of episodes or of rewatches that is no number, or too large to be kept.
    #[error("\"{0}\" was left out: it is no number of episodes or rewatches that Mitai keeps.")]
    Number(String),
    /// A missing status, in a form where a row need not have one.
    #[error("It has no status: it is taken as planned, unless it is on your list.")]
    Status,
    /// Notes that are longer than Mitai keeps.
    #[error("The notes were cut after 10,000 characters.")]
    Notes,
    /// Notes that are not a text.
    #[error("The notes {0} were left out: they are no text.")]
    NotesValue(String),
    /// Cells behind the last column.
    #[error(
        "What stands behind the last column ({0}) was left out. A cell with a separator in it needs quotation marks."
    )]
    Cells(String),
    /// Quotation marks that are not closed before the file ends.
    #[error(
        "The file ends inside quotation marks of this row: rows that follow them may stand in one of its cells."
    )]
    OpenQuotes,
    /// A tag that is too long, or one too many.
    #[error("The tag \"{0}\" was left out: Mitai keeps 50 tags of up to 50 characters.")]
    Tag(String),
    /// A field of the form alone that is too long to be kept.
    #[error("The field {0} was left out: it is longer than 2,000 bytes.")]
    Foreign(String),
}

/// The length of the longest name of a title that is kept, in characters.
const MAX_TITLE_CHARS: usize = 500;

/// The number of characters that are shown of a value that cannot be read.
const MAX_RAW_CHARS: usize = 100;

/// The part of a value that is shown of it.
pub(crate) fn clipped(value: &str) -> String {
    let legal = value.chars().filter(|it| !it.is_control());
    legal.take(MAX_RAW_CHARS).collect()
}

/// The name as every store takes it: without control characters, and cut; `None` if it is blank.
fn stored_name(name: &str) -> Option<String> {
    let name = name.chars().filter(|it| !it.is_control());
    let name: String = name.take(MAX_TITLE_CHARS).collect();
    (!name.trim().is_empty()).then_some(name)
}

impl From<Row> for ImportRow {
    fn from(row: Row) -> Self {
        let name = || ImportedTitle {
            name: row.name.clone(),
            ..ImportedTitle::default()
        };
        let (if_titled, remarks) = match row.if_anime {
            Some(entry) => (Some(Box::new(entry.imported)), entry.remarks),
            None => (None, Vec::new()),
        };
        let (title, content, remarks) = match row.content {
            Ok(entry) => (entry.title, Ok(entry.imported), entry.remarks),
            Err(error) => (name(), Err(error.to_string()), remarks),
        };
        Self {
            number: row.number,
            title: ImportedTitle {
                name: title.name.as_deref().and_then(stored_name),
                ..title
            },
            raw_id: row.raw_id,
            content,
            if_titled,
            remarks: remarks.iter().map(ToString::to_string).collect(),
        }
    }
}

impl FileEntry {
    /// An entry of this title with this status, and nothing else.
    pub(crate) fn new(title: ImportedTitle, status: Status) -> Self {
        let imported = ImportedEntry {
            status: Some(status),
            ..ImportedEntry::default()
        };
        Self {
            title,
            imported,
            remarks: Vec::new(),
        }
    }

    /// Adds a remark if the title has no number though the file has something in its place.
    pub(crate) fn without_id(&mut self, raw: Option<&str>) {
        if let (None, Some(raw)) = (self.title.mal_id, raw) {
            self.remarks.push(Remark::Id(clipped(raw)));
        }
    }

    /// Takes the number of episodes seen from a field of a JSON row.
    pub(crate) fn read_progress(&mut self, row: &Object, name: &str) {
        let count = self.read_count(row, name);
        self.set_progress(count);
    }

    /// Takes the number of rewatches from a field of a JSON row.
    pub(crate) fn read_rewatches(&mut self, row: &Object, name: &str) {
        let count = self.read_count(row, name);
        self.set_rewatches(count);
    }

    /// Reads a number from a field of a JSON row, with a remark if the field has something else.
    pub(crate) fn read_count(&mut self, row: &Object, name: &str) -> Option<i64> {
        let count = fields::number(row, name);
        let unread = fields::unreadable_value(row, name, count);
        self.remarks
            .extend(unread.map(|raw| Remark::Number(clipped(&raw))));
        count
    }

    /// Reads a score from a field of a JSON row, with a remark if the field has something else.
    pub(crate) fn read_score(&mut self, row: &Object, name: &str) -> Option<f64> {
        let score = fields::decimal(row, name);
        let unread = fields::unreadable_value(row, name, score);
        self.remarks
            .extend(unread.map(|raw| Remark::Score(clipped(&raw))));
        score
    }

    /// Takes the notes from a field of a JSON row, with a remark if the field has something else.
    pub(crate) fn read_notes(&mut self, row: &Object, name: &str) {
        let notes = fields::raw(row, name);
        let unread = fields::unreadable_value(row, name, notes.as_deref());
        self.remarks
            .extend(unread.map(|raw| Remark::NotesValue(clipped(&raw))));
        self.set_notes(&notes.unwrap_or_default());
    }

    /// Takes a number of episodes seen, with a remark if it is too large.
    pub(crate) fn set_progress(&mut self, count: Option<i64>) {
        self.imported.progress = self.count(count, MAX_PROGRESS);
    }

    /// Takes a number of rewatches, with a remark if it is too large.
    pub(crate) fn set_rewatches(&mut self, count: Option<i64>) {
        // MyAnimeList wrote 255 for a time where it meant none
        let taken = self.count(count, MAX_PROGRESS);
        if taken == Some(255) {
            self.remarks.push(Remark::Number("255".to_owned()));
        }
        self.imported.rewatches = taken.filter(|it| *it != 255).unwrap_or(0);
    }

    fn count(&mut self, count: Option<i64>, most: u16) -> Option<u16> {
        let count = count?;
        let taken = u16::try_from(count).ok().filter(|it| *it <= most);
        if taken.is_none() {
            self.remarks.push(Remark::Number(count.to_string()));
        }
        taken
    }

    /// Takes a score of a scale whose highest score is `of`; 0 is no score.
    pub(crate) fn set_score(&mut self, score: Option<f64>, of: f64) {
        let Some(score) = score.filter(|score| *score != 0.0) else {
            return;
        };
        let hundredths = (score * 100.0 / of).round();
        let exact = (1..=100_u8).find(|it| (f64::from(*it) - hundredths).abs() < 0.5);
        self.imported.score = exact.and_then(|it| Score::new(it).ok());
        if self.imported.score.is_none() {
            self.remarks.push(Remark::Score(score.to_string()));
        }
    }

    /// Takes a score of a form with whole scores from 1 to 10; 0 is no score.
    pub(crate) fn set_whole_score(&mut self, score: Option<f64>) {
        self.set_score(score, 10.0);
        self.imported.has_whole_scores = self.imported.score.is_some();
    }

    /// Takes notes, without blanks around them, cut to the length that Mitai keeps.
    pub(crate) fn set_notes(&mut self, notes: &str) {
        let notes = notes.trim();
        let end = notes.char_indices().nth(MAX_NOTES_CHARS);
        if end.is_some() {
            self.remarks.push(Remark::Notes);
        }
        end.map_or(notes, |(end, _)| &notes[..end])
            .clone_into(&mut self.imported.notes);
    }

    /// Takes those tags that Mitai keeps, with a remark on each other one.
    pub(crate) fn add_tags<'a>(&mut self, tags: impl IntoIterator<Item = &'a str>) {
        let tags = tags.into_iter().map(str::trim);
        for tag in tags.filter(|tag| !tag.is_empty()) {
            let is_known = self.imported.tags.contains(tag);
            let fits = tag.chars().count() <= MAX_TAG_CHARS && self.imported.tags.len() < MAX_TAGS;
            if !is_known && !fits {
                let shown = tag.chars().take(MAX_TAG_CHARS).collect();
                self.remarks.push(Remark::Tag(shown));
            } else if !is_known {
                self.imported.tags.insert(tag.to_owned());
            }
        }
    }

    /// Keeps a field of the form alone, unless it is empty or has the form's default.
    pub(crate) fn keep(&mut self, name: &str, value: &str, default: &str) {
        if value.is_empty() || value.eq_ignore_ascii_case(default) {
            return;
        }
        if value.len() > MAX_FOREIGN_BYTES {
            self.remarks.push(Remark::Foreign(name.to_owned()));
            return;
        }
        let (name, value) = (name.to_owned(), value.to_owned());
        self.imported.foreign_fields.insert(name, value);
    }
}
