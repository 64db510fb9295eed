//! Bodies of requests.

use std::time::Duration;

use axum::{
    Json,
    body::{Body, HttpBody as _},
    extract::{FromRequest, OptionalFromRequest, Request},
    http::{Method, StatusCode},
};
use bytes::BytesMut;
use futures::StreamExt as _;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::error::ApiError;

/// Largest body that any route takes, in bytes.
const MAX_BYTES: usize = 256 * 1024;
/// Longest time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads the whole body before the handler runs. A body that is too large or too slow is refused.
pub(crate) async fn buffered(request: Request) -> Result<Request, ApiError> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let late = "The request took too long to arrive. Please try again.";
    let body = timeout(BODY_TIMEOUT, collect(body)).await;
    let body = body.map_err(|_| ApiError::invalid(late))??;
    Ok(Request::from_parts(parts, body))
}

async fn collect(body: Body) -> Result<Body, ApiError> {
    let too_large = || ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE);
    let announced = body.size_hint().lower();
    if announced > MAX_BYTES as u64 {
        return Err(too_large());
    }
    let mut bytes = BytesMut::new();
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        if bytes.len() + part.len() > MAX_BYTES {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.freeze().into())
}

/// A JSON object of the documented form. (Parsing into `T` alone would take its fields as a list,
/// too, which no document describes.)
pub(crate) struct JsonBody<T>(pub(crate) T);

type Fields = Json<Map<String, Value>>;

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let fields = <Fields as FromRequest<S>>::from_request(request, state).await;
        fields
            .map_err(|rejection| refusal(rejection.status()))
            .and_then(read)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let fields = <Fields as OptionalFromRequest<S>>::from_request(request, state).await;
        fields
            .map_err(|rejection| refusal(rejection.status()))?
            .map(read)
            .transpose()
    }
}

fn read<T: DeserializeOwned>(Json(fields): Fields) -> Result<JsonBody<T>, ApiError> {
    let value = serde_json::from_value(Value::Object(fields));
    value
        .map(JsonBody)
        .map_err(|_| refusal(StatusCode::BAD_REQUEST))
}

/// What the parser says stays here: it may repeat what was sent, a password for instance.
fn refusal(status: StatusCode) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::of_status(status)
        }
        _ => ApiError::invalid("This is not the JSON that the API document describes."),
    }
}
