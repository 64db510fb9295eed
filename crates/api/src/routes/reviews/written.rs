//! Which part of what somebody has written an address asks for.

use axum::extract::{Query, rejection::QueryRejection};
use domain::anime::MalId;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{dto::reviews::written_before, error::ApiError};

/// Reviews of an answer by default, and at most.
const LIMITS: (u32, u32) = (20, 50);

/// Which of somebody's reviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WrittenParams {
    /// `next` of the part before; without it, the newest.
    before: Option<String>,
    /// So many at most.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<u32>,
}

/// The place before which reviews are, and how many there are at most.
pub(crate) type WrittenPart = (Option<(Timestamp, MalId)>, u32);

impl WrittenParams {
    /// The newest.
    pub(crate) const FIRST: WrittenPart = (None, LIMITS.0);

    /// Which they are.
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
