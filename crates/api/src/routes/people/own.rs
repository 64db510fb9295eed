//! `GET`, `PUT` and `DELETE /api/v1/me/page`, `POST /api/v1/me/page/link`
//!
//! **Invariant:** the page is that of the session's user; no address or body names one.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use domain::{account::UserId, people::UserPage};

use crate::{
    body::JsonBody,
    dto::people::{OwnPage, OwnPageAnswer, PageForm},
    error::{
        ApiError,
        responses::{
            ChangeErrors, InvalidPage, NotJson, NotSignedIn, PageNameTakenOrPageChanged,
            PrivateReadErrors, TooManyAttempts, UnknownOwnPage, UnknownTitle,
        },
    },
    session::SignedIn,
    state::PeopleState,
};

/// The user's own public page, if there is one.
#[utoipa::path(
    get,
    path = "/me/page",
    operation_id = "show_own_page",
    tag = "people",
    security(("session" = [])),
    responses((status = 200, body = OwnPageAnswer), PrivateReadErrors),
)]
pub(super) async fn show(
    State(state): State<Arc<PeopleState>>,
    signed_in: SignedIn,
) -> Result<Json<OwnPageAnswer>, ApiError> {
    let uid = signed_in.uid();
    let page = match state.people.own(uid).await? {
        Some(page) => Some(answer(&state, uid, &page).await?),
        None => None,
    };
    Ok(Json(OwnPageAnswer::of(page)))
}

/// Creates the user's public page, or replaces all of its settings.
///
/// A renamed page is found by its former name, too, until it is renamed again.
#[utoipa::path(
    put,
    path = "/me/page",
    operation_id = "put_own_page",
    tag = "people",
    security(("session" = [])),
    request_body = PageForm,
    responses(
        (status = 200, body = OwnPage),
        InvalidPage,
        NotSignedIn,
        UnknownTitle,
        PageNameTakenOrPageChanged,
        NotJson,
        TooManyAttempts, ChangeErrors,
    ),
)]
pub(super) async fn put(
    State(state): State<Arc<PeopleState>>,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<PageForm>,
) -> Result<Json<OwnPage>, ApiError> {
    let uid = signed_in.uid();
    let page = state.people.put(uid, form.read()?).await?;
    Ok(Json(answer(&state, uid, &page).await?))
}

/// Deletes the user's public page, and releases its names.
#[utoipa::path(
    delete,
    path = "/me/page",
    operation_id = "delete_own_page",
    tag = "people",
    security(("session" = [])),
    responses((status = 204, description = "There is no page"), NotSignedIn, ChangeErrors),
)]
pub(super) async fn delete(
    State(state): State<Arc<PeopleState>>,
    signed_in: SignedIn,
) -> Result<StatusCode, ApiError> {
    state.people.delete(signed_in.uid()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives the user's public page a new link. The former link leads nowhere.
#[utoipa::path(
    post,
    path = "/me/page/link",
    operation_id = "renew_page_link",
    tag = "people",
    security(("session" = [])),
    responses((status = 200, body = OwnPage), NotSignedIn, UnknownOwnPage, ChangeErrors),
)]
pub(super) async fn renew_link(
    State(state): State<Arc<PeopleState>>,
    signed_in: SignedIn,
) -> Result<Json<OwnPage>, ApiError> {
    let uid = signed_in.uid();
    let page = state.people.renew_link(uid).await?;
    Ok(Json(answer(&state, uid, &page).await?))
}

async fn answer(state: &PeopleState, uid: &UserId, page: &UserPage) -> Result<OwnPage, ApiError> {
    let favorites = state.people.favorites(uid, page).await?;
    Ok(OwnPage::new(page, &favorites, &state.pictures))
}
