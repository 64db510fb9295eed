//! `GET /api/v1/anime/{key}/reviews`

use std::sync::Arc;

use axum::{
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::HeaderMap,
    response::Response,
};
use domain::{Error, catalogue::AnimeKey};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    dto::reviews::{ReviewPage, ReviewSort, position},
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Invalid, Unavailable, UnknownTitle},
    },
    routes::catalogue::json,
    state::ReviewState,
};

/// The number of reviews in an answer: the default, and the largest.
const LIMITS: (u32, u32) = (20, 50);

/// The parameters of a title's reviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewParams {
    /// The order of the reviews: the most helpful first, the newest first, or those with the highest scores first; by
    /// default the most helpful first.
    #[param(inline)]
    sort: Option<ReviewSort>,
    /// The `next` of the page before; without it, the first page.
    after: Option<String>,
    /// The largest number of reviews in the answer.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<u32>,
}

/// A title's reviews.
///
/// New reviews are in it within seconds. An author's status, progress and score show only while the author's entry is
/// not private.
#[utoipa::path(
    get,
    path = "/anime/{key}/reviews",
    operation_id = "list_reviews",
    tag = "reviews",
    params(
        ("key" = String, Path, description = "Id on MyAnimeList, or the title's slug"),
        ReviewParams,
    ),
    responses((status = 200, body = ReviewPage), Invalid, UnknownTitle, Unavailable),
)]
pub(crate) async fn list(
    State(state): State<Arc<ReviewState>>,
    key: Result<Path<String>, PathRejection>,
    params: Result<Query<ReviewParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(key) = key.map_err(|_| Error::UnknownTitle)?;
    let key = AnimeKey::parse(&key).ok_or(Error::UnknownTitle)?;
    let (default, most) = LIMITS;
    let sentence = || {
        ApiError::invalid(format!(
            "Please give sort as helpful, newest or score, limit as a number from 1 to {most}, and after as it was given."
        ))
    };
    let Query(params) = params.map_err(|_| sentence())?;
    let after = params.after.as_deref();
    let after = after.map(|text| position(text).ok_or_else(sentence));
    let after = after.transpose()?;
    let limit = params.limit.unwrap_or(default);
    if !(1..=most).contains(&limit) {
        return Err(sentence());
    }
    let order = params.sort.unwrap_or(ReviewSort::Helpful).into();
    let make = async || {
        let reviews = &state.reviews;
        let page = reviews.of_title(&key, order, after.as_ref(), limit).await?;
        let body = json(&ReviewPage::new(page, reviews.now()))?;
        Encoded::new("application/json", "no-cache", body)
    };
    let name = format!("reviews/{key:?}/{order:?}/{after:?}/{limit}");
    Ok(state
        .shared_briefly
        .get(name, make)
        .await?
        .respond(&headers))
}
