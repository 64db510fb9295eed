//! Bodies of requests.

use std::time::Duration;

use axum::{
    Json,
    body::{Body, HttpBody as _},
    extract::{FromRequest, OptionalFromRequest, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
};
use bytes::{Bytes, BytesMut};
use futures::StreamExt as _;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::error::ApiError;

/// Largest body that any route takes, in bytes.
const MAX_BYTES: usize = 256 * 1024;
/// Longest time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Largest file of a list, in bytes.
const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;
/// Longest time for a file to arrive.
pub(crate) const FILE_TIMEOUT: Duration = Duration::from_mins(3);
/// The address to which list files are uploaded.
const FILES: &str = "/api/v1/me/imports";

/// Whether a request brings a file. Its handler reads it, once it knows who sends it.
pub(crate) fn is_file(request: &Request) -> bool {
    *request.method() == Method::POST && request.uri().path() == FILES
}

/// Reads a file. Pages of other sites can have browsers send forms, but no body of this kind.
pub(crate) async fn file(headers: &HeaderMap, body: Body) -> Result<Bytes, ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    if kind != Some(b"application/octet-stream") {
        return Err(ApiError::not_a_file());
    }
    let late = "The file took too long to arrive. Please try again.";
    let large = "A file may have 32 MB. Please send it packed with gzip, or in parts.";
    let file = timeout(FILE_TIMEOUT, collect(body, MAX_FILE_BYTES, large)).await;
    file.map_err(|_| ApiError::invalid(late))?
}

/// Reads the whole body before the handler runs. A body that is too large or too slow is refused.
pub(crate) async fn buffered(request: Request) -> Result<Request, ApiError> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || request.body().is_end_stream() || is_file(&request) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let late = "The request took too long to arrive. Please try again.";
    let large = "This is more than the 256 kB that Mitai takes at once.";
    let body = timeout(BODY_TIMEOUT, collect(body, MAX_BYTES, large)).await;
    let body = body.map_err(|_| ApiError::invalid(late))??;
    Ok(Request::from_parts(parts, body.into()))
}

/// Collects the body. One above `most` bytes is refused with the sentence `large`.
async fn collect(body: Body, most: usize, large: &str) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::too_large(large);
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > most {
        return Err(too_large());
    }
    // Growing would copy a file of 20 MB, and hold up to twice as much meanwhile
    let mut bytes = BytesMut::with_capacity(announced);
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        if bytes.len() + part.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.freeze())
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

/// The refusal of a malformed body. What the parser says is left out: it may repeat what was sent, a password for
/// instance.
fn refusal(status: StatusCode) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::of_status(status)
        }
        _ => ApiError::invalid("This is not the JSON that the API document describes."),
    }
}
