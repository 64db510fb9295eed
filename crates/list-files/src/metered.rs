//! Limits of what is read: of a whole file, and of one row.

use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

use crate::FileError;

/// The largest size of a row in bytes, counted between the ends of two rows.
pub(crate) const MAX_ROW: u64 = 1024 * 1024;

/// A reader that fails once a limit is exceeded.
pub(crate) struct Metered<R> {
    inner: R,
    meter: Meter,
}

/// The counts of a [`Metered`], shared with the parser that reads from it.
#[derive(Clone)]
pub(crate) struct Meter(Rc<Counts>);

struct Counts {
    /// The number of bytes that may still be read of the file.
    left: Cell<u64>,
    /// The number of bytes that may still be read of the row.
    row: Cell<u64>,
    refused: Cell<bool>,
}

impl<R: Read> Metered<R> {
    /// A reader that fails beyond `limit` bytes, and its meter.
    pub(crate) fn new(inner: R, limit: u64) -> (Self, Meter) {
        let meter = Meter(Rc::new(Counts {
            left: Cell::new(limit),
            row: Cell::new(MAX_ROW),
            refused: Cell::new(false),
        }));
        let metered = Self {
            inner,
            meter: meter.clone(),
        };
        (metered, meter)
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let counts = &self.meter.0;
        let read = self.inner.read(buffer)?;
        let bytes = u64::try_from(read).unwrap_or(u64::MAX);
        for count in [&counts.left, &counts.row] {
            let Some(left) = count.get().checked_sub(bytes) else {
                counts.refused.set(true);
                return Err(io::Error::other("the file is too large"));
            };
            count.set(left);
        }
        Ok(read)
    }
}

impl Meter {
    /// Begins another row, which may have as many bytes.
    pub(crate) fn begin_row(&self) {
        self.0.row.set(MAX_ROW);
    }

    /// The error of a file that exceeded a limit; `None` if it exceeded none.
    pub(crate) fn refusal(&self) -> Option<FileError> {
        self.0.refused.get().then_some(FileError::TooLarge)
    }
}
