//! `PATCH /api/v1/me/list`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::{
        anime_list::ListChanges,
        list_edit::{Bulk, ListBulkEdit},
    },
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, NotJson, NotSignedIn},
    },
    session::SignedIn,
    state::LibraryState,
};

/// Edits or removes several entries. What one title is refused for holds up no other.
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
        ChangeErrors,
    ),
)]
pub(super) async fn edit(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<ListBulkEdit>,
) -> Result<Json<ListChanges>, ApiError> {
    let (lists, uid) = (&state.lists, signed_in.uid());
    let (ids, bulk, sent) = form.read(signed_in.device())?;
    let changed = match bulk {
        Bulk::Edit(edit) => lists.edit(uid, ids, edit, sent).await?,
        Bulk::Remove => lists.remove(uid, ids, sent).await?,
    };
    let answer = ListChanges::new(changed.position, changed.entries, &state.pictures);
    Ok(Json(answer?))
}
