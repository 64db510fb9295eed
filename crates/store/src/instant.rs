//! Instants as text.

use domain::{Error, Result};
use jiff::Timestamp;

/// Writes an instant as RFC 3339 in UTC with nine decimals, as in `2026-11-01T12:00:00.000000000Z`.
pub(crate) fn to_text(instant: Timestamp) -> String {
    format!("{instant:.9}")
}

/// Reads an instant that [`to_text`] wrote.
pub(crate) fn from_text(text: &str) -> Result<Timestamp> {
    text.parse()
        .map_err(|error: jiff::Error| Error::internal("reading an instant of the database", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_orders_like_the_instants_and_keeps_them() {
        let texts: Vec<String> = [0, 1, 999_999_999, 1_000_000_000, 1_793_534_400_123_456_789]
            .map(|n| to_text(Timestamp::from_nanosecond(n).unwrap()))
            .into();
        assert!(texts.is_sorted(), "{texts:?}");
        assert_eq!(texts[1], "1970-01-01T00:00:00.000000001Z");
        for text in texts {
            assert_eq!(to_text(from_text(&text).unwrap()), text);
        }
    }
}
