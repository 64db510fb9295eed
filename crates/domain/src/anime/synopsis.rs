//! What a synopsis tells, apart from who wrote it.

/// A synopsis without its credit, and the credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synopsis<'a> {
    /// The synopsis without its credit.
    pub text: &'a str,
    /// The credit, in the words that stood behind the text, mostly in brackets: `Written by MAL Rewrite`, `Source:
    /// ANN`. `None` where there was none.
    pub credit: Option<&'a str>,
}

/// Beginnings of credits, in lower case.
const BEGINNINGS: [&str; 4] = [
    "source:",
    "written by ",
    "translated from ",
    "adapted from ",
];
/// Longest credit, in bytes; a longer one belongs to the text.
const MAX_CREDIT_BYTES: usize = 160;

impl<'a> Synopsis<'a> {
    /// Parts a synopsis as sources write it from the credit at its end.
    pub fn read(synopsis: &'a str) -> Self {
        let whole = synopsis.trim();
        match bracketed(whole).or_else(|| own_line(whole)) {
            Some((text, credit)) if credit.len() <= MAX_CREDIT_BYTES => Self {
                text: text.trim_end(),
                credit: Some(credit),
            },
            _ => Self {
                text: whole,
                credit: None,
            },
        }
    }
}

/// Returns the text before the last brackets, and the credit in them; `None` if there is none.
fn bracketed(whole: &str) -> Option<(&str, &str)> {
    let (open, close) = match whole.as_bytes().last()? {
        b')' => ('(', ')'),
        b']' => ('[', ']'),
        _ => return None,
    };
    let mut depth = 0_u32;
    for (place, c) in whole.char_indices().rev() {
        if c == close {
            depth += 1;
        } else if c == open {
            depth -= 1;
            if depth == 0 {
                let inside = whole[place + 1..whole.len() - 1].trim();
                let credits = BEGINNINGS.iter().any(|beginning| begins(inside, beginning));
                return credits.then_some((&whole[..place], inside));
            }
        }
    }
    None
}

/// Returns the text before the last line, and that line if it begins with `source:`, the one credit that needs no
/// brackets.
fn own_line(whole: &str) -> Option<(&str, &str)> {
    let (text, line) = whole.rsplit_once('\n')?;
    let line = line.trim();
    begins(line, BEGINNINGS[0]).then_some((text, line))
}

fn begins(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

#[cfg(test)]
mod tests {
    use super::Synopsis;

    #[test]
    fn credits_are_separated_from_texts() {
        for (synopsis, text, credit) in [
            (
                "Walls.\n\n[Written by MAL Rewrite]",
                "Walls.",
                Some("Written by MAL Rewrite"),
            ),
            ("Walls. (Source: ANN)\n", "Walls.", Some("Source: ANN")),
            (
                "Walls.\n(source: Nippon (edited))",
                "Walls.",
                Some("source: Nippon (edited)"),
            ),
            (
                "壁。(Translated from douban)",
                "壁。",
                Some("Translated from douban"),
            ),
            ("Walls.\n\nSource: ANN", "Walls.", Some("Source: ANN")),
            (
                "[Written by MAL Rewrite]",
                "",
                Some("Written by MAL Rewrite"),
            ),
            ("A film (2003)", "A film (2003)", None),
            ("He seeks a water source.", "He seeks a water source.", None),
            (
                "Walls.\nAdapted from life.",
                "Walls.\nAdapted from life.",
                None,
            ),
            (
                "Walls.\n(Adapted from life)",
                "Walls.",
                Some("Adapted from life"),
            ),
            ("Odd brackets)", "Odd brackets)", None),
            ("]", "]", None),
            ("", "", None),
        ] {
            let read = Synopsis::read(synopsis);
            assert_eq!((read.text, read.credit), (text, credit), "{synopsis:?}");
        }
    }

    #[test]
    fn overlong_credit_stays_text() {
        let synopsis = format!("Walls. (Source: {})", "x".repeat(200));
        assert_eq!(Synopsis::read(&synopsis).credit, None);
    }
}
