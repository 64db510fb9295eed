//! Gives unresolved entries their title.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    library::{EntriesChanged, Resolving},
};

use super::super::change_entries::{ChangeOptions, changed, lock, rolled_back};
use crate::{Store, tx::Tx};

/// Forgets unresolved entries of one title, each after changing the title's entry, all in one transaction.
pub(super) async fn resolve(
    store: &Store,
    uid: &UserId,
    entries: &[Resolving<'_>],
    title: Option<MalId>,
) -> Result<EntriesChanged> {
    let mut tx = store.begin_grouped().await?;
    match resolve_in(store, &mut tx, uid, entries, title).await {
        Ok(resolved) => {
            tx.commit().await?;
            Ok(resolved)
        }
        Err(error) => Err(rolled_back(tx, error).await),
    }
}

async fn resolve_in(
    store: &Store,
    tx: &mut Tx,
    uid: &UserId,
    entries: &[Resolving<'_>],
    title: Option<MalId>,
) -> Result<EntriesChanged> {
    let first = entries.first().ok_or(Error::NotFound("This entry"))?;
    // Before it is known which are there: another server may be about to resolve them
    lock(store, tx, uid, first.operation).await?;
    let ids: Vec<MalId> = title.into_iter().collect();
    let mut resolved: Option<EntriesChanged> = None;
    for one in entries {
        let sql = "DELETE FROM unresolved_entry WHERE uid = $1 AND key = $2 RETURNING key";
        let params = vec![uid.as_str().into(), one.key.into()];
        if tx.query(sql, params).await?.is_empty() {
            continue;
        }
        let with = ChangeOptions {
            takes_no_refusal: true,
            ..ChangeOptions::default()
        };
        let of = (uid, &ids[..]);
        let (mut now, statements) = changed(store, tx, of, one.operation, one.decide, with).await?;
        tx.execute_all(statements).await?;
        now.written |= resolved.is_some_and(|before| before.written);
        resolved = Some(now);
    }
    resolved.ok_or(Error::NotFound("This entry"))
}
