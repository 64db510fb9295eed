//! `GET /api/v1/auth/sessions`

use axum::{Json, extract::State};

use crate::{
    dto::account::SessionList,
    error::{ApiError, ReadingRefused},
    session::SignedIn,
    state::Site,
};

/// The devices on which the user is signed in, and how.
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
    let data = site.accounts.data(&current.user.uid).await?;
    Ok(Json(SessionList::new(data, &current.session.id)))
}
