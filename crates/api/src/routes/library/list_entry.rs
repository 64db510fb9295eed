//! `PATCH` and `DELETE /api/v1/me/list/{mal_id}`

use std::sync::Arc;

use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
};
use domain::anime_list::Edit;

use crate::{
    body::JsonBody,
    dto::{
        anime_list::ListChange,
        list_edit::{ListEdit, ToggleParams},
        title_id::TitleId,
    },
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, ListFull, NotJson, NotSignedIn, TooManyChanges, UnknownTitle,
        },
    },
    session::SignedIn,
    state::LibraryState,
};

/// Edits the entry of a title, which is added to the list first if it is not there.
#[utoipa::path(
    patch,
    path = "/me/list/{mal_id}",
    operation_id = "edit_list_entry",
    tag = "list",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    request_body = ListEdit,
    responses(
        (status = 200, body = ListChange),
        Invalid,
        NotSignedIn,
        UnknownTitle,
        ListFull,
        NotJson,
        TooManyChanges, ChangeErrors,
    ),
)]
pub(super) async fn edit(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Result<Path<TitleId>, PathRejection>,
    JsonBody(form): JsonBody<ListEdit>,
) -> Result<Json<ListChange>, ApiError> {
    let id = TitleId::of(id)?;
    let (edit, context) = form.read(signed_in.device())?;
    let edited = state.lists.edit(signed_in.uid(), vec![id.0], edit, context);
    Ok(Json(ListChange::new(edited.await?, &state.pictures)?))
}

/// Removes a title from the list, if it is there. An undo restores its entry.
#[utoipa::path(
    delete,
    path = "/me/list/{mal_id}",
    operation_id = "remove_list_entry",
    tag = "list",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList"), ToggleParams),
    responses((status = 200, body = ListChange), Invalid, NotSignedIn, TooManyChanges, ChangeErrors),
)]
pub(super) async fn remove(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Result<Path<TitleId>, PathRejection>,
    params: Result<Query<ToggleParams>, QueryRejection>,
) -> Result<Json<ListChange>, ApiError> {
    let id = TitleId::of(id)?;
    let context = ToggleParams::of(params)?.read(signed_in.device())?;
    let removal = Edit::removal();
    let removed = state
        .lists
        .edit(signed_in.uid(), vec![id.0], removal, context);
    Ok(Json(ListChange::new(removed.await?, &state.pictures)?))
}
