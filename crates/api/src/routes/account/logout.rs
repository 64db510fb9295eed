//! `POST /api/v1/auth/logout`

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{AppendHeaders, IntoResponse as _, Response},
};

use crate::{
    error::{ApiError, responses::ChangeErrors},
    session::{ClientInfo, no_cookie},
    state::AccountState,
};

/// Ends the session, if there is one, and its streams.
#[utoipa::path(
    post,
    path = "/auth/logout",
    operation_id = "log_out",
    tag = "account",
    security((), ("session" = [])),
    responses((status = 204, headers(("Set-Cookie" = String))), ChangeErrors),
)]
pub(super) async fn logout(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
) -> Result<Response, ApiError> {
    if let Some(secret) = &visitor.session {
        state.accounts.sign_out(secret).await?;
    }
    signed_out(&state)
}

/// The answer to somebody whose session has ended.
pub(super) fn signed_out(state: &AccountState) -> Result<Response, ApiError> {
    let cookie = AppendHeaders([(header::SET_COOKIE, no_cookie(state)?)]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
