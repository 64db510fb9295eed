//! Addresses that links may have.

use url::Url;

/// Longest address, in bytes.
const MAX_BYTES: usize = 2_000;

/// The address that a browser would make of this, if it is one of the web that names nobody: who reads
/// `https://known.example@other.example` takes it for another.
pub(crate) fn of_web(text: &str) -> Option<String> {
    // Browsers overlook some of these
    let is_odd = |c: char| c.is_whitespace() || c.is_control();
    if text.len() > MAX_BYTES || text.contains(is_odd) {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let is_of_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let names_nobody = url.username().is_empty() && url.password().is_none();
    let address = String::from(url);
    (is_of_web && names_nobody && address.len() <= MAX_BYTES).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_web_are_written_in_one_way() {
        for (text, address) in [
            ("https://example.org", "https://example.org/"),
            ("HTTP://Example.ORG/A?b#c", "http://example.org/A?b#c"),
            ("https://例え.jp/あ", "https://xn--r8jz45g.jp/%E3%81%82"),
            ("https:\\\\example.org\\a", "https://example.org/a"),
            ("https:example.org", "https://example.org/"),
        ] {
            assert_eq!(of_web(text).as_deref(), Some(address), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in [
            "",
            "/anime/1",
            "//example.org",
            "example.org",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "vbscript:x",
            "data:text/html,<script>alert(1)</script>",
            "file:///etc/passwd",
            "mailto:a@example.org",
            "ftp://example.org",
            "blob:https://example.org/1",
            "https://",
            "https://known.example@other.example",
            "https://:secret@other.example",
            "https://exa mple.org",
            "ht\ttps://example.org",
        ] {
            assert_eq!(of_web(text), None, "{text:?}");
        }
        assert_eq!(
            of_web(&format!("https://a/{}", "x".repeat(MAX_BYTES))),
            None
        );
        assert_eq!(of_web(&format!("https://a/{}", "あ".repeat(300))), None);
    }
}
