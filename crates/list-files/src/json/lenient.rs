//! Values of which a part is no value. What is around it is read all the same: one bad value costs itself, no more.

use std::{iter::Peekable, str::Chars};

use domain::json::UntrustedValue;
use serde::de::Error;
use serde_json::{Value, value::RawValue};

/// Hexadecimal digits of a unit of UTF-16.
const DIGITS: usize = 4;

/// A value, where need be without the halves of characters that converters leave, which become the replacement
/// character, and with numbers that are too large as texts.
pub(super) fn value<E: Error>(raw: &RawValue) -> Result<Value, E> {
    let read = serde_json::from_str(raw.get());
    let read = read.or_else(|_| serde_json::from_str(&repaired(raw.get())));
    // The line that `serde_json` names is one of the value, not of the file
    read.map(|UntrustedValue(value)| value)
        .map_err(|_| E::custom("a value that cannot be read"))
}

fn repaired(json: &str) -> String {
    let mut repaired = String::with_capacity(json.len());
    let mut rest = json.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' => {
                repaired.push('"');
                text(&mut rest, &mut repaired);
            }
            '-' | '0'..='9' => number(character, &mut rest, &mut repaired),
            other => repaired.push(other),
        }
    }
    repaired
}

fn number(first: char, rest: &mut Peekable<Chars<'_>>, repaired: &mut String) {
    let mut number = String::from(first);
    let is_of_number = |it: &char| matches!(it, '0'..='9' | '.' | 'e' | 'E' | '+' | '-');
    while let Some(more) = rest.next_if(is_of_number) {
        number.push(more);
    }
    let fits = number.parse::<f64>().is_ok_and(f64::is_finite);
    let quote = if fits { "" } else { "\"" };
    repaired.extend([quote, &number, quote]);
}

/// A text up to its end, after the quotation mark that begins it.
fn text(rest: &mut Peekable<Chars<'_>>, repaired: &mut String) {
    while let Some(character) = rest.next() {
        match character {
            '"' => {
                repaired.push('"');
                return;
            }
            '\\' if rest.next_if_eq(&'u').is_some() => unit(rest, repaired),
            '\\' => repaired.extend(['\\'].into_iter().chain(rest.next())),
            other => repaired.push(other),
        }
    }
}

/// A unit of UTF-16, after its `\u`, with the second half of its character where it has one.
fn unit(rest: &mut Peekable<Chars<'_>>, repaired: &mut String) {
    const REPLACEMENT: &str = "\\ufffd";
    let first: String = rest.by_ref().take(DIGITS).collect();
    let value = u16::from_str_radix(&first, 16).unwrap_or_default();
    if !(0xD800..0xE000).contains(&value) {
        repaired.extend(["\\u", &first]);
        return;
    }
    let mut ahead = rest.clone();
    let is_escape = ahead.next() == Some('\\') && ahead.next() == Some('u');
    let second: String = ahead.by_ref().take(DIGITS).collect();
    let low = u16::from_str_radix(&second, 16).unwrap_or_default();
    if value < 0xDC00 && is_escape && (0xDC00..0xE000).contains(&low) {
        *rest = ahead;
        repaired.extend(["\\u", &first, "\\u", &second]);
    } else {
        repaired.push_str(REPLACEMENT);
    }
}
