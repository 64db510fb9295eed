//! Sessions: which is open, and ending them.

use std::sync::Arc;

use domain::{
    Error, Result,
    account::{AccountStore, Secret, Session, User, UserId},
    clock::Clock,
};
use jiff::SignedDuration;

use super::Accounts;

/// How old the note of a session's last use may become; a note is a write.
const NOTED_WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// Who is signed in, and with which session.
#[derive(Debug, Clone)]
pub struct Current {
    /// The account.
    pub user: User,
    /// The session.
    pub session: Session,
}

/// Looks up sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    store: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl Sessions {
    /// Sessions of a store.
    pub fn new(store: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// The open session of a secret, which counts as used now.
    pub async fn current(&self, secret: &Secret) -> Result<Option<Current>> {
        let now = self.clock.now();
        let Some((user, session)) = self.store.session(&secret.hash(), now).await? else {
            return Ok(None);
        };
        if now.duration_since(session.last_seen_at) >= NOTED_WITHIN
            && let Err(error) = self.store.touch_session(&session.id, now).await
        {
            // Whoever can read goes on reading when nothing can be written
            tracing::warn!(%error, "the use of a session could not be noted");
        }
        Ok(Some(Current { user, session }))
    }
}

impl Accounts {
    /// The open session of a secret, which counts as used now.
    pub async fn current(&self, secret: &Secret) -> Result<Option<Current>> {
        self.sessions.current(secret).await
    }

    /// Ends the session of a secret, if it is open, and its streams.
    pub async fn sign_out(&self, secret: &Secret) -> Result<()> {
        let now = self.clock.now();
        if let Some((user, session)) = self.store.session(&secret.hash(), now).await? {
            self.store.end_session(&user.uid, &session.id).await?;
            self.live.sign_out(&user.uid, &session.id);
        }
        Ok(())
    }

    /// The open sessions of a user, the last used one first.
    pub async fn sessions(&self, uid: &UserId) -> Result<Vec<Session>> {
        let data = self.store.account_data(uid).await?;
        Ok(data.ok_or(Error::NotSignedIn)?.sessions)
    }

    /// Ends a session of a user, and its streams.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such session.
    pub async fn end_session(&self, uid: &UserId, id: &str) -> Result<()> {
        if !self.store.end_session(uid, id).await? {
            return Err(Error::NotFound("This session"));
        }
        self.live.sign_out(uid, id);
        Ok(())
    }
}
