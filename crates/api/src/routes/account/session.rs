//! `GET /api/v1/session`

use axum::{Json, extract::State};

use crate::{
    dto::account::SessionState,
    error::{ApiError, Problem},
    session::MaybeSignedIn,
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
        (status = 200, body = SessionState),
        (status = 503, body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn session(
    State(site): State<Site>,
    MaybeSignedIn(signed_in): MaybeSignedIn,
) -> Result<Json<SessionState>, ApiError> {
    let user = signed_in.map(|signed_in| signed_in.current.user);
    Ok(Json(SessionState::of(user, &site.pictures)))
}
