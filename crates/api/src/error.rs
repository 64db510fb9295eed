//! Errors as `application/problem+json` (RFC 9457).

use std::error::Error as _;

use axum::{
    Json,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{Code, Error};
use serde::Serialize;
use utoipa::ToSchema;

use crate::routes::request_id;

const PROBLEM_JSON: &str = "application/problem+json";

/// The answer of every route that did not do what was asked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Always `about:blank`: the code tells the kind.
    r#type: &'static str,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// Stable reason.
    code: ErrorCode,
    /// A sentence for people.
    detail: String,
    /// Names this request in the server's log.
    request_id: String,
}

/// Stable reason of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ErrorCode {
    /// The thing asked for does not exist.
    NotFound,
    /// A parameter or the body is not of the documented form.
    InvalidRequest,
    /// The route exists, but not for this method.
    MethodNotAllowed,
    /// The body is larger than the route takes.
    PayloadTooLarge,
    /// Something needed does not answer; trying again later can succeed.
    Unavailable,
    /// A fault of the server.
    Internal,
}

impl From<Code> for ErrorCode {
    fn from(code: Code) -> Self {
        match code {
            Code::NotFound => Self::NotFound,
            Code::InvalidRequest => Self::InvalidRequest,
            Code::Unavailable => Self::Unavailable,
            Code::Internal => Self::Internal,
        }
    }
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::InvalidRequest => StatusCode::BAD_REQUEST,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// What a handler fails with.
#[derive(Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    detail: String,
}

impl ApiError {
    /// Whether this is a failure of that code.
    pub(crate) fn is(&self, code: Code) -> bool {
        self.code == ErrorCode::from(code)
    }

    /// No route or thing of that address.
    pub(crate) fn not_found() -> Self {
        Self {
            code: ErrorCode::NotFound,
            detail: "There is nothing at this address.".into(),
        }
    }

    /// The route does not take this method.
    pub(crate) fn method_not_allowed() -> Self {
        Self {
            code: ErrorCode::MethodNotAllowed,
            detail: "This address cannot be used that way.".into(),
        }
    }

    /// A parameter is not of the documented form.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self {
            code: ErrorCode::InvalidRequest,
            detail: detail.into(),
        }
    }

    /// For an answer that some layer gave with `status` alone.
    fn of_status(status: StatusCode) -> Self {
        let (code, detail) = match status {
            StatusCode::NOT_FOUND => return Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => return Self::method_not_allowed(),
            StatusCode::PAYLOAD_TOO_LARGE => (
                ErrorCode::PayloadTooLarge,
                "This is more than Mitai takes at once.",
            ),
            StatusCode::SERVICE_UNAVAILABLE => (
                ErrorCode::Unavailable,
                "That took too long. Please try again in a while.",
            ),
            status if status.is_client_error() => (
                ErrorCode::InvalidRequest,
                "This request is not well formed.",
            ),
            _ => return Self::internal(),
        };
        Self {
            code,
            detail: detail.into(),
        }
    }

    /// A fault of ours whose cause has been logged.
    pub(crate) fn internal() -> Self {
        Self {
            code: ErrorCode::Internal,
            detail: "Something went wrong on our side. Please try again.".into(),
        }
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self::from(&error)
    }
}

impl From<&Error> for ApiError {
    fn from(error: &Error) -> Self {
        let code = error.code().into();
        match error {
            Error::NotFound(_) | Error::Invalid(_) => {
                let sentence = error.to_string();
                let end = if sentence.ends_with('.') { "" } else { "." };
                Self {
                    code,
                    detail: sentence + end,
                }
            }
            Error::Unavailable { .. } => {
                log(error);
                Self {
                    code,
                    detail: "Mitai cannot answer at the moment. Please try again in a while."
                        .into(),
                }
            }
            Error::Internal { .. } => {
                log(error);
                Self::internal()
            }
        }
    }
}

/// The one place where a failed request's cause is logged.
fn log(error: &Error) {
    let mut causes = String::new();
    let mut source = error.source();
    while let Some(cause) = source {
        causes.push_str(": ");
        causes.push_str(&cause.to_string());
        source = cause.source();
    }
    tracing::error!(request_id = request_id::current(), "{error}{causes}");
}

/// Gives answers of layers, which know no problem+json, the form of all others. Pages with status
/// 404 stay as they are.
pub(crate) async fn as_problem(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .map(HeaderValue::as_bytes);
    let told =
        kind.is_some_and(|kind| kind == PROBLEM_JSON.as_bytes() || kind.starts_with(b"text/html"));
    if told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut problem = ApiError::of_status(status).into_response();
    if let Some(allow) = response.headers().get(header::ALLOW) {
        problem.headers_mut().insert(header::ALLOW, allow.clone());
    }
    problem
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let problem = Problem {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            code: self.code,
            detail: self.detail,
            request_id: request_id::current(),
        };
        let mut response = (status, Json(problem)).into_response();
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}
