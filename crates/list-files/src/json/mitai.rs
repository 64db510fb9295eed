//! Mitai's own export.

use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, ListEntry},
};
use serde_json::Value;

use crate::{
    FileEntry, RowError,
    fields::{self, Object},
};

/// An entry with all that Mitai keeps of it.
pub(super) fn entry(row: &Object) -> Result<FileEntry, RowError> {
    let id = fields::id(row, "mal_id").ok_or(RowError::NoTitle)?;
    let whole = row.get("entry").cloned().unwrap_or(Value::Null);
    let whole: ListEntry =
        serde_json::from_value(whole).map_err(|error| RowError::Shape(error.to_string()))?;
    if !whole.is_possible() {
        return Err(RowError::Shape("its values do not go together".into()));
    }
    let title = ImportedTitle {
        mal_id: Some(MalId::new(id)),
        foreign: None,
        name: fields::text(row, "title").map(str::to_owned),
    };
    let mut entry = FileEntry::new(title, whole.status);
    entry.said.whole = Some(whole);
    Ok(entry)
}
