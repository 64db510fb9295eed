//! Undoes an import.

use std::collections::HashMap;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, CurrentEntry, ListEvent, Operation},
    library::{EntriesChanged, UndoChanges},
};

use super::super::{
    change_entries::{ChangeOptions, change_in, lock},
    list_event::{self, event_columns},
};
use crate::{Store, instant, tx::Tx};

/// Undoes the changes of an import. They are read once the library is locked, so that none comes in between.
pub(super) async fn undo(
    store: &Store,
    (uid, number): (&UserId, u32),
    operation: &Operation,
    undo: UndoChanges<'_>,
) -> Result<EntriesChanged> {
    let mut tx = store.begin_grouped().await?;
    lock(store, &mut tx, uid, operation).await?;
    if let Err(error) = mark(&mut tx, uid, number, operation).await {
        tx.rollback().await?;
        return Err(error);
    }
    let (ids, events) = events(&mut tx, uid, number).await?;
    let decide = |current: &CurrentEntry| match events.get(&current.mal_id) {
        Some(events) => undo(events, current),
        None => Err(Error::NotFound("This change")),
    };
    let forgotten = "DELETE FROM unresolved_entry WHERE uid = $1 AND import = $2";
    let row = vec![uid.as_str().into(), number.into()];
    let with = ChangeOptions {
        statements: vec![(forgotten.into(), vec![row])],
        answers_exceptions: true,
        ..ChangeOptions::default()
    };
    change_in(store, tx, (uid, &ids), operation, &decide, with).await
}

/// Marks an import as undone.
async fn mark(tx: &mut Tx, uid: &UserId, number: u32, operation: &Operation) -> Result<()> {
    let sql = "UPDATE list_import SET undone_at = $3 WHERE uid = $1 AND number = $2 \
         AND applied_at IS NOT NULL AND undone_at IS NULL RETURNING number";
    let mut params = vec![uid.as_str().into(), number.into()];
    let of_import = params.clone();
    params.push(instant::to_text(operation.at).into());
    if !tx.query(sql, params).await?.is_empty() {
        return Ok(());
    }
    let known = "SELECT number FROM list_import WHERE uid = $1 AND number = $2";
    let undone = "This import was taken back already, or was never applied.";
    Err(if tx.query(known, of_import).await?.is_empty() {
        Error::NotFound("This import")
    } else {
        Error::Invalid(undone.into())
    })
}

/// The titles that an import has changed, in that order, and the changes of each, oldest first.
async fn events(
    tx: &mut Tx,
    uid: &UserId,
    number: u32,
) -> Result<(Vec<MalId>, HashMap<MalId, Vec<ListEvent>>)> {
    const SQL: &str = concat!(
        "SELECT ",
        event_columns!(),
        " FROM list_event v WHERE v.uid = $1 AND v.cause = $2 ORDER BY v.version"
    );
    let cause = Cause::Import(number.to_string()).to_string();
    let mut ids = Vec::new();
    let mut events: HashMap<MalId, Vec<ListEvent>> = HashMap::new();
    for mut row in tx
        .query(SQL, vec![uid.as_str().into(), cause.into()])
        .await?
    {
        let event = list_event::read(&mut row)?;
        let of_title = events.entry(event.mal_id).or_default();
        if of_title.is_empty() {
            ids.push(event.mal_id);
        }
        of_title.push(event);
    }
    Ok((ids, events))
}
