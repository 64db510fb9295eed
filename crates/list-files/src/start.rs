//! The first bytes of a file, by which some files are refused before they are read as text.

use std::io::{self, Cursor, Read};

use crate::FileError;

/// The first bytes of a file that is packed by gzip.
pub(crate) const GZIP: &[u8] = &[0x1f, 0x8b];
/// The first bytes of a ZIP archive.
const ZIP: &[u8] = b"PK\x03\x04";
/// The number of bytes at the start of a file that are looked at.
const START: u64 = 4 * 1024;
/// The number of a text's bytes of which one may be a control character that no text has; a shorter text may have one,
/// too. Of other data every ninth byte is one.
const ONE_OF: usize = 64;

/// The first bytes of a file, unpacked once.
pub(crate) struct Start(Vec<u8>);

/// The start of a file, and a reader of the whole file.
pub(crate) fn of(mut file: impl Read) -> io::Result<(Start, impl Read)> {
    let mut start = Vec::new();
    file.by_ref().take(START).read_to_end(&mut start)?;
    Ok((Start(start.clone()), Cursor::new(start).chain(file)))
}

impl Start {
    /// Why a file with this start is refused before it is read; `None` if it is read.
    pub(crate) fn refusal(&self) -> Option<FileError> {
        if self.0.starts_with(GZIP) {
            return Some(FileError::PackedTwice);
        }
        self.0.starts_with(ZIP).then_some(FileError::Zip)
    }

    /// Whether the file is not a text, judged by its control characters.
    pub(crate) fn is_binary(&self) -> bool {
        let start = &self.0;
        // Every other byte of UTF-16 may be a zero, so it is not judged
        let is_utf16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
        let is_control = |byte: &&u8| matches!(byte, 0..=8 | 0xe..=0x1a | 0x1c..=0x1f);
        let controls = start.iter().filter(is_control).count();
        !is_utf16 && controls > (start.len() / ONE_OF).max(1)
    }
}
