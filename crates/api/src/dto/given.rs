//! What is sent in more than one place: numbers of titles; fields that may be left out, and may be `null`, which is
//! something else.

use std::num::TryFromIntError;

use axum::extract::{Path, rejection::PathRejection};
use domain::anime::MalId;
use serde::{Deserialize, Deserializer};

use crate::error::ApiError;

/// A title's number: of 31 bits, as the document has it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i32")]
pub(crate) struct TitleId(pub(crate) MalId);

impl TryFrom<i32> for TitleId {
    type Error = TryFromIntError;

    fn try_from(id: i32) -> Result<Self, Self::Error> {
        u32::try_from(id).map(|id| Self(MalId::new(id)))
    }
}

impl TitleId {
    /// Reads it from an address.
    pub(crate) fn of(id: Result<Path<Self>, PathRejection>) -> Result<Self, ApiError> {
        let id = id.map(|Path(id)| id);
        id.map_err(|_| ApiError::invalid("Please give a title by its number."))
    }
}

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
