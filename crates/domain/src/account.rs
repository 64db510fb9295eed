//! Who uses Mitai: accounts, sessions, reset links.

mod email;
mod secret;

use std::fmt;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::{Result, random::Random};
pub use email::{Email, MAX_EMAIL_CHARS};
pub use secret::{Secret, SecretHash};
pub(crate) use secret::{base32, is_base32};

/// Longest display name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// Shortest password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 6;
/// Longest password, in characters.
pub const MAX_PASSWORD_CHARS: usize = 200;
/// A session that is not used for this long ends.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A session ends after this time at the latest.
pub const SESSION_LIFE: SignedDuration = SignedDuration::from_hours(180 * 24);
/// Sessions of an account at most; one more ends the one that was not used for longest.
pub const MAX_SESSIONS: u32 = 50;
/// How long a reset link can be used.
pub const RESET_LIFE: SignedDuration = SignedDuration::from_mins(30);
/// How long a sign-in at an identity provider may take, and as long again until the owner of an
/// account has agreed to a link.
pub const SIGN_IN_LIFE: SignedDuration = SignedDuration::from_mins(10);

/// Name of an account: 26 characters of Crockford's base 32, made by us and never given again.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(String);

impl UserId {
    /// A new name.
    pub fn random(random: &dyn Random) -> Self {
        Self(random_name(random))
    }

    /// Reads a name from an address. `None` if it is not of the form.
    pub fn parse(text: &str) -> Option<Self> {
        is_random_name(text).then(|| Self(text.to_owned()))
    }

    /// Wraps a name that was made before.
    pub fn new(uid: impl Into<String>) -> Self {
        Self(uid.into())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// 26 characters of Crockford's base 32 that nothing else is called.
pub fn random_name(random: &dyn Random) -> String {
    let mut bytes = [0; 16];
    random.fill(&mut bytes);
    secret::base32(&bytes)
}

/// Whether a text is of the form of a [random name](random_name).
pub fn is_random_name(text: &str) -> bool {
    secret::is_base32(text, secret::NAME_LENGTH)
}

/// An account as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its name.
    pub uid: UserId,
    /// What to call its owner; may be empty.
    pub display_name: String,
    /// Where its owner is reached.
    pub email: Email,
    /// Address of a photo at an identity provider.
    pub photo_url: Option<String>,
    /// When the account was made.
    pub created_at: Timestamp,
}

/// An account with what signs its owner in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The account.
    pub user: User,
    /// Hash of the password with its scheme and parameters (PHC string); none where only an
    /// identity provider signs in.
    pub password_hash: Option<String>,
}

/// An account at an OpenID provider, which names its owner for ever.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The owner there.
    pub subject: String,
}

/// A device on which somebody is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Names it to its owner; tells nothing of its secret.
    pub id: String,
    /// When somebody signed in.
    pub created_at: Timestamp,
    /// When it was last used, to the hour.
    pub last_seen_at: Timestamp,
    /// What the browser calls itself.
    pub user_agent: String,
}

/// Everything kept of an account beside its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountData {
    /// The account.
    pub account: Account,
    /// Linked identities.
    pub identities: Vec<Identity>,
    /// Open sessions, the last used one first.
    pub sessions: Vec<Session>,
}

/// The outcome of a new account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Created {
    /// It is there now.
    Yes,
    /// Its e-mail address or its identity belongs to another.
    Taken,
}

/// A sign-in at an OpenID provider that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInAttempt {
    /// Binds it to the browser that began it.
    pub browser: SecretHash,
    /// What the ID token must repeat.
    pub nonce: String,
    /// Proves to the provider that who ends it began it (PKCE).
    pub verifier: String,
    /// What the web app wants to know again, as JSON.
    pub context: String,
    /// When it cannot be ended any more.
    pub expires_at: Timestamp,
}

/// An identity whose e-mail address belongs to an account; the account's owner may link it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingLink {
    /// The account.
    pub uid: UserId,
    /// The identity.
    pub identity: Identity,
    /// Its photo.
    pub photo_url: Option<String>,
    /// When it cannot be linked any more.
    pub expires_at: Timestamp,
}

/// The store's part of accounts.
///
/// **Invariant:** only the hash of a [`Secret`] is stored, and a secret that names an account is valid
/// for no other. An e-mail address belongs to one account at most, compared [folded](Email::folded);
/// so does an identity.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Adds an account, with an identity if it came with one.
    async fn create_account(
        &self,
        account: &Account,
        identity: Option<&Identity>,
    ) -> Result<Created>;
    /// The account of an e-mail address.
    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>>;
    /// The account of an identity.
    async fn account_by_identity(&self, identity: &Identity) -> Result<Option<Account>>;
    /// An account.
    async fn account(&self, uid: &UserId) -> Result<Option<Account>>;
    /// Gives an account another hash of the password that it was read with, unless another password
    /// was chosen or another hash came first; tells whether it did. Sessions stay as they are.
    async fn rehash(&self, account: &Account, password_hash: &str) -> Result<bool>;
    /// Links an identity and takes its photo if the account has none. `Taken` if it is another's.
    ///
    /// # Errors
    /// [`WrongCredentials`](crate::Error::WrongCredentials) as with
    /// [`open_session`](Self::open_session).
    async fn link_identity(
        &self,
        account: &Account,
        identity: &Identity,
        photo_url: Option<&str>,
    ) -> Result<Created>;
    /// Everything kept of an account beside its record; of sessions, those open at `now`.
    async fn account_data(&self, uid: &UserId, now: Timestamp) -> Result<Option<AccountData>>;
    /// Deletes an account and everything that belongs to it, its record included.
    async fn delete_account(&self, uid: &UserId) -> Result<()>;

    /// Opens a session of an account and returns its owner as the store has them now.
    ///
    /// # Errors
    /// [`WrongCredentials`](crate::Error::WrongCredentials) if the account has another password
    /// than when it was read, or is gone: what showed its owner then shows nothing any more.
    async fn open_session(
        &self,
        account: &Account,
        secret: &SecretHash,
        session: &Session,
    ) -> Result<User>;
    /// The owner of a session that is still open at `now` and the session.
    async fn session(&self, secret: &SecretHash, now: Timestamp)
    -> Result<Option<(User, Session)>>;
    /// Notes that a session of `uid` was used.
    async fn touch_session(&self, uid: &UserId, id: &str, now: Timestamp) -> Result<()>;
    /// Ends a session of `uid`; tells whether there was one.
    async fn end_session(&self, uid: &UserId, id: &str) -> Result<bool>;
    /// Takes away sessions, reset links, attempts and pending links that have expired.
    async fn sweep(&self, now: Timestamp) -> Result<()>;

    /// Keeps a reset link, in place of an earlier one of the same account.
    async fn put_reset(
        &self,
        uid: &UserId,
        secret: &SecretHash,
        expires_at: Timestamp,
    ) -> Result<()>;
    /// Uses a reset link: sets the password, ends all sessions of the account, unlinks its
    /// identities, drops their photo and opens `session` with `session_secret`, in one transaction. `None` if the link
    /// is not known, was used or has expired.
    ///
    /// The link shows who owns the e-mail address; who owns the identities was perhaps never shown.
    /// The owner links them again with the password.
    async fn reset_password(
        &self,
        secret: &SecretHash,
        now: Timestamp,
        password_hash: &str,
        session_secret: &SecretHash,
        session: &Session,
    ) -> Result<Option<User>>;

    /// Keeps an attempt under its state.
    async fn put_attempt(&self, state: &SecretHash, attempt: &SignInAttempt) -> Result<()>;
    /// Takes an attempt away and returns it, once; `None` from its expiry on.
    async fn take_attempt(
        &self,
        state: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<SignInAttempt>>;
    /// Keeps a pending link under its secret.
    async fn put_link(&self, secret: &SecretHash, link: &PendingLink) -> Result<()>;
    /// A pending link; `None` from its expiry on.
    async fn pending_link(
        &self,
        secret: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<PendingLink>>;
    /// Takes a pending link of `uid` away.
    async fn drop_link(&self, uid: &UserId, secret: &SecretHash) -> Result<()>;
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends a text to an address.
    ///
    /// # Errors
    /// [`Error::Unavailable`](crate::Error::Unavailable) if it could not be handed on.
    async fn send(&self, to: &Email, subject: &str, text: &str) -> Result<()>;
}
