//! What leads to an account by its address or its identities, and servers of the version before, which
//! do not know of it. They run only where tables are not distributed.

use anyhow::Result;
use domain::{
    Code,
    account::{Account, AccountStore, Created, RESET_LIFE, UserId},
};
use store::Store;

use super::{
    at_once,
    people::{NOW, identity, person, secret_of, session, sign_up, uid},
};
use crate::{TestDb, TextRow};

/// Returns the uids to which an e-mail address and an identity lead.
async fn found(store: &Store, email_of: u32, subject: &str) -> Result<[Option<UserId>; 2]> {
    let by_email = store.account_by_email(&person(email_of).user.email).await?;
    let by_identity = store.account_by_identity(&identity(subject)).await?;
    Ok([by_email, by_identity].map(|account| account.map(|account| account.user.uid)))
}

/// Builds person `number` with the address of person `email_of`.
fn with_address(number: u32, email_of: u32) -> Account {
    let mut account = person(number);
    account.user.email = person(email_of).user.email;
    account
}

/// Gives a person an account with an identity, as a server of the version before does.
async fn sign_up_before(db: &TestDb, store: &Store, number: u32, subject: &str) -> Result<()> {
    let theirs = identity(subject);
    let created = store.create_account(&person(number), Some(&theirs)).await?;
    assert_eq!(created, Created::Yes);
    for table in ["account_email", "identity_owner"] {
        let sql = format!("DELETE FROM {table} WHERE uid = '{}'", uid(number));
        db.query(&sql).await?;
    }
    Ok(())
}

/// Deletes an account as a server of the version before does.
async fn delete_before(db: &TestDb, number: u32) -> Result<()> {
    let sql = format!("DELETE FROM account WHERE uid = '{}'", uid(number));
    db.query(&sql).await.map(drop)
}

/// Returns the lookup rows, and the rows that they are to lead to.
async fn rows(db: &TestDb) -> Result<[Vec<TextRow>; 2]> {
    let mut all = [Vec::new(), Vec::new()];
    for (rows, [emails, identities]) in all.iter_mut().zip([
        ["account_email", "identity_owner"],
        ["account", "account_identity"],
    ]) {
        let sql = format!("SELECT email_folded, uid FROM {emails}");
        rows.extend(db.query(&sql).await?);
        let sql = format!("SELECT issuer, subject, uid FROM {identities}");
        rows.extend(db.query(&sql).await?);
        rows.sort();
    }
    Ok(all)
}

/// An account without lookup rows is found, and its address and identity cannot be taken by others.
pub async fn accounts_without_lookup_rows_are_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    sign_up_before(db, &store, 1, "one").await?;
    sign_up(&store, 2).await?;
    let one = identity("one");
    assert_eq!(found(&store, 1, "one").await?, [Some(uid(1)), Some(uid(1))]);
    for refused in [
        store.create_account(&with_address(3, 1), None).await?,
        store.create_account(&person(3), Some(&one)).await?,
        store.link_identity(&person(2), &one, None).await?,
    ] {
        assert_eq!(refused, Created::Taken);
    }
    let [lookups, _] = rows(db).await?;
    assert_eq!(lookups.len(), 1, "{lookups:?}");
    let again = store.link_identity(&person(1), &one, None).await?;
    assert_eq!(again, Created::Yes);
    Ok(())
}

/// Once an account without lookup rows is deleted, its address and its identity are free.
pub async fn account_without_lookup_rows_is_deleted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    sign_up_before(db, &store, 1, "one").await?;
    store.delete_account(&uid(1)).await?;
    assert_eq!(found(&store, 1, "one").await?, [None, None]);
    take_over(db, &store, "one").await
}

/// Gives person 3 the unused address of person 1 and an unused identity.
async fn take_over(db: &TestDb, store: &Store, subject: &str) -> Result<()> {
    let theirs = identity(subject);
    let created = store
        .create_account(&with_address(3, 1), Some(&theirs))
        .await?;
    assert_eq!(created, Created::Yes);
    let found = found(store, 1, subject).await?;
    assert_eq!(found, [Some(uid(3)), Some(uid(3))]);
    let [lookups, accounts] = rows(db).await?;
    assert_eq!(lookups, accounts);
    Ok(())
}

/// Lookup rows of a deleted account lead nowhere and block nobody.
pub async fn lookup_rows_of_a_deleted_account_block_nobody(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    let one = identity("one");
    store.create_account(&person(1), Some(&one)).await?;
    delete_before(db, 1).await?;
    assert_eq!(found(&store, 1, "one").await?, [None, None]);
    take_over(db, &store, "one").await
}

/// The lookup row of an unlinked identity leads nowhere and blocks nobody.
pub async fn lookup_row_of_an_unlinked_identity_blocks_nobody(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    let one = identity("one");
    store.create_account(&person(1), Some(&one)).await?;
    sign_up(&store, 2).await?;
    // A reset link of the version before unlinks identities in this way
    let unlink = format!("DELETE FROM account_identity WHERE uid = '{}'", uid(1));
    db.query(&unlink).await?;
    assert_eq!(found(&store, 1, "one").await?, [Some(uid(1)), None]);
    let linked = store.link_identity(&person(2), &one, None).await?;
    assert_eq!(linked, Created::Yes);
    assert_eq!(found(&store, 1, "one").await?, [Some(uid(1)), Some(uid(2))]);
    let again = store.link_identity(&person(1), &one, None).await?;
    assert_eq!(again, Created::Taken);
    Ok(())
}

/// A stale lookup row does not hide an account to which an older server gave its key.
pub async fn stale_lookup_rows_hide_nobody(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    let one = identity("one");
    store.create_account(&person(1), Some(&one)).await?;
    sign_up(&store, 2).await?;
    delete_before(db, 1).await?;
    let renamed = with_address(2, 1).user.email;
    for sql in [
        format!("DELETE FROM account_email WHERE uid = '{}'", uid(2)),
        format!(
            "UPDATE account SET email = '{}', email_folded = '{}' WHERE uid = '{}'",
            renamed.as_str(),
            renamed.folded(),
            uid(2)
        ),
        format!(
            "INSERT INTO account_identity (issuer, subject, uid) VALUES ('{}', '{}', '{}')",
            one.issuer,
            one.subject,
            uid(2)
        ),
    ] {
        db.query(&sql).await?;
    }
    assert_eq!(found(&store, 1, "one").await?, [Some(uid(2)), Some(uid(2))]);
    for refused in [
        store.create_account(&with_address(3, 1), None).await?,
        store.create_account(&person(3), Some(&one)).await?,
    ] {
        assert_eq!(refused, Created::Taken);
    }
    Ok(())
}

/// Of an account that a server of the version before deletes, a sweep takes the lookup rows away, and
/// nobody else's.
pub async fn stale_lookup_rows_are_swept(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    if store.is_distributed() {
        return Ok(());
    }
    for (number, subject) in [(1, "one"), (2, "two")] {
        let theirs = identity(subject);
        store.create_account(&person(number), Some(&theirs)).await?;
    }
    delete_before(db, 1).await?;
    let many = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1100) \
         INSERT INTO account_email (email_folded, uid) SELECT 'e' || n, 'u' || n FROM n";
    db.query(many).await?;
    store.sweep(NOW).await?;
    let [lookups, accounts] = rows(db).await?;
    assert_eq!(lookups, accounts);
    assert_eq!(lookups.len(), 2);
    Ok(())
}

/// Whatever is made, linked, reset and deleted at once, lookup rows lead to all of what is there and
/// to nothing else, and there is no deadlock.
pub async fn lookup_rows_match_accounts_after_writes_at_once(db: &TestDb) -> Result<()> {
    for round in 0..4 {
        at_once(db, 48, move |store, n| async move {
            let (number, name) = (n % 4, format!("{round} {n}"));
            let theirs = identity(&(n % 3).to_string());
            let done = match n % 6 {
                0 => store.create_account(&person(number), Some(&theirs)).await,
                1 => {
                    let other = with_address(100 + n, number);
                    store.create_account(&other, Some(&theirs)).await
                }
                2 | 3 => store.link_identity(&person(number), &theirs, None).await,
                4 => reset(&store, &uid(number), &name).await,
                _ => {
                    let deleted = store.delete_account(&uid(number)).await;
                    deleted.map(|()| Created::Yes)
                }
            };
            match done.map_err(|error| (error.code(), error)) {
                Ok(_) | Err((Code::NotFound | Code::WrongCredentials, _)) => Ok(()),
                Err((_, error)) => Err(error.into()),
            }
        })
        .await?;
        let [lookups, accounts] = rows(db).await?;
        assert_eq!(lookups, accounts, "{round}");
        assert!(!accounts.is_empty(), "{round}");
    }
    Ok(())
}

/// Uses a reset link to set the password hash that the owner has already.
async fn reset(store: &Store, owner: &UserId, name: &str) -> domain::Result<Created> {
    let (link, own) = (secret_of(owner, name), secret_of(owner, "own"));
    store.put_reset(owner, &link, NOW + RESET_LIFE).await?;
    let account = store.account(owner).await?;
    let hash = account.and_then(|account| account.password_hash);
    let hash = hash.unwrap_or_default();
    let opened = session(name, NOW);
    store
        .reset_password(&link, NOW, &hash, &own, &opened)
        .await
        .map(|_| Created::Yes)
}
