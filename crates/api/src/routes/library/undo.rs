//! `POST /api/v1/me/activity/{event}/undo`

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};

use crate::{
    body::JsonBody,
    dto::{
        anime_list::ListChange,
        list_edit::{SentVersion, UndoForm},
    },
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, ListFull, NotJson, NotSignedIn, UnknownEvent},
    },
    session::SignedIn,
    state::LibraryState,
};

/// Takes a change of the list back, which is a change, too. What was changed since stays and is named.
#[utoipa::path(
    post,
    path = "/me/activity/{event}/undo",
    operation_id = "undo_change",
    tag = "list",
    security(("session" = [])),
    params(("event" = u64, Path, description = "Version of the change")),
    request_body = UndoForm,
    responses(
        (status = 200, body = ListChange),
        Invalid,
        NotSignedIn,
        UnknownEvent,
        ListFull,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn undo(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    event: Result<Path<SentVersion>, PathRejection>,
    JsonBody(form): JsonBody<UndoForm>,
) -> Result<Json<ListChange>, ApiError> {
    let Path(SentVersion(event)) =
        event.map_err(|_| ApiError::invalid("Please give a change by its number."))?;
    let sent = form.read(signed_in.device())?;
    let undone = state.lists.undo(signed_in.uid(), event, sent).await?;
    Ok(Json(ListChange::new(undone, &state.pictures)?))
}
