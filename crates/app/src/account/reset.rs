//! Choosing a new password by a link.
//!
//! **Invariant:** a request for a link does not reveal whether the address is known: it is looked up
//! after the answer. A link is used once.

use std::{error::Error as _, net::IpAddr, sync::Arc, time::Duration};

use domain::{
    Error, Result,
    account::{AccountStore, Email, Mailer, RESET_LIFE, Secret},
    clock::Clock,
    random::Random,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Accounts, SignedIn, Visitor, sign_up::check_new_password};
use crate::run_to_completion;

/// Maximum number of mails being sent at once; further requests are asked to come back.
const MAX_SENDING: u32 = 16;
/// Pauses before a mail that was not taken is sent again: a server may be busy for a moment.
const PAUSES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(30)];
const SUBJECT: &str = "Choose a new password for Mitai";

/// Makes links by which owners of accounts choose a new password.
#[derive(Clone)]
pub struct ResetLinks {
    /// The store of the links, which keeps their hashes.
    pub store: Arc<dyn AccountStore>,
    /// The clock that tells the time.
    pub clock: Arc<dyn Clock>,
    /// The source of the links' secrets.
    pub random: Arc<dyn Random>,
    /// The address that visitors use, without a slash at the end.
    pub public_url: Arc<str>,
}

impl ResetLinks {
    /// A link for the account of an e-mail address, in place of an earlier one, and the address that
    /// may get it; `None` if there is no account. It works for [`RESET_LIFE`].
    ///
    /// The address is the account's as its owner wrote it: what somebody else writes may be compared
    /// as the same and still be another mailbox.
    pub async fn issue(&self, email: &Email) -> Result<Option<(Email, String)>> {
        let Some(account) = self.store.account_by_email(email).await? else {
            return Ok(None);
        };
        let secret = Secret::random_for(&account.user.uid, &*self.random);
        let expires_at = self.clock.now() + RESET_LIFE;
        self.store
            .put_reset(&account.user.uid, &secret.hash(), expires_at)
            .await?;
        // Browsers keep the part behind # to themselves: no log and no other site gets it
        let link = format!("{}/reset#token={}", self.public_url, secret.reveal());
        Ok(Some((account.user.email, link)))
    }
}

/// Sends reset links by mail, at the request of their owners.
pub(super) struct ResetMail {
    links: ResetLinks,
    mailer: Arc<dyn Mailer>,
    places: Arc<Semaphore>,
}

impl ResetMail {
    pub(super) fn new(links: ResetLinks, mailer: Arc<dyn Mailer>) -> Self {
        Self {
            links,
            mailer,
            places: Arc::new(Semaphore::new(MAX_SENDING as usize)),
        }
    }

    /// Takes one of the places for links that are on their way; fails if none is free.
    fn acquire_slot(&self) -> Result<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|e| Error::unavailable("the mail server", e))
    }

    /// Sends a link to the address in the background, if the address has an account.
    fn order(&self, place: OwnedSemaphorePermit, email: Email) {
        let (links, mailer) = (self.links.clone(), Arc::clone(&self.mailer));
        tokio::spawn(async move {
            if let Err(error) = send(&links, &*mailer, &email).await {
                let cause = error.source().map(ToString::to_string).unwrap_or_default();
                tracing::warn!("a reset link was not sent: {error}: {cause}");
            }
            drop(place);
        });
    }
}

async fn send(links: &ResetLinks, mailer: &dyn Mailer, email: &Email) -> Result<()> {
    let Some((owner, link)) = links.issue(email).await? else {
        return Ok(());
    };
    let text = text(&link);
    for pause in PAUSES {
        if mailer.send(&owner, SUBJECT, &text).await.is_ok() {
            return Ok(());
        }
        tokio::time::sleep(pause).await;
    }
    mailer.send(&owner, SUBJECT, &text).await
}

/// The account's name is not in it: who signed up with another's address could have put anything
/// there.
fn text(link: &str) -> String {
    let minutes = RESET_LIFE.as_mins();
    format!(
        "Hello,\n\n\
         somebody, probably you, asked to choose a new password for your Mitai account. \
         Here you can:\n\n\
         {link}\n\n\
         The link works once, for {minutes} minutes. If it was not you, just ignore this mail: \
         your password stays as it is.\n\n\
         Mitai\n"
    )
}

impl Accounts {
    /// Waits until no reset link is on its way any more.
    pub async fn mail_is_sent(&self) {
        if let Some(mail) = &self.mail {
            let all = mail.places.acquire_many(MAX_SENDING).await;
            drop(all);
        }
    }

    /// Sends a link to the account of an e-mail address, if there is one. Tells whether there is
    /// anything to send mail with.
    ///
    /// # Errors
    /// [`Error::InvalidEmail`], [`Error::TooManyAttempts`], [`Error::Unavailable`]
    pub async fn forgot(&self, email: &str, address: IpAddr) -> Result<bool> {
        let email = Email::parse(email).ok_or(Error::InvalidEmail)?;
        let Some(mail) = &self.mail else {
            return Ok(false);
        };
        // A request refused for a full queue does not use up one of the few tries
        let place = mail.acquire_slot()?;
        self.limits.forgot(address, email.folded()).await?;
        mail.order(place, email);
        Ok(true)
    }

    /// Sets a new password by a link, ends all sessions of the account and signs in.
    ///
    /// # Errors
    /// [`Error::PasswordTooShort`], [`Error::PasswordTooLong`], [`Error::ResetLinkExpired`],
    /// [`Error::TooManyAttempts`]
    pub async fn reset(
        &self,
        token: &str,
        password: String,
        visitor: &Visitor,
    ) -> Result<SignedIn> {
        check_new_password(&password)?;
        // Each try costs a hash
        self.limits.reset(visitor.address).await?;
        let hash = self.passwords.permit().await?.hash(password).await?;
        let (accounts, link) = (self.clone(), Secret::presented(token).hash());
        let (session, replaced) = (self.new_session(visitor), visitor.session.clone());
        run_to_completion("choosing a password", async move {
            let secret = match link.owner() {
                Some(owner) => Secret::random_for(owner, &*accounts.random),
                // The link was made before links named their account
                None => Secret::random(&*accounts.random),
            };
            let user = accounts
                .store
                .reset_password(&link, accounts.clock.now(), &hash, &secret.hash(), &session)
                .await?
                .ok_or(Error::ResetLinkExpired)?;
            accounts.live.sign_out_everywhere(&user.uid);
            accounts.replace(replaced, &user.uid).await?;
            Ok(SignedIn { user, secret })
        })
        .await
    }
}
