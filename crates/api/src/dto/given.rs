//! Fields that may be left out, and may be `null`, which is something else.

use serde::{Deserialize, Deserializer};

/// What is sent in such a field. It needs `#[serde(default)]`.
#[derive(Debug, Default)]
pub(crate) enum Given<T> {
    /// It is left out.
    #[default]
    Nothing,
    /// A value, or `null`.
    Value(Option<T>),
}

impl<T> Given<T> {
    /// What `to` makes of what is given, if anything is.
    pub(crate) fn map<U>(self, to: impl FnOnce(Option<T>) -> U) -> Option<U> {
        match self {
            Self::Nothing => None,
            Self::Value(value) => Some(to(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::Value)
    }
}
