//! The separator between the cells of a CSV: commas, or what spreadsheets of many languages write instead.

use std::io::{self, Cursor, Read};

/// The characters that may separate cells, the usual one first.
const SEPARATORS: [u8; 4] = *b",;\t|";
/// The number of bytes by which the separator is detected.
const START: u64 = 16 * 1024;

/// The separator of a text, and all of the text but for a line that declares nothing else.
pub(crate) fn detect(mut text: impl Read) -> io::Result<(u8, impl Read)> {
    let mut start = Vec::new();
    text.by_ref().take(START).read_to_end(&mut start)?;
    let (declared, length) = declared(&start);
    let separator = declared.unwrap_or_else(|| likely(&start));
    let mut rest = Cursor::new(start);
    rest.set_position(length);
    Ok((separator, rest.chain(text)))
}

/// `sep=;`, as spreadsheets have it on a line of its own, and the length of that line.
fn declared(start: &[u8]) -> (Option<u8>, u64) {
    let rest = start.strip_prefix(b"sep=").unwrap_or_default();
    for line_break in [&b"\r\n"[..], b"\n"] {
        if let [separator, after @ ..] = rest
            && after.starts_with(line_break)
        {
            return (Some(*separator), 5 + line_break.len() as u64);
        }
    }
    (None, 0)
}

/// The separator of which the first lines have the same number, or else the first line most.
fn likely(start: &[u8]) -> u8 {
    let [names, first] = counts(start);
    let rank = |place: &usize| {
        let (names, first) = (names[*place], first[*place]);
        (names > 0 && names == first, names)
    };
    // Of separators with equal ranks the first one is taken: `max_by_key` takes the last of the reversed ones
    let best = (0..SEPARATORS.len()).rev().max_by_key(rank);
    SEPARATORS[best.unwrap_or(0)]
}

/// The number of each separator outside quotes, in each of the first two lines.
fn counts(start: &[u8]) -> [[u32; SEPARATORS.len()]; 2] {
    let mut lines = [[0; SEPARATORS.len()]; 2];
    let (mut line, mut is_quoted) = (0, false);
    for byte in start {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => line += 1,
            _ => {}
        }
        let Some(counts) = lines.get_mut(line) else {
            break;
        };
        if let (Some(place), false) = (SEPARATORS.iter().position(|it| it == byte), is_quoted) {
            counts[place] += 1;
        }
    }
    lines
}
