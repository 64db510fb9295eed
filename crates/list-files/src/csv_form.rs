//! CSV: Yamtrack's, and any with a line of names at its top.

use std::io::Read;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, PartialDate, Status},
};

use crate::{
    Column, Columns, FileEntry, FileError, Form, ListFile, MAX_ROWS, Reading, Remark, Row,
    RowError, date, formula, metered::Meter, status,
};

/// Names by which Yamtrack's columns are known.
const YAMTRACK: [&str; 3] = ["media_id", "source", "media_type"];

/// Reads a whole file.
pub(crate) fn read(
    text: impl Read,
    meter: &Meter,
    reading: &Reading,
) -> Result<ListFile, FileError> {
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text);
    let names = reader.headers().map_err(unreadable)?.clone();
    let yamtrack = Yamtrack::of(&names);
    let columns = match (&yamtrack, &reading.columns) {
        (Some(_), _) | (None, None) => Columns::named(&names),
        (None, Some(columns)) => columns.clone(),
    };
    if names.len() < 2 {
        return Err(FileError::NotAList);
    }
    if yamtrack.is_none() && !columns.name_titles() {
        let columns = names.iter().map(str::to_owned).collect();
        return Err(FileError::UnknownColumns { columns });
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        meter.row_ended();
        if rows.len() == MAX_ROWS {
            return Err(FileError::TooLarge);
        }
        let cells = Cells {
            columns: &columns,
            record: &record,
        };
        let content = match &yamtrack {
            Some(yamtrack) => yamtrack.entry(&cells),
            None => cells.entry(cells.mal_id()),
        };
        rows.push(Row {
            number: u32::try_from(rows.len() + 1).unwrap_or(u32::MAX),
            name: cells.get(Column::Title).map(str::to_owned),
            content,
        });
    }
    let form = yamtrack.map_or(Form::Csv, |_| Form::Yamtrack);
    Ok(ListFile { form, rows })
}

fn unreadable(error: csv::Error) -> FileError {
    let line = error.position().map_or(1, csv::Position::line);
    match error.into_kind() {
        ErrorKind::Io(_) => FileError::Damaged,
        _ => FileError::Unreadable { line },
    }
}

/// A row of a CSV.
struct Cells<'a> {
    columns: &'a Columns,
    record: &'a StringRecord,
}

impl Cells<'_> {
    fn get(&self, column: Column) -> Option<&str> {
        let mut meanings = self.columns.meanings.iter();
        let place = meanings.position(|it| *it == Some(column))?;
        let cell = self.record.get(place).filter(|cell| !cell.is_empty());
        cell.map(|cell| formula::plain(cell).trim_start())
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
            Some(name) => status::named(name).ok_or_else(|| RowError::Status(name.into()))?,
        };
        let mut entry = FileEntry::new(title, status);
        entry.said.rewatching = rewatching;
        if self.get(Column::Status).is_none() {
            entry.said.status = None;
        }
        let progress = self.number(Column::Progress, &mut entry);
        entry.set_progress(progress);
        let rewatches = self.number(Column::Rewatches, &mut entry);
        entry.set_rewatches(rewatches);
        self.read_score(&mut entry);
        entry.said.started = self.date(Column::Started, &mut entry);
        entry.said.finished = self.date(Column::Finished, &mut entry);
        entry.set_notes(self.get(Column::Notes).unwrap_or_default());
        entry.add_tags(self.get(Column::Tags).unwrap_or_default().split(','));
        let private = self.get(Column::Private).map(str::to_ascii_lowercase);
        entry.said.private = private.map(|it| ["yes", "true", "1"].contains(&it.as_str()));
        Ok(entry)
    }

    fn number(&self, column: Column, entry: &mut FileEntry) -> Option<i64> {
        let cell = self.get(column)?;
        let number = cell.parse().ok();
        if number.is_none() {
            entry.remarks.push(Remark::Number(cell.to_owned()));
        }
        number
    }

    fn read_score(&self, entry: &mut FileEntry) {
        let Some(cell) = self.get(Column::Score) else {
            return;
        };
        match cell.parse::<f64>() {
            Ok(score) if score.is_finite() => entry.set_score(Some(score), self.columns.score_of),
            _ => entry.remarks.push(Remark::Score(cell.to_owned())),
        }
    }

    fn date(&self, column: Column, entry: &mut FileEntry) -> Option<PartialDate> {
        let cell = self.get(column)?;
        match date::numbers(cell.split([' ', 'T']).next().unwrap_or(cell)) {
            date::Read::None => None,
            date::Read::Date(date) => Some(date),
            date::Read::Bad => {
                entry.remarks.push(Remark::Date(cell.to_owned()));
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

    fn entry(&self, cells: &Cells<'_>) -> Result<FileEntry, RowError> {
        let [id, source, kind] = self
            .0
            .map(|place| cells.record.get(place).unwrap_or_default());
        if kind != "anime" {
            return Err(RowError::OtherMedium);
        }
        let id = (source == "mal").then(|| id.parse().ok()).flatten();
        cells.entry(id.filter(|id| *id > 0).map(MalId::new))
    }
}
