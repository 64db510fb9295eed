//! `POST /api/v1/auth/password/reset`

use axum::{extract::State, http::StatusCode, response::Response};

use super::entered;
use crate::{
    body::JsonBody,
    dto::account::{ResetForm, SignedIn},
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::Caller,
    state::Site,
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
        (
            status = 400,
            description = "`password_too_short`, `password_too_long` or `invalid_request`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 410,
            description = "`reset_link_expired`: it is not known, was used or has expired",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
    ),
)]
pub(super) async fn reset(
    State(site): State<Site>,
    Caller(visitor): Caller,
    JsonBody(form): JsonBody<ResetForm>,
) -> Result<Response, ApiError> {
    let signed_in = site
        .accounts
        .reset(&form.token, form.password, &visitor)
        .await?;
    entered(StatusCode::OK, &site, signed_in)
}
