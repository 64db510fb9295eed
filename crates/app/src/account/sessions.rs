//! Who is signed in, and ending sessions.

use domain::{
    Error, Result,
    account::{AccountData, Secret, Session, User, UserId, is_random_name},
};

use super::Accounts;
use crate::{run_to_completion, session::Current};

impl Accounts {
    /// Returns the open session of a secret, which counts as used now; `None` if no session is open.
    pub async fn current(&self, secret: &Secret) -> Result<Option<Current>> {
        self.sessions.current(secret).await
    }

    /// Ends the session of a secret and its streams, if the session is open.
    pub async fn sign_out(&self, secret: &Secret) -> Result<()> {
        if let Some((user, session)) = self.open(secret).await? {
            self.end(user.uid, session.id).await?;
        }
        Ok(())
    }

    /// Ends the session that a browser has had until `uid` signed in there. If it was theirs, its
    /// streams are not notified that nobody is signed in: they find out at their next heartbeat, and
    /// the browser begins them anew.
    pub(super) async fn replace(&self, replaced: Option<Secret>, uid: &UserId) -> Result<()> {
        let Some(secret) = replaced else {
            return Ok(());
        };
        match self.open(&secret).await? {
            Some((user, session)) if user.uid == *uid => {
                self.store.end_session(uid, &session.id).await.map(drop)
            }
            Some((user, session)) => self.end(user.uid, session.id).await.map(drop),
            None => Ok(()),
        }
    }

    async fn open(&self, secret: &Secret) -> Result<Option<(User, Session)>> {
        self.store.session(&secret.hash(), self.clock.now()).await
    }

    /// Ends a session and its streams; returns whether the session was open.
    async fn end(&self, uid: UserId, id: String) -> Result<bool> {
        let accounts = self.clone();
        run_to_completion("ending a session", async move {
            let was_open = accounts.store.end_session(&uid, &id).await?;
            accounts.live.sign_out(&uid, &id);
            Ok(was_open)
        })
        .await
    }

    /// An account's data: its open sessions, the last used one first, and its identities.
    pub async fn data(&self, uid: &UserId) -> Result<AccountData> {
        let data = self.store.account_data(uid, self.clock.now()).await?;
        data.ok_or(Error::NotSignedIn)
    }

    /// Ends a session of a user, and its streams.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such session.
    pub async fn end_session(&self, uid: &UserId, id: &str) -> Result<()> {
        if !is_random_name(id) || !self.end(uid.clone(), id.to_owned()).await? {
            return Err(Error::NotFound("This session"));
        }
        Ok(())
    }
}
