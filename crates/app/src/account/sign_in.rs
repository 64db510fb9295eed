//! Signing in with an e-mail address, and showing again who one is.

use domain::{
    Error, Result,
    account::{Account, Email, MAX_PASSWORD_CHARS},
};

use super::{
    Accounts, SignedIn, Visitor,
    limits::{Claim, no_email_key},
    password::PasswordCheck,
};

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
        let (account, key) = match Email::parse(email) {
            Some(email) => (self.store.account_by_email(&email).await?, email.folded()),
            None => (None, no_email_key(email)),
        };
        let claim = Claim {
            address: visitor.address,
            email: &key,
        };
        let account = self.prove(account, password, claim).await?;
        self.open_session(&account, visitor).await
    }

    /// Returns the account if the password is right, and replaces a hash of former parameters.
    pub(super) async fn prove(
        &self,
        account: Option<Account>,
        mut password: String,
        claim: Claim<'_>,
    ) -> Result<Account> {
        self.limits.may_try(&claim)?;
        let permit = self.passwords.permit().await?;
        // Counted in its turn, so that right passwords that wait do not use up the budget
        self.limits.try_password(&claim).await?;
        if password.chars().count() > MAX_PASSWORD_CHARS {
            password.clear();
        }
        let known = account.as_ref().and_then(|a| a.password_hash.clone());
        let verdict = permit.compare(password.clone(), known).await?;
        let (Some(account), PasswordCheck::Right { new_hash }) = (account, verdict) else {
            return Err(Error::WrongCredentials);
        };
        self.limits.was_right(&claim).await?;
        match new_hash {
            Some(new_hash) => self.replace_hash(account, password, new_hash).await,
            None => Ok(account),
        }
    }

    /// Replaces the hash of an account's right `password`. Where another hash came first, that one decides:
    /// it is of the same password if another sign-in replaced it, and of another if the owner chose one.
    async fn replace_hash(
        &self,
        mut account: Account,
        password: String,
        new_hash: String,
    ) -> Result<Account> {
        if self.store.rehash(&account, &new_hash).await? {
            account.password_hash = Some(new_hash);
            return Ok(account);
        }
        let account = self.store.account(&account.user.uid).await?;
        let account = account.ok_or(Error::WrongCredentials)?;
        let permit = self.passwords.permit().await?;
        match permit
            .compare(password, account.password_hash.clone())
            .await?
        {
            PasswordCheck::Right { .. } => Ok(account),
            PasswordCheck::Wrong => Err(Error::WrongCredentials),
        }
    }
}
