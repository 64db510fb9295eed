//! Accounts and sessions.

use domain::account::AccountData;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::pictures::Pictures;

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionState {
    /// `null` for a visitor.
    #[schema(required)]
    user: Option<User>,
}

/// Who has just signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignedIn {
    user: User,
}

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    uid: String,
    /// May be empty.
    display_name: String,
    email: String,
    /// Address of a photo; `null` means drawn.
    #[serde(rename = "photoURL")]
    #[schema(required)]
    photo_url: Option<String>,
}

/// A new user's form. The page compares the password with its confirmation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SignUpForm {
    #[schema(required)]
    pub(crate) full_name: String,
    #[schema(required)]
    pub(crate) email: String,
    /// 6 to 200 characters, taken as they are.
    #[schema(required)]
    pub(crate) password: String,
}

/// What signs a user in.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct LoginForm {
    #[schema(required)]
    pub(crate) email: String,
    #[schema(required)]
    pub(crate) password: String,
}

/// What links an identity.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkForm {
    /// The account's.
    pub(crate) password: String,
}

/// Who forgot a password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct ForgotForm {
    #[schema(required)]
    pub(crate) email: String,
}

/// Whether a link can be sent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailState {
    /// `false` where there is nothing to send mail with; an operator can give out a link then.
    pub(crate) mailer: bool,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ResetForm {
    /// From the link.
    pub(crate) token: String,
    /// 6 to 200 characters, taken as they are.
    pub(crate) password: String,
}

/// What deletes an account.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeletionForm {
    /// Where the account has one.
    pub(crate) password: Option<String>,
}

/// The devices on which a user is signed in, and how.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionList {
    /// Whether a password signs the user in.
    has_password: bool,
    /// The last used one first.
    sessions: Vec<Session>,
}

/// A device on which a user is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    /// Names it; says nothing of its cookie.
    id: String,
    /// Whether it is the one that asks.
    current: bool,
    /// When the user signed in (RFC 3339).
    created_at: String,
    /// When it was last used, to the hour (RFC 3339).
    last_seen_at: String,
    /// What the browser calls itself.
    user_agent: String,
}

impl SessionState {
    /// Builds it for a user, or for a visitor.
    pub(crate) fn of(user: Option<domain::account::User>, pictures: &Pictures) -> Self {
        Self {
            user: user.map(|user| User::shown(user, pictures)),
        }
    }
}

impl SignedIn {
    /// Builds it for a user.
    pub(crate) fn of(user: domain::account::User, pictures: &Pictures) -> Self {
        Self {
            user: User::shown(user, pictures),
        }
    }
}

impl User {
    /// With a photo that pages may show.
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
    /// Sessions as the owner of the session `current` sees them.
    pub(crate) fn new(data: AccountData, current: &str) -> Self {
        Self {
            has_password: data.account.password_hash.is_some(),
            sessions: Session::all(data.sessions, current),
        }
    }
}

impl Session {
    /// Sessions as the owner of the session `current` sees them.
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
