//! `GET /api/v1/reviews/{id}`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{catalogue::AnimeSummary, review::AuthoredReview};

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

/// A review, and the card of its title.
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
    let make = async || {
        let body = json(&state, state.reviews.one(&id).await?)?;
        Encoded::new("application/json", "no-cache", body)
    };
    let name = format!("review/{id}");
    Ok(state
        .shared_briefly
        .get(name, make)
        .await?
        .respond(&headers))
}

/// The answer with a review and its title, as JSON.
pub(crate) fn json(
    state: &ReviewState,
    reviewed: (AuthoredReview, AnimeSummary),
) -> domain::Result<Vec<u8>> {
    let now = state.reviews.now();
    catalogue::json(&ReviewWithTitle::new(reviewed, now, &state.pictures))
}
