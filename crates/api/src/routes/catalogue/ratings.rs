//! `GET /api/v1/anime/{id}/ratings`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{Error, anime::MalId};

use super::json;
use crate::{
    dto::ratings::RatingsBody,
    encoded::Encoded,
    error::{
        ApiError,
        responses::{NotFound, Unavailable},
    },
    state::CatalogueState,
};

/// A title's ratings.
///
/// Changes of users' lists count within five seconds. Private entries count, too: their part of the numbers changes
/// once at least five people have changed theirs, so that no answer reveals a single one.
#[utoipa::path(
    get,
    path = "/anime/{id}/ratings",
    operation_id = "show_ratings",
    tag = "catalogue",
    params(("id" = u32, Path, description = "Id on MyAnimeList")),
    responses(
        (status = 200, body = RatingsBody),
        NotFound,
        Unavailable,
    ),
)]
pub(crate) async fn ratings(
    State(state): State<Arc<CatalogueState>>,
    id: Result<Path<u32>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let make = async || {
        let ratings = state.ratings.of(MalId::new(id)).await?;
        let ratings = ratings.ok_or(Error::NotFound("This title"))?;
        let body = json(&RatingsBody::from(ratings))?;
        Encoded::new("application/json", "public, max-age=2", body)
    };
    let answer = state
        .shared_briefly
        .get(format!("ratings/{id}"), make)
        .await?;
    Ok(answer.respond(&headers))
}
