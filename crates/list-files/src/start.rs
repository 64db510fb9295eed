//! What a file's first bytes say of it, before it is read as text.

use std::io::{self, Cursor, Read};

use crate::FileError;

/// How a file that is packed by gzip begins.
pub(crate) const GZIP: &[u8] = &[0x1f, 0x8b];
/// How a ZIP file begins.
const ZIP: &[u8] = b"PK\x03\x04";
/// Bytes that are looked at.
const START: u64 = 4 * 1024;
/// Of so many bytes of a text one may be a control character that no text has, and one of fewer bytes. Of other data
/// every ninth is one.
const ONE_OF: usize = 64;

/// The first bytes of a file, unpacked once.
pub(crate) struct Start(Vec<u8>);

/// The start of a file, and all of the file.
pub(crate) fn of(mut file: impl Read) -> io::Result<(Start, impl Read)> {
    let mut start = Vec::new();
    file.by_ref().take(START).read_to_end(&mut start)?;
    Ok((Start(start.clone()), Cursor::new(start).chain(file)))
}

impl Start {
    /// Why a file that begins so is not read.
    pub(crate) fn refusal(&self) -> Option<FileError> {
        if self.0.starts_with(GZIP) {
            return Some(FileError::PackedTwice);
        }
        self.0.starts_with(ZIP).then_some(FileError::Zip)
    }

    /// Whether it is no text.
    pub(crate) fn is_binary(&self) -> bool {
        let start = &self.0;
        // Every other byte of UTF-16 may be a zero
        let is_utf16 = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
        let is_control = |byte: &&u8| matches!(byte, 0..=8 | 0xe..=0x1a | 0x1c..=0x1f);
        let controls = start.iter().filter(is_control).count();
        !is_utf16 && controls > (start.len() / ONE_OF).max(1)
    }
}
