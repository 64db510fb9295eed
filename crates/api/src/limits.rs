//! Limits of a handler: its time, and its answer after a panic.

use std::{any::Any, time::Duration};

use axum::response::{IntoResponse as _, Response};

use crate::error::ApiError;

/// Longest time for a request, before it is answered with 503 (504 under `/v4`).
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The answer in place of one whose handler panicked. The log has the message.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that CatchPanicLayer asks for"
)]
pub(crate) fn panic_response(panic: Box<dyn Any + Send>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!("a handler panicked: {message}");
    ApiError::internal().into_response()
}
