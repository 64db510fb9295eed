//! `POST /api/v1/auth/login`

use axum::{extract::State, http::StatusCode, response::Response};

use super::entered;
use crate::{
    body::JsonBody,
    dto::account::{LoginForm, SignedIn},
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::Caller,
    state::Site,
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
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (
            status = 401,
            description = "`wrong_credentials`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
    ),
)]
pub(super) async fn login(
    State(site): State<Site>,
    Caller(visitor): Caller,
    JsonBody(form): JsonBody<LoginForm>,
) -> Result<Response, ApiError> {
    let signed_in = site
        .accounts
        .sign_in(&form.email, form.password, &visitor)
        .await?;
    entered(StatusCode::OK, &site, signed_in)
}
