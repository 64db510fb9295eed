//! `GET /api/v1/users/{name}`

use std::sync::Arc;

use app::people::VisiblePage;
use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Result;

use super::{
    CACHE_CONTROL, to_json,
    visible_page::{LinkParams, Visible},
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

/// A user's public page, as far as the requester may see it. Its owner sees it in any case.
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
    Visible(page): Visible,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let body = json(&state, &page).await?;
    Ok(Encoded::new("application/json", CACHE_CONTROL, body)?.respond(&headers))
}

/// The answer about a page, as JSON.
pub(crate) async fn json(state: &PeopleState, visible: &VisiblePage) -> Result<Vec<u8>> {
    let (uid, page) = (&visible.found.uid, &visible.found.page);
    let favorites = state.people.favorites(uid, page).await?;
    to_json(&UserPage::new(visible, &favorites, &state.pictures))
}
