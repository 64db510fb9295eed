//! Failures in Jikan's own shapes.

use std::collections::BTreeMap;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::Code;
use serde::Serialize;

use crate::error::ApiError;

/// The sentences of a refusal, by parameter.
pub(super) type Messages = BTreeMap<&'static str, Vec<String>>;

/// The failure of a request under `/v4`.
#[derive(Debug)]
pub(super) struct JikanError {
    status: StatusCode,
    body: Body,
}

/// The body of a failure: Jikan's fields, in Jikan's order.
#[derive(Debug, Serialize)]
struct Body {
    status: u16,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<Messages>,
    error: Option<&'static str>,
}

impl JikanError {
    /// The failure of a request with malformed parameters.
    pub(super) fn invalid(messages: &Messages) -> Self {
        let status = StatusCode::BAD_REQUEST;
        let body = Body {
            status: status.as_u16(),
            kind: "ValidationException",
            message: None,
            messages: Some(messages.clone()),
            // Jikan's own sentence, as captured: clients may compare it
            error: Some(
                "Invalid or incomplete request. Make sure your request is correct. https://docs.api.jikan.moe/",
            ),
        };
        Self { status, body }
    }

    /// The failure with a status alone. Jikan says that it cannot reach its source by 504, and clients try again then:
    /// so do we where our store does not answer.
    pub(super) fn of(status: StatusCode) -> Self {
        let (status, kind, message) = match status {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => (
                StatusCode::GATEWAY_TIMEOUT,
                "BadResponseException",
                "Mitai cannot answer at the moment. Please try again in a while.",
            ),
            StatusCode::INTERNAL_SERVER_ERROR => (
                status,
                "Exception",
                "Something went wrong on our side. Please try again.",
            ),
            status => (
                status,
                "HttpException",
                status.canonical_reason().unwrap_or("Error"),
            ),
        };
        let body = Body {
            status: status.as_u16(),
            kind,
            message: Some(message),
            messages: None,
            error: None,
        };
        Self { status, body }
    }

    /// The failure of a request whose address names nothing.
    pub(super) fn not_found() -> Self {
        Self::of(StatusCode::NOT_FOUND)
    }
}

impl From<ApiError> for JikanError {
    fn from(error: ApiError) -> Self {
        Self::of(
            if error.is(Code::NotFound) || error.is(Code::UnknownTitle) {
                StatusCode::NOT_FOUND
            } else if error.is(Code::Unavailable) {
                StatusCode::GATEWAY_TIMEOUT
            } else {
                StatusCode::INTERNAL_SERVER_ERROR
            },
        )
    }
}

impl IntoResponse for JikanError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        response.headers_mut().insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache, private"),
        );
        response
    }
}
