//! `POST /api/v1/auth/signup`

use app::account::SignUp;
use axum::{extract::State, http::StatusCode, response::Response};

use super::entered;
use crate::{
    body::JsonBody,
    dto::account::{SignUpForm, SignedIn},
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::Caller,
    state::Site,
};

/// Makes an account and signs its owner in.
#[utoipa::path(
    post,
    path = "/auth/signup",
    operation_id = "sign_up",
    tag = "account",
    request_body = SignUpForm,
    responses(
        (status = 201, body = SignedIn, headers(("Set-Cookie" = String))),
        (
            status = 400,
            description = "`all_fields_required`, `invalid_email`, `password_too_short`, `password_too_long` or `invalid_request`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 409,
            description = "`email_taken`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
    ),
)]
pub(super) async fn signup(
    State(site): State<Site>,
    Caller(visitor): Caller,
    JsonBody(form): JsonBody<SignUpForm>,
) -> Result<Response, ApiError> {
    let form = SignUp {
        full_name: form.full_name,
        email: form.email,
        password: form.password,
    };
    let signed_in = site.accounts.sign_up(form, &visitor).await?;
    entered(StatusCode::CREATED, &site, signed_in)
}
