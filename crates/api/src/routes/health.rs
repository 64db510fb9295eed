//! For whoever watches the server.

use axum::{extract::State, http::StatusCode};

use crate::{error::ApiError, state::Site};

/// The process lives.
pub(crate) async fn alive() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The store answers.
pub(crate) async fn ready(State(site): State<Site>) -> Result<StatusCode, ApiError> {
    site.store.revision().await?;
    Ok(StatusCode::NO_CONTENT)
}
