//! `GET /api/v1/auth/google/callback`

use std::sync::Arc;

use app::account::{SignInOutcome, Visitor};
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, header},
    response::Response,
};
use domain::{
    Error, Result,
    account::{SIGN_IN_LIFE, Secret},
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Context, result};
use crate::{
    cookie::{LINK, SIGN_IN},
    error::ApiError,
    session::{ClientInfo, cookie},
    state::AccountState,
};

/// The parameters that the identity provider sends (RFC 6749, section 4.1.2).
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in super::super) struct CallbackParams {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

/// Ends a sign-in: the identity provider sends the browser here. The page tells the window that waits how the sign-in
/// went, as `{"type": "mitai:sign-in", "ok", "code"}`, and closes. Codes: `sign_in_cancelled`, `sign_in_failed`,
/// `sign_in_unavailable`, `email_taken`, `link_required`.
#[utoipa::path(
    get,
    path = "/auth/google/callback",
    operation_id = "come_back_from_google",
    tag = "account",
    params(CallbackParams),
    responses(
        (
            status = 200,
            description = "For a window of its own, whether or not it went well",
            content_type = "text/html",
            body = String,
            headers(("Set-Cookie" = String)),
        ),
        (
            status = 303,
            description = "Without a window of its own: on, or back to the login or sign-up page with `?error=` and the code",
            headers(("Location" = String), ("Set-Cookie" = String)),
        ),
    ),
)]
pub(in super::super) async fn callback(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    headers: HeaderMap,
    params: Result<Query<CallbackParams>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(params) = params.unwrap_or_default();
    let browser = SIGN_IN.read(&headers, &state);
    let (context, outcome) = match end(&state, params, browser.as_ref(), &visitor).await {
        Ok((context, outcome)) => (Some(context), outcome),
        // Another browser began this attempt
        Err(error) => (None, Err(error)),
    };
    let (set, mut response) = match (&context, outcome) {
        (Some(context), Ok(SignInOutcome::SignedIn(signed_in))) => (
            Some(cookie(&state, &signed_in.secret)?),
            result::signed_in(context)?,
        ),
        (context, Ok(SignInOutcome::LinkRequired(secret))) => (
            Some(LINK.set(&state, &secret, SIGN_IN_LIFE.as_secs())?),
            result::failed(context.as_ref(), &Error::LinkRequired)?,
        ),
        (context, Ok(SignInOutcome::SignedIn(_))) => (
            None,
            result::failed(context.as_ref(), &Error::SignInFailed)?,
        ),
        (context, Err(error)) => (None, result::failed(context.as_ref(), &error)?),
    };
    if let Some(set) = set {
        response.headers_mut().append(header::SET_COOKIE, set);
    }
    Ok(response)
}

/// Ends the attempt to sign in, if this browser began it.
async fn end(
    state: &AccountState,
    params: CallbackParams,
    browser: Option<&Secret>,
    visitor: &Visitor,
) -> Result<(Context, Result<SignInOutcome>)> {
    let attempt = params.state.unwrap_or_default();
    let attempt = state.accounts.returned(&attempt, browser).await?;
    let attempt = attempt.ok_or(Error::SignInFailed)?;
    let context = serde_json::from_str(&attempt.context)
        .map_err(|e| Error::internal("reading where to come back to", e))?;
    let outcome = match (params.error, params.code) {
        (Some(error), _) => Err(refusal(&error)),
        (None, Some(code)) => {
            state
                .accounts
                .finish_google_sign_in(&attempt, &code, visitor)
                .await
        }
        (None, None) => Err(Error::SignInFailed),
    };
    Ok((context, outcome))
}

/// The failure that the provider's error means (RFC 6749, section 4.1.2.1).
fn refusal(error: &str) -> Error {
    match error {
        "access_denied" => Error::SignInCancelled,
        "server_error" | "temporarily_unavailable" => Error::SignInUnavailable,
        _ => Error::SignInFailed,
    }
}
