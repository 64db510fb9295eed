//! Filters that mend a text on its way from a file to a parser.

use std::io::{self, Read};

/// Repairs a text as it arrives, in pieces that may end anywhere.
///
/// **Invariant:** it buffers no more than it needs to decide the next place, whatever the text.
pub(crate) trait TextFilter {
    /// Takes a piece of the text, and writes what is decided.
    fn push(&mut self, piece: &[u8], to: &mut Vec<u8>);

    /// Ends the text: writes what is still held back.
    fn end(&mut self, to: &mut Vec<u8>);
}

/// A reader of a text as a filter mends it.
pub(crate) struct FilteredText<R, F> {
    inner: R,
    filter: F,
    piece: Box<[u8]>,
    /// The mended text that is given out, from `position` on.
    text: Vec<u8>,
    position: usize,
    ended: bool,
}

const PIECE: usize = 16 * 1024;

impl<R: Read, F: TextFilter> FilteredText<R, F> {
    pub(crate) fn new(inner: R, filter: F) -> Self {
        Self {
            inner,
            filter,
            piece: vec![0; PIECE].into(),
            text: Vec::new(),
            position: 0,
            ended: false,
        }
    }

    /// Gives out `again` once more, and then the text behind it, as another filter mends both. Returns how many bytes
    /// are mended anew.
    pub(crate) fn restart(&mut self, mut again: Vec<u8>, filter: F) -> u64 {
        again.extend_from_slice(&self.text[self.position..]);
        self.filter.end(&mut again);
        self.filter = filter;
        self.text.clear();
        self.position = 0;
        self.filter.push(&again, &mut self.text);
        if self.ended {
            self.filter.end(&mut self.text);
        }
        u64::try_from(again.len()).unwrap_or(u64::MAX)
    }
}

impl<R: Read, F: TextFilter> Read for FilteredText<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.position == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            self.text.clear();
            self.position = 0;
            let read = self.inner.read(&mut self.piece)?;
            self.ended = read == 0;
            if self.ended {
                self.filter.end(&mut self.text);
            } else {
                self.filter.push(&self.piece[..read], &mut self.text);
            }
        }
        let text = &self.text[self.position..];
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        self.position += count;
        Ok(count)
    }
}
