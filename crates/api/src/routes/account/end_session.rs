//! `DELETE /api/v1/auth/sessions/{id}`

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};

use super::logout::signed_out;
use crate::{
    error::{ApiError, ChangeRefused, NotSignedIn, Problem},
    session::SignedIn,
    state::Site,
};

/// Signs the user out on a device.
#[utoipa::path(
    delete,
    path = "/auth/sessions/{id}",
    operation_id = "end_session",
    tag = "account",
    security(("session" = [])),
    params(("id" = String, Path, description = "A session's id")),
    responses(
        (status = 204),
        NotSignedIn,
        (
            status = 404,
            description = "The user has no such session",
            body = Problem,
            content_type = "application/problem+json",
        ),
        ChangeRefused,
    ),
)]
pub(super) async fn end_session(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    site.accounts.end_session(&current.user.uid, &id).await?;
    if id == current.session.id {
        return signed_out(&site);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
