//! Signing up with an e-mail address.

use domain::{
    Error, Result,
    account::{
        Account, Created, Email, MAX_NAME_CHARS, MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS, User,
        UserId,
    },
};

use super::{Accounts, SignedIn, Visitor};
use crate::normalize;

/// The sign-up form. The page has compared the password with its confirmation.
pub struct SignUp {
    /// The name to call the user by.
    pub full_name: String,
    /// The user's e-mail address.
    pub email: String,
    /// The password, as typed.
    pub password: String,
}

impl Accounts {
    /// Makes an account and signs its owner in.
    ///
    /// # Errors
    /// The first of: [`Error::AllFieldsRequired`], [`Error::InvalidEmail`],
    /// [`Error::PasswordTooShort`], [`Error::PasswordTooLong`], [`Error::Invalid`] for a name that
    /// is too long, [`Error::TooManyAttempts`], [`Error::EmailTaken`].
    pub async fn sign_up(&self, form: SignUp, visitor: &Visitor) -> Result<SignedIn> {
        let SignUp {
            full_name,
            email,
            password,
        } = form;
        let empty = |text: &str| text.trim().is_empty();
        if empty(&markup::cleaned_line(&full_name)) || empty(&email) || password.is_empty() {
            return Err(Error::AllFieldsRequired);
        }
        let email = Email::parse(&email).ok_or(Error::InvalidEmail)?;
        check_new_password(&password)?;
        let display_name = normalize::line("the name", &full_name, MAX_NAME_CHARS)?;
        self.limits.sign_up(visitor.address).await?;

        let password_hash = self.passwords.permit().await?.hash(password).await?;
        let account = Account {
            user: User {
                uid: UserId::random(&*self.random),
                display_name,
                email,
                photo_url: None,
                created_at: self.clock.now(),
            },
            password_hash: Some(password_hash),
        };
        match self.store.create_account(&account, None).await? {
            Created::Yes => self.open_session(&account, visitor).await,
            Created::Taken => Err(Error::EmailTaken),
        }
    }
}

/// Fails unless the password is long enough to be chosen, and not too long.
pub(super) fn check_new_password(password: &str) -> Result<()> {
    match password.chars().count() {
        ..MIN_PASSWORD_CHARS => Err(Error::PasswordTooShort),
        MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS => Ok(()),
        _ => Err(Error::PasswordTooLong),
    }
}
