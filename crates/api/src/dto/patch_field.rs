//! A field of a change. It may be left out, which is not the same as `null`.

use serde::{Deserialize, Deserializer};

/// The value of a field that may be left out. The field needs `#[serde(default)]`.
#[derive(Debug, Default)]
pub(crate) enum PatchField<T> {
    /// The request leaves the field out.
    #[default]
    Absent,
    /// The request gives the field a value, or `null`.
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
