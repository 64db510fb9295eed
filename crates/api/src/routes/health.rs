//! Health checks.

use std::sync::Arc;

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use domain::Error;
use tokio::time::timeout;

use crate::{error::ApiError, state::HealthState};

/// Longest time for the store to answer, shorter than the usual timeout of a health check.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// `GET /healthz`: the process lives.
pub(crate) async fn alive() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// `GET /readyz`: the store answers.
pub(crate) async fn ready(State(state): State<Arc<HealthState>>) -> Result<StatusCode, ApiError> {
    let answer = timeout(STORE_TIMEOUT, state.store.revision()).await;
    answer.map_err(|late| Error::unavailable("database", late))??;
    Ok(StatusCode::NO_CONTENT)
}
