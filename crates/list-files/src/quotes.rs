//! Whether a CSV ends inside quotation marks: its parser does not tell.

use std::io::{self, Read};

/// Reads a text and follows the quotation marks of its cells, as the parser does.
pub(crate) struct Quotes<R> {
    inner: R,
    separator: u8,
    place: State,
}

/// The place in a cell at which the text read so far ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first character of a cell.
    Start,
    /// In a cell without quotation marks, or behind its closing one.
    Plain,
    /// Inside quotation marks that are open.
    Quoted,
    /// Behind a quotation mark, which closes the cell unless another one follows.
    Closing,
}

impl<R: Read> Quotes<R> {
    pub(crate) const fn new(inner: R, separator: u8) -> Self {
        let place = State::Start;
        Self {
            inner,
            separator,
            place,
        }
    }

    /// Whether the text that was read so far ends inside quotation marks.
    pub(crate) fn are_open(&self) -> bool {
        self.place == State::Quoted
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        for byte in &buffer[..count] {
            let ends_cell = matches!(byte, b'\r' | b'\n') || *byte == self.separator;
            self.place = match (self.place, byte) {
                (State::Quoted, b'"') => State::Closing,
                (State::Quoted, _) | (State::Start | State::Closing, b'"') => State::Quoted,
                _ if ends_cell => State::Start,
                _ => State::Plain,
            };
        }
        Ok(count)
    }
}
