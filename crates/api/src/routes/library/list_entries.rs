//! `PATCH /api/v1/me/list`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::{anime_list::ListChanges, list_edit::ListBulkEdit},
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn, TooManyChanges},
    },
    session::SignedIn,
    state::LibraryState,
};

/// Edits or removes several entries. A refusal of one title holds up no other.
#[utoipa::path(
    patch,
    path = "/me/list",
    operation_id = "edit_list_entries",
    tag = "list",
    security(("session" = [])),
    request_body = ListBulkEdit,
    responses(
        (status = 200, body = ListChanges),
        Invalid,
        NotSignedIn,
        NotJson,
        TooManyChanges, ChangeErrors,
    ),
)]
pub(super) async fn edit(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<ListBulkEdit>,
) -> Result<Json<ListChanges>, ApiError> {
    let (ids, edit, context) = form.read(signed_in.device())?;
    let edited = state.lists.edit(signed_in.uid(), ids, edit, context);
    let changed = edited.await?;
    let answer = ListChanges::new(changed.position, changed.entries, &state.pictures);
    Ok(Json(answer?))
}
