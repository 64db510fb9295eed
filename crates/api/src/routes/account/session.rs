//! `GET /api/v1/session`

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
};

use crate::{
    dto::account::SessionState,
    error::{ApiError, Problem},
    session::{MaybeSignedIn, cookie, no_cookie, presented},
    state::Site,
};

/// Who is signed in. Asking keeps the session open for another 30 days, up to 180 in all.
#[utoipa::path(
    get,
    path = "/session",
    operation_id = "show_session",
    tag = "account",
    security((), ("session" = [])),
    responses(
        (status = 200, body = SessionState, headers(("Set-Cookie" = String))),
        (status = 503, body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn session(
    State(site): State<Site>,
    MaybeSignedIn(signed_in): MaybeSignedIn,
    request: HeaderMap,
) -> Result<(HeaderMap, Json<SessionState>), ApiError> {
    let mut headers = HeaderMap::new();
    let renewed: Option<HeaderValue> = match &signed_in {
        Some(signed_in) => Some(cookie(&site, &signed_in.secret)?),
        // It has ended: the browser need not go on sending it
        None if presented(&request, &site).is_some() => Some(no_cookie(&site)?),
        None => None,
    };
    if let Some(renewed) = renewed {
        headers.insert(header::SET_COOKIE, renewed);
    }
    let user = signed_in.map(|signed_in| signed_in.current.user);
    Ok((headers, Json(SessionState::of(user))))
}
