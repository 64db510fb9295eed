//! `GET /api/v1/auth/sessions`

use axum::{Json, extract::State};

use crate::{
    dto::account::SessionList,
    error::{ApiError, ReadingRefused},
    session::SignedIn,
    state::Site,
};

/// The devices on which the user is signed in.
#[utoipa::path(
    get,
    path = "/auth/sessions",
    operation_id = "list_sessions",
    tag = "account",
    security(("session" = [])),
    responses((status = 200, body = SessionList), ReadingRefused),
)]
pub(super) async fn list_sessions(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
) -> Result<Json<SessionList>, ApiError> {
    let sessions = site.accounts.sessions(&current.user.uid).await?;
    Ok(Json(SessionList::new(sessions, &current.session.id)))
}
