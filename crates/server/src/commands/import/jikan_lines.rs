//! Files of Jikan's records, a line each.

use std::{
    io::{BufRead, Read as _},
    path::{Path, PathBuf},
};

use app::catalogue::import::Candidate;
use clap::ValueEnum;
use domain::{Error, Result, extras::ExtraKind};
use indicatif::ProgressBar;
use providers::jikan::{RecordError, parse_character, parse_extra, parse_person, parse_record};

use super::packed;

/// Longest line that is read, in bytes. The longest real record has some 30 kB, with all that is known beside it some
/// 4 MB (1,500 characters with voices in ten languages).
const MAX_LINE_BYTES: u64 = 16 * 1024 * 1024;

/// What the lines of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineKind {
    /// `anime/{id}/full`, maybe with `characters`, `staff` and so on beside the record's fields, but for `episodes`
    Titles,
    /// `anime/{id}/characters`
    Characters,
    /// `anime/{id}/staff`
    Staff,
    /// `anime/{id}/episodes`
    Episodes,
    /// `anime/{id}/videos`
    Videos,
    /// `anime/{id}/pictures`
    Pictures,
    /// `anime/{id}/recommendations`
    Recommendations,
    /// `anime/{id}/statistics`
    Statistics,
    /// `anime/{id}/news`
    News,
    /// `people/{id}` or `people/{id}/full`, of people who are in titles of the store
    People,
    /// `characters/{id}` or `characters/{id}/full`, likewise
    CharactersFull,
}

impl LineKind {
    /// Returns the description of what a file of this kind should hold, for error messages.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Titles => "a line for each title, in the form of Jikan's anime/{id}/full,",
            Self::People => "a line for each person, in the form of Jikan's people/{id}/full,",
            Self::CharactersFull => {
                "a line for each character, in the form of Jikan's characters/{id}/full,"
            }
            _ => {
                "a line for each title, with its mal_id and what Jikan answers under data at the address that --kind \
                 names,"
            }
        }
    }

    fn read(self, line: &[u8]) -> std::result::Result<Candidate, RecordError> {
        let extra = |kind| parse_extra(kind, line).map(Candidate::Extra);
        match self {
            Self::Titles => {
                parse_record(line).map(|(title, extras)| Candidate::Title(title, extras))
            }
            Self::Characters => extra(ExtraKind::Characters),
            Self::Staff => extra(ExtraKind::Staff),
            Self::Episodes => extra(ExtraKind::Episodes),
            Self::Videos => extra(ExtraKind::Videos),
            Self::Pictures => extra(ExtraKind::Pictures),
            Self::Recommendations => extra(ExtraKind::Recommendations),
            Self::Statistics => extra(ExtraKind::Statistics),
            Self::News => extra(ExtraKind::News),
            Self::People => parse_person(line).map(|it| Candidate::Person(Box::new(it))),
            Self::CharactersFull => {
                parse_character(line).map(|it| Candidate::Character(Box::new(it)))
            }
        }
    }
}

/// Reads a file's records one after the other. No record follows an error.
pub(super) struct JikanLines {
    file: PathBuf,
    kind: LineKind,
    lines: Box<dyn BufRead + Send>,
    line: u64,
    ended: bool,
}

impl JikanLines {
    /// Opens a file, plain or packed; `progress` moves by the bytes read from it.
    pub(super) fn open(file: &Path, kind: LineKind, progress: &ProgressBar) -> Result<Self> {
        Ok(Self {
            file: file.to_owned(),
            kind,
            lines: packed::open(file, progress)?,
            line: 0,
            ended: false,
        })
    }

    /// The next line that is not blank.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>> {
        loop {
            self.line += 1;
            let mut line = Vec::new();
            let read = (&mut self.lines)
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut line);
            if let Err(error) = read {
                return Err(self.refuse(&packed::broken(&error)));
            }
            if line.is_empty() {
                return Ok(None);
            }
            if line.len() as u64 == MAX_LINE_BYTES {
                return Err(self.refuse("is longer than any record: the file is of another kind."));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    fn candidate(&self, line: &[u8]) -> Result<Candidate> {
        match self.kind.read(line) {
            Ok(candidate) => Ok(candidate),
            Err(RecordError::NotJson { .. }) if !line.ends_with(b"\n") => {
                Err(self.refuse("ends in the middle: the file is cut off. Please get it again."))
            }
            Err(RecordError::NotJson { .. }) => Err(self.refuse(
                "is not JSON: the file is damaged, or of another kind than one record a line.",
            )),
            Err(reason) => Ok(Candidate::Unusable(reason.to_string())),
        }
    }

    fn refuse(&self, what: &str) -> Error {
        Error::Invalid(format!(
            "Line {} of {} {what}",
            self.line,
            self.file.display()
        ))
    }
}

impl Iterator for JikanLines {
    type Item = Result<Candidate>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self
            .next_line()
            .and_then(|line| line.map(|line| self.candidate(&line)).transpose());
        self.ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}
