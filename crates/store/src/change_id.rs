//! Numbers of changes, of the catalogue and of libraries.

use domain::{Error, Result, library::ChangeId};

use crate::value::{Row, Value};

/// Draws a new random number for a change.
pub(crate) fn draw() -> Result<ChangeId> {
    let drawn = getrandom::u64().map_err(|e| Error::internal("drawing a random number", e))?;
    Ok(ChangeId::new(drawn))
}

/// The number of a change as a parameter; columns are signed, so it is cast bit by bit.
pub(crate) fn value(id: ChangeId) -> Value {
    Value::Int(id.get().cast_signed())
}

/// Reads the number of a change from a column; `None` for NULL.
pub(crate) fn read(row: &mut Row, column: &str) -> Result<Option<ChangeId>> {
    let id: Option<i64> = row.take(column)?;
    Ok(id.map(|id| ChangeId::new(id.cast_unsigned())))
}
