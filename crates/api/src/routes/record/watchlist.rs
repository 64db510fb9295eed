//! `PUT` and `DELETE /api/v1/me/watchlist/{mal_id}`

use axum::{Json, extract::State};
use domain::record::List;

use super::{Title, add, remove};
use crate::{
    dto::record::RecordVersion,
    error::{ApiError, ChangeRefused, Problem},
    session::SignedIn,
    state::Site,
};

/// Puts a title on the user's watchlist, at its beginning; one that is there stays where it is.
#[utoipa::path(
    put,
    path = "/me/watchlist/{mal_id}",
    operation_id = "add_to_watchlist",
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
pub(super) async fn add_to_watchlist(
    State(site): State<Site>,
    owner: SignedIn,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    add(&site, &owner, List::Watchlist, title).await
}

/// Takes a title off the user's watchlist, if it is there.
#[utoipa::path(
    delete,
    path = "/me/watchlist/{mal_id}",
    operation_id = "remove_from_watchlist",
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
pub(super) async fn remove_from_watchlist(
    State(site): State<Site>,
    owner: SignedIn,
    title: Title,
) -> Result<Json<RecordVersion>, ApiError> {
    remove(&site, &owner, List::Watchlist, title).await
}
