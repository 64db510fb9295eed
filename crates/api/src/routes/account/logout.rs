//! `POST /api/v1/auth/logout`

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{AppendHeaders, IntoResponse as _, Response},
};

use crate::{
    error::{ApiError, ChangeRefused},
    session::{Caller, no_cookie},
    state::Site,
};

/// Ends the session, if there is one, and its streams.
#[utoipa::path(
    post,
    path = "/auth/logout",
    operation_id = "log_out",
    tag = "account",
    security((), ("session" = [])),
    responses((status = 204, headers(("Set-Cookie" = String))), ChangeRefused),
)]
pub(super) async fn logout(
    State(site): State<Site>,
    Caller(visitor): Caller,
) -> Result<Response, ApiError> {
    if let Some(secret) = &visitor.session {
        site.accounts.sign_out(secret).await?;
    }
    signed_out(&site)
}

/// The answer to somebody whose session has ended.
pub(super) fn signed_out(site: &Site) -> Result<Response, ApiError> {
    let cookie = AppendHeaders([(header::SET_COOKIE, no_cookie(site)?)]);
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
