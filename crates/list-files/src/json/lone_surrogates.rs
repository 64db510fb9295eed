//! Halves of characters that programs escape if they have cut a text between its two units of UTF-16.

use crate::text_filter::TextFilter;

/// The length of an escaped unit, as in `\ud83d`, in bytes.
const UNIT: usize = 6;
const REPLACEMENT: &[u8] = b"\\ufffd";

/// Replaces each surrogate that stands alone. All else passes as it is.
#[derive(Default)]
pub(crate) struct LoneSurrogates {
    /// The text from a `\` on, while it is not decided what that escapes: two units at most.
    pending: Vec<u8>,
}

impl TextFilter for LoneSurrogates {
    fn push(&mut self, mut piece: &[u8], to: &mut Vec<u8>) {
        while let Some((first, rest)) = piece.split_first() {
            if self.pending.is_empty() {
                let escape = piece.iter().position(|it| *it == b'\\');
                let (text, rest) = piece.split_at(escape.unwrap_or(piece.len()));
                to.extend_from_slice(text);
                let (escape, rest) = rest.split_at(rest.len().min(1));
                self.pending.extend_from_slice(escape);
                piece = rest;
            } else if self.pending.len() == UNIT && *first != b'\\' {
                self.pending.clear();
                to.extend_from_slice(REPLACEMENT);
            } else {
                self.pending.push(*first);
                piece = rest;
                self.decide(to);
            }
        }
    }

    fn end(&mut self, to: &mut Vec<u8>) {
        to.append(&mut self.pending);
    }
}

impl LoneSurrogates {
    fn decide(&mut self, to: &mut Vec<u8>) {
        let first = self.pending.get(..UNIT).and_then(unit);
        let is_high = first.is_some_and(|it| (0xD800..0xDC00).contains(&it));
        let escape = if is_high {
            &self.pending[UNIT..]
        } else {
            &self.pending
        };
        let is_unit = escape.get(1).is_none_or(|it| *it == b'u');
        match (is_high, escape.len()) {
            (true, 0) => {}
            (_, 1..UNIT) if is_unit => {}
            (false, _) => {
                let is_low = first.is_some_and(|it| (0xDC00..0xE000).contains(&it));
                to.extend_from_slice(if is_low { REPLACEMENT } else { &self.pending });
                self.pending.clear();
            }
            (true, _) if unit(escape).is_some_and(|it| (0xDC00..0xE000).contains(&it)) => {
                to.append(&mut self.pending);
            }
            (true, _) => {
                to.extend_from_slice(REPLACEMENT);
                self.pending.drain(..UNIT);
                // The second unit may be the first half of another character
                self.decide(to);
            }
        }
    }
}

/// The unit of UTF-16 that `escaped` stands for; `None` if it stands for none.
fn unit(escaped: &[u8]) -> Option<u16> {
    let digits = escaped.strip_prefix(b"\\u")?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}
