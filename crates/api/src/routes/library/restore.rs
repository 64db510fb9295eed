//! `POST /api/v1/me/list/restore`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::{anime_list::ListChanges, list_edit::RestoreForm},
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn, TooManyChanges, UnknownEvent},
    },
    session::SignedIn,
    state::LibraryState,
};

/// Restores the list, one status or some titles as they were, by new changes. A title that was not on the list then is
/// removed where it is named, or where all is restored.
#[utoipa::path(
    post,
    path = "/me/list/restore",
    operation_id = "restore_list",
    tag = "list",
    security(("session" = [])),
    request_body = RestoreForm,
    responses(
        (status = 200, body = ListChanges, description = "With the titles that were not as they were"),
        Invalid,
        NotSignedIn,
        UnknownEvent,
        NotJson,
        TooManyChanges, ChangeErrors,
    ),
)]
pub(super) async fn restore(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<RestoreForm>,
) -> Result<Json<ListChanges>, ApiError> {
    let (restoring, context) = form.read(signed_in.device())?;
    let restored = state
        .lists
        .restore(signed_in.uid(), restoring, context)
        .await?;
    let changes = ListChanges::new(restored.position, restored.entries, &state.pictures);
    Ok(Json(changes?))
}
