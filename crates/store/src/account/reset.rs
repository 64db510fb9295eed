//! Reset links.

use domain::{
    Result,
    account::{SecretHash, User, UserId},
};
use jiff::Timestamp;

use super::{identity, lock_account, user, user_columns};
use crate::{instant, tx::Tx};

pub(super) async fn put(
    mut tx: Tx,
    uid: &UserId,
    secret: &SecretHash,
    expires_at: Timestamp,
) -> Result<()> {
    lock_account(&mut tx, uid).await?;
    let sql = "INSERT INTO password_reset (uid, secret_hash, expires_at) VALUES ($1, $2, $3) \
         ON CONFLICT (uid) DO UPDATE SET \
         secret_hash = excluded.secret_hash, expires_at = excluded.expires_at";
    let params = vec![
        uid.as_str().into(),
        secret.as_str().into(),
        instant::to_text(expires_at).into(),
    ];
    tx.execute(sql, params).await?;
    tx.commit().await
}

/// Uses a link: sets the password, ends all sessions, unlinks identities and takes away the photo
/// that came with one. `None` if there is no such link; what was written must be undone then.
pub(super) async fn take(
    tx: &mut Tx,
    secret: &SecretHash,
    now: Timestamp,
    password_hash: &str,
) -> Result<Option<User>> {
    // Written first, the account is held. Of several that come here with one link, each goes on
    // when those before it have ended; whether the link is still there shows below
    const SET: &str = concat!(
        "UPDATE account SET password_hash = $2, photo_url = NULL WHERE uid = $1 AND EXISTS (\
         SELECT 1 FROM password_reset r WHERE r.uid = $1 AND r.secret_hash = $3 AND r.expires_at > $4) \
         RETURNING ",
        user_columns!()
    );
    let Some(uid) = owner(tx, secret).await? else {
        return Ok(None);
    };
    let params = vec![
        uid.into(),
        password_hash.into(),
        secret.as_str().into(),
        instant::to_text(now).into(),
    ];
    let Some(row) = tx.query(SET, params).await?.pop() else {
        return Ok(None);
    };
    let user = user(row)?;
    let sql = "DELETE FROM password_reset WHERE uid = $1 AND secret_hash = $2 RETURNING uid";
    let params = vec![user.uid.as_str().into(), secret.as_str().into()];
    if tx.query(sql, params).await?.is_empty() {
        return Ok(None);
    }
    identity::unlink_all(tx, &user.uid).await?;
    let sql = "DELETE FROM session WHERE uid = $1";
    tx.execute(sql, vec![user.uid.as_str().into()]).await?;
    Ok(Some(user))
}

/// The uid of the account whose reset link is to be looked up: the one that `secret` names, unchecked, else the one that
/// has the link; `None` if none has it.
async fn owner(tx: &mut Tx, secret: &SecretHash) -> Result<Option<String>> {
    if let Some(owner) = secret.owner() {
        return Ok(Some(owner.as_str().to_owned()));
    }
    let sql = "SELECT uid FROM password_reset WHERE secret_hash = $1";
    let row = tx.query(sql, vec![secret.as_str().into()]).await?.pop();
    row.map(|mut row| row.take("uid")).transpose()
}
