//! `POST /api/v1/auth/link`

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::Response,
};

use super::signed_in_response;
use crate::{
    body::JsonBody,
    cookie::LINK,
    dto::account::{LinkForm, SignedIn},
    error::{
        ApiError,
        responses::{ChangeErrors, FormErrors, Invalid, LinkExpired, WrongCredentials},
    },
    session::ClientInfo,
    state::AccountState,
};

/// Links the identity whose sign-in ended with `link_required` to the account that has its e-mail
/// address, by that account's password, and signs in.
#[utoipa::path(
    post,
    path = "/auth/link",
    operation_id = "link_identity",
    tag = "account",
    request_body = LinkForm,
    responses(
        (status = 200, body = SignedIn, headers(("Set-Cookie" = String))),
        Invalid,
        WrongCredentials,
        LinkExpired,
        FormErrors,
        ChangeErrors,
    ),
)]
pub(super) async fn link(
    State(state): State<Arc<AccountState>>,
    ClientInfo(visitor): ClientInfo,
    headers: HeaderMap,
    JsonBody(form): JsonBody<LinkForm>,
) -> Result<Response, ApiError> {
    let secret = LINK.read(&headers, &state);
    let signed_in = state
        .accounts
        .link(secret.as_ref(), form.password, &visitor)
        .await?;
    let mut response = signed_in_response(StatusCode::OK, &state, signed_in)?;
    let used = LINK.clear(&state)?;
    response.headers_mut().append(header::SET_COOKIE, used);
    Ok(response)
}
