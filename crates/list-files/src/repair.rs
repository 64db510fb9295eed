//! Text as parsers need it: UTF-8, without a byte order mark and without characters that XML and JSON forbid.

use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Reads the text of a reader. Its encoding is that of its byte order mark, or what an XML declaration names, or UTF-8,
/// also where the declaration was left as it was when the file was saved anew: text in another encoding is hardly ever
/// valid UTF-8.
/// Bytes that are no text in the encoding become the replacement character, as converters' invalid comments have them.
pub(crate) struct Repaired<R> {
    inner: R,
    decoder: Option<Decoder>,
    /// The bytes that were read and are not decoded yet.
    raw: Vec<u8>,
    /// The text of the last bytes, with the characters that are left out later.
    decoded: String,
    /// The text that is given out, from `position` on.
    text: Vec<u8>,
    position: usize,
    ended: bool,
}

const CHUNK: usize = 16 * 1024;
/// The number of bytes by which the encoding is detected.
const START: usize = CHUNK;

impl<R: Read> Repaired<R> {
    pub(crate) const fn new(inner: R) -> Self {
        Self {
            inner,
            decoder: None,
            raw: Vec::new(),
            decoded: String::new(),
            text: Vec::new(),
            position: 0,
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
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            // The start may come byte by byte
            None if self.raw.len() < START && !self.ended => return Ok(()),
            // A byte order mark wins over the declaration: the decoder detects it
            None => {
                let encoding = declared(&self.raw).filter(|_| !is_utf8(&self.raw));
                let encoding = encoding.unwrap_or(UTF_8);
                self.decoder.insert(encoding.new_decoder())
            }
        };
        self.decoded.clear();
        let most = decoder.max_utf8_buffer_length(self.raw.len());
        self.decoded.reserve(most.unwrap_or_default());
        let (_, used, _) = decoder.decode_to_string(&self.raw, &mut self.decoded, self.ended);
        self.raw.drain(..used);
        self.text.clear();
        self.position = 0;
        push_legal(&mut self.text, &self.decoded);
        Ok(())
    }
}

impl<R: Read> Read for Repaired<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.position == self.text.len() {
            if self.ended {
                return Ok(0);
            }
            self.fill()?;
        }
        let text = &self.text[self.position..];
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        self.position += count;
        Ok(count)
    }
}

/// The encoding that an XML declaration names. One that is read byte by byte is in none of two bytes, whatever it says.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    if start.starts_with(b"<\0?\0") {
        return Some(UTF_16LE);
    }
    if start.starts_with(b"\0<\0?") {
        return Some(UTF_16BE);
    }
    let start = start.trim_ascii_start().strip_prefix(b"<?xml")?;
    let declaration = start.split(|byte| *byte == b'>').next()?;
    let (_, value) = str::from_utf8(declaration).ok()?.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quoted = |quote| value.strip_prefix(quote)?.split_once(quote);
    let (label, _) = quoted('"').or_else(|| quoted('\''))?;
    let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
    Some(encoding.output_encoding())
}

/// Whether these bytes are UTF-8 and not only ASCII, which most encodings have. The last character may be cut.
fn is_utf8(start: &[u8]) -> bool {
    let fault = str::from_utf8(start).err();
    !start.is_ascii() && fault.is_none_or(|fault| fault.error_len().is_none())
}

/// Appends a text without the control characters that XML and JSON forbid.
fn push_legal(text: &mut Vec<u8>, more: &str) {
    let is_illegal =
        |it: char| matches!(it, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}');
    for part in more.split(is_illegal) {
        text.extend_from_slice(part.as_bytes());
    }
}
