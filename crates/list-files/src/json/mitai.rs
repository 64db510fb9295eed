//! Mitai's own export.

use domain::{
    anime::MalId,
    anime_list::{ImportedEntry, ImportedTitle, ListEntry},
};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    FileEntry, RowError,
    fields::{self, Object},
};

/// The version of the form that [`write`](mod@crate::write) writes.
pub(crate) const VERSION: u8 = 1;

const IMPOSSIBLE: &str = "its values do not go together";

/// Whether a document is of Mitai's own form.
pub(super) fn is_form(header: &Object) -> bool {
    header.contains_key("mitai")
}

/// Whether a document is of a later version, whose fields are not known here.
pub(super) fn is_newer(header: &Object) -> bool {
    is_form(header) && fields::number(header, "version").is_some_and(|it| it > VERSION.into())
}

/// Reads an entry with all that Mitai keeps of it, or an unresolved entry.
pub(super) fn entry(row: &Object) -> Result<FileEntry, RowError> {
    if row.contains_key("said") {
        return unresolved(row);
    }
    let id = fields::id(row, "mal_id").ok_or(RowError::NoTitle)?;
    let whole: ListEntry = value(row, "entry")?;
    if !whole.is_possible() {
        return Err(RowError::Shape(IMPOSSIBLE.into()));
    }
    let title = ImportedTitle {
        mal_id: Some(MalId::new(id)),
        foreign: None,
        name: fields::text(row, "title").map(str::to_owned),
    };
    let mut entry = FileEntry::new(title, whole.status);
    entry.imported.whole = Some(Box::new(whole));
    Ok(entry)
}

fn unresolved(row: &Object) -> Result<FileEntry, RowError> {
    let title: ImportedTitle = value(row, "title")?;
    if title.key().is_none() {
        return Err(RowError::NoTitle);
    }
    let added_at: Option<Timestamp> = value(row, "added_at")?;
    let imported: ImportedEntry = value(row, "said")?;
    if !imported.is_possible() {
        return Err(RowError::Shape(IMPOSSIBLE.into()));
    }
    Ok(FileEntry {
        title,
        imported: ImportedEntry {
            added_at,
            ..imported
        },
        remarks: Vec::new(),
    })
}

fn value<T: DeserializeOwned>(row: &Object, name: &str) -> Result<T, RowError> {
    let value = row.get(name).cloned().unwrap_or(Value::Null);
    serde_json::from_value(value)
        .map_err(|_| RowError::Shape(format!("\"{name}\" is not as Mitai writes it")))
}
