//! Sign-ins at an identity provider: attempts, and links that wait for the owner's password.

use domain::{
    Result,
    account::{Identity, PendingLink, SecretHash, SignInAttempt, UserId},
};
use jiff::Timestamp;

use super::lock_account;
use crate::{Store, instant, tx::Tx};

/// The query for a pending link that has not expired.
macro_rules! pending_link {
    ($where:literal) => {
        concat!(
            "SELECT uid, issuer, subject, photo_url, expires_at FROM pending_link \
             WHERE secret_hash = $1 AND expires_at > $2",
            $where
        )
    };
}

pub(super) async fn put_attempt(
    store: &Store,
    state: &SecretHash,
    attempt: &SignInAttempt,
) -> Result<()> {
    let sql = "INSERT INTO sign_in_attempt \
         (state_hash, browser_hash, nonce, verifier, context, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    let params = vec![
        state.as_str().into(),
        attempt.browser.as_str().into(),
        (&attempt.nonce).into(),
        (&attempt.verifier).into(),
        (&attempt.context).into(),
        instant::to_text(attempt.expires_at).into(),
    ];
    store.write(sql, params).await.map(drop)
}

pub(super) async fn take_attempt(
    store: &Store,
    state: &SecretHash,
    now: Timestamp,
) -> Result<Option<SignInAttempt>> {
    let sql = "DELETE FROM sign_in_attempt WHERE state_hash = $1 AND expires_at > $2 \
         RETURNING browser_hash, nonce, verifier, context, expires_at";
    let params = vec![state.as_str().into(), instant::to_text(now).into()];
    let Some(mut row) = store.write(sql, params).await?.pop() else {
        return Ok(None);
    };
    Ok(Some(SignInAttempt {
        browser: SecretHash::new(row.take::<String>("browser_hash")?),
        nonce: row.take("nonce")?,
        verifier: row.take("verifier")?,
        context: row.take("context")?,
        expires_at: instant::from_text(&row.take::<String>("expires_at")?)?,
    }))
}

pub(super) async fn put_link(mut tx: Tx, secret: &SecretHash, link: &PendingLink) -> Result<()> {
    lock_account(&mut tx, &link.uid).await?;
    let sql = "INSERT INTO pending_link (secret_hash, uid, issuer, subject, photo_url, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    let params = vec![
        secret.as_str().into(),
        link.uid.as_str().into(),
        (&link.identity.issuer).into(),
        (&link.identity.subject).into(),
        link.photo_url.as_ref().into(),
        instant::to_text(link.expires_at).into(),
    ];
    tx.execute(sql, params).await?;
    tx.commit().await
}

pub(super) async fn pending_link(
    store: &Store,
    secret: &SecretHash,
    now: Timestamp,
) -> Result<Option<PendingLink>> {
    const BY_DIGEST: &str = pending_link!("");
    const OF_OWNER: &str = pending_link!(" AND uid = $3");
    let mut params = vec![secret.as_str().into(), instant::to_text(now).into()];
    let sql = match secret.owner() {
        Some(owner) => {
            params.push(owner.as_str().into());
            OF_OWNER
        }
        // The secret was made before secrets named their owner
        None => BY_DIGEST,
    };
    let Some(mut row) = store.query(sql, params).await?.pop() else {
        return Ok(None);
    };
    Ok(Some(PendingLink {
        uid: UserId::new(row.take::<String>("uid")?),
        identity: Identity {
            issuer: row.take("issuer")?,
            subject: row.take("subject")?,
        },
        photo_url: row.take("photo_url")?,
        expires_at: instant::from_text(&row.take::<String>("expires_at")?)?,
    }))
}
