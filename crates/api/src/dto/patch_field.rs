//! A field of a change. It may be left out, and it may be `null`, which is something else.

use serde::{Deserialize, Deserializer};

/// What is sent in such a field, which needs `#[serde(default)]`.
#[derive(Debug, Default)]
pub(crate) enum PatchField<T> {
    /// It is left out.
    #[default]
    Absent,
    /// A value, or `null`.
    Value(Option<T>),
}

impl<T> PatchField<T> {
    /// What `to` makes of the value; `None` where the field is left out.
    pub(crate) fn map<U>(self, to: impl FnOnce(Option<T>) -> U) -> Option<U> {
        match self {
            Self::Absent => None,
            Self::Value(value) => Some(to(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PatchField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::Value)
    }
}
