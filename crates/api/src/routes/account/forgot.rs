//! `POST /api/v1/auth/password/forgot`

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::account::{ForgotForm, MailState},
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::Caller,
    state::Site,
};

/// Sends a link to choose a new password, if the address is an account's. The answer is the same
/// if it is not.
#[utoipa::path(
    post,
    path = "/auth/password/forgot",
    operation_id = "forgot_password",
    tag = "account",
    request_body = ForgotForm,
    responses(
        (status = 200, body = MailState),
        (
            status = 400,
            description = "`invalid_email` or `invalid_request`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
    ),
)]
pub(super) async fn forgot(
    State(site): State<Site>,
    Caller(visitor): Caller,
    JsonBody(form): JsonBody<ForgotForm>,
) -> Result<Json<MailState>, ApiError> {
    let mailer = site.accounts.forgot(&form.email, visitor.address).await?;
    Ok(Json(MailState { mailer }))
}
