//! Files of Jikan's records, a line each.

use std::{
    io::{BufRead, Read as _},
    path::{Path, PathBuf},
};

use app::catalogue::import::Candidate;
use domain::{Error, Result};
use indicatif::ProgressBar;
use providers::jikan::{RecordError, parse_record};

use super::packed;

/// Longest line that is read, in bytes; the longest real record has some 30 kB.
const MAX_LINE_BYTES: u64 = 4 * 1024 * 1024;

/// Reads a file's records one after the other. After an error it ends.
pub(super) struct JikanLines {
    file: PathBuf,
    lines: Box<dyn BufRead + Send>,
    line: u64,
    ended: bool,
}

impl JikanLines {
    /// Opens a file, plain or packed; `progress` moves by the bytes read from it.
    pub(super) fn open(file: &Path, progress: &ProgressBar) -> Result<Self> {
        Ok(Self {
            file: file.to_owned(),
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
                return Err(self.refuse("is longer than any title: the file is of another kind."));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    fn candidate(&self, line: &[u8]) -> Result<Candidate> {
        match parse_record(line) {
            Ok(title) => Ok(Candidate::Title(title)),
            Err(RecordError::NotJson { .. }) if !line.ends_with(b"\n") => {
                Err(self.refuse("ends in the middle: the file is cut off. Please get it again."))
            }
            Err(RecordError::NotJson { .. }) => Err(self.refuse(
                "is not JSON: the file is damaged, or of another kind than one title a line.",
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
