//! For whoever watches the server.

use std::sync::Arc;

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use domain::Error;
use tokio::time::timeout;

use crate::{error::ApiError, state::HealthState};

/// Longest time for the store to answer: less than whoever asks waits.
const PATIENCE: Duration = Duration::from_secs(2);

/// The process lives.
pub(crate) async fn alive() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The store answers.
pub(crate) async fn ready(State(state): State<Arc<HealthState>>) -> Result<StatusCode, ApiError> {
    let answer = timeout(PATIENCE, state.store.revision()).await;
    answer.map_err(|late| Error::unavailable("database", late))??;
    Ok(StatusCode::NO_CONTENT)
}
