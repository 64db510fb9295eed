//! `POST /api/v1/auth/signup`

use std::sync::Arc;

use app::account::SignUp;
use axum::{extract::State, http::StatusCode, response::Response};

use super::signed_in_response;
use crate::{
    body::JsonBody,
    dto::account::{SignUpForm, SignedIn},
    error::{
        ApiError,
        responses::{ChangeErrors, EmailTaken, FormErrors, InvalidSignUp},
    },
    session::ClientInfo,
    state::AccountState,
};

/// Creates an account and signs its owner in.
#[utoipa::path(
    post,
    path = "/auth/signup",
    operation_id = "sign_up",
    tag = "account",
    request_body = SignUpForm,
    responses(
        (status = 201, body = SignedIn, headers(("Set-Cookie" = String))),
        InvalidSignUp,
        EmailTaken,
        FormErrors,
        ChangeErrors,
    ),
)]
pub(super) async fn signup(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    JsonBody(form): JsonBody<SignUpForm>,
) -> Result<Response, ApiError> {
    let form = SignUp {
        full_name: form.full_name,
        email: form.email,
        password: form.password,
    };
    let signed_in = state.accounts.sign_up(form, &visitor).await?;
    signed_in_response(StatusCode::CREATED, &state, signed_in)
}
