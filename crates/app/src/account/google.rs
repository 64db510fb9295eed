//! Signing in at an identity provider, which the pages call Google.
//!
//! **Invariant:** an attempt ends once, in the browser that began it. An identity signs in to the
//! account it is linked with, and to no other that has its e-mail address: that one's owner links
//! it, if the provider knows that the address is theirs.

use std::net::IpAddr;

use domain::{
    Error, Result,
    account::{
        Account, Created, Email, MAX_NAME_CHARS, PendingLink, SIGN_IN_LIFE, Secret, SignInAttempt,
        User, UserId,
    },
    identity::{Claims, IdentityError},
};

use super::{Accounts, SignedIn, Visitor};
use crate::normalize;

/// Longest address of a photo that is kept, in characters.
const MAX_PHOTO_URL: usize = 2_000;

/// A sign-in that has begun: where the browser goes, and the secret that binds the attempt to it.
#[derive(Debug)]
pub struct SignInStart {
    /// The address of the provider's page.
    pub url: String,
    /// The secret that the browser must show when it comes back.
    pub browser: Secret,
}

/// How a sign-in at the provider ended.
#[derive(Debug)]
pub enum SignInOutcome {
    /// The user is signed in.
    SignedIn(SignedIn),
    /// The e-mail address is that of an account, whose owner can link the identity with this
    /// secret and the password.
    LinkRequired(Secret),
}

impl Accounts {
    /// Begins a sign-in in `browser`, which has had its secret since an earlier one or gets it now.
    /// `context` is there again when it comes back.
    ///
    /// # Errors
    /// [`Error::SignInUnavailable`], [`Error::TooManyAttempts`]
    pub async fn start_google_sign_in(
        &self,
        browser: Option<Secret>,
        context: String,
        address: IpAddr,
    ) -> Result<SignInStart> {
        let Some(identity) = &self.identity else {
            tracing::warn!("nobody can sign in with Google: MITAI_OIDC_CLIENT_ID is not set");
            return Err(Error::SignInUnavailable);
        };
        self.limits.google_sign_in(address).await?;
        let state = Secret::random(&*self.random);
        let request = identity.authorization_request(state.reveal()).await;
        let request = request.map_err(|error| refused(&error))?;
        let browser = browser.unwrap_or_else(|| Secret::random(&*self.random));
        let attempt = SignInAttempt {
            browser: browser.hash(),
            nonce: request.nonce,
            verifier: request.verifier,
            context,
            expires_at: self.clock.now() + SIGN_IN_LIFE,
        };
        self.store.put_attempt(&state.hash(), &attempt).await?;
        Ok(SignInStart {
            url: request.url,
            browser,
        })
    }

    /// The attempt that `state` names, if it began in this browser; it is over then.
    pub async fn returned(
        &self,
        state: &str,
        browser: Option<&Secret>,
    ) -> Result<Option<SignInAttempt>> {
        let state = Secret::presented(state).hash();
        let attempt = self.store.take_attempt(&state, self.clock.now()).await?;
        let same = |attempt: &SignInAttempt| browser.is_some_and(|b| b.hash() == attempt.browser);
        let found = attempt.filter(same);
        if found.is_none() {
            tracing::warn!(
                "a sign-in was not begun in the browser that came back, took too long, or was \
                 ended before; if this is the rule, --public-url is not the address visitors use"
            );
        }
        Ok(found)
    }

    /// Ends a sign-in: signs in to the account of the identity, which is made if it is new.
    ///
    /// # Errors
    /// [`Error::SignInFailed`], [`Error::SignInUnavailable`], [`Error::EmailTaken`]
    pub async fn finish_google_sign_in(
        &self,
        attempt: &SignInAttempt,
        code: &str,
        visitor: &Visitor,
    ) -> Result<SignInOutcome> {
        let identity = self.identity.as_ref().ok_or(Error::SignInUnavailable)?;
        let claims = identity
            .exchange_code(code, &attempt.nonce, &attempt.verifier)
            .await
            .map_err(|error| refused(&error))?;
        if let Some(known) = self.store.account_by_identity(&claims.identity).await? {
            return self.arrived(known, visitor).await;
        }
        let account = self.account_of(&claims)?;
        match self
            .store
            .create_account(&account, Some(&claims.identity))
            .await?
        {
            Created::Yes => self.arrived(account, visitor).await,
            Created::Taken => {
                self.sign_up_or_link(claims, account.user.email, visitor)
                    .await
            }
        }
    }

    /// Continues for an unknown identity whose e-mail address has an account.
    async fn sign_up_or_link(
        &self,
        claims: Claims,
        email: Email,
        visitor: &Visitor,
    ) -> Result<SignInOutcome> {
        // Another window of the same person may have been faster
        if let Some(known) = self.store.account_by_identity(&claims.identity).await? {
            return self.arrived(known, visitor).await;
        }
        let owner = self.store.account_by_email(&email).await?;
        let owner = owner.ok_or(Error::SignInFailed)?;
        if !claims.email_verified || owner.password_hash.is_none() {
            return Err(Error::EmailTaken);
        }
        let secret = Secret::random_for(&owner.user.uid, &*self.random);
        let link = PendingLink {
            uid: owner.user.uid,
            identity: claims.identity,
            photo_url: photo(claims.picture),
            expires_at: self.clock.now() + SIGN_IN_LIFE,
        };
        self.store.put_link(&secret.hash(), &link).await?;
        Ok(SignInOutcome::LinkRequired(secret))
    }

    async fn arrived(&self, account: Account, visitor: &Visitor) -> Result<SignInOutcome> {
        let signed_in = self.open_session(&account, visitor).await?;
        Ok(SignInOutcome::SignedIn(signed_in))
    }

    /// Makes an account from what the provider says about its user.
    fn account_of(&self, claims: &Claims) -> Result<Account> {
        let Some(email) = claims.email.as_deref().and_then(Email::parse) else {
            tracing::warn!("the identity provider names no e-mail address");
            return Err(Error::SignInFailed);
        };
        let name = claims.name.as_deref().unwrap_or_default();
        Ok(Account {
            user: User {
                uid: UserId::random(&*self.random),
                display_name: normalize::truncated_line(name, MAX_NAME_CHARS),
                email,
                photo_url: photo(claims.picture.clone()),
                created_at: self.clock.now(),
            },
            password_hash: None,
        })
    }
}

/// Returns the address of a photo, if a page may show it.
fn photo(url: Option<String>) -> Option<String> {
    url.filter(|url| url.starts_with("https://") && url.len() <= MAX_PHOTO_URL)
}

fn refused(error: &IdentityError) -> Error {
    tracing::warn!("nobody was signed in: {error}");
    match error {
        IdentityError::Unavailable(_) => Error::SignInUnavailable,
        IdentityError::Invalid(_) => Error::SignInFailed,
    }
}
