//! Bodies of requests.

use axum::{
    Json,
    extract::{FromRequest, OptionalFromRequest, Request, rejection::JsonRejection},
    http::StatusCode,
};
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// A JSON body of the documented form.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = <Json<T> as FromRequest<S>>::from_request(request, state).await;
        body.map(|Json(value)| Self(value)).map_err(refused)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
        body.map(|body| body.map(|Json(value)| Self(value)))
            .map_err(refused)
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
fn refused(rejection: JsonRejection) -> ApiError {
    match rejection.status() {
        status @ (StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE) => {
            ApiError::of_status(status)
        }
        // What the parser says may repeat what was sent, a password for instance
        _ => ApiError::invalid("This is not the JSON that the API document describes."),
    }
}
