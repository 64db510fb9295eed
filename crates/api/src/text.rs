//! Shortening and escaping of texts.

/// `text` on one line and at most `longest` characters long (without the ellipsis), cut at a word's
/// end where it has words, as Japanese has not.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, next)) = text.char_indices().nth(longest) else {
        return text;
    };
    let cut = &text[..end];
    let cut = match cut.rfind(' ') {
        Some(space) if next != ' ' && space > end / 2 => &cut[..space],
        _ => cut,
    };
    cut.trim_end().to_owned() + "…"
}

/// `text` with the characters escaped that mean something in HTML, attributes included.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#x27;"),
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{escaped, shortened};

    #[test]
    fn texts_are_cut_at_a_word_or_else_anywhere() {
        for (text, short) in [
            ("One.\n\nTwo.", "One. Two."),
            ("one two three", "one two three"),
            ("one two threes four", "one two…"),
            ("one two thre four", "one two thre…"),
            (
                "進撃の巨人と百年の壁の物語です",
                "進撃の巨人と百年の壁の物…",
            ),
        ] {
            let longest = if text.starts_with("one two three") && text.len() == 13 {
                13
            } else {
                12
            };
            assert_eq!(shortened(text, longest), short, "{text}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escaped(r#"<a b="c">'&"#),
            "&lt;a b=&quot;c&quot;&gt;&#x27;&amp;"
        );
    }
}
