//! `GET /api/v1/session`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    dto::account::SessionState,
    error::{ApiError, responses::Unavailable},
    session::MaybeSignedIn,
    state::AccountState,
};

/// The user who is signed in. A request keeps the session open for another 30 days, up to 180 in all.
#[utoipa::path(
    get,
    path = "/session",
    operation_id = "show_session",
    tag = "account",
    security((), ("session" = [])),
    responses(
        (status = 200, body = SessionState),
        Unavailable,
    ),
)]
pub(super) async fn session(
    State(state): State<Arc<AccountState>>,
    MaybeSignedIn(signed_in): MaybeSignedIn,
) -> Result<Json<SessionState>, ApiError> {
    let user = signed_in.map(|signed_in| signed_in.current.user);
    Ok(Json(SessionState::of(user, &state.pictures)))
}
