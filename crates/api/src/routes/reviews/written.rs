//! The parameters of a list of one user's reviews.

use axum::extract::{Query, rejection::QueryRejection};
use domain::anime::MalId;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{dto::reviews::written_before, error::ApiError};

/// The number of reviews in an answer: the default, and the largest.
const LIMITS: (u32, u32) = (20, 50);

/// The parameters of a list of one user's reviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WrittenParams {
    /// The `next` of the page before; without it, the newest reviews.
    before: Option<String>,
    /// The largest number of reviews in the answer.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<u32>,
}

/// The position before which the reviews were written, and the largest number of them.
pub(crate) type WrittenPart = (Option<(Timestamp, MalId)>, u32);

impl WrittenParams {
    /// The first page: the newest reviews.
    pub(crate) const FIRST: WrittenPart = (None, LIMITS.0);

    /// Reads the parameters.
    pub(crate) fn read(
        params: Result<Query<Self>, QueryRejection>,
    ) -> Result<WrittenPart, ApiError> {
        let (default, most) = LIMITS;
        let sentence = || {
            ApiError::invalid(format!(
                "Please give limit as a number from 1 to {most}, and before as it was given."
            ))
        };
        let Query(params) = params.map_err(|_| sentence())?;
        let limit = params.limit.unwrap_or(default);
        if !(1..=most).contains(&limit) {
            return Err(sentence());
        }
        let before = params.before.as_deref();
        let before = before.map(|text| written_before(text).ok_or_else(sentence));
        Ok((before.transpose()?, limit))
    }
}
