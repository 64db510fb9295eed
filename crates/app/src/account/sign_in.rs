//! Signing in with an e-mail address, and showing again who one is.

use domain::{
    Error, Result,
    account::{Account, Email, MAX_PASSWORD_CHARS},
};

use super::{Accounts, SignedIn, Visitor, limits::Claim, password::Verdict};

impl Accounts {
    /// Signs in. Whether the address is not known or the password is not right makes no
    /// difference.
    ///
    /// # Errors
    /// [`Error::WrongCredentials`], [`Error::TooManyAttempts`]
    pub async fn sign_in(
        &self,
        email: &str,
        password: String,
        visitor: &Visitor,
    ) -> Result<SignedIn> {
        let email = Email::parse(email);
        let account = match &email {
            Some(email) => self.store.account_by_email(email).await?,
            None => None,
        };
        let claim = Claim {
            address: visitor.address,
            email: &email.map(|email| email.folded()).unwrap_or_default(),
        };
        let account = self.prove(account, password, claim).await?;
        self.enter(&account, visitor).await
    }

    /// The account, if the password is its.
    pub(super) async fn prove(
        &self,
        account: Option<Account>,
        mut password: String,
        claim: Claim<'_>,
    ) -> Result<Account> {
        self.limits.may_try(&claim)?;
        let turn = self.passwords.turn().await?;
        // Counted in its turn, so that right passwords that wait do not use up the budget
        self.limits.try_password(&claim).await?;
        if password.chars().count() > MAX_PASSWORD_CHARS {
            password.clear();
        }
        let known = account.as_ref().and_then(|a| a.password_hash.clone());
        let verdict = turn.compare(password, known).await?;
        let (Some(mut account), Verdict::Right { new_hash }) = (account, verdict) else {
            return Err(Error::WrongCredentials);
        };
        self.limits.was_right(&claim).await?;
        if let Some(new_hash) = new_hash {
            self.store.rehash(&account, &new_hash).await?;
            account.password_hash = Some(new_hash);
        }
        Ok(account)
    }
}
