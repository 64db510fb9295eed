//! Files as they are handed around: plain, gzipped, or packed by Zstandard.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read},
    path::Path,
};

use domain::{Error, Result};
use flate2::bufread::MultiGzDecoder;
use indicatif::ProgressBar;

/// First bytes of a gzip file (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// First bytes of a Zstandard file (RFC 8878).
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// How far back a Zstandard file may refer, as a power of two: 128 MiB, the most that its own
/// program unpacks unasked.
const ZSTD_WINDOW: u32 = 27;
/// The largest size of an unpacked file, in bytes; the records of all titles are some 100 MB, their casts some 500.
const MAX_UNPACKED: u64 = 4 * 1024 * 1024 * 1024;
const BUFFER: usize = 1 << 16;

/// Opens a plain or compressed file, recognised by its first bytes; `progress` moves by the bytes read
/// from it.
pub(super) fn open(file: &Path, progress: &ProgressBar) -> Result<Box<dyn BufRead + Send>> {
    let cannot_open = |error: io::Error| {
        let file = file.display();
        Error::Invalid(match error.kind() {
            ErrorKind::NotFound => format!(
                "{file} cannot be opened: there is no such file. Please check its name and folder."
            ),
            ErrorKind::IsADirectory => {
                format!("{file} cannot be opened: it is a folder. Please name the files in it.")
            }
            ErrorKind::PermissionDenied => format!(
                "{file} cannot be opened: you may not read it. Please check its permissions."
            ),
            _ => format!("{file} cannot be opened ({error})."),
        })
    };
    let opened = File::open(file).map_err(cannot_open)?;
    let mut bytes = BufReader::with_capacity(BUFFER, progress.wrap_read(opened));
    let first = bytes.fill_buf().map_err(cannot_open)?;
    if first.starts_with(&GZIP) {
        Ok(unpacked(MultiGzDecoder::new(bytes)))
    } else if first.starts_with(&ZSTD) {
        let mut decoder = zstd::Decoder::with_buffer(bytes).map_err(cannot_open)?;
        decoder.window_log_max(ZSTD_WINDOW).map_err(cannot_open)?;
        Ok(unpacked(decoder))
    } else {
        Ok(Box::new(bytes))
    }
}

/// Returns what a failed read means, in words that follow "the record".
pub(super) fn broken(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => {
            "cannot be unpacked: the file is cut off. Please get it again.".into()
        }
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            "cannot be unpacked: the file is damaged. Please get it again.".into()
        }
        ErrorKind::FileTooLarge => {
            "cannot be unpacked: the file holds more than any catalogue, over 4 GiB.".into()
        }
        _ => format!("cannot be read ({error})."),
    }
}

fn unpacked(decoder: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    let unpacked = Unpacked {
        decoder,
        left: MAX_UNPACKED,
    };
    Box::new(BufReader::with_capacity(BUFFER, unpacked))
}

/// The bytes that a decoder unpacks, limited to [`MAX_UNPACKED`].
struct Unpacked<D> {
    decoder: D,
    left: u64,
}

impl<D: Read> Read for Unpacked<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer).map_err(|error| {
            // Zstandard's own errors have no kind
            if error.kind() == ErrorKind::Other {
                io::Error::new(ErrorKind::InvalidData, error)
            } else {
                error
            }
        })?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or(ErrorKind::FileTooLarge)?;
        Ok(read)
    }
}
