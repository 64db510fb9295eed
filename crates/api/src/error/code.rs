//! The codes of failures, which are part of the API: never rename one.

use axum::http::StatusCode;
use domain::Code;
use serde::Serialize;
use utoipa::ToSchema;

/// Makes [`ErrorCode`] of two lists: the reasons of use cases ([`Code`] says what each means), and
/// those that HTTP has besides. The compiler refuses a list that leaves one of the former out.
macro_rules! error_codes {
    (
        domain { $($code:ident => $status:ident,)* }
        http { $($(#[$doc:meta])* $http_code:ident => $http_status:ident,)* }
    ) => {
        /// Stable reason of a failure.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum ErrorCode {
            $($code,)*
            $($(#[$doc])* $http_code,)*
        }

        impl ErrorCode {
            /// The status of an answer with this code.
            pub(super) fn status(self) -> StatusCode {
                match self {
                    $(Self::$code => StatusCode::$status,)*
                    $(Self::$http_code => StatusCode::$http_status,)*
                }
            }
        }

        impl From<Code> for ErrorCode {
            fn from(code: Code) -> Self {
                match code {
                    $(Code::$code => Self::$code,)*
                }
            }
        }
    };
}

error_codes! {
    domain {
        NotFound => NOT_FOUND,
        InvalidRequest => BAD_REQUEST,
        AllFieldsRequired => BAD_REQUEST,
        InvalidEmail => BAD_REQUEST,
        PasswordTooShort => BAD_REQUEST,
        PasswordTooLong => BAD_REQUEST,
        EmailTaken => CONFLICT,
        WrongCredentials => UNAUTHORIZED,
        TooManyAttempts => TOO_MANY_REQUESTS,
        NotSignedIn => UNAUTHORIZED,
        UnknownTitle => NOT_FOUND,
        ListFull => CONFLICT,
        TooManyImports => CONFLICT,
        OwnReview => CONFLICT,
        FreshSignInRequired => FORBIDDEN,
        ResetLinkExpired => GONE,
        LinkExpired => GONE,
        SignInUnavailable => SERVICE_UNAVAILABLE,
        SignInFailed => BAD_REQUEST,
        SignInCancelled => BAD_REQUEST,
        LinkRequired => CONFLICT,
        InvalidPageName => BAD_REQUEST,
        PageNameTaken => CONFLICT,
        PageChanged => CONFLICT,
        Unavailable => SERVICE_UNAVAILABLE,
        Internal => INTERNAL_SERVER_ERROR,
    }
    http {
        /// The request comes from a page of another site.
        ForeignOrigin => FORBIDDEN,
        /// The body is not of the media type that the route takes: JSON, or `application/octet-stream` for a file.
        UnsupportedMediaType => UNSUPPORTED_MEDIA_TYPE,
        /// The route exists, but not for this method.
        MethodNotAllowed => METHOD_NOT_ALLOWED,
        /// The body is larger than the route takes.
        PayloadTooLarge => PAYLOAD_TOO_LARGE,
        /// The meaning of a file's columns is not known.
        ColumnsNeeded => BAD_REQUEST,
    }
}
