//! Files of anime-offline-database: one object with a list `data`, in one line or many, or an object
//! about the file and then one for each title, a line each. A file's name does not tell which.

use std::{
    cell::Cell,
    fmt,
    io::{self, BufRead, Read},
    path::Path,
    rc::Rc,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use app::catalogue::import::Candidate;
use domain::{Error, Result};
use indicatif::ProgressBar;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use providers::offline_database::{RecordError, read_record};
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Deserializer, Map, Value};

use super::packed;

/// Longest part of a file that is read for one record, in bytes; long real ones have some 20 kB.
const MAX_RECORD_BYTES: u64 = 256 * 1024;
/// The largest number of parsed records that wait to be imported.
const QUEUE_LENGTH: usize = 16;

/// A file's records, one after the other. After an error it ends.
///
/// **Invariant:** at most a few records are in memory, whatever the file's form. Reading a list inside
/// an object borrows the object, so it has a thread of its own.
pub(super) struct OfflineDatabase {
    parts: Receiver<Result<Part>>,
    /// The part that was read ahead while looking for the file's date.
    first: Option<Result<Part>>,
    as_of: Option<Date>,
    ended: bool,
}

/// A part of a file.
enum Part {
    /// The day on which the file was made.
    Date(Date),
    /// A record of the file.
    Candidate(Candidate),
    /// The file's end. Without it the file was not read to its end.
    End,
}

impl OfflineDatabase {
    /// Opens a file, plain or packed; `progress` moves by the bytes read from it.
    pub(super) fn open(file: &Path, progress: &ProgressBar) -> Result<Self> {
        let bytes = packed::open(file, progress)?;
        let (send, parts) = sync_channel(QUEUE_LENGTH);
        let file = file.to_owned();
        thread::spawn(move || Reading::new(send).read(bytes, &file));
        let mut opened = Self {
            parts,
            first: None,
            as_of: None,
            ended: false,
        };
        match opened.part() {
            Ok(Part::Date(date)) => opened.as_of = Some(date),
            first => opened.first = Some(first),
        }
        Ok(opened)
    }

    /// Returns the day on which the facts were true; `None` unless the file names it at its beginning.
    pub(super) fn as_of(&self) -> Option<Timestamp> {
        let start = self.as_of?.to_zoned_datetime(TimeZone::UTC).ok()?;
        Some(start.timestamp())
    }

    fn part(&mut self) -> Result<Part> {
        let ended = || Err(Error::internal("reading a file", "its reader ended"));
        self.first
            .take()
            .unwrap_or_else(|| self.parts.recv().unwrap_or_else(|_| ended()))
    }
}

impl Iterator for OfflineDatabase {
    type Item = Result<Candidate>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.part() {
                Ok(Part::Candidate(candidate)) => return Some(Ok(candidate)),
                Ok(Part::Date(_)) => {}
                Ok(Part::End) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// Reads a file on a thread and sends its parts.
struct Reading {
    send: SyncSender<Result<Part>>,
    /// The number of records read so far.
    record: u64,
    /// The number of bytes that may be read before the next record ends.
    left: Rc<Cell<u64>>,
}

impl Reading {
    fn new(send: SyncSender<Result<Part>>) -> Self {
        Self {
            send,
            record: 0,
            left: Rc::new(Cell::new(MAX_RECORD_BYTES)),
        }
    }

    fn read(mut self, bytes: Box<dyn BufRead + Send>, file: &Path) {
        let bounded = Bounded {
            bytes,
            left: Rc::clone(&self.left),
        };
        let mut json = Deserializer::from_reader(bounded);
        let end = loop {
            match json.end() {
                Ok(()) => break Ok(Part::End),
                Err(error) if error.is_io() => break Err(error),
                // Another value follows
                Err(_) => {}
            }
            if let Err(error) = self.deserialize(&mut json) {
                break Err(error);
            }
        };
        let end = end.map_err(|error| self.refuse(error, file));
        // A closed receiver has its reason already
        let _ = self.send.send(end);
    }

    fn refuse(&self, error: serde_json::Error, file: &Path) -> Error {
        let (line, cut) = (error.line(), error.is_eof());
        let what = if self.left.get() == 0 {
            "is longer than any title: the file is of another kind.".into()
        } else if error.is_io() {
            packed::broken(&io::Error::from(error))
        } else if cut {
            "ends in the middle: the file is cut off. Please get it again.".into()
        } else {
            "is not JSON of the expected form: the file is damaged, or of another kind than \
             anime-offline-database."
                .to_owned()
        };
        let (record, file) = (self.record + 1, file.display());
        // Line 0 means that the error is no fault of the text, and so has no place in it
        let place = if line > 0 {
            format!(" (line {line})")
        } else {
            String::new()
        };
        Error::Invalid(format!("Record {record} of {file}{place} {what}"))
    }

    fn send<E: de::Error>(&self, part: Part) -> Result<(), E> {
        let sent = self.send.send(Ok(part));
        sent.map_err(|_| E::custom("nobody listens"))
    }

    fn record<E: de::Error>(&mut self, value: &Value) -> Result<(), E> {
        self.record += 1;
        self.left.set(MAX_RECORD_BYTES);
        self.send(Part::Candidate(match read_record(value) {
            Ok(title) => Candidate::Title(title, Vec::new()),
            Err(RecordError::Elsewhere) => Candidate::Elsewhere,
            Err(reason) => Candidate::Unusable(reason.to_string()),
        }))
    }
}

impl<'de> DeserializeSeed<'de> for &mut Reading {
    type Value = ();

    fn deserialize<D: de::Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

/// An object at the top: of a title, about the file, or with the titles in it.
impl<'de> Visitor<'de> for &mut Reading {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut fields = Map::new();
        let mut about_the_file = false;
        while let Some(name) = object.next_key::<String>()? {
            match name.as_str() {
                "data" => {
                    object.next_value_seed(Titles(self))?;
                    about_the_file = true;
                }
                "lastUpdate" => {
                    let date: Value = object.next_value()?;
                    if let Some(date) = date.as_str().and_then(|text| text.parse().ok()) {
                        self.send(Part::Date(date))?;
                    }
                    about_the_file = true;
                }
                _ => {
                    fields.insert(name, object.next_value()?);
                }
            }
        }
        if about_the_file {
            self.left.set(MAX_RECORD_BYTES);
            Ok(())
        } else {
            self.record(&Value::Object(fields))
        }
    }
}

/// Reads the list of titles inside an object, and sends each of them.
struct Titles<'a>(&'a mut Reading);

impl<'de> DeserializeSeed<'de> for Titles<'_> {
    type Value = ();

    fn deserialize<D: de::Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Titles<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of titles")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut titles: A) -> Result<(), A::Error> {
        while let Some(title) = titles.next_element()? {
            self.0.record(&title)?;
        }
        Ok(())
    }
}

/// A file of which at most `left` bytes are read before `left` is set anew.
struct Bounded {
    bytes: Box<dyn BufRead + Send>,
    left: Rc<Cell<u64>>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left.get()).unwrap_or(usize::MAX);
        let most = most.min(buffer.len());
        if most == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let read = self.bytes.read(&mut buffer[..most])?;
        self.left.set(self.left.get() - read as u64);
        Ok(read)
    }
}
