//! `GET /api/v1/me/list`

use std::sync::Arc;

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use domain::{Error, library::AnimeList};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    dto::{anime_list::AnimeList as ListAnswer, list_edit::history_point},
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors},
    },
    private::{AnswerKey, PrivateAnswers},
    session::SignedIn,
    state::LibraryState,
};

/// The parameter of the user's anime list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListAtParams {
    /// The time of the list: the end of a day where the user is, as `2026-03-14`, or an instant (RFC 3339); without it,
    /// now.
    at: Option<String>,
}

/// The user's anime list, as it is or as it was at a time.
#[utoipa::path(
    get,
    path = "/me/list",
    operation_id = "show_list",
    tag = "list",
    security(("session" = [])),
    params(ListAtParams),
    responses(
        (status = 200, body = ListAnswer, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        Invalid,
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Result<Query<ListAtParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let uid = signed_in.uid();
    let Query(params) = params.map_err(|_| ApiError::invalid("Please give `at` only once."))?;
    let point = params.at.as_deref().map(history_point).transpose()?;
    let library_state = state.libraries.state(uid).await?;
    let position = library_state.position;
    let answer_key = AnswerKey {
        resource: match params.at {
            Some(at) => format!("list at {at}").into(),
            None => "list".into(),
        },
        owner: uid.clone(),
        revision: state.shared.revision(),
        state: library_state,
        pictures: state.pictures.name(),
    };
    let make = async {
        let list = match point {
            Some(point) => AnimeList {
                position,
                items: state.lists.read_at(uid, point).await?,
                lost: Vec::new(),
            },
            None => state.lists.read(uid).await?,
        };
        serde_json::to_vec(&ListAnswer::new(&list, &state.pictures))
            .map_err(|e| Error::internal("writing a list", e))
    };
    if point.is_some() {
        return PrivateAnswers::respond_once(&answer_key, &headers, make).await;
    }
    state.private.respond(answer_key, &headers, make).await
}
