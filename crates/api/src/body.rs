//! Bodies of requests.

use axum::{
    Json,
    extract::{FromRequest, OptionalFromRequest, Request},
    http::StatusCode,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::ApiError;

/// A JSON object of the documented form. (Parsing into `T` alone would take its fields as a list,
/// too, which no document describes.)
pub(crate) struct JsonBody<T>(pub(crate) T);

type Fields = Json<Map<String, Value>>;

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let fields = <Fields as FromRequest<S>>::from_request(request, state).await;
        fields
            .map_err(|rejection| refused(rejection.status()))
            .and_then(read)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let fields = <Fields as OptionalFromRequest<S>>::from_request(request, state).await;
        fields
            .map_err(|rejection| refused(rejection.status()))?
            .map(read)
            .transpose()
    }
}

fn read<T: DeserializeOwned>(Json(fields): Fields) -> Result<JsonBody<T>, ApiError> {
    let value = serde_json::from_value(Value::Object(fields));
    value
        .map(JsonBody)
        .map_err(|_| refused(StatusCode::BAD_REQUEST))
}

/// What the parser says stays here: it may repeat what was sent, a password for instance.
fn refused(status: StatusCode) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::of_status(status)
        }
        _ => ApiError::invalid("This is not the JSON that the API document describes."),
    }
}
