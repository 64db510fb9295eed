//! `POST /api/v1/auth/password/forgot`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    body::JsonBody,
    dto::account::{ForgotForm, MailState},
    error::{
        ApiError,
        responses::{ChangeErrors, FormErrors, InvalidEmail},
    },
    session::ClientInfo,
    state::AccountState,
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
        InvalidEmail,
        FormErrors,
        ChangeErrors,
    ),
)]
pub(super) async fn forgot(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    JsonBody(form): JsonBody<ForgotForm>,
) -> Result<Json<MailState>, ApiError> {
    let mailer = state.accounts.forgot(&form.email, visitor.address).await?;
    Ok(Json(MailState { mailer }))
}
