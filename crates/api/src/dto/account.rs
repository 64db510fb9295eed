//! Accounts and sessions.

use domain::account::AccountData;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::pictures::Pictures;

/// The user who is signed in with the request's session.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionState {
    /// The signed-in user; `null` for a visitor.
    #[schema(required)]
    user: Option<User>,
}

/// The answer to a successful sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignedIn {
    user: User,
}

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    uid: String,
    /// The user's display name; may be empty.
    display_name: String,
    email: String,
    /// Address of the user's photo; `null` where none can be shown and clients draw a placeholder.
    #[serde(rename = "photoURL")]
    #[schema(required)]
    photo_url: Option<String>,
}

/// The request to sign up. The page compares the password with its confirmation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SignUpForm {
    #[schema(required)]
    pub(crate) full_name: String,
    #[schema(required)]
    pub(crate) email: String,
    /// The password: 6 to 200 characters, taken exactly as typed.
    #[schema(required)]
    pub(crate) password: String,
}

/// The request to sign in with a password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct LoginForm {
    #[schema(required)]
    pub(crate) email: String,
    #[schema(required)]
    pub(crate) password: String,
}

/// The request to link an account at an OpenID provider.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkForm {
    /// The password of the Mitai account.
    pub(crate) password: String,
}

/// The request for a link that resets a forgotten password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct ForgotForm {
    #[schema(required)]
    pub(crate) email: String,
}

/// The answer to a request for a reset link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailState {
    /// Whether the server can send e-mail. Where it cannot, an operator can give out a link.
    pub(crate) mailer: bool,
}

/// The request to set a new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ResetForm {
    /// The token from the reset link.
    pub(crate) token: String,
    /// The new password: 6 to 200 characters, taken exactly as typed.
    pub(crate) password: String,
}

/// The request to delete an account.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeletionForm {
    /// The account's password, required where the account has one.
    pub(crate) password: Option<String>,
}

/// The devices on which a user is signed in, and how.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionList {
    /// Whether the account has a password to sign in with.
    has_password: bool,
    /// The open sessions, the last used first.
    sessions: Vec<Session>,
}

/// A device on which a user is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    /// The session's id, which reveals nothing of its cookie.
    id: String,
    /// Whether the request comes from this device.
    current: bool,
    /// When the user signed in (RFC 3339).
    created_at: String,
    /// When the session was last used, with a precision of one hour (RFC 3339).
    last_seen_at: String,
    /// The browser's `User-Agent` header at sign-in.
    user_agent: String,
}

impl SessionState {
    /// Builds the answer for a signed-in user, or for a visitor.
    pub(crate) fn of(user: Option<domain::account::User>, pictures: &Pictures) -> Self {
        Self {
            user: user.map(|user| User::shown(user, pictures)),
        }
    }
}

impl SignedIn {
    /// Builds the answer for the user who signed in.
    pub(crate) fn of(user: domain::account::User, pictures: &Pictures) -> Self {
        Self {
            user: User::shown(user, pictures),
        }
    }
}

impl User {
    /// Builds the answer, with the photo only where `pictures` lets pages show it.
    fn shown(user: domain::account::User, pictures: &Pictures) -> Self {
        let shown = Self::from(user);
        Self {
            photo_url: pictures.photo(shown.photo_url),
            ..shown
        }
    }
}

impl From<domain::account::User> for User {
    fn from(user: domain::account::User) -> Self {
        Self {
            uid: user.uid.to_string(),
            display_name: user.display_name,
            email: user.email.as_str().to_owned(),
            photo_url: user.photo_url,
        }
    }
}

impl SessionList {
    /// Builds the list as the owner of the session `current` sees it.
    pub(crate) fn new(data: AccountData, current: &str) -> Self {
        Self {
            has_password: data.account.password_hash.is_some(),
            sessions: Session::all(data.sessions, current),
        }
    }
}

impl Session {
    /// Builds the sessions as the owner of the session `current` sees them.
    pub(crate) fn all(sessions: Vec<domain::account::Session>, current: &str) -> Vec<Self> {
        let session = |session: domain::account::Session| Self {
            current: session.id == current,
            created_at: session.created_at.to_string(),
            last_seen_at: session.last_seen_at.to_string(),
            id: session.id,
            user_agent: session.user_agent,
        };
        sessions.into_iter().map(session).collect()
    }
}
