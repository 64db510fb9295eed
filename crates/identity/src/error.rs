//! The library's errors in our terms, without anything that was sent or received.

use std::error::Error as StdError;

use domain::identity::IdentityError;
use openidconnect::{
    DiscoveryError, RequestTokenError, UserInfoError,
    core::{CoreErrorResponseType, CoreRequestTokenError},
};

use crate::http::HttpError;

pub(crate) fn invalid(what: &str) -> IdentityError {
    IdentityError::Invalid(what.into())
}

pub(crate) fn unavailable(what: &str) -> IdentityError {
    IdentityError::Unavailable(what.into())
}

pub(crate) fn of_discovery(error: DiscoveryError<HttpError>) -> IdentityError {
    IdentityError::Unavailable(match error {
        DiscoveryError::Request(error) => chain(&error),
        DiscoveryError::Response(status, ..) => {
            format!("it answers {status} in place of its metadata or keys")
        }
        DiscoveryError::Parse(error) => {
            format!("its metadata or keys are not of the form OpenID asks for: {error}")
        }
        DiscoveryError::Validation(_) => {
            "it names itself otherwise than the issuer that is configured".into()
        }
        _ => "its metadata cannot be read".into(),
    })
}

pub(crate) fn of_token(error: CoreRequestTokenError<HttpError>) -> IdentityError {
    match error {
        RequestTokenError::ServerResponse(response) => match response.error() {
            CoreErrorResponseType::InvalidClient | CoreErrorResponseType::UnauthorizedClient => {
                unavailable("it refuses our client id or secret")
            }
            CoreErrorResponseType::InvalidGrant => invalid("the code is not valid, or was used"),
            // A word of RFC 6749 that says nothing of anybody.
            known @ (CoreErrorResponseType::InvalidRequest
            | CoreErrorResponseType::InvalidScope
            | CoreErrorResponseType::UnsupportedGrantType) => {
                invalid(&format!("it refuses the code: {}", known.as_ref()))
            }
            CoreErrorResponseType::Extension(_) => invalid("it refuses the code"),
        },
        RequestTokenError::Request(error) => IdentityError::Unavailable(chain(&error)),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            unavailable("its token endpoint answers with something else than a token")
        }
    }
}

pub(crate) fn of_user_info(error: UserInfoError<HttpError>) -> IdentityError {
    match error {
        UserInfoError::Request(error) => IdentityError::Unavailable(chain(&error)),
        UserInfoError::ClaimsVerification(_) => invalid("its userinfo is about another"),
        _ => unavailable("its userinfo cannot be read"),
    }
}

/// An error and its causes.
fn chain(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += ": ";
        text += &cause.to_string();
        source = cause.source();
    }
    text
}
