//! Linking an identity to the account that has its e-mail address.

use domain::{
    Error, Result,
    account::{Created, Secret},
};

use super::{Accounts, SignedIn, Visitor, limits::Claim};

impl Accounts {
    /// Links the identity of a pending link to its account, whose password shows the owner, and
    /// signs in.
    ///
    /// # Errors
    /// [`Error::LinkExpired`], [`Error::WrongCredentials`], [`Error::TooManyAttempts`]
    pub async fn link(
        &self,
        secret: Option<&Secret>,
        password: String,
        visitor: &Visitor,
    ) -> Result<SignedIn> {
        let secret = secret.ok_or(Error::LinkExpired)?.hash();
        let pending = self.store.pending_link(&secret, self.clock.now()).await?;
        let pending = pending.ok_or(Error::LinkExpired)?;
        let owner = self.store.account(&pending.uid).await?;
        let owner = owner.ok_or(Error::LinkExpired)?;
        let email = owner.user.email.folded();
        let claim = Claim {
            address: visitor.address,
            email: &email,
        };
        let owner = self.prove(Some(owner), password, claim).await?;

        let photo_url = pending.photo_url.as_deref();
        let linked = self
            .store
            .link_identity(&owner, &pending.identity, photo_url)
            .await?;
        self.store.drop_link(&pending.uid, &secret).await?;
        // The identity is another account's meanwhile: signing in again shows whose
        if linked == Created::Taken {
            return Err(Error::LinkExpired);
        }
        self.open_session(&owner, visitor).await
    }
}
