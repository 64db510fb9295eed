//! `PUT` and `DELETE /api/v1/me/history/{mal_id}`

use axum::{Json, extract::State};
use domain::record::List;

use super::{Title, add, remove};
use crate::{
    dto::record::RecordVersion,
    error::{ApiError, ChangeRefused, Problem},
    session::SignedIn,
    state::Site,
};

/// Puts a title on the user's history, at its beginning; one that is there stays where it is.
#[utoipa::path(
    put,
    path = "/me/history/{mal_id}",
    operation_id = "add_to_history",
    tag = "record",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    responses(
        (status = 200, body = RecordVersion),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (
            status = 401,
            description = "`not_signed_in`",
            body = Problem,
            content_type = "application/problem+json",
        ),
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
pub(super) async fn add_to_history(
    State(site): State<Site>,
    owner: SignedIn,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    add(&site, &owner, List::History, title).await
}

/// Takes a title off the user's history, if it is there.
#[utoipa::path(
    delete,
    path = "/me/history/{mal_id}",
    operation_id = "remove_from_history",
    tag = "record",
    security(("session" = [])),
    params(("mal_id" = u32, Path, description = "Id on MyAnimeList")),
    responses(
        (status = 200, body = RecordVersion),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (
            status = 401,
            description = "`not_signed_in`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        ChangeRefused,
    ),
)]
pub(super) async fn remove_from_history(
    State(site): State<Site>,
    owner: SignedIn,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    remove(&site, &owner, List::History, title).await
}
