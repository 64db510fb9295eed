//! `POST /api/v1/auth/link`

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::Response,
};

use super::entered;
use crate::{
    body::JsonBody,
    cookie::LINK,
    dto::account::{LinkForm, SignedIn},
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::Caller,
    state::Site,
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
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (
            status = 401,
            description = "`wrong_credentials`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        (
            status = 410,
            description = "`link_expired`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
    ),
)]
pub(super) async fn link(
    State(site): State<Site>,
    Caller(visitor): Caller,
    headers: HeaderMap,
    JsonBody(form): JsonBody<LinkForm>,
) -> Result<Response, ApiError> {
    let secret = LINK.read(&headers, &site);
    let signed_in = site
        .accounts
        .link(secret.as_ref(), form.password, &visitor)
        .await?;
    let mut response = entered(StatusCode::OK, &site, signed_in)?;
    let used = LINK.clear(&site)?;
    response.headers_mut().append(header::SET_COOKIE, used);
    Ok(response)
}
