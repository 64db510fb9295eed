//! `POST /api/v1/me/activity/{event}/undo`, and of several changes

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};

use crate::{
    body::JsonBody,
    dto::{
        anime_list::{ListChange, ListChanges},
        list_edit::{BulkUndoForm, SentVersion, UndoForm},
    },
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, ListFull, NotJson, NotSignedIn, TooManyChanges, UnknownEvent,
        },
    },
    session::SignedIn,
    state::LibraryState,
};

/// Undoes a change of the list by a new change. Fields that were changed since stay as they are, and the answer names
/// them.
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
        TooManyChanges, ChangeErrors,
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
    let context = form.read(signed_in.device())?;
    let undone = state.lists.undo(signed_in.uid(), &[event], context).await?;
    Ok(Json(ListChange::new(undone, &state.pictures)?))
}

/// Undoes changes of several titles, each by itself: a refusal of one title holds up no other.
#[utoipa::path(
    post,
    path = "/me/activity/undo",
    operation_id = "undo_changes",
    tag = "list",
    security(("session" = [])),
    request_body = BulkUndoForm,
    responses(
        (status = 200, body = ListChanges),
        Invalid,
        NotSignedIn,
        UnknownEvent,
        NotJson,
        TooManyChanges, ChangeErrors,
    ),
)]
pub(super) async fn undo_all(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<BulkUndoForm>,
) -> Result<Json<ListChanges>, ApiError> {
    let (events, context) = form.read(signed_in.device())?;
    let undone = state.lists.undo(signed_in.uid(), &events, context).await?;
    let answer = ListChanges::new(undone.position, undone.entries, &state.pictures);
    Ok(Json(answer?))
}
