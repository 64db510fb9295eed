//! Finding an account by something else than its uid: its address, its identities, the names of its page.
//!
//! **Invariant:** the lookup row alone decides who has an address, an identity or a name. It is written before
//! its target, and deleted in the same transaction as its target.
//!
//! Servers of the version before do not know these rows. So a row may be missing, or stale: its account does
//! not have the address or the identity any more. Where such servers may run, a missing row is replaced by a
//! query of the accounts, a stale one is overwritten by the next claim, and a sweep deletes the other stale
//! ones. Where tables are distributed, no such server runs. There no row counts as stale: nodes commit one
//! after the other, so a new row may be visible before the account that it leads to.

use domain::{
    Result,
    account::{Email, Identity, UserId},
    people::PageName,
};

use crate::{
    Store,
    distribution::is_distributed,
    tx::Tx,
    value::{Row, Value},
};

/// The number of stale rows that a sweep deletes in one transaction.
const BATCH: u32 = 500;

/// A table of lookup rows, as its SQL statements. Their parameters are the uid, where there is one, and the
/// row's key.
#[derive(Debug)]
struct Lookup {
    find: &'static str,
    add: &'static str,
    /// Keeps the row as it is until the transaction ends, and reads it.
    hold: &'static str,
    give: &'static str,
    delete: &'static str,
    /// Selects the account's uid if the account still has the row's address, identity or name.
    is_kept: &'static str,
    stale: &'static str,
    delete_stale: &'static str,
    add_missing: &'static str,
}

const EMAIL: Lookup = Lookup {
    find: "SELECT uid FROM account_email WHERE email_folded = $1",
    add: "INSERT INTO account_email (uid, email_folded) VALUES ($1, $2) \
         ON CONFLICT DO NOTHING RETURNING uid",
    hold: "UPDATE account_email SET uid = uid WHERE email_folded = $1 RETURNING uid",
    give: "UPDATE account_email SET uid = $1 WHERE email_folded = $2",
    delete: "DELETE FROM account_email WHERE uid = $1 AND email_folded = $2",
    is_kept: "SELECT uid FROM account WHERE uid = $1 AND email_folded = $2",
    stale: "SELECT uid, email_folded FROM account_email l WHERE NOT EXISTS (\
         SELECT 1 FROM account a WHERE a.uid = l.uid AND a.email_folded = l.email_folded) LIMIT $1",
    delete_stale: "DELETE FROM account_email WHERE NOT EXISTS (SELECT 1 FROM account a \
         WHERE a.uid = account_email.uid AND a.email_folded = account_email.email_folded)",
    add_missing: "INSERT INTO account_email (email_folded, uid) \
         SELECT email_folded, uid FROM account WHERE TRUE ON CONFLICT DO NOTHING",
};

const IDENTITY: Lookup = Lookup {
    find: "SELECT uid FROM identity_owner WHERE issuer = $1 AND subject = $2",
    add: "INSERT INTO identity_owner (uid, issuer, subject) VALUES ($1, $2, $3) \
         ON CONFLICT DO NOTHING RETURNING uid",
    hold: "UPDATE identity_owner SET uid = uid WHERE issuer = $1 AND subject = $2 RETURNING uid",
    give: "UPDATE identity_owner SET uid = $1 WHERE issuer = $2 AND subject = $3",
    delete: "DELETE FROM identity_owner WHERE uid = $1 AND issuer = $2 AND subject = $3",
    is_kept: "SELECT uid FROM account_identity WHERE uid = $1 AND issuer = $2 AND subject = $3",
    stale: "SELECT uid, issuer, subject FROM identity_owner l WHERE NOT EXISTS (\
         SELECT 1 FROM account_identity i \
         WHERE i.uid = l.uid AND i.issuer = l.issuer AND i.subject = l.subject) LIMIT $1",
    delete_stale: "DELETE FROM identity_owner WHERE NOT EXISTS (SELECT 1 FROM account_identity i \
         WHERE i.uid = identity_owner.uid AND i.issuer = identity_owner.issuer \
         AND i.subject = identity_owner.subject)",
    add_missing: "INSERT INTO identity_owner (issuer, subject, uid) \
         SELECT issuer, subject, uid FROM account_identity WHERE TRUE ON CONFLICT DO NOTHING",
};

const PAGE_NAME: Lookup = Lookup {
    find: "SELECT uid FROM page_name WHERE name_folded = $1",
    add: "INSERT INTO page_name (uid, name_folded) VALUES ($1, $2) \
         ON CONFLICT DO NOTHING RETURNING uid",
    hold: "UPDATE page_name SET uid = uid WHERE name_folded = $1 RETURNING uid",
    give: "UPDATE page_name SET uid = $1 WHERE name_folded = $2",
    delete: "DELETE FROM page_name WHERE uid = $1 AND name_folded = $2",
    is_kept: "SELECT uid FROM user_page \
         WHERE uid = $1 AND (name_folded = $2 OR former_folded = $2)",
    stale: "SELECT uid, name_folded FROM page_name l WHERE NOT EXISTS (\
         SELECT 1 FROM user_page p WHERE p.uid = l.uid \
         AND (p.name_folded = l.name_folded OR p.former_folded = l.name_folded)) LIMIT $1",
    delete_stale: "DELETE FROM page_name WHERE NOT EXISTS (SELECT 1 FROM user_page p \
         WHERE p.uid = page_name.uid \
         AND (p.name_folded = page_name.name_folded OR p.former_folded = page_name.name_folded))",
    add_missing: "INSERT INTO page_name (name_folded, uid) \
         SELECT name_folded, uid FROM user_page UNION ALL \
         SELECT former_folded, uid FROM user_page WHERE former_folded IS NOT NULL \
         ON CONFLICT DO NOTHING",
};

const ALL: [Lookup; 3] = [EMAIL, IDENTITY, PAGE_NAME];

/// The uid that an address leads to; the account may not have it any more.
pub(super) async fn by_email(store: &Store, email: &Email) -> Result<Option<String>> {
    find(store, &EMAIL, vec![email.folded().into()]).await
}

/// The uid that an identity leads to; the account may not have it any more.
pub(super) async fn by_identity(store: &Store, identity: &Identity) -> Result<Option<String>> {
    find(store, &IDENTITY, key(identity)).await
}

/// The uid that the name of a page leads to; the account's page may not have it any more.
pub(crate) async fn by_page_name(store: &Store, name: &PageName) -> Result<Option<String>> {
    find(store, &PAGE_NAME, vec![name.folded().into()]).await
}

/// Takes an address for an account; tells whether it was nobody else's.
pub(super) async fn take_email(tx: &mut Tx, uid: &UserId, email: &Email) -> Result<bool> {
    take(tx, &EMAIL, uid, vec![email.folded().into()]).await
}

/// Takes an identity for an account; tells whether it was nobody else's.
pub(super) async fn take_identity(tx: &mut Tx, uid: &UserId, identity: &Identity) -> Result<bool> {
    take(tx, &IDENTITY, uid, key(identity)).await
}

/// Takes the name of a page for an account; tells whether it was nobody else's.
pub(crate) async fn take_page_name(tx: &mut Tx, uid: &UserId, name: &PageName) -> Result<bool> {
    take(tx, &PAGE_NAME, uid, vec![name.folded().into()]).await
}

/// Deletes the lookup row of an account's address, so that others may take the address.
pub(super) async fn drop_email(tx: &mut Tx, uid: &UserId, folded: String) -> Result<()> {
    tx.execute(EMAIL.delete, owned(uid, vec![folded.into()]))
        .await
}

/// Deletes the lookup rows of an account's identities, so that others may take them.
pub(super) async fn drop_identities(
    tx: &mut Tx,
    uid: &UserId,
    identities: &[Identity],
) -> Result<()> {
    let rows = identities.iter().map(|one| owned(uid, key(one))).collect();
    tx.execute_many(IDENTITY.delete, rows).await
}

/// Deletes the lookup rows of these names of an account's page, so that others may take them.
pub(crate) async fn drop_page_names(
    tx: &mut Tx,
    uid: &UserId,
    names: impl Iterator<Item = &PageName> + Send,
) -> Result<()> {
    let rows = names.map(|name| owned(uid, vec![name.folded().into()]));
    tx.execute_many(PAGE_NAME.delete, rows.collect()).await
}

/// Deletes the lookup rows of all names of an account's page; the account is held.
pub(crate) async fn drop_names_of_page(tx: &mut Tx, uid: &UserId) -> Result<()> {
    let sql = "SELECT name_folded, former_folded FROM user_page WHERE uid = $1";
    let mut names: Vec<String> = Vec::new();
    for mut row in tx.query(sql, vec![uid.as_str().into()]).await? {
        names.push(row.take("name_folded")?);
        names.extend(row.take::<Option<String>>("former_folded")?);
    }
    let rows = names.into_iter().map(|name| owned(uid, vec![name.into()]));
    tx.execute_many(PAGE_NAME.delete, rows.collect()).await
}

/// Deletes stale lookup rows and adds missing ones, in all lookup tables. `tx` must run alone.
pub(crate) async fn complete(tx: &mut Tx) -> Result<()> {
    for lookup in &ALL {
        tx.execute(lookup.delete_stale, vec![]).await?;
        tx.execute(lookup.add_missing, vec![]).await?;
    }
    Ok(())
}

/// Deletes stale rows, a few at a time so that nobody waits for long.
pub(super) async fn sweep(store: &Store) -> Result<()> {
    if store.is_distributed() {
        return Ok(());
    }
    for lookup in &ALL {
        while sweep_some(store, lookup).await? == BATCH as usize {}
    }
    Ok(())
}

/// Deletes up to [`BATCH`] stale rows; returns how many it found.
async fn sweep_some(store: &Store, lookup: &Lookup) -> Result<usize> {
    let mut tx = store.snapshot().await?;
    let stale = tx.query(lookup.stale, vec![BATCH.into()]).await?;
    tx.commit().await?;
    let rows: Vec<_> = stale.into_iter().map(Row::into_values).collect();
    let found = rows.len();
    if found > 0 {
        // A concurrent transaction may have made a row valid since the snapshot
        let sql = format!("{} AND NOT EXISTS ({})", lookup.delete, lookup.is_kept);
        let mut tx = store.begin().await?;
        tx.execute_many(sql, rows).await?;
        tx.commit().await?;
    }
    Ok(found)
}

/// The key of an identity's row, here and in `account_identity`.
pub(super) fn key(identity: &Identity) -> Vec<Value> {
    vec![(&identity.issuer).into(), (&identity.subject).into()]
}

async fn find(store: &Store, lookup: &Lookup, key: Vec<Value>) -> Result<Option<String>> {
    let row = store.query(lookup.find, key).await?.pop();
    row.map(|mut row| row.take("uid")).transpose()
}

async fn take(tx: &mut Tx, lookup: &Lookup, uid: &UserId, key: Vec<Value>) -> Result<bool> {
    let added = tx.query(lookup.add, owned(uid, key.clone())).await?;
    if !added.is_empty() {
        return Ok(true);
    }
    // A concurrent writer of the row waits; one that released it since comes too late
    let Some(mut row) = tx.query(lookup.hold, key.clone()).await?.pop() else {
        return Ok(false);
    };
    let owner = UserId::new(row.take::<String>("uid")?);
    if owner == *uid {
        return Ok(true);
    }
    let is_kept = tx.query(lookup.is_kept, owned(&owner, key.clone())).await?;
    // Asked anew: tables may have been distributed since the store was opened
    if !is_kept.is_empty() || is_distributed(tx).await? {
        return Ok(false);
    }
    tx.execute(lookup.give, owned(uid, key)).await?;
    Ok(true)
}

fn owned(uid: &UserId, key: Vec<Value>) -> Vec<Value> {
    let mut params = vec![uid.as_str().into()];
    params.extend(key);
    params
}
