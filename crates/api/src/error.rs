//! Errors as `application/problem+json` (RFC 9457).

mod code;
pub(crate) mod responses;

use std::error::Error as _;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{Code, Error, whole_seconds};
use serde::Serialize;
use utoipa::ToSchema;

use crate::request_id;
pub(crate) use code::ErrorCode;

const PROBLEM_JSON: &str = "application/problem+json";

/// The answer of every request that failed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The type of the problem: always `about:blank`, since `code` names the kind.
    r#type: &'static str,
    /// The HTTP status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The stable reason of the failure.
    code: ErrorCode,
    /// A sentence that tells people what went wrong.
    detail: String,
    /// The request's id, which names it in the server's log.
    request_id: String,
    /// The names of the file's columns; only with the code `columns_needed`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    columns: Vec<String>,
    /// The character that separates the file's cells; only with the code `columns_needed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String)]
    separator: Option<char>,
}

/// The failure of a handler.
#[derive(Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    detail: String,
    /// The seconds to wait before the next try, where that is known.
    retry_after: Option<u64>,
    /// The names of a file's columns, between which `separator` stands.
    columns: Vec<String>,
    separator: Option<char>,
}

impl ApiError {
    fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            retry_after: None,
            columns: Vec::new(),
            separator: None,
        }
    }

    /// The sentence that tells people what went wrong.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Whether the failure has the code of a use case's failure.
    pub(crate) fn is(&self, code: Code) -> bool {
        self.code == ErrorCode::from(code)
    }

    /// The failure of a request whose address names nothing.
    pub(crate) fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "There is nothing at this address.")
    }

    /// The failure of a request whose method its route does not take.
    pub(crate) fn method_not_allowed() -> Self {
        Self::new(
            ErrorCode::MethodNotAllowed,
            "This address cannot be used that way.",
        )
    }

    /// The failure of a request with a malformed parameter or body.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidRequest, detail)
    }

    /// The failure of a file whose columns somebody has to name.
    pub(crate) fn columns_needed(
        detail: impl Into<String>,
        columns: Vec<String>,
        separator: char,
    ) -> Self {
        Self {
            columns,
            separator: Some(separator),
            ..Self::new(ErrorCode::ColumnsNeeded, detail)
        }
    }

    /// The failure of a file that is not sent as `application/octet-stream`.
    pub(crate) fn not_a_file() -> Self {
        let sentence = "Please send the file as it is, as application/octet-stream.";
        Self::new(ErrorCode::UnsupportedMediaType, sentence)
    }

    /// The failure of a change that a page of another site requests.
    pub(crate) fn foreign_origin() -> Self {
        Self::new(
            ErrorCode::ForeignOrigin,
            "This was asked for by a page of another site. Please use Mitai's own pages.",
        )
    }

    /// The failure of a request whose body is too large; `detail` names the limit.
    pub(crate) fn too_large(detail: &str) -> Self {
        Self::new(ErrorCode::PayloadTooLarge, detail)
    }

    /// The failure in place of an answer that some layer gave with `status` alone.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::method_not_allowed(),
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::too_large("This is more than Mitai takes at once.")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::new(
                ErrorCode::UnsupportedMediaType,
                "Please send this as application/json.",
            ),
            StatusCode::SERVICE_UNAVAILABLE => Self::new(
                ErrorCode::Unavailable,
                "That took too long. Please try again in a while.",
            ),
            status if status.is_client_error() => Self::invalid("This request is not well formed."),
            _ => Self::internal(),
        }
    }

    /// The failure of ours whose cause has been logged.
    pub(crate) fn internal() -> Self {
        Self::new(
            ErrorCode::Internal,
            "Something went wrong on our side. Please try again.",
        )
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
            Error::Unavailable { .. } => {
                log(error);
                let sentence = "Mitai cannot answer at the moment. Please try again in a while.";
                Self::new(code, sentence)
            }
            Error::Internal { .. } => {
                log(error);
                Self::internal()
            }
            Error::TooManyAttempts { retry_after }
            | Error::TooManyChanges { retry_after }
            | Error::TooManyOf { retry_after, .. } => Self {
                retry_after: Some(whole_seconds(*retry_after)),
                ..Self::new(code, error.to_string())
            },
            _ => {
                let sentence = error.to_string();
                let end = if sentence.ends_with('.') { "" } else { "." };
                Self::new(code, sentence + end)
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
    tracing::error!("{error}{causes}");
}

/// Gives answers of layers, which know no problem+json, the form of all others. Pages with status
/// 404 stay as they are.
pub(crate) fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .map(HeaderValue::as_bytes);
    let is_problem =
        kind.is_some_and(|kind| kind == PROBLEM_JSON.as_bytes() || kind.starts_with(b"text/html"));
    if is_problem || !(status.is_client_error() || status.is_server_error()) {
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
            columns: self.columns,
            separator: self.separator,
        };
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
