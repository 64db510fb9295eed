//! `DELETE /api/v1/auth/sessions/{id}`

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};

use super::logout::signed_out;
use crate::{
    error::{
        ApiError,
        responses::{ChangeErrors, NotSignedIn, UnknownSession},
    },
    session::SignedIn,
    state::AccountState,
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
        UnknownSession,
        ChangeErrors,
    ),
)]
pub(super) async fn end_session(
    State(state): State<Arc<AccountState>>,
    SignedIn { current, .. }: SignedIn,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    state.accounts.end_session(&current.user.uid, &id).await?;
    if id == current.session.id {
        return signed_out(&state);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
