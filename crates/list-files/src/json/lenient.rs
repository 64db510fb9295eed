//! Values of which a part is no value. What is around it is read all the same: one bad value costs itself, no more.

use std::{iter::Peekable, str::Chars};

use domain::json::UntrustedValue;
use serde_json::{Value, value::RawValue};

/// A value, where need be with numbers that are too large as texts. There is none where it is nested too deep.
pub(super) fn value(raw: &RawValue) -> Option<Value> {
    let read = serde_json::from_str(raw.get());
    let read = read.or_else(|_| serde_json::from_str(&repaired(raw.get())));
    read.ok().map(|UntrustedValue(value)| value)
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

/// Copies a text up to its end, after the quotation mark that begins it.
fn text(rest: &mut Peekable<Chars<'_>>, repaired: &mut String) {
    while let Some(character) = rest.next() {
        repaired.push(character);
        match character {
            '"' => return,
            '\\' => repaired.extend(rest.next()),
            _ => {}
        }
    }
}
