//! The outcome of undoing an import, from events.

use std::collections::BTreeMap;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, ListEntry, OpId},
    library::{ImportOperation, UnchangedByUndo, UndoOutcome},
};

use super::super::{
    card::revision,
    list_event::{self, event_columns},
    title_scope::TitleScope,
};
use crate::{Store, anime::from_json, tx::Tx, value::Value};

/// A title's entry before an import, and right before the undo of that import.
#[derive(Default)]
struct UndoneEntry {
    before: Option<ListEntry>,
    now: Option<ListEntry>,
    is_imported: bool,
}

/// How many entries are as before, and the titles that an import changed and taking it back did not.
pub(super) async fn of_undo(store: &Store, uid: &UserId, number: u32) -> Result<UndoOutcome> {
    const REVISION: &str = concat!("SELECT ", revision!());
    const UNDONE: &str = "SELECT undone_at, (SELECT COUNT(*) FROM list_event \
         WHERE uid = $1 AND op_id = $3) AS restored \
         FROM list_import WHERE uid = $1 AND number = $2";
    let mut tx = store.snapshot().await?;
    let of_import = vec![uid.as_str().into(), number.into(), undo_of(number)];
    let import = tx.query(UNDONE, of_import).await?.pop();
    let mut import = import.ok_or(Error::NotFound("This import"))?;
    let mut restored: u32 = import.take("restored")?;
    let mut found = without_undo(&mut tx, uid, number, import.take("undone_at")?).await?;
    let count = found.len();
    found.retain(|_, found| found.now != found.before);
    // The undo changed nothing on these, because they were as before
    restored += u32::try_from(count - found.len()).unwrap_or(u32::MAX);
    let row = tx.query(REVISION, vec![]).await?.pop();
    let catalogue = row.map_or(Ok(0), |mut row| row.take("revision"))?;
    let mut names = file_names(&mut tx, uid, number).await?;
    let ids: Vec<MalId> = found.keys().copied().collect();
    let cards = store
        .cards
        .of(&mut tx, (uid, TitleScope::EverListed), catalogue, &ids);
    let cards = cards.await?;
    tx.commit().await?;
    let left = found.into_iter().map(|(mal_id, found)| UnchangedByUndo {
        mal_id,
        known: cards.get(&mal_id).cloned().flatten(),
        name: names.remove(&mal_id),
        is_removed: found.now.is_none(),
    });
    Ok(UndoOutcome {
        restored,
        left: left.collect(),
    })
}

/// The id of the operation that undoes an import, as a parameter.
fn undo_of(number: u32) -> Value {
    let op_id = ImportOperation::Undo(number).op_id();
    op_id.as_ref().map(OpId::as_str).into()
}

/// The titles that an import changed and taking it back then did not; none of an import that was not.
async fn without_undo(
    tx: &mut Tx,
    uid: &UserId,
    number: u32,
    undone_at: Option<String>,
) -> Result<BTreeMap<MalId, UndoneEntry>> {
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
    let cause = Cause::Import(number.to_string());
    let params = vec![
        uid.as_str().into(),
        undone_at.into(),
        cause.to_string().into(),
        undo_of(number),
    ];
    let mut found: BTreeMap<MalId, UndoneEntry> = BTreeMap::new();
    for mut row in tx.query(SQL, params).await? {
        let event = list_event::read(&mut row)?;
        let found = found.entry(event.mal_id).or_default();
        if event.cause == cause && !found.is_imported {
            found.is_imported = true;
            found.before = event.before;
        }
        found.now = event.after;
    }
    found.retain(|_, found| found.is_imported);
    Ok(found)
}

/// What the file of an import has called the titles whose entries it has changed.
async fn file_names(tx: &mut Tx, uid: &UserId, number: u32) -> Result<BTreeMap<MalId, String>> {
    let sql = "SELECT names FROM list_import WHERE uid = $1 AND number = $2";
    let row = tx.query(sql, vec![uid.as_str().into(), number.into()]);
    let names = row.await?.pop().map(|mut row| row.take("names"));
    let names: Option<String> = names.transpose()?.flatten();
    names.map_or(Ok(BTreeMap::new()), |json| from_json(&json))
}
