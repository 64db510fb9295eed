//! A small writer of SVG text.

use std::fmt::{self, Write as _};

/// The length that posters, banners and avatars stay below, in bytes.
pub(crate) const LIMIT: usize = 8_000;

/// Accessible names are cut to this many characters, to bound the size of documents.
const MAX_NAME: usize = 160;

/// An SVG document (or a part of one) that is being written.
#[derive(Clone, Default)]
pub(crate) struct Svg(String);

impl Svg {
    /// Opens a document of the given size in user units, with its accessible name.
    pub(crate) fn open(width: i32, height: i32, name: &str) -> Self {
        let mut svg = Self(String::with_capacity(6_000));
        svg.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{}</title>"#,
            Escaped(name.char_indices().nth(MAX_NAME).map_or(name, |(end, _)| &name[..end]))
        ));
        svg
    }

    pub(crate) fn put(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.0.write_fmt(text);
    }

    /// Adds a part of a document that was written by itself.
    pub(crate) fn append(&mut self, part: &Self) {
        self.0.push_str(&part.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether something is painted by the gradient or pattern of this id.
    pub(crate) fn refers_to(&self, id: &str) -> bool {
        self.0.contains(&format!("url(#{id})"))
    }

    pub(crate) fn close(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }
}

/// A number, given in hundredths, that is written as a decimal fraction.
pub(crate) struct Hundredths(pub(crate) i32);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (0, part) => write!(f, ".{part:02}"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}

/// Text for an XML element or attribute: escaped, and without what XML 1.0 forbids.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars().filter(|c| !is_unprintable(*c)) {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// Control characters, bidirectional overrides (they would turn the text around that follows) and non-characters.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}')
        || u32::from(c) & 0xfffe == 0xfffe
}
