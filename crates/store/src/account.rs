//! Accounts and what signs their owners in.
//!
//! **Invariant:** a transaction that writes rows of an account [holds](lock_account) the account first, then
//! writes [lookup] rows (its address, its identities, the names of its page), then its library, then
//! the rest. It holds one account; only the sweep, which runs alone, holds several. Making an account
//! takes its address first, since nobody else knows that account yet. So transactions wait for one
//! another without a deadlock. A change of one row in one statement holds no account.
//!
//! **Invariant:** a statement names the uid of the one account that it is about, or the key of one
//! lookup row, so that it runs on one node where tables are [distributed](crate::distribution);
//! secrets of before they had an owner, and the sweep, ask all nodes. No statement joins an account
//! with a lookup row.

mod identity;
pub(crate) mod lookup;
mod reset;
pub(crate) mod session;
mod sign_in;

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::{
        Account, AccountData, AccountStore, Created, Email, Identity, PendingLink, SecretHash,
        Session, SignInAttempt, User, UserId,
    },
};
use jiff::Timestamp;

use crate::{
    Store, budget, instant,
    tx::Tx,
    value::{Row, Value},
};

/// The columns that [`account`] reads, of the table `account`.
macro_rules! account_columns {
    () => {
        concat!(user_columns!(), ", account.password_hash")
    };
}

/// The columns that [`user`] reads, of the table `account`.
macro_rules! user_columns {
    () => {
        "account.uid, account.display_name, account.email, account.photo_url, account.created_at AS since"
    };
}
use user_columns;

const BY_UID: &str = concat!(
    "SELECT ",
    account_columns!(),
    " FROM account WHERE uid = $1"
);
const BY_UID_AND_EMAIL: &str = concat!(
    "SELECT ",
    account_columns!(),
    " FROM account WHERE uid = $1 AND email_folded = $2"
);
const BY_EMAIL: &str = concat!(
    "SELECT ",
    account_columns!(),
    " FROM account WHERE email_folded = $1"
);
const BY_UID_AND_IDENTITY: &str = concat!(
    "SELECT ",
    account_columns!(),
    " FROM account JOIN account_identity i ON i.uid = account.uid \
     WHERE account.uid = $1 AND i.uid = $1 AND i.issuer = $2 AND i.subject = $3"
);
const BY_IDENTITY: &str = concat!(
    "SELECT ",
    account_columns!(),
    " FROM account_identity i JOIN account ON account.uid = i.uid \
     WHERE i.issuer = $1 AND i.subject = $2"
);

#[async_trait]
impl AccountStore for Store {
    async fn create_account(
        &self,
        account: &Account,
        identity: Option<&Identity>,
    ) -> Result<Created> {
        let mut tx = self.begin().await?;
        let user = &account.user;
        if !lookup::take_email(&mut tx, &user.uid, &user.email).await? {
            return end(tx, false).await;
        }
        // A server of the version before may have given the address away, without a lookup row
        let sql = "INSERT INTO account (uid, display_name, email, email_folded, photo_url, \
             password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT DO NOTHING RETURNING uid";
        let params = vec![
            user.uid.as_str().into(),
            (&user.display_name).into(),
            user.email.as_str().into(),
            user.email.folded().into(),
            user.photo_url.as_ref().into(),
            account.password_hash.as_ref().into(),
            instant::to_text(user.created_at).into(),
        ];
        let mut is_new = !tx.query(sql, params).await?.is_empty();
        if let (true, Some(identity)) = (is_new, identity) {
            is_new = identity::link(&mut tx, &user.uid, identity).await?;
        }
        end(tx, is_new).await
    }

    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>> {
        let owner = lookup::by_email(self, email).await?;
        let key = vec![email.folded().into()];
        one_of(self, owner, key, [BY_UID_AND_EMAIL, BY_EMAIL]).await
    }

    async fn account_by_identity(&self, identity: &Identity) -> Result<Option<Account>> {
        let owner = lookup::by_identity(self, identity).await?;
        let key = lookup::key(identity);
        one_of(self, owner, key, [BY_UID_AND_IDENTITY, BY_IDENTITY]).await
    }

    async fn account(&self, uid: &UserId) -> Result<Option<Account>> {
        one(self, BY_UID, vec![uid.as_str().into()]).await
    }

    async fn rehash(&self, account: &Account, password_hash: &str) -> Result<bool> {
        let sql = "UPDATE account SET password_hash = $3 WHERE uid = $1 AND password_hash = $2 \
             RETURNING uid";
        let params = vec![
            account.user.uid.as_str().into(),
            account.password_hash.as_ref().into(),
            password_hash.into(),
        ];
        Ok(!self.write(sql, params).await?.is_empty())
    }

    async fn link_identity(
        &self,
        account: &Account,
        identity: &Identity,
        photo_url: Option<&str>,
    ) -> Result<Created> {
        let uid = &account.user.uid;
        let mut tx = self.begin().await?;
        hold_as_read(&mut tx, account).await?;
        let sql = "UPDATE account SET photo_url = $2 WHERE uid = $1 AND photo_url IS NULL";
        tx.execute(sql, vec![uid.as_str().into(), photo_url.into()])
            .await?;
        let is_theirs = identity::link(&mut tx, uid, identity).await?;
        end(tx, is_theirs).await
    }

    async fn account_data(&self, uid: &UserId, now: Timestamp) -> Result<Option<AccountData>> {
        let mut tx = self.snapshot().await?;
        let row = tx.query(BY_UID, vec![uid.as_str().into()]).await?.pop();
        let data = match row {
            Some(row) => Some(AccountData {
                account: account(row)?,
                identities: identity::of(&mut tx, uid).await?,
                sessions: session::of(&mut tx, uid, now).await?,
            }),
            None => None,
        };
        tx.commit().await?;
        Ok(data)
    }

    async fn delete_account(&self, uid: &UserId) -> Result<()> {
        let mut tx = self.begin().await?;
        let Some(email_folded) = hold_address(&mut tx, uid).await? else {
            return tx.rollback().await;
        };
        lookup::drop_email(&mut tx, uid, email_folded).await?;
        identity::unlink_all(&mut tx, uid).await?;
        lookup::drop_names_of_page(&mut tx, uid).await?;
        for sql in [
            "INSERT INTO forgotten_account (uid) VALUES ($1) ON CONFLICT (uid) DO NOTHING",
            "DELETE FROM account WHERE uid = $1",
        ] {
            tx.execute(sql, vec![uid.as_str().into()]).await?;
        }
        tx.commit().await
    }

    async fn open_session(
        &self,
        account: &Account,
        secret: &SecretHash,
        session: &Session,
    ) -> Result<User> {
        let mut tx = self.begin().await?;
        let user = hold_as_read(&mut tx, account).await?;
        session::open(&mut tx, &user.uid, secret, session).await?;
        tx.commit().await?;
        Ok(user)
    }

    async fn session(
        &self,
        secret: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<(User, Session)>> {
        session::find(self, secret, now).await
    }

    async fn touch_session(&self, uid: &UserId, id: &str, now: Timestamp) -> Result<()> {
        session::touch(self, uid, id, now).await
    }

    async fn end_session(&self, uid: &UserId, id: &str) -> Result<bool> {
        session::end(self, uid, id).await
    }

    async fn sweep(&self, now: Timestamp) -> Result<()> {
        let mut tx = self.begin_exclusive().await?;
        session::sweep(&mut tx, now).await?;
        tx.commit().await?;
        lookup::sweep(self).await?;
        budget::sweep(self, now).await
    }

    async fn put_reset(
        &self,
        uid: &UserId,
        secret: &SecretHash,
        expires_at: Timestamp,
    ) -> Result<()> {
        reset::put(self.begin().await?, uid, secret, expires_at).await
    }

    async fn reset_password(
        &self,
        secret: &SecretHash,
        now: Timestamp,
        password_hash: &str,
        session_secret: &SecretHash,
        session: &Session,
    ) -> Result<Option<User>> {
        let mut tx = self.begin().await?;
        let Some(user) = reset::take(&mut tx, secret, now, password_hash).await? else {
            tx.rollback().await?;
            return Ok(None);
        };
        session::open(&mut tx, &user.uid, session_secret, session).await?;
        tx.commit().await?;
        Ok(Some(user))
    }

    async fn put_attempt(&self, state: &SecretHash, attempt: &SignInAttempt) -> Result<()> {
        sign_in::put_attempt(self, state, attempt).await
    }

    async fn take_attempt(
        &self,
        state: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<SignInAttempt>> {
        sign_in::take_attempt(self, state, now).await
    }

    async fn put_link(&self, secret: &SecretHash, link: &PendingLink) -> Result<()> {
        sign_in::put_link(self.begin().await?, secret, link).await
    }

    async fn pending_link(
        &self,
        secret: &SecretHash,
        now: Timestamp,
    ) -> Result<Option<PendingLink>> {
        sign_in::pending_link(self, secret, now).await
    }

    async fn drop_link(&self, uid: &UserId, secret: &SecretHash) -> Result<()> {
        let sql = "DELETE FROM pending_link WHERE uid = $1 AND secret_hash = $2";
        let params = vec![uid.as_str().into(), secret.as_str().into()];
        self.write(sql, params).await.map(drop)
    }
}

/// Keeps an account from being deleted, or written to by others, until the transaction ends.
///
/// # Errors
/// `NotFound` if the account does not exist.
pub(crate) async fn lock_account(tx: &mut Tx, uid: &UserId) -> Result<User> {
    const SQL: &str = concat!(
        "UPDATE account SET display_name = display_name WHERE uid = $1 RETURNING ",
        user_columns!()
    );
    let row = tx.query(SQL, vec![uid.as_str().into()]).await?.pop();
    user(row.ok_or_else(unknown)?)
}

/// [Holds](lock_account) an account that has the password it was read with.
///
/// # Errors
/// `WrongCredentials` if the account has another password by now, or is gone.
async fn hold_as_read(tx: &mut Tx, account: &Account) -> Result<User> {
    const SQL: &str = concat!(
        "UPDATE account SET display_name = display_name \
         WHERE uid = $1 AND password_hash IS NOT DISTINCT FROM $2 RETURNING ",
        user_columns!()
    );
    let params = vec![
        account.user.uid.as_str().into(),
        account.password_hash.as_ref().into(),
    ];
    let row = tx.query(SQL, params).await?.pop();
    user(row.ok_or(Error::WrongCredentials)?)
}

/// [Holds](lock_account) an account, if there is one, and reads the address that leads to it.
async fn hold_address(tx: &mut Tx, uid: &UserId) -> Result<Option<String>> {
    let sql = "UPDATE account SET display_name = display_name WHERE uid = $1 \
         RETURNING email_folded";
    let row = tx.query(sql, vec![uid.as_str().into()]).await?.pop();
    row.map(|mut row| row.take("email_folded")).transpose()
}

/// The error for an account that does not exist, or does not exist any more.
pub(crate) fn unknown() -> Error {
    Error::NotFound("This account")
}

async fn end(tx: Tx, is_theirs: bool) -> Result<Created> {
    if is_theirs {
        tx.commit().await?;
        return Ok(Created::Yes);
    }
    tx.rollback().await?;
    Ok(Created::Taken)
}

async fn one(store: &Store, sql: &'static str, params: Vec<Value>) -> Result<Option<Account>> {
    let row = store.query(sql, params).await?.pop();
    row.map(account).transpose()
}

/// The account that a lookup led to, if it has this key. The first statement reads it by uid and key.
/// The second one, by the key alone, makes up for a row that is missing or stale.
async fn one_of(
    store: &Store,
    owner: Option<String>,
    key: Vec<Value>,
    [by_uid_and_key, by_key]: [&'static str; 2],
) -> Result<Option<Account>> {
    // An account is asked for even where the key is nobody's, so that this takes no less time than for a user's key
    if owner.is_some() || store.is_distributed() {
        let mut params = vec![owner.unwrap_or_default().into()];
        params.extend(key.clone());
        let found = one(store, by_uid_and_key, params).await?;
        if found.is_some() || store.is_distributed() {
            return Ok(found);
        }
    }
    one(store, by_key, key).await
}

fn account(mut row: Row) -> Result<Account> {
    let password_hash = row.take("password_hash")?;
    Ok(Account {
        user: user(row)?,
        password_hash,
    })
}

/// Reads a user from the columns `user_columns!()`.
fn user(mut row: Row) -> Result<User> {
    let email: String = row.take("email")?;
    Ok(User {
        uid: UserId::new(row.take::<String>("uid")?),
        display_name: row.take("display_name")?,
        email: Email::parse(&email).ok_or_else(|| {
            Error::internal("reading an account", "its e-mail address is not one")
        })?,
        photo_url: row.take("photo_url")?,
        created_at: instant::from_text(&row.take::<String>("since")?)?,
    })
}
