//! The XML of MyAnimeList, and what others write in that form: Kitsu leaves elements out, Shikimori adds a status of its
//! own, converters write nothing but ids. Names of elements say what a row is, never the totals at the top.

use std::{
    collections::BTreeMap,
    io::{BufReader, Read},
};

use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, MAX_FOREIGN_BYTES, PartialDate, Status},
};
use quick_xml::{Reader, errors::Error, escape::resolve_predefined_entity, events::Event};

use crate::{
    FileEntry, FileError, Form, ListFile, MAX_ROWS, Remark, Row, RowError,
    bare_less_than::BareLessThan,
    date,
    entry::clipped,
    metered::Meter,
    status::{self, Watched},
    text_filter::FilteredText,
};

/// How many elements are open within a field: the root, the row and the field.
const FIELD_DEPTH: usize = 3;
/// What Mitai has no place for, kept for a later export, with what MyAnimeList writes where nothing was chosen.
pub(crate) const KEPT: [(&str, &str); 7] = [
    ("my_rewatch_value", ""),
    ("my_priority", "LOW"),
    ("my_storage", ""),
    ("my_storage_value", "0.00"),
    ("my_discuss", "1"),
    ("my_sns", "default"),
    ("my_rewatching_ep", "0"),
];

/// Reads a whole file.
pub(crate) fn read(text: impl Read, meter: &Meter) -> Result<ListFile, FileError> {
    let text = FilteredText::new(text, BareLessThan::default());
    let mut parser = new_parser(BufReader::new(text));
    let mut list = Reading::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = parser
            .read_event_into(&mut buffer)
            .map_err(|error| match error {
                Error::Io(_) => FileError::Damaged,
                _ => list.unreadable(),
            })?;
        let rows = list.rows.len();
        match &event {
            Event::Start(tag) if list.is_in_field() => {
                list.push_start_tag(tag.name().as_ref(), tag);
            }
            Event::Empty(tag) if list.is_in_field() => list.text(&format!("<{}/>", &**tag)),
            Event::End(tag) if list.is_typed_end(tag.name().as_ref()) => {
                list.push_end_tag(tag.name().as_ref(), tag);
            }
            Event::Start(tag) => list.open(tag.name().as_ref())?,
            Event::Empty(tag) => {
                let name = tag.name();
                list.open(name.as_ref())?;
                list.close(name.as_ref())?;
            }
            Event::End(tag) => list.close(tag.name().as_ref())?,
            Event::Text(text) => list.text(text),
            Event::CData(text) => list.text(text),
            Event::GeneralRef(reference) => list.text(&resolved(reference)),
            Event::DocType(_) => return Err(FileError::DocumentType),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
        list.lines += newlines(&event);
        if list.rows.len() > rows {
            meter.row_ended();
            parser = new_parser(parser.into_inner());
        }
    }
    list.finish()
}

/// A parser that leaves it to [`Reading`] which end is of which element: people type tags into comments. It keeps the name
/// of each tag that does not end, so every row gets a new one.
fn new_parser<R>(text: R) -> Reader<R> {
    let mut parser = Reader::from_reader(text);
    let config = parser.config_mut();
    config.allow_dangling_amp = true;
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    parser
}

fn newlines(event: &Event<'_>) -> u64 {
    let count = event.bytes().filter(|byte| *byte == b'\n').count();
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// What a reference to a character stands for; itself, where it is none of XML's.
fn resolved(reference: &quick_xml::events::BytesRef<'_>) -> String {
    let character = reference.resolve_char_ref().ok().flatten();
    let known = character.map(String::from).or_else(|| {
        let text = resolve_predefined_entity(reference)?;
        Some(text.to_owned())
    });
    known.unwrap_or_else(|| format!("&{};", &**reference))
}

/// What was read so far.
#[derive(Default)]
struct Reading {
    /// Names of the elements that are open.
    open: Vec<String>,
    /// Tags in the field that have no end yet and the name of an open element, each by the place of that.
    typed: Vec<usize>,
    /// The text of each element of the row.
    fields: BTreeMap<String, String>,
    rows: Vec<Row>,
    /// It says that it is a list of manga.
    is_manga: bool,
    is_shikimori: bool,
    has_root: bool,
    lines: u64,
}

impl Reading {
    fn unreadable(&self) -> FileError {
        if self.has_root {
            FileError::Unreadable {
                line: self.lines + 1,
            }
        } else {
            FileError::NotAList
        }
    }

    fn open(&mut self, name: &str) -> Result<(), FileError> {
        if self.open.is_empty() {
            self.has_root = name.eq_ignore_ascii_case("myanimelist");
        }
        if !self.has_root {
            return Err(FileError::NotAList);
        }
        self.open.push(name.to_owned());
        Ok(())
    }

    fn is_in_field(&self) -> bool {
        self.open.len() == FIELD_DEPTH
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.open.iter().position(|open| open == name)
    }

    /// Whether an end tag in a field ends nothing but what was typed there.
    fn is_typed_end(&self, name: &str) -> bool {
        let place = self.place(name);
        self.is_in_field() && (place.is_none() || place == self.typed.last().copied())
    }

    /// Adds a start tag to the text of a field.
    fn push_start_tag(&mut self, name: &str, tag: &str) {
        self.typed.extend(self.place(name));
        self.text(&format!("<{tag}>"));
    }

    /// Adds an end tag to the text of a field.
    fn push_end_tag(&mut self, name: &str, tag: &str) {
        if self.place(name).is_some() {
            self.typed.pop();
        }
        self.text(&format!("</{tag}>"));
    }

    fn text(&mut self, text: &str) {
        let [_, row, field] = &self.open[..] else {
            return;
        };
        if ["anime", "manga", "myinfo"].contains(&row.as_str()) {
            self.fields.entry(field.clone()).or_default().push_str(text);
        }
    }

    /// Ends an element, which has to be the innermost.
    fn close(&mut self, name: &str) -> Result<(), FileError> {
        self.typed.clear();
        if self.open.pop().is_none_or(|open| open != name) {
            return Err(self.unreadable());
        }
        if self.open.len() != 1 {
            return Ok(());
        }
        let fields = std::mem::take(&mut self.fields);
        match name {
            "anime" => {
                self.is_shikimori |= fields.contains_key("shiki_status");
                self.push_row(Fields::entry, &Fields(fields))?;
            }
            "manga" => self.push_row(|_| Err(RowError::OtherMedium), &Fields(fields))?,
            "myinfo" => {
                self.is_manga = Fields(fields).get("user_export_type") == Some("2");
            }
            _ => {}
        }
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
        if !self.has_root {
            return Err(FileError::NotAList);
        }
        if !self.open.is_empty() {
            return Err(self.unreadable());
        }
        let is_manga = |row: &Row| row.content == Err(RowError::OtherMedium);
        if self.rows.iter().all(is_manga) && (self.is_manga || !self.rows.is_empty()) {
            return Err(FileError::NoAnime);
        }
        let form = if self.is_shikimori {
            Form::ShikimoriXml
        } else {
            Form::MyAnimeList
        };
        let rows = self.rows;
        Ok(ListFile::new(form, rows))
    }
}

/// The elements of a row.
struct Fields(BTreeMap<String, String>);

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name)?.trim();
        (!text.is_empty()).then_some(text)
    }

    fn entry(&self) -> Result<FileEntry, RowError> {
        let (status, rewatching) = self.status()?;
        let mut entry = FileEntry::new(self.title()?, status);
        entry.said.rewatching = rewatching;
        self.read_numbers(&mut entry);
        // Zero is how converters write that they know none
        let raw = self.get("series_animedb_id").filter(|raw| *raw != "0");
        entry.without_id(raw);
        entry.said.started = self.date("my_start_date", &mut entry.remarks);
        entry.said.finished = self.date("my_finish_date", &mut entry.remarks);
        entry.set_notes(&plain(self.get("my_comments").unwrap_or_default()));
        let tags = self.get("my_tags").unwrap_or_default();
        let before = entry.remarks.len();
        entry.add_tags(tags.split(','));
        let in_order = tags.split(',').map(str::trim).filter(|it| !it.is_empty());
        let is_reordered = !in_order.eq(&entry.said.tags);
        let is_short = tags.len() <= MAX_FOREIGN_BYTES;
        if entry.remarks.len() > before || is_reordered && is_short {
            entry.keep("my_tags", tags, "");
        }
        for (name, default) in KEPT {
            entry.keep(name, self.get(name).unwrap_or_default(), default);
        }
        Ok(entry)
    }

    fn title(&self) -> Result<ImportedTitle, RowError> {
        let id = self.get("series_animedb_id");
        let id = id.and_then(|id| id.parse().ok()).filter(|id| *id > 0);
        let name = self.get("series_title").map(str::to_owned);
        if id.is_none() && name.is_none() {
            return Err(RowError::NoTitle);
        }
        Ok(ImportedTitle {
            mal_id: id.map(MalId::new),
            foreign: None,
            name,
        })
    }

    /// Shikimori's status says more than the one beside it.
    fn status(&self) -> Result<Watched, RowError> {
        let name = self.get("shiki_status").or_else(|| self.get("my_status"));
        let name = name.ok_or(RowError::NoStatus)?;
        let (status, again) = status::named(name).ok_or_else(|| RowError::Status(name.into()))?;
        // Converters write a number of rewatches where MyAnimeList has 0 and 1
        let is_marked = self.get("my_rewatching") == Some("1");
        Ok(if is_marked && status == Status::Completed {
            (Status::Watching, true)
        } else {
            (status, again)
        })
    }

    fn read_numbers(&self, entry: &mut FileEntry) {
        let mut remarks = Vec::new();
        let watched = self.number("my_watched_episodes", &mut remarks);
        let rewatches = self.number("my_times_watched", &mut remarks);
        let score = self.get("my_score");
        let decimal = score.and_then(|score| score.parse().ok());
        let decimal = decimal.filter(|it: &f64| it.is_finite());
        if let (Some(score), None) = (score, decimal) {
            remarks.push(Remark::Score(clipped(score)));
        }
        entry.remarks = remarks;
        entry.set_progress(watched);
        entry.set_rewatches(rewatches);
        entry.set_score(decimal, 10.0);
    }

    fn number(&self, name: &str, remarks: &mut Vec<Remark>) -> Option<i64> {
        let text = self.get(name)?;
        let number = text.parse().ok();
        if number.is_none() {
            remarks.push(Remark::Number(clipped(text)));
        }
        number
    }

    fn date(&self, name: &str, remarks: &mut Vec<Remark>) -> Option<PartialDate> {
        let text = self.get(name)?;
        match date::numbers(text) {
            date::Read::None => None,
            date::Read::Date(date) => Some(date),
            date::Read::Bad => {
                remarks.push(Remark::Date(clipped(text)));
                None
            }
        }
    }
}

/// Notes as they were typed: MyAnimeList writes some of them with the marks of HTML.
pub(crate) fn plain(notes: &str) -> String {
    let mut notes = notes.to_owned();
    for line_break in ["<br />\n", "<br />", "<br/>", "<br>"] {
        notes = notes.replace(line_break, "\n");
    }
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        notes = notes.replace(entity, character);
    }
    notes
}
