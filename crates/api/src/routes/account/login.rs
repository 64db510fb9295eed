//! `POST /api/v1/auth/login`

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use super::signed_in_response;
use crate::{
    body::JsonBody,
    dto::account::{LoginForm, SignedIn},
    error::{
        ApiError,
        responses::{ChangeErrors, FormErrors, Invalid, WrongCredentials},
    },
    session::ClientInfo,
    state::AccountState,
};

/// Signs in. An address that is not known and a password that is not right are answered alike.
#[utoipa::path(
    post,
    path = "/auth/login",
    operation_id = "log_in",
    tag = "account",
    request_body = LoginForm,
    responses(
        (status = 200, body = SignedIn, headers(("Set-Cookie" = String))),
        Invalid,
        WrongCredentials,
        FormErrors,
        ChangeErrors,
    ),
)]
pub(super) async fn login(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    JsonBody(form): JsonBody<LoginForm>,
) -> Result<Response, ApiError> {
    let signed_in = state
        .accounts
        .sign_in(&form.email, form.password, &visitor)
        .await?;
    signed_in_response(StatusCode::OK, &state, signed_in)
}
