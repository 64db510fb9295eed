//! The log of changes, which holds the last [`MAX_CHANGES`] of each library.

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    library::{List, MAX_CHANGES},
};

use super::stored;
use crate::{change_id, tx::Tx};

/// Kinds of change, as they are stored.
pub(super) const ADDED: &str = "added";
pub(super) const REMOVED: &str = "removed";
pub(super) const PROFILE: &str = "profile";

/// Appends a change and deletes the one that is [`MAX_CHANGES`] older.
pub(super) async fn append(
    tx: &mut Tx,
    uid: &UserId,
    version: u64,
    kind: &'static str,
    title: Option<(List, MalId)>,
) -> Result<()> {
    let sql = "INSERT INTO record_change (uid, version, kind, list, mal_id, change_id) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    let params = vec![
        uid.as_str().into(),
        stored(version),
        kind.into(),
        title.map(|(list, _)| list.as_str()).into(),
        title.map(|(_, id)| id.get()).into(),
        change_id::value(change_id::draw()?),
    ];
    tx.execute(sql, params).await?;
    let Some(old @ 1..) = version.checked_sub(MAX_CHANGES) else {
        return Ok(());
    };
    let sql = "DELETE FROM record_change WHERE uid = $1 AND version = $2";
    tx.execute(sql, vec![uid.as_str().into(), stored(old)])
        .await
}
