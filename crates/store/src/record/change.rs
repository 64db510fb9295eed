//! The changes of a record, of which the last [`KEPT_CHANGES`] are remembered.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    record::{Change, ChangeKind, KEPT_CHANGES, List},
};

use super::{
    entry::{entry, entry_columns},
    list, profile, stored,
};
use crate::{Store, account::unknown, tx::Tx, value::Row};

/// Kinds of change, as they are stored.
pub(super) const ADDED: &str = "added";
pub(super) const REMOVED: &str = "removed";
pub(super) const PROFILE: &str = "profile";

/// `$1`: owner, `$2`: version. One row at least, if there is the account. An entry has the version
/// of the change that added it: one that was removed since, or added anew, is not found by it.
const SINCE: &str = concat!(
    "SELECT r.version, c.version, c.kind, c.list, c.mal_id, ",
    "CASE c.kind WHEN 'profile' THEN a.display_name END, ",
    "CASE c.kind WHEN 'profile' THEN r.bio END, ",
    "CASE c.kind WHEN 'profile' THEN r.favorite_genres END, ",
    entry_columns!(),
    " FROM account a LEFT JOIN user_record r ON r.uid = a.uid \
     LEFT JOIN record_change c ON c.uid = a.uid AND c.version > $2 \
     LEFT JOIN record_entry e \
     ON e.uid = c.uid AND e.list = c.list AND e.version = c.version AND c.kind = 'added' \
     LEFT JOIN anime t ON t.mal_id = e.mal_id \
     WHERE a.uid = $1 ORDER BY c.version"
);

/// Remembers a change and forgets the one that is [`KEPT_CHANGES`] older.
pub(super) async fn note(
    tx: &mut Tx,
    uid: &UserId,
    version: u64,
    kind: &'static str,
    title: Option<(List, MalId)>,
) -> Result<()> {
    let sql = "INSERT INTO record_change (uid, version, kind, list, mal_id) \
         VALUES ($1, $2, $3, $4, $5)";
    let params = vec![
        uid.as_str().into(),
        stored(version),
        kind.into(),
        title.map(|(list, _)| list.as_str()).into(),
        title.map(|(_, id)| id.get()).into(),
    ];
    tx.execute(sql, params).await?;
    let Some(old @ 1..) = version.checked_sub(KEPT_CHANGES) else {
        return Ok(());
    };
    let sql = "DELETE FROM record_change WHERE uid = $1 AND version = $2";
    tx.execute(sql, vec![uid.as_str().into(), stored(old)])
        .await
}

/// The changes after version `since`; `None` if they are not remembered or `since` is still ahead.
pub(super) async fn since(store: &Store, uid: &UserId, since: u64) -> Result<Option<Vec<Change>>> {
    let params = vec![uid.as_str().into(), stored(since)];
    let mut rows = store.query(SINCE, params).await?;
    let first = rows.first_mut().ok_or_else(unknown)?;
    let version = first.take::<Option<u64>>(0)?.unwrap_or(0);
    if since > version || version - since > KEPT_CHANGES {
        return Ok(None);
    }
    rows.into_iter()
        .filter_map(|mut row| change(&mut row).transpose())
        .collect::<Result<_>>()
        .map(Some)
}

/// The change of a row, none where nothing has changed.
fn change(row: &mut Row) -> Result<Option<Change>> {
    let Some(version) = row.take(1)? else {
        return Ok(None);
    };
    let kind: String = row.take(2)?;
    if kind == PROFILE {
        let kind = ChangeKind::Profile(profile::read(row, 5)?);
        return Ok(Some(Change { version, kind }));
    }
    if kind != ADDED && kind != REMOVED {
        return Err(Error::internal(
            "reading a record",
            format!("there is no change {kind}"),
        ));
    }
    let list = list(&row.take::<String>(3)?)?;
    let id = MalId::new(row.take(4)?);
    let kind = entry(row, 8)?.map_or(ChangeKind::Removed(list, id), |entry| {
        ChangeKind::Added(list, entry)
    });
    Ok(Some(Change { version, kind }))
}
