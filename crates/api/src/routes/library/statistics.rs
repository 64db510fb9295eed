//! `GET /api/v1/me/statistics`, and a year of them

mod picture;
mod year;

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Error;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    dto::statistics::Statistics,
    error::{ApiError, responses::PrivateReadErrors},
    private::AnswerKey,
    session::SignedIn,
    state::{LibraryState, Site},
};

/// The routes with their description.
pub(super) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(show))
        .routes(routes!(year::show))
        .routes(routes!(picture::show))
}

/// The statistics of the user's list: time, titles finished by year, scores, genres. Private entries count, since
/// nobody else sees the answer.
#[utoipa::path(
    get,
    path = "/me/statistics",
    operation_id = "show_statistics",
    tag = "list",
    security(("session" = [])),
    responses(
        (status = 200, body = Statistics, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        PrivateReadErrors,
    ),
)]
async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let uid = signed_in.uid();
    let answer_key = AnswerKey {
        resource: "statistics".into(),
        owner: uid.clone(),
        revision: state.shared.revision(),
        state: state.libraries.state(uid).await?,
        pictures: state.pictures.name(),
    };
    let make = async {
        let (statistics, preferences) = state.lists.statistics(uid).await?;
        let statistics = Statistics::new(&statistics, preferences.score_scale);
        serde_json::to_vec(&statistics).map_err(|e| Error::internal("writing statistics", e))
    };
    state.private.respond(answer_key, &headers, make).await
}
