//! `GET /api/v1/me/export`

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderName, header},
};

use crate::{
    dto::export::Export,
    error::{ApiError, responses::PrivateReadErrors},
    session::SignedIn,
    state::AccountState,
};

/// Everything that Mitai keeps about the user, as a file to download.
#[utoipa::path(
    get,
    path = "/me/export",
    operation_id = "export_account",
    tag = "account",
    security(("session" = [])),
    responses((status = 200, body = Export), PrivateReadErrors),
)]
pub(super) async fn export(
    State(state): State<Arc<AccountState>>,
    SignedIn { current, .. }: SignedIn,
) -> Result<([(HeaderName, &'static str); 1], Json<Export>), ApiError> {
    let export = state.accounts.export(&current.user.uid).await?;
    let as_file = (
        header::CONTENT_DISPOSITION,
        "attachment; filename=\"mitai-export.json\"",
    );
    let export = Export::new(export, &current.session.id, &state.pictures);
    Ok(([as_file], Json(export)))
}
