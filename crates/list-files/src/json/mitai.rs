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

/// The version of the form, which [`write`](mod@crate::write) writes.
pub(crate) const VERSION: u8 = 1;

/// Whether a document is of this form.
pub(super) fn is_form(header: &Object) -> bool {
    header.contains_key("mitai")
}

/// Whether a document is of a later version, of which nobody knows here what it has.
pub(super) fn is_newer(header: &Object) -> bool {
    is_form(header) && fields::number(header, "version").is_some_and(|it| it > VERSION.into())
}

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
    entry.said.whole = Some(Box::new(whole));
    Ok(entry)
}
