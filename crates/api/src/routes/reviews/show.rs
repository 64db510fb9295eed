//! `GET /api/v1/reviews/{id}`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::review::ReviewId;

use super::named;
use crate::{
    dto::reviews::ReviewWithTitle,
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Unavailable, UnknownReview},
    },
    routes::catalogue,
    state::ReviewState,
};

/// A review, and what its title's card shows.
#[utoipa::path(
    get,
    path = "/reviews/{id}",
    operation_id = "show_review",
    tag = "reviews",
    params(("id" = String, Path, description = "The review's name")),
    responses((status = 200, body = ReviewWithTitle), UnknownReview, Unavailable),
)]
pub(crate) async fn show(
    State(state): State<Arc<ReviewState>>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let id = named(&id)?;
    let make = async || Encoded::new("application/json", "no-cache", json(&state, &id).await?);
    let name = format!("review/{id}");
    Ok(state
        .shared_briefly
        .get(name, make)
        .await?
        .respond(&headers))
}

/// A review, as JSON.
pub(crate) async fn json(state: &ReviewState, id: &ReviewId) -> domain::Result<Vec<u8>> {
    let (review, title) = state.reviews.one(id).await?;
    let now = state.reviews.now();
    catalogue::json(&ReviewWithTitle::new(review, title, now, &state.pictures))
}
