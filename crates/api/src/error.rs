//! Errors as `application/problem+json` (RFC 9457).

use std::error::Error as _;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{Code, Error};
use jiff::SignedDuration;
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::request_id;

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

/// What a change may be refused with, whatever it is.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "stands for its description in the OpenAPI document"
)]
pub(crate) enum ChangeRefused {
    /// `foreign_origin`: a page of another site asks for it.
    #[response(status = 403, content_type = "application/problem+json")]
    Foreign(Problem),
    /// The body is larger than Mitai takes.
    #[response(status = 413, content_type = "application/problem+json")]
    Large(Problem),
    /// The store does not answer.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// What a form may be refused with besides.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "stands for its description in the OpenAPI document"
)]
pub(crate) enum FormRefused {
    /// The body is no JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NoJson(Problem),
    /// `too_many_attempts`
    #[response(
        status = 429,
        content_type = "application/problem+json",
        headers(("Retry-After" = u64, description = "Seconds to wait"))
    )]
    TooMany(Problem),
}

/// What somebody is told who would have to sign in first.
#[derive(IntoResponses)]
#[response(
    status = 401,
    description = "`not_signed_in`",
    content_type = "application/problem+json"
)]
#[expect(
    dead_code,
    reason = "stands for its description in the OpenAPI document"
)]
pub(crate) struct NotSignedIn(Problem);

/// What reading something private may be refused with.
#[derive(IntoResponses)]
#[expect(
    dead_code,
    reason = "stands for its description in the OpenAPI document"
)]
pub(crate) enum ReadingRefused {
    /// `not_signed_in`
    #[response(status = 401, content_type = "application/problem+json")]
    NotSignedIn(Problem),
    /// The store does not answer.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// Stable reason of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ErrorCode {
    /// The thing asked for does not exist.
    NotFound,
    /// A parameter or the body is not of the documented form.
    InvalidRequest,
    /// A field of the sign-up form is empty.
    AllFieldsRequired,
    /// An e-mail address is not of the form.
    InvalidEmail,
    /// A new password is shorter than allowed.
    PasswordTooShort,
    /// A new password is longer than allowed.
    PasswordTooLong,
    /// An e-mail address belongs to an account already.
    EmailTaken,
    /// No account has this e-mail address and password.
    WrongCredentials,
    /// Wait as long as `Retry-After` says.
    TooManyAttempts,
    /// This is for signed-in users.
    NotSignedIn,
    /// The catalogue does not hold the title.
    UnknownTitle,
    /// A list holds as many titles as it can.
    ListFull,
    /// The session is too old for this; signing in again allows it.
    FreshSignInRequired,
    /// A reset link is not known, was used or has expired.
    ResetLinkExpired,
    /// The time to link an identity is over.
    LinkExpired,
    /// The identity provider cannot be used.
    SignInUnavailable,
    /// The identity provider's answer does not hold.
    SignInFailed,
    /// The user left the identity provider's page.
    SignInCancelled,
    /// The identity's e-mail address belongs to an account whose owner has to agree.
    LinkRequired,
    /// The request comes from a page of another site.
    ForeignOrigin,
    /// The body is not JSON.
    UnsupportedMediaType,
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
            Code::AllFieldsRequired => Self::AllFieldsRequired,
            Code::InvalidEmail => Self::InvalidEmail,
            Code::PasswordTooShort => Self::PasswordTooShort,
            Code::PasswordTooLong => Self::PasswordTooLong,
            Code::EmailTaken => Self::EmailTaken,
            Code::WrongCredentials => Self::WrongCredentials,
            Code::TooManyAttempts => Self::TooManyAttempts,
            Code::NotSignedIn => Self::NotSignedIn,
            Code::UnknownTitle => Self::UnknownTitle,
            Code::ListFull => Self::ListFull,
            Code::FreshSignInRequired => Self::FreshSignInRequired,
            Code::ResetLinkExpired => Self::ResetLinkExpired,
            Code::LinkExpired => Self::LinkExpired,
            Code::SignInUnavailable => Self::SignInUnavailable,
            Code::SignInFailed => Self::SignInFailed,
            Code::SignInCancelled => Self::SignInCancelled,
            Code::LinkRequired => Self::LinkRequired,
            Code::Unavailable => Self::Unavailable,
            Code::Internal => Self::Internal,
        }
    }
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            Self::InvalidRequest
            | Self::AllFieldsRequired
            | Self::InvalidEmail
            | Self::PasswordTooShort
            | Self::PasswordTooLong
            | Self::SignInFailed
            | Self::SignInCancelled => StatusCode::BAD_REQUEST,
            Self::WrongCredentials | Self::NotSignedIn => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin | Self::FreshSignInRequired => StatusCode::FORBIDDEN,
            Self::NotFound | Self::UnknownTitle => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::EmailTaken | Self::ListFull | Self::LinkRequired => StatusCode::CONFLICT,
            Self::ResetLinkExpired | Self::LinkExpired => StatusCode::GONE,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable | Self::SignInUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// What a handler fails with.
#[derive(Debug)]
pub(crate) struct ApiError {
    code: ErrorCode,
    detail: String,
    /// Seconds to wait before the next try.
    retry_after: Option<u64>,
}

impl ApiError {
    fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            retry_after: None,
        }
    }

    /// The sentence for people.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Whether this is a failure of that code.
    pub(crate) fn is(&self, code: Code) -> bool {
        self.code == ErrorCode::from(code)
    }

    /// No route or thing of that address.
    pub(crate) fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "There is nothing at this address.")
    }

    /// The route does not take this method.
    pub(crate) fn method_not_allowed() -> Self {
        Self::new(
            ErrorCode::MethodNotAllowed,
            "This address cannot be used that way.",
        )
    }

    /// A parameter or the body is not of the documented form.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidRequest, detail)
    }

    /// A page of another site asks for a change.
    pub(crate) fn foreign_origin() -> Self {
        Self::new(
            ErrorCode::ForeignOrigin,
            "This was asked for by a page of another site. Please use Mitai's own pages.",
        )
    }

    /// For an answer that some layer gave with `status` alone.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::method_not_allowed(),
            StatusCode::PAYLOAD_TOO_LARGE => Self::new(
                ErrorCode::PayloadTooLarge,
                "This is more than Mitai takes at once.",
            ),
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

    /// A fault of ours whose cause has been logged.
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
            Error::TooManyAttempts { retry_after } => Self {
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

/// `time` in seconds, rounded up.
fn whole_seconds(time: SignedDuration) -> u64 {
    let begun = u64::from(time.subsec_nanos() > 0);
    u64::try_from(time.as_secs()).unwrap_or_default() + begun
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
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
