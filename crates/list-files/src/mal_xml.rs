//! The XML of MyAnimeList, and what others write in that form: Kitsu leaves elements out, Shikimori adds a status of its
//! own, converters write nothing but ids. Names of elements say what a row is, never the totals at the top.
//!
//! A row that is not well formed is refused, and the reading goes on at the row after it, also where that was taken for
//! a part of it.

mod recovery;
mod row;
mod source;

pub(crate) use self::row::{FOREIGN_FIELDS, plain};

use std::{collections::BTreeMap, io::Read, mem};

use quick_xml::{Reader, errors::Error, events::Event};

use self::{
    row::{Fields, resolved},
    source::{Source, newlines},
};
use crate::{FileEntry, FileError, Form, ListFile, MAX_ROWS, Row, RowError, metered::Meter};

/// The number of elements that are open within a field: the root, the row and the field.
const FIELD_DEPTH: usize = 3;
/// The names of the elements that are rows.
const ROWS: [&str; 2] = ["anime", "manga"];

/// Reads a whole file of MyAnimeList's XML.
pub(crate) fn read(text: impl Read, meter: &Meter) -> Result<ListFile, FileError> {
    let mut parser = new_parser(Source::new(text, meter));
    let mut list = RowReader::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let step = match parser.read_event_into(&mut buffer) {
            Ok(event) => list.take(&event)?,
            Err(Error::Io(_)) if !parser.get_ref().is_full() => return Err(FileError::Damaged),
            Err(_) => Step::Broken { has_ended: false },
        };
        if step == Step::Within {
            continue;
        }
        let mut source = parser.into_inner();
        match step {
            Step::Broken { has_ended } => list.resync(&mut source, has_ended)?,
            Step::End => return list.finish(),
            Step::Within | Step::Edge => {
                source.begin_row();
                list.row.lines = list.lines;
            }
        }
        parser = new_parser(source);
    }
}

/// A parser that leaves it to [`RowReader`] which end is of which element: people type tags into comments. It keeps the name
/// of each tag that does not end, so every row gets a new one.
fn new_parser<R>(text: R) -> Reader<R> {
    let mut parser = Reader::from_reader(text);
    let config = parser.config_mut();
    config.allow_dangling_amp = true;
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    parser
}

/// The meaning of an event for the row that is being read.
#[derive(PartialEq)]
enum Step {
    /// The event is within a row, or between two rows.
    Within,
    /// The event is the start or the end of a row.
    Edge,
    /// The event makes the row malformed; the row may have ended with it.
    Broken { has_ended: bool },
    /// The event is the end of the file.
    End,
}

/// The first element above the rows.
#[derive(Default, PartialEq)]
enum Head {
    #[default]
    Nothing,
    /// An element that no list has there.
    Unknown,
    Info,
    /// The element `myinfo` of a list of manga.
    InfoOfManga,
}

/// The state of reading: the rows so far, and the open one.
#[derive(Default)]
struct RowReader {
    /// The name of the list's element, as the file writes it; `None` before its start.
    root: Option<String>,
    /// The names of the open elements, the outermost first.
    open: Vec<String>,
    row: OpenRow,
    rows: Vec<Row>,
    head: Head,
    is_shikimori: bool,
    lines: u64,
}

/// The state of the row that is being read.
#[derive(Default)]
struct OpenRow {
    /// The texts of the row's elements, by the elements' names.
    fields: BTreeMap<String, String>,
    /// The tags in a field that are named like an open element and have no end yet, by the place of that element.
    typed: Vec<usize>,
    /// Whether the row has had such a tag.
    has_typed: bool,
    /// Whether such tags are taken as having no ends.
    is_flat: bool,
    is_malformed: bool,
    /// The number of lines before the row.
    lines: u64,
}

impl RowReader {
    fn unreadable(&self) -> FileError {
        if self.root.is_none() {
            return FileError::NotAList;
        }
        let (line, entries) = (self.lines + 1, self.rows.len());
        FileError::Unreadable { line, entries }
    }

    fn take(&mut self, event: &Event<'_>) -> Result<Step, FileError> {
        let step = match event {
            Event::Start(tag) if self.is_in_field() => {
                self.push_start_tag(tag.name().as_ref(), tag);
                Step::Within
            }
            Event::Empty(tag) if self.is_in_field() => self.text(&format!("<{}/>", &**tag)),
            Event::End(tag) if self.is_typed_end(tag.name().as_ref()) => {
                self.push_end_tag(tag.name().as_ref(), tag);
                Step::Within
            }
            Event::Start(tag) => self.open(tag.name().as_ref())?,
            Event::Empty(tag) => {
                self.open(tag.name().as_ref())?;
                self.close(tag.name().as_ref())?
            }
            Event::End(tag) => self.close(tag.name().as_ref())?,
            Event::Text(text) => self.text(text),
            Event::CData(text) => self.section(text),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => self.comment(event.as_bytes()),
            Event::GeneralRef(reference) => self.reference(&resolved(reference))?,
            Event::DocType(name) => return Err(document_type(name)),
            Event::Eof if self.open.len() > 1 => Step::Broken { has_ended: false },
            Event::Eof => Step::End,
        };
        self.lines += newlines(event.as_bytes());
        Ok(step)
    }

    fn open(&mut self, name: &str) -> Result<Step, FileError> {
        let is_row = ROWS.contains(&name);
        if is_row && self.open.len() == 2 {
            self.end_row(false)?;
        }
        if self.open.is_empty() {
            match &self.root {
                // The owner typed the end of the list into a row before this one
                Some(root) if is_row => self.open.push(root.clone()),
                Some(root) if !root.eq_ignore_ascii_case(name) => return Ok(Step::Within),
                _ => {
                    let is_list = name.eq_ignore_ascii_case("myanimelist");
                    self.root = is_list.then(|| name.to_owned());
                }
            }
        }
        if self.root.is_none() {
            return Err(FileError::NotAList);
        }
        self.open.push(name.to_owned());
        if self.open.len() != 2 {
            return Ok(Step::Within);
        }
        self.row = OpenRow::default();
        Ok(Step::Edge)
    }

    fn is_in_field(&self) -> bool {
        self.open.len() == FIELD_DEPTH
    }

    fn position_of(&self, name: &str) -> Option<usize> {
        self.open.iter().position(|open| open == name)
    }

    /// Whether an end tag in a field ends nothing but a tag that was typed there.
    fn is_typed_end(&self, name: &str) -> bool {
        let place = self.position_of(name);
        self.is_in_field() && (place.is_none() || place == self.row.typed.last().copied())
    }

    /// Adds a start tag to the text of a field.
    fn push_start_tag(&mut self, name: &str, tag: &str) {
        if let Some(place) = self.position_of(name).filter(|_| !self.row.is_flat) {
            self.row.typed.push(place);
            self.row.has_typed = true;
        }
        self.text(&format!("<{tag}>"));
    }

    /// Adds an end tag to the text of a field.
    fn push_end_tag(&mut self, name: &str, tag: &str) {
        if self.position_of(name).is_some() {
            self.row.typed.pop();
        }
        self.text(&format!("</{tag}>"));
    }

    fn text(&mut self, text: &str) -> Step {
        if let [_, row, field] = &self.open[..]
            && (row == "myinfo" || ROWS.contains(&row.as_str()))
        {
            let fields = &mut self.row.fields;
            fields.entry(field.clone()).or_default().push_str(text);
        }
        Step::Within
    }

    /// Takes the text of a reference. A `<` between rows is the beginning of a row whose start tag is not well formed.
    fn reference(&mut self, text: &str) -> Result<Step, FileError> {
        if text == "<" && self.open.len() == 1 {
            let line = self.lines + 1;
            self.push_row(|_| Err(RowError::Malformed { line }), &Fields::default())?;
        }
        Ok(self.text(text))
    }

    /// Takes a CDATA section, unless it has no end of its own and goes on to the end of another section.
    fn section(&mut self, text: &str) -> Step {
        let next_row = recovery::next_row(text.as_bytes()).filter(|_| self.open.len() > 1);
        if next_row.is_some_and(|at| text[at..].contains("<![CDATA[")) {
            return Step::Broken { has_ended: false };
        }
        self.text(text)
    }

    /// Passes over a comment or the like, unless it has no end of its own and goes on to the end of another one.
    fn comment(&self, text: &[u8]) -> Step {
        if self.open.len() > 1 && recovery::next_row(text).is_some() {
            return Step::Broken { has_ended: false };
        }
        Step::Within
    }

    /// Ends an element, which has to be the innermost open one.
    fn close(&mut self, name: &str) -> Result<Step, FileError> {
        if self.open.last().is_none_or(|open| open != name) {
            let place = self.position_of(name);
            // Between rows an end tag without a start ends nothing
            self.row.is_malformed |= place.is_none();
            return Ok(match place {
                None => Step::Within,
                Some(place) => Step::Broken {
                    has_ended: place == 1,
                },
            });
        }
        self.row.typed.clear();
        if self.open.len() != 2 {
            self.open.pop();
            return Ok(Step::Within);
        }
        if self.row.is_malformed {
            return Ok(Step::Broken { has_ended: true });
        }
        self.end_row(true)?;
        Ok(Step::Edge)
    }

    /// Goes on after the row has shown to be malformed: at the next row, which it may have swallowed.
    fn resync(&mut self, source: &mut Source<impl Read>, has_ended: bool) -> Result<(), FileError> {
        if self.open.len() < 2 {
            return Err(self.refusal(source));
        }
        let read = source.row();
        let next_row = recovery::next_row(read);
        // A tag that was typed into a field may have no end
        let is_flat = next_row.is_none() && self.row.has_typed;
        let place = if is_flat {
            self.open.truncate(2);
            0
        } else {
            let end = next_row.or_else(|| has_ended.then_some(read.len()));
            let Some(place) = end.or_else(|| recovery::list_end(&self.open[0], read)) else {
                return Err(self.refusal(source));
            };
            self.end_row(false)?;
            place
        };
        self.lines = self.row.lines + newlines(&read[..place]);
        self.row = OpenRow {
            is_flat,
            lines: self.lines,
            ..OpenRow::default()
        };
        if source.read_again(place) {
            Ok(())
        } else {
            Err(self.unreadable())
        }
    }

    fn refusal<R: Read>(&self, source: &Source<R>) -> FileError {
        if source.is_full() {
            FileError::TooLarge
        } else {
            self.unreadable()
        }
    }

    /// Ends the open row, and the elements that are open in it.
    fn end_row(&mut self, is_well_formed: bool) -> Result<(), FileError> {
        let fields = Fields(mem::take(&mut self.row.fields));
        let line = self.row.lines + 1;
        match self.open.get(1).map(String::as_str) {
            Some("anime") if !is_well_formed => {
                self.push_row(|_| Err(RowError::Malformed { line }), &fields)?;
            }
            Some("anime") => {
                self.is_shikimori |= fields.0.contains_key("shiki_status");
                self.push_row(Fields::entry, &fields)?;
            }
            Some("manga") => self.push_row(|_| Err(RowError::OtherMedium), &fields)?,
            Some("myinfo") if fields.get("user_export_type") == Some("2") => {
                self.head = Head::InfoOfManga;
            }
            Some("myinfo") => self.head = Head::Info,
            _ if self.head == Head::Nothing => self.head = Head::Unknown,
            _ => {}
        }
        self.open.truncate(1);
        Ok(())
    }

    fn push_row(
        &mut self,
        entry: impl FnOnce(&Fields) -> Result<FileEntry, RowError>,
        fields: &Fields,
    ) -> Result<(), FileError> {
        if self.rows.len() == MAX_ROWS {
            return Err(FileError::TooLarge);
        }
        let raw = |names: [&str; 2]| {
            let found = names.iter().find_map(|name| fields.get(name));
            found.map(str::to_owned)
        };
        self.rows.push(Row::new(self.rows.len(), entry(fields), || {
            (
                raw(["series_title", "manga_title"]),
                raw(["series_animedb_id", "manga_mangadb_id"]),
            )
        }));
        Ok(())
    }

    fn finish(self) -> Result<ListFile, FileError> {
        if self.root.is_none() || self.rows.is_empty() && self.head == Head::Unknown {
            return Err(FileError::NotAList);
        }
        if !self.open.is_empty() {
            return Err(self.unreadable());
        }
        let is_of_manga = match &self.rows[..] {
            [] => self.head == Head::InfoOfManga,
            rows => rows
                .iter()
                .all(|row| row.content == Err(RowError::OtherMedium)),
        };
        if is_of_manga {
            return Err(FileError::NoAnime);
        }
        let form = if self.is_shikimori {
            Form::ShikimoriXml
        } else {
            Form::MyAnimeList
        };
        Ok(ListFile::new(form, self.rows))
    }
}

/// Why a file with a document type is not taken: pages are saved as files of lists.
fn document_type(name: &str) -> FileError {
    let name = name.trim_start().get(..4);
    if name.is_some_and(|name| name.eq_ignore_ascii_case("html")) {
        FileError::NotAList
    } else {
        FileError::DocumentType
    }
}
