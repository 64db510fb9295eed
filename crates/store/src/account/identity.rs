//! Identities of accounts.

use domain::{
    Result,
    account::{Identity, UserId},
};

use super::lookup::{drop_identities, key, take_identity};
use crate::{tx::Tx, value::Row};

/// Links an identity to an account that is held or new; tells whether it was nobody else's.
pub(super) async fn link(tx: &mut Tx, uid: &UserId, identity: &Identity) -> Result<bool> {
    if !take_identity(tx, uid, identity).await? {
        return Ok(false);
    }
    let mut params = vec![uid.as_str().into()];
    params.extend(key(identity));
    let sql = "INSERT INTO account_identity (uid, issuer, subject) VALUES ($1, $2, $3) \
         ON CONFLICT DO NOTHING RETURNING uid";
    if !tx.query(sql, params.clone()).await?.is_empty() {
        return Ok(true);
    }
    let sql = "SELECT uid FROM account_identity WHERE uid = $1 AND issuer = $2 AND subject = $3";
    Ok(!tx.query(sql, params).await?.is_empty())
}

/// Unlinks all identities of an account that is held.
pub(super) async fn unlink_all(tx: &mut Tx, uid: &UserId) -> Result<()> {
    let identities = of(tx, uid).await?;
    drop_identities(tx, uid, &identities).await?;
    let sql = "DELETE FROM account_identity WHERE uid = $1";
    tx.execute(sql, vec![uid.as_str().into()]).await
}

/// The identities of an account.
pub(super) async fn of(tx: &mut Tx, uid: &UserId) -> Result<Vec<Identity>> {
    let sql =
        "SELECT issuer, subject FROM account_identity WHERE uid = $1 ORDER BY issuer, subject";
    let rows = tx.query(sql, vec![uid.as_str().into()]).await?;
    rows.into_iter().map(read).collect()
}

fn read(mut row: Row) -> Result<Identity> {
    Ok(Identity {
        issuer: row.take("issuer")?,
        subject: row.take("subject")?,
    })
}
