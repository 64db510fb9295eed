//! Sessions.

use domain::{
    Result,
    account::{MAX_SESSIONS, SESSION_IDLE, SESSION_LIFE, SecretHash, Session, User, UserId},
};
use jiff::Timestamp;

use super::{user, user_columns};
use crate::{
    Store, instant,
    tx::Tx,
    value::{Row, Value},
};

/// The query for an open session and its owner.
macro_rules! find {
    ($where:literal) => {
        concat!(
            "SELECT ",
            user_columns!(),
            ", s.id, s.created_at, s.last_seen_at, s.user_agent \
             FROM session s JOIN account ON account.uid = s.uid \
             WHERE s.secret_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3",
            $where
        )
    };
}

const FIND: &str = find!(" AND s.uid = $4 AND account.uid = $4");
/// Finds the session of a secret that was made before secrets named their owner.
const FIND_BY_DIGEST: &str = find!("");

/// Opens a session of an account that is held, and ends others beyond [`MAX_SESSIONS`].
pub(super) async fn open(
    tx: &mut Tx,
    uid: &UserId,
    secret: &SecretHash,
    session: &Session,
) -> Result<()> {
    let sql = "INSERT INTO session (secret_hash, id, uid, created_at, last_seen_at, user_agent) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    let params = vec![
        secret.as_str().into(),
        (&session.id).into(),
        uid.as_str().into(),
        instant::to_text(session.created_at).into(),
        instant::to_text(session.last_seen_at).into(),
        (&session.user_agent).into(),
    ];
    tx.execute(sql, params).await?;
    let sql = "DELETE FROM session WHERE uid = $1 AND id <> $2 AND id NOT IN (\
         SELECT id FROM session WHERE uid = $1 AND id <> $2 \
         ORDER BY last_seen_at DESC, created_at DESC, id LIMIT $3)";
    let others = Value::Int(i64::from(MAX_SESSIONS) - 1);
    let params = vec![uid.as_str().into(), (&session.id).into(), others];
    tx.execute(sql, params).await
}

/// A session that is open at `now`, and its owner.
pub(super) async fn find(
    store: &Store,
    secret: &SecretHash,
    now: Timestamp,
) -> Result<Option<(User, Session)>> {
    let [idle, life] = ended_before(now);
    let mut params = vec![secret.as_str().into(), idle, life];
    let sql = match secret.owner() {
        Some(owner) => {
            params.push(owner.as_str().into());
            FIND
        }
        None => FIND_BY_DIGEST,
    };
    let Some(mut row) = store.query(sql, params).await?.pop() else {
        return Ok(None);
    };
    let session = read(&mut row)?;
    Ok(Some((user(row)?, session)))
}

/// The sessions of an account that are open at `now`, the last used one first.
pub(super) async fn of(tx: &mut Tx, uid: &UserId, now: Timestamp) -> Result<Vec<Session>> {
    let sql = "SELECT id, created_at, last_seen_at, user_agent FROM session \
         WHERE uid = $1 AND last_seen_at > $2 AND created_at > $3 \
         ORDER BY last_seen_at DESC, created_at DESC, id";
    let [idle, life] = ended_before(now);
    let rows = tx.query(sql, vec![uid.as_str().into(), idle, life]).await?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

pub(super) async fn touch(store: &Store, uid: &UserId, id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE session SET last_seen_at = $3 \
         WHERE uid = $1 AND id = $2 AND last_seen_at < $3";
    let params = vec![uid.as_str().into(), id.into(), instant::to_text(now).into()];
    store.write(sql, params).await.map(drop)
}

pub(super) async fn end(store: &Store, uid: &UserId, id: &str) -> Result<bool> {
    let sql = "DELETE FROM session WHERE uid = $1 AND id = $2 RETURNING id";
    let params = vec![uid.as_str().into(), id.into()];
    Ok(!store.write(sql, params).await?.is_empty())
}

/// Takes away what has expired. `tx` must run alone, since it holds several accounts.
pub(super) async fn sweep(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let [idle, life] = ended_before(now);
    let now: Value = instant::to_text(now).into();
    let hold = "UPDATE account SET display_name = display_name WHERE uid IN (\
         SELECT uid FROM session WHERE last_seen_at <= $1 OR created_at <= $2 \
         UNION SELECT uid FROM password_reset WHERE expires_at <= $3 \
         UNION SELECT uid FROM pending_link WHERE expires_at <= $3)";
    tx.execute(hold, vec![idle.clone(), life.clone(), now.clone()])
        .await?;
    let sessions = "DELETE FROM session WHERE last_seen_at <= $1 OR created_at <= $2";
    tx.execute(sessions, vec![idle, life]).await?;
    for sql in [
        "DELETE FROM password_reset WHERE expires_at <= $1",
        "DELETE FROM pending_link WHERE expires_at <= $1",
        "DELETE FROM sign_in_attempt WHERE expires_at <= $1",
    ] {
        tx.execute(sql, vec![now.clone()]).await?;
    }
    Ok(())
}

/// A session last used at the first instant or before, or opened at the second or before, has ended
/// by `now`.
pub(crate) fn ended_before(now: Timestamp) -> [Value; 2] {
    [SESSION_IDLE, SESSION_LIFE].map(|time| instant::to_text(now - time).into())
}

fn read(row: &mut Row) -> Result<Session> {
    Ok(Session {
        id: row.take("id")?,
        created_at: instant::from_text(&row.take::<String>("created_at")?)?,
        last_seen_at: instant::from_text(&row.take::<String>("last_seen_at")?)?,
        user_agent: row.take("user_agent")?,
    })
}
