//! Limits of a handler: its time, and its answer after a panic.

use std::{any::Any, panic::AssertUnwindSafe, time::Duration};

use axum::{
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use futures::FutureExt as _;
use tokio::time::timeout;

use crate::error::ApiError;

/// Longest time for a request, before it is answered with a status that says so.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The answer of a handler; `too_slow` where it takes longer than `time`, and an internal failure where it panics.
///
/// It is no layer of tower, since each layer clones all below it for each request, and it asks the handler
/// before the timer, so that an answer that is ready costs no timer.
pub(crate) async fn within_limits(
    too_slow: StatusCode,
    time: Duration,
    answering: impl Future<Output = Response>,
) -> Response {
    let answering = AssertUnwindSafe(answering).catch_unwind();
    match timeout(time, answering).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => panic_response(&*panic),
        Err(_) => too_slow.into_response(),
    }
}

/// The answer in place of one whose handler panicked. The log has the message.
fn panic_response(panic: &(dyn Any + Send)) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!("a handler panicked: {message}");
    ApiError::internal().into_response()
}
