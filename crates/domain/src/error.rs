//! The one error type that crosses layers.

use std::error::Error as StdError;

/// Result of a use case or a port.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Stable machine-readable reason of an [`Error`]. Part of the API: never rename one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The thing asked for does not exist.
    NotFound,
    /// A parameter or a body is not of the documented form.
    InvalidRequest,
    /// Something this needs does not answer at the moment; trying again later can succeed.
    Unavailable,
    /// A fault of ours.
    Internal,
}

/// Why a use case did not do what was asked.
///
/// `Display` never repeats the source; whoever logs an error logs its source chain.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The thing named does not exist.
    #[error("{0} was not found")]
    NotFound(&'static str),
    /// The request is at fault; the sentence says what is allowed.
    #[error("{0}")]
    Invalid(String),
    /// Store or another needed part does not answer.
    #[error("{what} does not answer")]
    Unavailable {
        /// The part, as an operator calls it.
        what: &'static str,
        /// What it said.
        #[source]
        source: Box<dyn StdError + Send + Sync>,
    },
    /// A fault of ours.
    #[error("{context}")]
    Internal {
        /// What was being done.
        context: &'static str,
        /// What went wrong.
        #[source]
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl Error {
    /// The stable code of this error.
    pub fn code(&self) -> Code {
        match self {
            Self::NotFound(_) => Code::NotFound,
            Self::Invalid(_) => Code::InvalidRequest,
            Self::Unavailable { .. } => Code::Unavailable,
            Self::Internal { .. } => Code::Internal,
        }
    }

    /// A fault of ours while doing `context`.
    pub fn internal(
        context: &'static str,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self::Internal {
            context,
            source: source.into(),
        }
    }

    /// A needed part that does not answer.
    pub fn unavailable(
        what: &'static str,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self::Unavailable {
            what,
            source: source.into(),
        }
    }
}
