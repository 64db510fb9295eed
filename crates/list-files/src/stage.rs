//! Text that is mended on its way from a file to a parser.

use std::io::{self, Read};

/// What mends a text as it comes, in pieces that may end anywhere.
///
/// **Invariant:** it holds back no more than it needs to decide what a place is, whatever the text.
pub(crate) trait Stage {
    /// Takes a piece, and writes what is decided.
    fn push(&mut self, piece: &[u8], to: &mut Vec<u8>);

    /// Writes what is still held back: the text has ended.
    fn end(&mut self, to: &mut Vec<u8>);
}

/// Reads what a stage makes of a text.
pub(crate) struct Staged<R, S> {
    inner: R,
    stage: S,
    piece: Box<[u8]>,
    /// Text from `given` on that was not yet given out.
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

const PIECE: usize = 16 * 1024;

impl<R: Read, S: Stage> Staged<R, S> {
    pub(crate) fn new(inner: R, stage: S) -> Self {
        Self {
            inner,
            stage,
            piece: vec![0; PIECE].into(),
            text: Vec::new(),
            given: 0,
            ended: false,
        }
    }
}

impl<R: Read, S: Stage> Read for Staged<R, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            self.text.clear();
            self.given = 0;
            let read = self.inner.read(&mut self.piece)?;
            self.ended = read == 0;
            if self.ended {
                self.stage.end(&mut self.text);
            } else {
                self.stage.push(&self.piece[..read], &mut self.text);
            }
        }
        let text = &self.text[self.given..];
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        self.given += count;
        Ok(count)
    }
}
