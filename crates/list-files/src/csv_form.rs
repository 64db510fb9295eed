//! CSV: Yamtrack's, and any with a line of names at its top.

use std::{io::Read, iter};

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, PartialDate, Status},
    library::{CsvColumn, CsvReading},
};

use crate::{
    Column, FileEntry, FileError, Form, ListFile, MAX_ROWS, Reading, Remark, Row, RowError,
    columns, date, entry::clipped, formula, metered::Meter, quotes::Quotes, separator, status,
};

/// The names of columns by which Yamtrack's CSV is known.
const YAMTRACK: [&str; 3] = ["media_id", "source", "media_type"];

/// Yamtrack's kinds of titles, known by another catalogue, that may be an anime.
const FILMED: [&str; 3] = ["movie", "tv", "season"];

/// Reads a whole file of this form.
pub(crate) fn read(
    text: impl Read,
    meter: &Meter,
    reading: &Reading,
) -> Result<ListFile, FileError> {
    let (separator, text) = separator::detect(text)?;
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(Quotes::new(text, separator));
    let names = reader.headers().map_err(unreadable(0))?.clone();
    let yamtrack = Yamtrack::of(&names);
    let meanings = match (&yamtrack, &reading.columns) {
        (Some(_), _) | (None, None) => columns::named(&names),
        (None, Some(meanings)) => meanings.clone(),
    };
    if names.len() < 2 {
        return Err(FileError::NotAList);
    }
    if yamtrack.is_none() && !columns::name_titles(&meanings) {
        return Err(FileError::UnknownColumns {
            columns: names.iter().map(str::to_owned).collect(),
            separator: separator.into(),
        });
    }
    let mut rows = Vec::new();
    let mut scores = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable(rows.len()))?;
        meter.begin_row();
        if rows.len() == MAX_ROWS {
            return Err(FileError::TooLarge);
        }
        let cells = Cells {
            meanings: &meanings,
            record: &record,
            columns: names.len().max(meanings.len()),
        };
        let (row, score) = cells.row(rows.len(), yamtrack.as_ref());
        rows.push(row);
        scores.push(score);
    }
    if reader.get_ref().are_open() {
        report_open_quotes(&mut rows)?;
    }
    let known = (yamtrack.is_some() || is_own(&names)).then_some(10.0);
    let known = known.or(reading.score_of);
    let score_of = known.unwrap_or_else(|| likely_scale(scores.iter().flatten()));
    for (row, score) in rows.iter_mut().zip(scores) {
        if let Some(entry) = entry_of(row) {
            entry.set_score(score, score_of);
        }
    }
    Ok(ListFile {
        form: yamtrack.map_or(Form::Csv, |_| Form::Yamtrack),
        rows,
        csv: Some(CsvReading {
            separator: separator.into(),
            columns: read_as(&names, &meanings),
            score_of,
            is_guessed: known.is_none(),
        }),
    })
}

/// The largest number of columns that are named to the owner.
const MAX_COLUMNS: usize = 200;

/// What each column was taken for. The owner may have given meanings to fewer columns than there are.
fn read_as(names: &StringRecord, meanings: &[Option<Column>]) -> Vec<CsvColumn> {
    let meanings = meanings.iter().copied().chain(iter::repeat(None));
    let columns = names.iter().zip(meanings).take(MAX_COLUMNS);
    let column = |(name, meaning): (&str, Option<Column>)| CsvColumn {
        name: clipped(name),
        meaning: meaning.map(|it| it.as_str().to_owned()),
    };
    columns.map(column).collect()
}

/// Whether these are the columns that Mitai itself writes.
fn is_own(names: &StringRecord) -> bool {
    names.iter().eq(Column::ALL.map(Column::as_str))
}

/// The number of scores from which on they are of a scale of five if none is above 5.
const FEW: usize = 5;

/// The highest score of the scale on which these scores likely are.
fn likely_scale<'a>(scores: impl Iterator<Item = &'a f64>) -> f64 {
    let (count, highest) = scores
        .filter(|score| **score > 0.0)
        .fold((0, 0.0), |(count, highest), score| {
            (count + 1, f64::max(highest, *score))
        });
    if highest > 10.0 {
        100.0
    } else if highest <= 5.0 && count >= FEW {
        5.0
    } else {
        10.0
    }
}

/// The error for a file of which `entries` entries were read.
fn unreadable(entries: usize) -> impl Fn(csv::Error) -> FileError {
    move |error| {
        let line = error.position().map_or(1, csv::Position::line);
        match error.into_kind() {
            ErrorKind::Io(_) => FileError::Damaged,
            _ => FileError::Unreadable { line, entries },
        }
    }
}

/// Tells the owner of a file that ends inside quotation marks, at the last row.
fn report_open_quotes(rows: &mut [Row]) -> Result<(), FileError> {
    let last = rows.last_mut();
    let last = last.ok_or(FileError::Unreadable {
        line: 1,
        entries: 0,
    })?;
    match &mut last.content {
        Ok(entry) => entry.remarks.push(Remark::OpenQuotes),
        Err(error) => *error = RowError::OpenQuotes,
    }
    Ok(())
}

/// The entry of a row, whether the row is taken or not.
fn entry_of(row: &mut Row) -> Option<&mut FileEntry> {
    row.content.as_mut().ok().or(row.if_anime.as_deref_mut())
}

/// The cells of a CSV's row, and the meanings of its columns.
struct Cells<'a> {
    meanings: &'a [Option<Column>],
    record: &'a StringRecord,
    /// The number of columns.
    columns: usize,
}

impl Cells<'_> {
    fn get(&self, column: Column) -> Option<&str> {
        let mut meanings = self.meanings.iter();
        let place = meanings.position(|it| *it == Some(column))?;
        let cell = self.record.get(place).filter(|cell| !cell.is_empty());
        cell.map(|cell| formula::plain(cell).trim_start())
    }

    /// Reads the row at a place of the file, counted from 0: the row without its score, and the score.
    fn row(&self, place: usize, yamtrack: Option<&Yamtrack>) -> (Row, Option<f64>) {
        let (content, if_anime) = match yamtrack {
            Some(yamtrack) => yamtrack.entry(self),
            None => (self.entry(self.mal_id()), None),
        };
        let raw_id = || match yamtrack {
            Some(Yamtrack([id, ..])) => self.record.get(*id),
            None => self.get(Column::MalId),
        };
        let name = || self.get(Column::Title).map(str::to_owned);
        let mut row = Row::new(place, content, || (name(), raw_id().map(str::to_owned)));
        row.if_anime = if_anime.map(Box::new);
        let score = entry_of(&mut row).and_then(|entry| {
            entry
                .remarks
                .extend(self.cells_beyond_columns().map(Remark::Cells));
            let score = self.score();
            score.unwrap_or_else(|remark| {
                entry.remarks.push(remark);
                None
            })
        });
        (row, score)
    }

    /// The cells behind the last column, as one text; `None` if all of them are empty.
    fn cells_beyond_columns(&self) -> Option<String> {
        let cells = self.record.iter().skip(self.columns);
        let cells: Vec<_> = cells.filter(|cell| !cell.is_empty()).collect();
        (!cells.is_empty()).then(|| clipped(&cells.join(", ")))
    }

    fn mal_id(&self) -> Option<MalId> {
        let id = self.get(Column::MalId)?.parse().ok();
        id.filter(|id| *id > 0).map(MalId::new)
    }

    fn entry(&self, mal_id: Option<MalId>) -> Result<FileEntry, RowError> {
        let name = self.get(Column::Title).map(str::to_owned);
        if mal_id.is_none() && name.is_none() {
            return Err(RowError::NoTitle);
        }
        let title = ImportedTitle {
            mal_id,
            foreign: None,
            name,
        };
        let (status, rewatching) = match self.get(Column::Status) {
            None => (Status::Planned, false),
            Some(name) => status::named(name).ok_or_else(|| RowError::Status(clipped(name)))?,
        };
        let mut entry = FileEntry::new(title, status);
        entry.imported.rewatching = rewatching;
        if self.get(Column::Status).is_none() {
            entry.imported.status = None;
            // Where no column has the status, no row can have one
            let is_missing = self.meanings.contains(&Some(Column::Status));
            entry.remarks.extend(is_missing.then_some(Remark::Status));
        }
        let progress = self.number(Column::Progress, &mut entry);
        entry.set_progress(progress);
        let rewatches = self.number(Column::Rewatches, &mut entry);
        entry.set_rewatches(rewatches);
        entry.without_id(self.get(Column::MalId).filter(|raw| *raw != "0"));
        entry.imported.started = self.date(Column::Started, &mut entry);
        entry.imported.finished = self.date(Column::Finished, &mut entry);
        entry.set_notes(self.get(Column::Notes).unwrap_or_default());
        entry.add_tags(self.get(Column::Tags).unwrap_or_default().split(','));
        let private = self.get(Column::Private).map(str::to_ascii_lowercase);
        entry.imported.private = private.map(|it| ["yes", "true", "1"].contains(&it.as_str()));
        Ok(entry)
    }

    fn number(&self, column: Column, entry: &mut FileEntry) -> Option<i64> {
        let cell = self.get(column)?;
        let number = cell.parse().ok();
        if number.is_none() {
            entry.remarks.push(Remark::Number(clipped(cell)));
        }
        number
    }

    /// The score, of whatever scale. A comma before decimals is one of a spreadsheet in most languages.
    fn score(&self) -> Result<Option<f64>, Remark> {
        let Some(cell) = self.get(Column::Score) else {
            return Ok(None);
        };
        let score = cell.replace(',', ".").parse::<f64>();
        match score {
            Ok(score) if score.is_finite() => Ok(Some(score)),
            _ => Err(Remark::Score(clipped(cell))),
        }
    }

    fn date(&self, column: Column, entry: &mut FileEntry) -> Option<PartialDate> {
        let cell = self.get(column)?;
        match date::written(cell.split([' ', 'T']).next().unwrap_or(cell)) {
            date::Read::None => None,
            date::Read::Date(date) => Some(date),
            date::Read::Bad => {
                entry.remarks.push(Remark::Date(clipped(cell)));
                None
            }
        }
    }
}

/// Places of the columns by which Yamtrack says which title a row is of. The others are known by their names.
struct Yamtrack([usize; 3]);

impl Yamtrack {
    fn of(names: &StringRecord) -> Option<Self> {
        let place = |wanted| names.iter().position(|name| name == wanted);
        let [Some(id), Some(source), Some(kind)] = YAMTRACK.map(place) else {
            return None;
        };
        Some(Self([id, source, kind]))
    }

    /// What a row is; beside it, of one that is filmed and no anime to Yamtrack, what it is if it is one all the same.
    fn entry(&self, cells: &Cells<'_>) -> (Result<FileEntry, RowError>, Option<FileEntry>) {
        let [id, source, kind] = self
            .0
            .map(|place| cells.record.get(place).unwrap_or_default());
        if kind != "anime" {
            let is_filmed = FILMED.contains(&kind);
            let if_anime = is_filmed.then(|| cells.entry(None).ok()).flatten();
            return (Err(RowError::OtherMedium), if_anime);
        }
        let id = (source == "mal").then(|| id.parse().ok()).flatten();
        let id = id.filter(|id| *id > 0).map(MalId::new);
        (cells.entry(id), None)
    }
}
