//! Text as parsers need it: UTF-8, without a byte order mark and without characters that XML and JSON forbid.

use std::io::{self, Read};

/// Reads the text of a reader. Bytes that are no UTF-8 become the replacement character, as converters' invalid comments
/// have them; UTF-16 with its mark is read, too.
pub(crate) struct Repaired<R> {
    inner: R,
    encoding: Option<Encoding>,
    /// Bytes that were read and are not yet text.
    raw: Vec<u8>,
    /// Text from `given` on that was not yet given out.
    text: Vec<u8>,
    given: usize,
    ended: bool,
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16(fn([u8; 2]) -> u16),
}

const CHUNK: usize = 16 * 1024;

impl<R: Read> Repaired<R> {
    pub(crate) const fn new(inner: R) -> Self {
        Self {
            inner,
            encoding: None,
            raw: Vec::new(),
            text: Vec::new(),
            given: 0,
            ended: false,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let from = self.raw.len();
        self.raw.resize(from + CHUNK, 0);
        let read = self.inner.read(&mut self.raw[from..]);
        self.raw
            .truncate(from + read.as_ref().map_or(0, |read| *read));
        self.ended = read? == 0;
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            // A mark may come byte by byte
            None if self.raw.len() < 3 && !self.ended => return Ok(()),
            None => *self.encoding.insert(take_mark(&mut self.raw)),
        };
        self.text.clear();
        self.given = 0;
        match encoding {
            Encoding::Utf8 => self.decode_utf8(),
            Encoding::Utf16(unit) => self.decode_utf16(unit),
        }
        Ok(())
    }

    fn decode_utf8(&mut self) {
        let mut rest = &self.raw[..];
        while !rest.is_empty() {
            let (valid, bad) = match std::str::from_utf8(rest) {
                Ok(valid) => (valid, None),
                Err(error) => {
                    let valid = std::str::from_utf8(&rest[..error.valid_up_to()]);
                    (valid.unwrap_or_default(), Some(error.error_len()))
                }
            };
            rest = &rest[valid.len()..];
            push_legal(&mut self.text, valid);
            match bad {
                None => {}
                Some(None) if !self.ended => break,
                Some(length) => {
                    push_legal(&mut self.text, "\u{fffd}");
                    rest = &rest[length.unwrap_or(rest.len())..];
                }
            }
        }
        let left = rest.len();
        self.raw.drain(..self.raw.len() - left);
    }

    fn decode_utf16(&mut self, unit: fn([u8; 2]) -> u16) {
        let whole = self.raw.len() / 2 * 2;
        let pairs = self.raw[..whole].chunks_exact(2);
        let mut units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        // The other half of the last character comes with the next chunk
        let is_half = units
            .last()
            .is_some_and(|unit| (0xd800..0xdc00).contains(unit));
        let used = if is_half && !self.ended {
            units.pop();
            whole - 2
        } else {
            whole
        };
        push_legal(&mut self.text, &String::from_utf16_lossy(&units));
        self.raw.drain(..used);
    }
}

impl<R: Read> Read for Repaired<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            self.fill()?;
        }
        let text = &self.text[self.given..];
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        self.given += count;
        Ok(count)
    }
}

fn take_mark(raw: &mut Vec<u8>) -> Encoding {
    let (length, encoding) = match raw[..] {
        [0xef, 0xbb, 0xbf, ..] => (3, Encoding::Utf8),
        [0xff, 0xfe, ..] => (2, Encoding::Utf16(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => (2, Encoding::Utf16(u16::from_be_bytes)),
        _ => (0, Encoding::Utf8),
    };
    raw.drain(..length);
    encoding
}

/// Leaves out what XML and JSON have no place for.
fn push_legal(text: &mut Vec<u8>, more: &str) {
    let is_illegal =
        |it: char| matches!(it, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}');
    for part in more.split(is_illegal) {
        text.extend_from_slice(part.as_bytes());
    }
}
