//! XML in which somebody typed `<` and nobody escaped it: `3 < 4`, `<3`, `x<y`.

use crate::text_filter::TextFilter;

/// The length in bytes from which on what looks like a tag is text.
const MAX_TAG: usize = 8 * 1024;

/// The beginnings of markup that is no tag, each with the end of the markup where that may hold a `<`. A document type
/// is for the parser to refuse; after a tag there is none.
const MARKS: [(&[u8], Option<&[u8]>); 4] = [
    (b"<!--", Some(b"-->")),
    (b"<![CDATA[", Some(b"]]>")),
    (b"<?xml", Some(b"?>")),
    (b"<!DOCTYPE", None),
];

/// Escapes each `<` that begins no markup. Well-formed XML passes as it is, but for instructions that are not XML's own.
#[derive(Default)]
pub(crate) struct BareLessThan {
    /// The text from a `<` on, while it is not decided what that begins.
    pending: Vec<u8>,
    /// The quotation mark of the attribute value that `pending` ends in: a `>` is part of it. `None` elsewhere.
    quote: Option<u8>,
    /// The end of the comment, section or instruction that the text is in; `None` outside these.
    until: Option<&'static [u8]>,
    /// The last bytes of that comment, section or instruction, which may be the start of its end.
    tail: Vec<u8>,
    /// Whether the text had a tag so far.
    has_tag: bool,
}

impl TextFilter for BareLessThan {
    fn push(&mut self, mut piece: &[u8], to: &mut Vec<u8>) {
        while let Some(first) = piece.first() {
            if let Some(end) = self.until {
                piece = self.pass(piece, end, to);
            } else if self.pending.is_empty() {
                let bare = piece.iter().position(|it| *it == b'<');
                let (text, rest) = piece.split_at(bare.unwrap_or(piece.len()));
                to.extend_from_slice(text);
                let (markup, rest) = rest.split_at(rest.len().min(1));
                self.pending.extend_from_slice(markup);
                piece = rest;
            } else if *first == b'<' {
                self.release(false, to);
            } else {
                self.pending.push(*first);
                piece = &piece[1..];
                self.decide(to);
            }
        }
    }

    fn end(&mut self, to: &mut Vec<u8>) {
        self.release(true, to);
    }
}

impl BareLessThan {
    /// A filter for a text that goes on after a tag.
    pub(crate) fn after_tag() -> Self {
        Self {
            has_tag: true,
            ..Self::default()
        }
    }

    /// Passes the bytes of a comment or the like on, up to its end. Returns the bytes behind it.
    fn pass<'a>(&mut self, piece: &'a [u8], end: &[u8], to: &mut Vec<u8>) -> &'a [u8] {
        let (mut passed, mut from) = (piece.len(), 0);
        while let Some(mark) = piece[from..].iter().position(|it| *it == b'>') {
            from += mark + 1;
            let within = &piece[..from];
            let is_end = within.ends_with(end)
                || within.len() < end.len() && [&self.tail, within].concat().ends_with(end);
            if is_end {
                passed = from;
                self.until = None;
                break;
            }
        }
        let (within, rest) = piece.split_at(passed);
        to.extend_from_slice(within);
        self.tail
            .extend(&within[within.len().saturating_sub(end.len())..]);
        let old = self.tail.len().saturating_sub(end.len());
        self.tail.drain(..old);
        if self.until.is_none() {
            self.tail.clear();
        }
        rest
    }

    fn decide(&mut self, to: &mut Vec<u8>) {
        let pending = &self.pending[..];
        if let [_, b'!' | b'?', ..] = pending {
            match MARKS.iter().find(|(mark, _)| mark.starts_with(pending)) {
                Some((mark, until)) if *mark == pending => {
                    self.until = *until;
                    self.release(until.is_some() || !self.has_tag, to);
                }
                Some(_) => {}
                None => self.release(false, to),
            }
            return;
        }
        let last = pending.last().copied();
        if pending.len() == MAX_TAG {
            self.release(false, to);
        } else if let Some(quote) = self.quote {
            self.quote = (last != Some(quote)).then_some(quote);
        } else if last == Some(b'>') {
            let is_tag = is_tag(pending);
            self.has_tag |= is_tag;
            self.release(is_tag, to);
        } else {
            self.quote = last.filter(|it| matches!(it, b'"' | b'\''));
        }
    }

    fn release(&mut self, is_markup: bool, to: &mut Vec<u8>) {
        if let (false, Some(text)) = (is_markup, self.pending.strip_prefix(b"<")) {
            to.extend_from_slice(b"&lt;");
            to.extend_from_slice(text);
        } else {
            to.extend_from_slice(&self.pending);
        }
        self.pending.clear();
        self.quote = None;
    }
}

/// Whether `tag` is a tag: a name, and attributes with their values.
fn is_tag(tag: &[u8]) -> bool {
    let tag = tag.strip_prefix(b"<").unwrap_or(tag);
    let tag = tag.strip_suffix(b">").unwrap_or(tag);
    let tag = tag.strip_prefix(b"/").unwrap_or(tag);
    let tag = tag.strip_suffix(b"/").unwrap_or(tag);
    let is_letter = |it: &u8| it.is_ascii_alphabetic() || matches!(it, b'_' | b':' | 0x80..);
    let is_of_name = |it: &u8| is_letter(it) || it.is_ascii_digit() || matches!(it, b'-' | b'.');
    let name = tag.iter().take_while(|it| is_of_name(it)).count();
    let attributes = tag[name..].trim_ascii_start();
    tag.first().is_some_and(is_letter)
        && (attributes.is_empty() || attributes.len() < tag.len() - name && has_value(attributes))
}

/// Whether the attributes have a value in quotation marks.
fn has_value(attributes: &[u8]) -> bool {
    let values = attributes.split(|it| *it == b'=').skip(1);
    let mut starts = values.map(|value| value.trim_ascii_start().first());
    starts.any(|first| matches!(first, Some(b'"' | b'\'')))
}
