//! `GET /api/v1/auth/sessions`

use std::sync::Arc;

use axum::{Json, extract::State};

use crate::{
    dto::account::SessionList,
    error::{ApiError, responses::PrivateReadErrors},
    session::SignedIn,
    state::AccountState,
};

/// The devices on which the user is signed in, and how.
#[utoipa::path(
    get,
    path = "/auth/sessions",
    operation_id = "list_sessions",
    tag = "account",
    security(("session" = [])),
    responses((status = 200, body = SessionList), PrivateReadErrors),
)]
pub(super) async fn list_sessions(
    State(state): State<Arc<AccountState>>,
    SignedIn { current, .. }: SignedIn,
) -> Result<Json<SessionList>, ApiError> {
    let data = state.accounts.data(&current.user.uid).await?;
    Ok(Json(SessionList::new(data, &current.session.id)))
}
