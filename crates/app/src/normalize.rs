//! Texts as people type them, made fit to be kept.

use domain::{Error, Result};

/// `text` on one line, cleaned of what cannot be seen and of what turns other text round: others read it, too.
///
/// # Errors
/// Fails with [`Error::Invalid`] for a text longer than `longest` characters; `what` names it in the sentence.
pub(crate) fn line(what: &str, text: &str, longest: usize) -> Result<String> {
    fit(what, markup::cleaned_line(text), longest)
}

/// Returns `text` cleaned as [`line()`] does, but with its line breaks.
pub(crate) fn paragraphs(what: &str, text: &str, longest: usize) -> Result<String> {
    fit(what, markup::cleaned(text), longest)
}

/// Returns the first `longest` characters of `text`, cleaned as [`line()`] does.
pub(crate) fn truncated_line(text: &str, longest: usize) -> String {
    let line = markup::cleaned_line(text);
    let line: String = line.chars().take(longest).collect();
    line.trim_end().to_owned()
}

fn fit(what: &str, text: String, longest: usize) -> Result<String> {
    if text.chars().count() > longest {
        return Err(Error::Invalid(format!(
            "Please keep {what} to at most {longest} characters."
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_direction_changing_characters_are_removed() {
        assert_eq!(line("it", " a\0b\r\n ", 3).unwrap(), "ab");
        assert_eq!(line("it", "a\u{202e}\r\nb", 3).unwrap(), "a b");
        assert_eq!(line("it", "\u{200b}", 3).unwrap(), "");
        assert_eq!(paragraphs("it", " a\r\n\tb\u{7} ", 9).unwrap(), "a\n b");
        assert_eq!(line("it", "進撃の巨人", 5).unwrap(), "進撃の巨人");
    }

    #[test]
    fn long_line_is_truncated() {
        assert_eq!(truncated_line("  a\0b c ", 3), "ab");
        assert_eq!(truncated_line("進撃の巨人", 3), "進撃の");
    }

    #[test]
    fn text_that_is_too_long_is_refused_with_a_sentence() {
        let refused = line("the name", "進撃の巨人", 4).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "Please keep the name to at most 4 characters."
        );
    }
}
