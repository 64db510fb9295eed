//! `/api/v1/me/unresolved`: imported entries whose titles the catalogue does not know

use std::sync::Arc;

use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::StatusCode,
};
use domain::{anime::MalId, library::UnresolvedEntry};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    body::JsonBody,
    dto::{
        anime_list::ListChange,
        imports::{ResolveForm, UnresolvedEntries},
    },
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, ListFull, NotJson, NotSignedIn, PrivateReadErrors,
            UnknownEntryOrTitle,
        },
    },
    session::SignedIn,
    state::LibraryState,
};

/// The largest number of entries in one answer.
const PAGE: u32 = 1000;

/// The parameter of the list of unresolved entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UnresolvedParams {
    /// Answers with the entries after the one of this key: `next` of an answer.
    after: Option<String>,
}

/// Imported entries whose titles the catalogue does not know, those of the last import first, in pages. Each joins the
/// list once the catalogue knows its title.
#[utoipa::path(
    get,
    path = "/me/unresolved",
    operation_id = "list_unresolved",
    tag = "imports",
    security(("session" = [])),
    params(UnresolvedParams),
    responses((status = 200, body = UnresolvedEntries), Invalid, PrivateReadErrors),
)]
pub(super) async fn list(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Result<Query<UnresolvedParams>, QueryRejection>,
) -> Result<Json<UnresolvedEntries>, ApiError> {
    let no_key = || ApiError::invalid("Please give after as the key of an entry.");
    let Query(params) = params.map_err(|_| no_key())?;
    let after = params.after.as_deref();
    if after.is_some_and(|key| UnresolvedEntry::import_of(key).is_none()) {
        return Err(no_key());
    }
    let page = state
        .imports
        .unresolved(signed_in.uid(), after, PAGE + 1)
        .await?;
    let answer = UnresolvedEntries::new(page, PAGE as usize, &state.pictures);
    Ok(Json(answer))
}

/// Gives an unresolved entry its title, and adds it to the list.
#[utoipa::path(
    put,
    path = "/me/unresolved/{key}",
    operation_id = "resolve_entry",
    tag = "imports",
    security(("session" = [])),
    params(("key" = String, Path, description = "What names the entry")),
    request_body = ResolveForm,
    responses(
        (status = 200, body = ListChange),
        Invalid,
        NotSignedIn,
        UnknownEntryOrTitle,
        ListFull,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn resolve(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    key: Result<Path<String>, PathRejection>,
    JsonBody(form): JsonBody<ResolveForm>,
) -> Result<Json<ListChange>, ApiError> {
    let (key, title) = (named(key)?, Some(MalId::new(form.mal_id)));
    let resolved = state
        .imports
        .resolve(signed_in.uid(), &key, title, signed_in.device());
    Ok(Json(ListChange::new(resolved.await?, &state.pictures)?))
}

/// Deletes an unresolved entry.
#[utoipa::path(
    delete,
    path = "/me/unresolved/{key}",
    operation_id = "forget_unresolved",
    tag = "imports",
    security(("session" = [])),
    params(("key" = String, Path, description = "What names the entry")),
    responses(
        (status = 204, description = "It is forgotten"),
        Invalid,
        NotSignedIn,
        UnknownEntryOrTitle,
        ChangeErrors,
    ),
)]
pub(super) async fn forget(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    key: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    let key = named(key)?;
    let forgotten = state
        .imports
        .resolve(signed_in.uid(), &key, None, signed_in.device());
    forgotten.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn named(key: Result<Path<String>, PathRejection>) -> Result<String, ApiError> {
    let Path(key) = key.map_err(|_| ApiError::invalid("Please name an entry by its key."))?;
    Ok(key)
}
