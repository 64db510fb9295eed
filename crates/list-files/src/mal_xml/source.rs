//! The text of a list, of which the open row can be read again.

use std::io::{self, BufRead, BufReader, Read};

use crate::{
    MAX_INFLATED,
    bare_less_than::BareLessThan,
    metered::{MAX_ROW, Meter},
    text_filter::FilteredText,
};

/// A list's text, mended.
///
/// **Invariant:** it buffers at most the size limit of a row, and rereads at most the size limit of a file.
pub(super) struct Source<R> {
    text: BufReader<FilteredText<R, BareLessThan>>,
    meter: Meter,
    /// The text of the open row that was read so far.
    row: Vec<u8>,
    /// The number of bytes that may still be read again.
    left: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(text: R, meter: &Meter) -> Self {
        let text = FilteredText::new(text, BareLessThan::default());
        Self {
            text: BufReader::new(text),
            meter: meter.clone(),
            row: Vec::new(),
            left: MAX_INFLATED,
        }
    }

    /// The text that was read since the row began.
    pub(super) fn row(&self) -> &[u8] {
        &self.row
    }

    /// Notes that a row begins or ends here, so that the text before it is not read again.
    pub(super) fn begin_row(&mut self) {
        self.row.clear();
    }

    /// Whether the row has as many bytes as a row may have.
    pub(super) fn is_full(&self) -> bool {
        u64::try_from(self.row.len()).is_ok_and(|read| read >= MAX_ROW)
    }

    /// Goes back to a place of the row; returns `false` if more was read again than is allowed.
    pub(super) fn read_again(&mut self, from: usize) -> bool {
        let mut again = self.row.split_off(from);
        self.row.clear();
        if again.is_empty() {
            return true;
        }
        again.extend_from_slice(self.text.buffer());
        self.text.consume(self.text.buffer().len());
        let filtered = self.text.get_mut();
        let count = filtered.restart(again, BareLessThan::after_tag());
        let left = self.left.checked_sub(count);
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_full() {
            return Err(io::Error::other("the row is too large"));
        }
        // The row's limit is enforced here, where the row may be read again
        self.meter.begin_row();
        self.text.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.row.extend(self.text.buffer().iter().take(count));
        self.text.consume(count);
    }
}

/// The number of lines that end in a text.
pub(super) fn newlines(text: &[u8]) -> u64 {
    let count = text.iter().copied().filter(|byte| *byte == b'\n').count();
    u64::try_from(count).unwrap_or(u64::MAX)
}
