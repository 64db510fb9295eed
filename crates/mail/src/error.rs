//! Why a mail was not handed on, in words that name nobody.

use std::error::Error as _;

#[derive(Debug, thiserror::Error)]
pub(crate) enum MailError {
    #[error("mail cannot be sent to an address of that form")]
    Address,
    /// The server refused the mail with this code. What it says beside the code may repeat the address.
    #[error("it refuses the mail with code {0}")]
    Refused(String),
    #[error("it takes too long")]
    TimedOut,
    #[error("no connection can be made: {0}")]
    Connection(String),
    #[error("it does not offer what is needed, such as TLS or the way to sign in")]
    Incapable,
}

impl From<lettre::transport::smtp::Error> for MailError {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        if let Some(code) = error.status() {
            Self::Refused(code.to_string())
        } else if error.is_timeout() {
            Self::TimedOut
        } else if error.is_client() || error.is_response() {
            Self::Incapable
        } else {
            Self::Connection(error.source().map_or_else(String::new, ToString::to_string))
        }
    }
}
