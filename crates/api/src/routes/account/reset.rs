//! `POST /api/v1/auth/password/reset`

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use super::entered;
use crate::{
    body::JsonBody,
    dto::account::{ResetForm, SignedIn},
    error::{
        ApiError,
        responses::{ChangeErrors, FormErrors, InvalidPassword, ResetLinkExpired},
    },
    session::Caller,
    state::AccountState,
};

/// Sets a new password by a link, ends all sessions of the account, and signs in.
#[utoipa::path(
    post,
    path = "/auth/password/reset",
    operation_id = "reset_password",
    tag = "account",
    request_body = ResetForm,
    responses(
        (status = 200, body = SignedIn, headers(("Set-Cookie" = String))),
        InvalidPassword,
        ResetLinkExpired,
        FormErrors,
        ChangeErrors,
    ),
)]
pub(super) async fn reset(
    State(state): State<Arc<AccountState>>,
    Caller(visitor): Caller,
    JsonBody(form): JsonBody<ResetForm>,
) -> Result<Response, ApiError> {
    let signed_in = state
        .accounts
        .reset(&form.token, form.password, &visitor)
        .await?;
    entered(StatusCode::OK, &state, signed_in)
}
