//! `GET /api/v1/me/record`

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Error;

use crate::{
    dto::library::Library,
    error::{ApiError, responses::PrivateReadErrors},
    private::AnswerKey,
    session::SignedIn,
    state::LibraryState,
};

/// The user's library, made with defaults the first time.
#[utoipa::path(
    get,
    path = "/me/record",
    operation_id = "show_record",
    tag = "record",
    security(("session" = [])),
    responses(
        (status = 200, body = Library, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    SignedIn { current, .. }: SignedIn,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let uid = &current.user.uid;
    let answer_key = AnswerKey {
        resource: "record".into(),
        owner: uid.clone(),
        revision: state.shared.revision(),
        state: state.libraries.state(uid).await?,
        pictures: state.pictures.name(),
    };
    let make = async {
        let library = Library::new(state.libraries.read(uid).await?, &state.pictures);
        serde_json::to_vec(&library).map_err(|e| Error::internal("writing a library", e))
    };
    state.private.respond(answer_key, &headers, make).await
}
