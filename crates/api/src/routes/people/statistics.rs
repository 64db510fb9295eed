//! `GET /api/v1/users/{name}/statistics`

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::anime_list::ScoreScale;

use super::{
    CACHE_CONTROL, to_json,
    visible_page::{LinkParams, Visible},
};
use crate::{
    dto::statistics::Statistics,
    encoded::Encoded,
    error::{
        ApiError,
        responses::{Invalid, Unavailable, UnknownPage},
    },
    state::PeopleState,
};

/// The statistics of a user's list, without private entries. The values in `steps` are on the scale from 1 to 10.
#[utoipa::path(
    get,
    path = "/users/{name}/statistics",
    operation_id = "show_user_statistics",
    tag = "people",
    security((), ("session" = [])),
    params(("name" = String, Path, description = "Name of the page"), LinkParams),
    responses(
        (status = 200, body = Statistics, headers(("ETag" = String))),
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
    let make = async || {
        let statistics = state.people.statistics(&page).await?;
        let body = to_json(&Statistics::new(&statistics, ScoreScale::default()))?;
        Encoded::new("application/json", CACHE_CONTROL, body)
    };
    let answer = state.of_list(&page, "statistics", make).await?;
    Ok(answer.respond(&headers))
}
