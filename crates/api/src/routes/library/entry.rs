//! `PUT` and `DELETE /api/v1/me/{list}/{mal_id}`

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, State, rejection::QueryRejection},
    http::request::Parts,
};
use domain::anime_list::Edit;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    dto::{
        library::{LibraryList, LibraryVersion},
        list_edit::ToggleParams,
        title_id::TitleId,
    },
    error::{
        ApiError,
        responses::{ChangeErrors, Invalid, ListFull, NotSignedIn, TooManyChanges, UnknownTitle},
    },
    session::SignedIn,
    state::LibraryState,
};

/// A title on a list of the user.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct EntryPath {
    list: LibraryList,
    /// The title's id on MyAnimeList.
    #[param(value_type = u32)]
    mal_id: TitleId,
}

impl<S: Send + Sync> FromRequestParts<S> for EntryPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<Self>::from_request_parts(parts, state).await;
        let sentence = "Please name watchlist or history, and give a title by its number.";
        path.map(|Path(entry)| entry)
            .map_err(|_| ApiError::invalid(sentence))
    }
}

/// Adds a title to a list of the user, at its beginning; one that is there stays where it is. An addition to the
/// watchlist that has an `op_id` takes its turn with what was changed unseen, as an edit does.
#[utoipa::path(
    put,
    path = "/me/{list}/{mal_id}",
    operation_id = "add_entry",
    tag = "record",
    security(("session" = [])),
    params(EntryPath, ToggleParams),
    responses(
        (status = 200, body = LibraryVersion),
        Invalid,
        NotSignedIn,
        UnknownTitle,
        ListFull,
        TooManyChanges, ChangeErrors,
    ),
)]
pub(super) async fn add(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    EntryPath { list, mal_id }: EntryPath,
    params: Result<Query<ToggleParams>, QueryRejection>,
) -> Result<Json<LibraryVersion>, ApiError> {
    let (owner, device) = (signed_in.uid(), signed_in.device());
    let params = ToggleParams::of(params)?;
    if matches!(list, LibraryList::Watchlist) && params.is_named() {
        let sent = params.read(device)?;
        let added = state
            .lists
            .edit(owner, vec![mal_id.0], Edit::default(), sent);
        return Ok(Json(LibraryVersion::of_entry(added.await?)?));
    }
    let added = state.libraries.add(owner, list.into(), mal_id.0, device);
    let written = added.await?;
    Ok(Json(written.into()))
}

/// Removes a title from a list of the user, if it is there.
#[utoipa::path(
    delete,
    path = "/me/{list}/{mal_id}",
    operation_id = "remove_entry",
    tag = "record",
    security(("session" = [])),
    params(EntryPath),
    responses((status = 200, body = LibraryVersion), Invalid, NotSignedIn, ChangeErrors),
)]
pub(super) async fn remove(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    EntryPath { list, mal_id }: EntryPath,
) -> Result<Json<LibraryVersion>, ApiError> {
    let (owner, device) = (signed_in.uid(), signed_in.device());
    let removed = state.libraries.remove(owner, list.into(), mal_id.0, device);
    let written = removed.await?;
    Ok(Json(written.into()))
}
