//! The log of changes, which holds the last [`MAX_CHANGES`] of each library.

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    library::{ChangeId, List, MAX_CHANGES},
};

use super::stored;
use crate::{change_id, insert::Insert, tx::Tx, value::Statement};

/// Kinds of change, as the words that are stored.
pub(super) const ADDED: &str = "added";
pub(super) const REMOVED: &str = "removed";
/// A change of texts or preferences; with a title, an edit of its entry. Servers of the version before take an unknown
/// kind for a fault, and ignore the title.
pub(super) const PROFILE: &str = "profile";

/// A change of a library to be logged.
pub(super) struct LoggedChange {
    pub(super) version: u64,
    pub(super) kind: &'static str,
    pub(super) title: Option<(List, MalId)>,
}

/// The statements that append the last [`MAX_CHANGES`] of these changes, whose versions follow one another, and delete
/// those that are [`MAX_CHANGES`] versions older; and the number of the last change.
pub(super) fn append(
    tx: &Tx,
    uid: &UserId,
    changes: &[LoggedChange],
) -> Result<(Vec<Statement>, Option<ChangeId>)> {
    let columns = ["uid", "version", "kind", "list", "mal_id", "change_id"];
    let forgotten =
        usize::try_from(MAX_CHANGES).map_or(0, |most| changes.len().saturating_sub(most));
    let (forgotten, changes) = changes.split_at(forgotten);
    let mut rows = Vec::with_capacity(changes.len());
    let mut number = None;
    for change in changes {
        let drawn = change_id::draw()?;
        number = Some(drawn);
        rows.push(vec![
            uid.as_str().into(),
            stored(change.version),
            change.kind.into(),
            change.title.map(|(list, _)| list.as_str()).into(),
            change.title.map(|(_, id)| id.get()).into(),
            change_id::value(drawn),
        ]);
    }
    let mut statements = Insert::into("record_change", &columns).statements(tx, rows);
    if let Some(last) = forgotten.last() {
        let sql = "DELETE FROM record_change WHERE uid = $1 AND version <= $2";
        let row = vec![uid.as_str().into(), stored(last.version)];
        statements.push((sql.into(), vec![row]));
        return Ok((statements, number));
    }
    let old = |change: &LoggedChange| change.version.checked_sub(MAX_CHANGES);
    let old: Vec<_> = changes
        .iter()
        .filter_map(old)
        .filter(|it| *it > 0)
        .collect();
    if !old.is_empty() {
        let sql = "DELETE FROM record_change WHERE uid = $1 AND version = $2";
        let row = |version| vec![uid.as_str().into(), stored(version)];
        statements.push((sql.into(), old.into_iter().map(row).collect()));
    }
    Ok((statements, number))
}
