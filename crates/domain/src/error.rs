//! The one error type that crosses layers.

use std::error::Error as StdError;

use jiff::SignedDuration;

use crate::{
    account::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS},
    library::MAX_ENTRIES,
    people::{MAX_PAGE_NAME, MIN_PAGE_NAME},
};

/// Result of a use case or a port.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Stable machine-readable reason of an [`Error`]. Part of the API: never rename one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The thing asked for does not exist.
    NotFound,
    /// A parameter or a body is not of the documented form.
    InvalidRequest,
    /// A field of the sign-up form is empty.
    AllFieldsRequired,
    /// An e-mail address is malformed.
    InvalidEmail,
    /// A new password is shorter than allowed.
    PasswordTooShort,
    /// A new password is longer than allowed.
    PasswordTooLong,
    /// An e-mail address belongs to an account already.
    EmailTaken,
    /// No account has this e-mail address and password.
    WrongCredentials,
    /// The client has made too many attempts and has to wait.
    TooManyAttempts,
    /// The request needs a signed-in user.
    NotSignedIn,
    /// The catalogue does not hold the title.
    UnknownTitle,
    /// A list holds as many titles as it can.
    ListFull,
    /// The user's imports that wait to be applied are as many as allowed.
    TooManyImports,
    /// The user voted on or reported a review of their own.
    OwnReview,
    /// The session is too old for the request; signing in again allows it.
    FreshSignInRequired,
    /// A reset link is not known, was used or has expired.
    ResetLinkExpired,
    /// The time in which an identity can be linked is over.
    LinkExpired,
    /// The identity provider cannot be used.
    SignInUnavailable,
    /// The identity provider's answer is not valid.
    SignInFailed,
    /// The user cancelled the sign-in on the identity provider's page.
    SignInCancelled,
    /// The identity's e-mail address belongs to an account whose owner has to agree to a link.
    LinkRequired,
    /// A name does not have the form of a page's name.
    InvalidPageName,
    /// A name is that of another page, or would speak for the site.
    PageNameTaken,
    /// The page was changed after its owner began to edit it.
    PageChanged,
    /// A part that the request needs does not answer; trying again later can succeed.
    Unavailable,
    /// An internal fault of the server.
    Internal,
}

/// Why a use case did not do what was asked.
///
/// `Display` never repeats the source; code that logs an error logs its source chain.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The thing named does not exist.
    #[error("{0} was not found")]
    NotFound(&'static str),
    /// The request is at fault; the sentence says what is allowed.
    #[error("{0}")]
    Invalid(String),
    /// A field of the sign-up form is empty.
    #[error("All fields are required.")]
    AllFieldsRequired,
    /// An e-mail address is malformed.
    #[error("Please enter a valid email address.")]
    InvalidEmail,
    /// A new password has fewer than [`MIN_PASSWORD_CHARS`].
    #[error("Password must be at least {MIN_PASSWORD_CHARS} characters long.")]
    PasswordTooShort,
    /// A new password has more than [`MAX_PASSWORD_CHARS`].
    #[error("Password must be at most {MAX_PASSWORD_CHARS} characters long.")]
    PasswordTooLong,
    /// An e-mail address belongs to an account already.
    #[error("There is an account with this email address already. Please log in instead.")]
    EmailTaken,
    /// No account has this e-mail address and password; which of them is wrong stays secret.
    #[error("Email or password is not right. Please check both and try again.")]
    WrongCredentials,
    /// The client has made too many attempts and has to wait.
    #[error("Too many attempts. Please try again in {}.", wait(*retry_after))]
    TooManyAttempts {
        /// Time to wait before the next attempt.
        retry_after: SignedDuration,
    },
    /// An account has changed so much of its list that the rest has to wait.
    #[error(
        "You have changed a very large part of your list. What is there is safe; please go on in {}.",
        wait(*retry_after)
    )]
    TooManyChanges {
        /// Time to wait before the next change.
        retry_after: SignedDuration,
    },
    /// Somebody has written, voted on or reported so many reviews that the rest has to wait.
    #[error("Those were many {what} in a short time. Please go on in {}.", wait(*retry_after))]
    TooManyOf {
        /// What there were too many of, for instance "reviews".
        what: &'static str,
        /// Time to wait before the next one.
        retry_after: SignedDuration,
    },
    /// The request needs a signed-in user.
    #[error("Please log in first.")]
    NotSignedIn,
    /// The catalogue does not hold the title.
    #[error("Mitai does not know this title.")]
    UnknownTitle,
    /// A list holds [`MAX_ENTRIES`] titles, as many as it can.
    #[error("This list is full: it holds {MAX_ENTRIES} titles. Please remove some first.")]
    ListFull,
    /// The user's imports that wait to be applied, or their rows, are as many as allowed.
    #[error(
        "This file was not taken: at most 20 imports, with 200,000 rows together, may wait to be applied. Please apply \
         or forget some that wait, and bring this file again."
    )]
    TooManyImports,
    /// The user voted on or reported a review of their own.
    #[error("This is your own review. Votes and reports are for its readers.")]
    OwnReview,
    /// The session is too old for the request.
    #[error("Please log in again first, to show that it is you.")]
    FreshSignInRequired,
    /// A reset link is not known, was used or has expired.
    #[error("This link has expired or was used already. Please ask for a new one.")]
    ResetLinkExpired,
    /// The time in which an identity can be linked is over.
    #[error("This took too long. Please continue with Google again.")]
    LinkExpired,
    /// The identity provider cannot be used; the reason is in the log.
    #[error("Google login cannot be used at the moment. Please log in with your email address.")]
    SignInUnavailable,
    /// The identity provider's answer is not valid; the reason is in the log.
    #[error("Google login failed. Please try again.")]
    SignInFailed,
    /// The user cancelled the sign-in on the identity provider's page.
    #[error("Google login was cancelled.")]
    SignInCancelled,
    /// The identity's e-mail address belongs to an account whose owner has to agree to a link.
    #[error("There is an account with this email address. Please enter its password to link it.")]
    LinkRequired,
    /// A name does not have the form of a page's name.
    #[error(
        "Please choose a name of {MIN_PAGE_NAME} to {MAX_PAGE_NAME} of the letters a to z, digits, _ and -, that begins \
         with a letter or a digit."
    )]
    InvalidPageName,
    /// A name is that of another page, or would speak for the site.
    #[error("This name is taken. Please choose another one.")]
    PageNameTaken,
    /// The page was changed after its owner began to edit it.
    #[error("Your page was changed elsewhere meanwhile. Please look at it as it is now first.")]
    PageChanged,
    /// The store or another needed part does not answer.
    #[error("{what} does not answer")]
    Unavailable {
        /// The part's name, as an operator calls it.
        what: &'static str,
        /// The part's own error.
        #[source]
        source: Box<dyn StdError + Send + Sync>,
    },
    /// An internal fault of the server.
    #[error("{context}")]
    Internal {
        /// What the server was doing when it failed.
        context: &'static str,
        /// The underlying error.
        #[source]
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl Error {
    /// Returns the stable code of this error.
    pub fn code(&self) -> Code {
        match self {
            Self::NotFound(_) => Code::NotFound,
            Self::Invalid(_) => Code::InvalidRequest,
            Self::AllFieldsRequired => Code::AllFieldsRequired,
            Self::InvalidEmail => Code::InvalidEmail,
            Self::PasswordTooShort => Code::PasswordTooShort,
            Self::PasswordTooLong => Code::PasswordTooLong,
            Self::EmailTaken => Code::EmailTaken,
            Self::WrongCredentials => Code::WrongCredentials,
            Self::TooManyAttempts { .. } | Self::TooManyChanges { .. } | Self::TooManyOf { .. } => {
                Code::TooManyAttempts
            }
            Self::NotSignedIn => Code::NotSignedIn,
            Self::UnknownTitle => Code::UnknownTitle,
            Self::ListFull => Code::ListFull,
            Self::TooManyImports => Code::TooManyImports,
            Self::OwnReview => Code::OwnReview,
            Self::FreshSignInRequired => Code::FreshSignInRequired,
            Self::ResetLinkExpired => Code::ResetLinkExpired,
            Self::LinkExpired => Code::LinkExpired,
            Self::SignInUnavailable => Code::SignInUnavailable,
            Self::SignInFailed => Code::SignInFailed,
            Self::SignInCancelled => Code::SignInCancelled,
            Self::LinkRequired => Code::LinkRequired,
            Self::InvalidPageName => Code::InvalidPageName,
            Self::PageNameTaken => Code::PageNameTaken,
            Self::PageChanged => Code::PageChanged,
            Self::Unavailable { .. } => Code::Unavailable,
            Self::Internal { .. } => Code::Internal,
        }
    }

    /// Returns an internal fault that happened while doing `context`.
    pub fn internal(
        context: &'static str,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self::Internal {
            context,
            source: source.into(),
        }
    }

    /// Returns the error that a needed part does not answer.
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

/// Returns a time to wait in seconds, rounded up.
pub fn whole_seconds(time: SignedDuration) -> u64 {
    let begun = u64::from(time.subsec_nanos() > 0);
    u64::try_from(time.as_secs()).unwrap_or_default() + begun
}

/// Returns `time` in words, rounded up: in seconds where it is less than a minute, else in minutes.
fn wait(time: SignedDuration) -> String {
    let (count, unit) = match whole_seconds(time) {
        seconds @ ..=59 => (seconds.max(1), "second"),
        seconds => (seconds.div_ceil(60), "minute"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_attempts_names_the_wait() {
        for (milliseconds, wait) in [
            (0, "1 second."),
            (1_001, "2 seconds."),
            (5_000, "5 seconds."),
            (59_000, "59 seconds."),
            (59_001, "1 minute."),
            (60_000, "1 minute."),
            (60_001, "2 minutes."),
        ] {
            let retry_after = SignedDuration::from_millis(milliseconds);
            let sentence = Error::TooManyAttempts { retry_after }.to_string();
            assert_eq!(
                sentence,
                format!("Too many attempts. Please try again in {wait}")
            );
        }
    }

    #[test]
    fn error_messages_are_verbatim() {
        for (error, sentence) in [
            (Error::AllFieldsRequired, "All fields are required."),
            (Error::InvalidEmail, "Please enter a valid email address."),
            (
                Error::PasswordTooShort,
                "Password must be at least 6 characters long.",
            ),
            (
                Error::SignInFailed,
                "Google login failed. Please try again.",
            ),
        ] {
            assert_eq!(error.to_string(), sentence);
        }
    }
}
