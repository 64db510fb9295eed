//! `POST /api/v1/auth/password/reset`

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use super::signed_in_response;
use crate::{
    body::JsonBody,
    dto::account::{ResetForm, SignedIn},
    error::{
        ApiError,
        responses::{ChangeErrors, FormErrors, InvalidPassword, ResetLinkExpired},
    },
    session::ClientInfo,
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
    ClientInfo(visitor): ClientInfo,
    JsonBody(form): JsonBody<ResetForm>,
) -> Result<Response, ApiError> {
    let signed_in = state
        .accounts
        .reset(&form.token, form.password, &visitor)
        .await?;
    signed_in_response(StatusCode::OK, &state, signed_in)
}
