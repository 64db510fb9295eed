//! Numbers of changes, of the catalogue and of libraries.

use domain::{Error, Result, library::ChangeId};

use crate::value::{Row, Value};

/// A new one.
pub(crate) fn draw() -> Result<ChangeId> {
    let drawn = getrandom::u64().map_err(|e| Error::internal("drawing a random number", e))?;
    Ok(ChangeId::new(drawn))
}

/// As a parameter: columns have a sign.
pub(crate) fn value(id: ChangeId) -> Value {
    Value::Int(id.get().cast_signed())
}

/// Reads a column.
pub(crate) fn read(row: &mut Row, column: &str) -> Result<Option<ChangeId>> {
    let id: Option<i64> = row.take(column)?;
    Ok(id.map(|id| ChangeId::new(id.cast_unsigned())))
}
