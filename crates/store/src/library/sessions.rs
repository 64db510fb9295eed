//! Sessions with their owners' libraries.

use domain::{
    Result,
    account::{SecretHash, UserId},
    library::SessionPosition,
};
use jiff::Timestamp;

use super::{last_change, position, position_columns};
use crate::{
    Store,
    account::session::ended_before,
    in_list::{padded, padded_after},
    instant,
};

/// Reads those of these sessions that are open at `now`, with their owners' libraries.
pub(super) async fn positions(
    store: &Store,
    secrets: &[SecretHash],
    now: Timestamp,
) -> Result<Vec<SessionPosition>> {
    let (owned, others): (Vec<_>, Vec<_>) = secrets.iter().partition(|s| s.owner().is_some());
    let mut found = open(store, &owned, now).await?;
    // Secrets made before secrets named their owner are looked up on all nodes
    found.extend(open(store, &others, now).await?);
    Ok(found)
}

/// Reads those of these sessions that are open at `now`; either all secrets name an owner, or none does.
async fn open(
    store: &Store,
    secrets: &[&SecretHash],
    now: Timestamp,
) -> Result<Vec<SessionPosition>> {
    if secrets.is_empty() {
        return Ok(Vec::new());
    }
    let (places, mut params) = padded(secrets.iter().map(|s| s.as_str().into()).collect());
    let owners = secrets.iter().filter_map(|secret| secret.owner());
    let owners: Vec<_> = owners.map(|owner| owner.as_str().into()).collect();
    let mut of_owners = String::new();
    if !owners.is_empty() {
        let (places, owners) = padded_after(params.len(), owners);
        of_owners = format!("AND s.uid IN ({places}) ");
        params.extend(owners);
    }
    let (idle, life) = (params.len() + 1, params.len() + 2);
    params.extend(ended_before(now));
    let (columns, join) = (position_columns!(), last_change!());
    let sql = format!(
        "SELECT s.secret_hash, s.id, s.uid, s.last_seen_at, {columns} \
         FROM session s LEFT JOIN user_record r ON r.uid = s.uid {join} \
         WHERE s.secret_hash IN ({places}) {of_owners}\
         AND s.last_seen_at > ${idle} AND s.created_at > ${life}"
    );
    let rows = store.query(sql, params).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(SessionPosition {
                secret: SecretHash::new(row.take::<String>("secret_hash")?),
                id: row.take("id")?,
                uid: UserId::new(row.take::<String>("uid")?),
                last_seen_at: instant::from_text(&row.take::<String>("last_seen_at")?)?,
                position: position(&mut row)?,
            })
        })
        .collect()
}
