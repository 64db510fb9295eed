//! `GET /api/v1/me/statistics/{year}`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::HeaderMap,
    response::Response,
};
use domain::Error;

use crate::{
    dto::statistics::{Year, YearInReview},
    error::{
        ApiError,
        responses::{PrivateReadErrors, UnknownYear},
    },
    private::AnswerKey,
    session::SignedIn,
    state::LibraryState,
};

/// The user's year in review. Private entries count, since nobody else sees it.
#[utoipa::path(
    get,
    path = "/me/statistics/{year}",
    operation_id = "show_year_in_review",
    tag = "list",
    security(("session" = [])),
    params(("year" = inline(Year), Path)),
    responses(
        (status = 200, body = YearInReview, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        UnknownYear,
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    year: Result<Path<Year>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(year) = year.map_err(|_| ApiError::not_found())?;
    let uid = signed_in.uid();
    let answer_key = AnswerKey {
        resource: format!("statistics of {}", year.get()).into(),
        owner: uid.clone(),
        revision: state.shared.revision(),
        state: state.libraries.state(uid).await?,
        pictures: state.pictures.name(),
    };
    let make = async {
        let review = state.lists.year_in_review(uid, year.get()).await?;
        serde_json::to_vec(&YearInReview::new(&review, &state.pictures))
            .map_err(|e| Error::internal("writing a year in review", e))
    };
    state.private.respond(answer_key, &headers, make).await
}
