//! `PUT` and `DELETE /api/v1/me/{list}/{mal_id}`

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use domain::anime::MalId;

use crate::{
    dto::record::{RecordList, RecordVersion},
    error::{ApiError, ChangeRefused, NotSignedIn, Problem},
    session::SignedIn,
    state::Site,
};

/// A list, and a title's number: of 31 bits, as the document has it.
type Entry = Result<Path<(RecordList, i32)>, PathRejection>;

fn place(entry: Entry) -> Result<(domain::library::List, MalId), ApiError> {
    let sentence = "Please name watchlist or history, and give a title by its number.";
    let Path((list, id)) = entry.map_err(|_| ApiError::invalid(sentence))?;
    let id = u32::try_from(id).map_err(|_| ApiError::invalid(sentence))?;
    Ok((list.into(), MalId::new(id)))
}

/// Puts a title on a list of the user, at its beginning; one that is there stays where it is.
#[utoipa::path(
    put,
    path = "/me/{list}/{mal_id}",
    operation_id = "add_entry",
    tag = "record",
    security(("session" = [])),
    params(
        ("list" = RecordList, Path),
        ("mal_id" = u32, Path, description = "Id on MyAnimeList"),
    ),
    responses(
        (status = 200, body = RecordVersion),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        NotSignedIn,
        (
            status = 404,
            description = "`unknown_title`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 409,
            description = "`list_full`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        ChangeRefused,
    ),
)]
pub(super) async fn add(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    entry: Entry,
) -> Result<Json<RecordVersion>, ApiError> {
    let (list, id) = place(entry)?;
    let written = site.records.add(&current.user.uid, list, id).await?;
    let version = written.version();
    Ok(Json(RecordVersion { version }))
}

/// Takes a title off a list of the user, if it is there.
#[utoipa::path(
    delete,
    path = "/me/{list}/{mal_id}",
    operation_id = "remove_entry",
    tag = "record",
    security(("session" = [])),
    params(
        ("list" = RecordList, Path),
        ("mal_id" = u32, Path, description = "Id on MyAnimeList"),
    ),
    responses(
        (status = 200, body = RecordVersion),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        NotSignedIn,
        ChangeRefused,
    ),
)]
pub(super) async fn remove(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    entry: Entry,
) -> Result<Json<RecordVersion>, ApiError> {
    let (list, id) = place(entry)?;
    let written = site.records.remove(&current.user.uid, list, id).await?;
    let version = written.version();
    Ok(Json(RecordVersion { version }))
}
