//! Who is signed in, and ending sessions.

use domain::{
    Error, Result,
    account::{Secret, Session, UserId},
};

use super::Accounts;
use crate::session::Current;

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
        let data = self.store.account_data(uid, self.clock.now()).await?;
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
