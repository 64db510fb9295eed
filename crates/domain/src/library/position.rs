//! Points in a library's history.

use std::{fmt, str::FromStr};

/// Random number of a change. A version that comes again after a backup was restored comes with another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChangeId(u64);

impl ChangeId {
    /// Wraps a number that was drawn for a change.
    pub const fn new(id: u64) -> Self {
        Self(id)
    }

    /// Returns the change's number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A point in a library's history: its version and the change that led to it.
///
/// As text it is the version, then a hyphen and 16 hexadecimal digits if the change is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The library's version.
    pub version: u64,
    /// The change that led to the version; `None` before the first one, and from clients that know the version alone.
    pub change: Option<ChangeId>,
}

impl From<u64> for Position {
    fn from(version: u64) -> Self {
        Self {
            version,
            change: None,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.change {
            Some(ChangeId(id)) => write!(f, "{}-{id:016x}", self.version),
            None => self.version.fmt(f),
        }
    }
}

/// Error: a text names no [`Position`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no position of a library")]
pub struct NoPosition;

impl FromStr for Position {
    type Err = NoPosition;

    fn from_str(text: &str) -> Result<Self, NoPosition> {
        let (version, change) = match text.split_once('-') {
            Some((version, change)) => (version, Some(change)),
            None => (text, None),
        };
        let position = Self {
            version: version.parse().map_err(|_| NoPosition)?,
            change: match change {
                Some(id) => Some(ChangeId(
                    u64::from_str_radix(id, 16).map_err(|_| NoPosition)?,
                )),
                None => None,
            },
        };
        // One text for each position, whatever else the parsers take
        (position.to_string() == text)
            .then_some(position)
            .ok_or(NoPosition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_parses_only_its_own_text() {
        let known = Position {
            version: 7,
            change: Some(ChangeId(0xab)),
        };
        for (position, text) in [(known, "7-00000000000000ab"), (Position::from(7), "7")] {
            assert_eq!(position.to_string(), text);
            assert_eq!(text.parse(), Ok(position));
        }
        for text in [
            "",
            "-",
            "7-",
            "-ab",
            "+7",
            "07",
            "7-ab",
            "7-00000000000000AB",
            "7-+0000000000000ab",
            "x",
        ] {
            assert_eq!(text.parse::<Position>(), Err(NoPosition), "{text}");
        }
    }
}
