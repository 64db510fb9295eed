//! The number of a title in an address or a body.

use std::num::TryFromIntError;

use axum::extract::{Path, rejection::PathRejection};
use domain::anime::MalId;
use serde::Deserialize;

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
