//! The id of a title in a request.

use std::num::TryFromIntError;

use axum::extract::{Path, rejection::PathRejection};
use domain::anime::MalId;
use serde::Deserialize;

use crate::error::ApiError;

/// A title's id in a request: a number of 31 bits, as in the OpenAPI document.
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
    /// Takes the id from the request's path.
    pub(crate) fn of(id: Result<Path<Self>, PathRejection>) -> Result<Self, ApiError> {
        let id = id.map(|Path(id)| id);
        id.map_err(|_| ApiError::invalid("Please give a title by its number."))
    }
}
