//! `GET /api/v1/users/{name}/reviews`

use std::sync::Arc;

use app::people::VisiblePage;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};

use super::{
    CACHE_CONTROL, to_json,
    visible_page::{LinkParams, Visible},
};
use crate::{
    dto::reviews::UserReviews,
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Invalid, Unavailable, UnknownPage},
    },
    routes::reviews::{WrittenParams, WrittenPart},
    state::ReviewState,
};

/// A user's reviews, newest first, for those who may see the user's public page.
///
/// Reviews that an operator has hidden, and those that wait behind a notice since many readers have reported them, are
/// left out.
#[utoipa::path(
    get,
    path = "/users/{name}/reviews",
    operation_id = "list_user_reviews",
    tag = "people",
    security((), ("session" = [])),
    params(("name" = String, Path, description = "Name of the page"), LinkParams, WrittenParams),
    responses(
        (status = 200, body = UserReviews, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        Invalid,
        UnknownPage,
        Unavailable,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<ReviewState>>,
    Visible(page): Visible,
    params: Result<Query<WrittenParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let which = WrittenParams::read(params)?;
    Ok(part(&state, &page, which).await?.respond(&headers))
}

/// The first page of a user's reviews, as JSON.
pub(crate) async fn first_json(
    state: &ReviewState,
    page: &VisiblePage,
) -> Result<Vec<u8>, ApiError> {
    let first = part(state, page, WrittenParams::FIRST).await?;
    Ok(first.plain().to_vec())
}

/// A page of a user's reviews, which is the same for everybody who may see the user's public page.
async fn part(
    state: &ReviewState,
    page: &VisiblePage,
    (before, limit): WrittenPart,
) -> Result<Arc<Encoded>, ApiError> {
    let uid = &page.found.uid;
    let make = async || {
        // One more tells whether others follow
        let found = state.reviews.seen_of(uid, before, limit + 1).await?;
        let now = state.reviews.now();
        let body = to_json(&UserReviews::new(found, limit, now, &state.pictures))?;
        Encoded::new("application/json", CACHE_CONTROL, body)
    };
    let name = format!("reviews by {uid}/{before:?}/{limit}");
    state.shared_briefly.get(name, make).await
}
