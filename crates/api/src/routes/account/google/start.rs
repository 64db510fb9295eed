//! `GET /api/v1/auth/google`

use std::sync::Arc;

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse as _, Response},
};
use domain::{Error, account::SIGN_IN_LIFE};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Context, Mode, Origin, result};
use crate::{
    cookie::SIGN_IN,
    error::{ApiError, responses::Invalid},
    session::ClientInfo,
    state::AccountState,
};

/// The parameters of a sign-in at the identity provider.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct StartParams {
    #[param(inline)]
    mode: Mode,
    #[param(inline)]
    from: Origin,
    /// The address of this site to which a sign-in from the login page leads.
    next: Option<String>,
}

/// Redirects to the identity provider, where the user chooses an account. Not for scripts: a browser opens this
/// address.
#[utoipa::path(
    get,
    path = "/auth/google",
    operation_id = "leave_for_google",
    tag = "account",
    params(StartParams),
    responses(
        (status = 200, description = "It cannot be used; the page tells the window that waits", content_type = "text/html", body = String),
        (
            status = 303,
            description = "To the provider, or back to the login or sign-up page with `?error=sign_in_unavailable`",
            headers(("Location" = String), ("Set-Cookie" = String)),
        ),
        Invalid,
    ),
)]
pub(in super::super) async fn start(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    headers: HeaderMap,
    query: Result<Query<StartParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(StartParams { mode, from, next }) =
        query.map_err(|_| ApiError::invalid("This is not a way to sign in that Mitai knows."))?;
    let context = Context::new(mode, from, next);
    let context_json = serde_json::to_string(&context)
        .map_err(|e| Error::internal("noting where to come back to", e))?;
    let browser = SIGN_IN.read(&headers, &state);
    match state
        .accounts
        .start_google_sign_in(browser, context_json, visitor.address)
        .await
    {
        Ok(departing) => {
            let cookie = SIGN_IN.set(&state, &departing.browser, SIGN_IN_LIFE.as_secs())?;
            let headers = AppendHeaders([
                (header::SET_COOKIE, cookie),
                (header::LOCATION, result::address(&departing.url)?),
            ]);
            Ok((StatusCode::SEE_OTHER, headers).into_response())
        }
        Err(error) => Ok(result::failed(Some(&context), &error)?),
    }
}
