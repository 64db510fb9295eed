//! Cleaning: what hides text, or turns it round, is taken out.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Marks that a character may have; more of them cover the lines around.
const MAX_MARKS: usize = 5;

/// `text` in one spelling (NFC), with line feeds alone, without blanks at its ends, and without characters that cannot be
/// seen, but for joiners where they may be needed.
pub fn cleaned(text: &str) -> String {
    unseen_removed(text).trim().to_owned()
}

/// The same on one line.
pub fn cleaned_line(text: &str) -> String {
    let text = unseen_removed(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The same, whatever stands at the ends; of marks at its beginning, which would fall on what is before it, none stays.
pub(crate) fn cleaned_part(text: &str) -> String {
    let text = unseen_removed(text);
    text.trim_start_matches(is_combining_mark).to_owned()
}

fn unseen_removed(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let seen: Vec<char> = text.nfc().filter_map(seen).collect();
    let mut joined: Vec<char> = Vec::with_capacity(seen.len());
    for (place, c) in seen.iter().enumerate() {
        let beside = [joined.last(), seen.get(place + 1)];
        if !is_joiner(*c) || beside.iter().all(|c| c.is_some_and(|c| may_join(*c))) {
            joined.push(*c);
        }
    }
    let mut marks = 0;
    let few_marks = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    };
    joined.into_iter().nfc().filter(few_marks).collect()
}

/// A character as it is kept; `None` for one that is not.
fn seen(c: char) -> Option<char> {
    match c {
        '\n' => Some(c),
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        '\t' => Some(' '),
        c if c.is_control() || is_unseen(c) => None,
        c => Some(c),
    }
}

/// Characters that nobody sees, whose only use is to hide something or to turn text round. Of those that choose
/// among forms, the two stay that choose between emoji and text.
const fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether a joiner beside this may change how it looks: scripts that need them, and emoji, are no ASCII.
fn may_join(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !is_joiner(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_direction_changing_characters_are_removed() {
        for (text, clean) in [
            (" a\r\nb\rc\u{2028}d\u{85}e ", "a\nb\nc\nd\ne"),
            ("a\tb\0c\u{7}\u{b}", "a bc"),
            ("user\u{202e}gpj.exe\u{202c}", "usergpj.exe"),
            ("\u{2066}a\u{2069}\u{200f}b\u{61c}", "ab"),
            ("a\u{200b}b\u{2060}c\u{feff}d\u{ad}e", "abcde"),
            ("\u{3164}\u{115f}\u{2800}\u{e0041}x", "x"),
            ("a\u{fe01}b\u{e0101}", "ab"),
            // What looks the same is the same
            ("e\u{301}", "é"),
            ("か\u{3099}", "が"),
        ] {
            assert_eq!(cleaned(text), clean, "{text:?}");
        }
    }

    #[test]
    fn zero_width_joiners_are_kept_in_emoji_and_scripts() {
        for text in [
            "👨\u{200d}👩\u{200d}👧",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "❤\u{fe0f}",
        ] {
            assert_eq!(cleaned(text), text);
        }
        for (text, clean) in [
            ("a\u{200d}b\u{200c}", "ab"),
            ("\u{200d}あ\u{200d}\u{200d}い \u{200c}う", "あ\u{200d}い う"),
        ] {
            assert_eq!(cleaned(text), clean, "{text:?}");
        }
    }

    #[test]
    fn stacked_combining_marks_are_limited() {
        let storm = format!("a{}b", "\u{335}\u{20dd}".repeat(1_000));
        assert_eq!(cleaned(&storm).chars().count(), 2 + MAX_MARKS);
        assert_eq!(cleaned_part("\u{301}\u{335}a"), "a");
    }

    #[test]
    fn line_has_single_spaces() {
        assert_eq!(cleaned_line(" a\n\u{202e} b\u{3000}c "), "a b c");
    }
}
