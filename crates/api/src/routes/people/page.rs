//! `GET /api/v1/users/{name}`

use std::sync::Arc;

use app::people::SeenPage;
use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Result;

use super::{
    CACHE_CONTROL,
    seen::{LinkParams, Seen},
    to_json,
};
use crate::{
    dto::people::UserPage,
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Invalid, Unavailable, UnknownPage},
    },
    state::PeopleState,
};

/// Somebody's page, as far as who asks may see it. Its owner sees it in any case.
#[utoipa::path(
    get,
    path = "/users/{name}",
    operation_id = "show_user",
    tag = "people",
    security((), ("session" = [])),
    params(("name" = String, Path, description = "Name of the page, or its former one; case makes no difference"), LinkParams),
    responses(
        (status = 200, body = UserPage, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        Invalid,
        UnknownPage,
        Unavailable,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<PeopleState>>,
    Seen(seen): Seen,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let body = json(&state, &seen).await?;
    Ok(Encoded::new("application/json", CACHE_CONTROL, body)?.respond(&headers))
}

/// A page, as JSON.
pub(crate) async fn json(state: &PeopleState, seen: &SeenPage) -> Result<Vec<u8>> {
    let (uid, page) = (&seen.found.uid, &seen.found.page);
    let favorites = state.people.favorites(uid, page).await?;
    to_json(&UserPage::new(seen, &favorites, &state.pictures))
}
