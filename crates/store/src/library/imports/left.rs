//! What taking an import back has left as it was.

use std::collections::BTreeMap;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, ListEntry, OpId},
    library::{ImportOperation, LeftByUndo},
};

use super::super::{
    card::{Kept, revision},
    list_event::{self, event_columns},
};
use crate::Store;

/// How an import found an entry, and how taking it back did.
#[derive(Default)]
struct Found {
    before: Option<ListEntry>,
    now: Option<ListEntry>,
    is_imported: bool,
}

/// Titles that an import changed and taking it back did not.
pub(super) async fn by_undo(store: &Store, uid: &UserId, number: u32) -> Result<Vec<LeftByUndo>> {
    const SQL: &str = concat!(
        "SELECT ",
        event_columns!(),
        " FROM list_event v WHERE v.uid = $1 AND v.at <= $2 \
         AND v.version < COALESCE((SELECT MIN(version) FROM list_event \
         WHERE uid = $1 AND op_id = $4), v.version + 1) \
         AND v.mal_id IN (SELECT mal_id FROM list_event WHERE uid = $1 AND cause = $3) \
         AND v.mal_id NOT IN (SELECT mal_id FROM list_event WHERE uid = $1 AND op_id = $4) \
         ORDER BY v.version"
    );
    const REVISION: &str = concat!("SELECT ", revision!());
    const UNDONE: &str = "SELECT undone_at FROM list_import WHERE uid = $1 AND number = $2";
    let cause = Cause::Import(number.to_string());
    let undo = ImportOperation::Undo(number).op_id();
    let mut tx = store.snapshot().await?;
    let of_import = vec![uid.as_str().into(), number.into()];
    let import = tx.query(UNDONE, of_import).await?.pop();
    let undone_at: Option<String> = match import {
        Some(mut row) => row.take("undone_at")?,
        None => return Err(Error::NotFound("This import")),
    };
    let params = vec![
        uid.as_str().into(),
        undone_at.into(),
        cause.to_string().into(),
        undo.as_ref().map(OpId::as_str).into(),
    ];
    let mut found: BTreeMap<MalId, Found> = BTreeMap::new();
    for mut row in tx.query(SQL, params).await? {
        let event = list_event::read(&mut row)?;
        let found = found.entry(event.mal_id).or_default();
        if event.cause == cause && !found.is_imported {
            found.is_imported = true;
            found.before = event.before;
        }
        found.now = event.after;
    }
    found.retain(|_, found| found.is_imported && found.now != found.before);
    let row = tx.query(REVISION, vec![]).await?.pop();
    let catalogue = row.map_or(Ok(0), |mut row| row.take("revision"))?;
    let ids: Vec<MalId> = found.keys().copied().collect();
    let cards = store.cards.of(&mut tx, (uid, Kept::Ever), catalogue, &ids);
    let cards = cards.await?;
    tx.commit().await?;
    let left = found.into_iter().map(|(mal_id, found)| LeftByUndo {
        mal_id,
        title: cards.get(&mal_id).cloned().flatten(),
        is_removed: found.now.is_none(),
    });
    Ok(left.collect())
}
