//! Whether a database file is whole and may be written to.

use rusqlite::{Connection, ffi};

/// The size of the largest file that is checked when it is opened, in bytes. The check takes a tenth of a second for
/// each 80 MB, so larger files would keep a server from starting; they are checked by a backup, which
/// looks through its copy.
const MAX_CHECKED_BYTES: i64 = 256_000_000;

/// Fails with `SQLITE_READONLY` if the file may not be written to, which SQLite says at the first write otherwise, maybe
/// hours later; with `SQLITE_CORRUPT` if it is damaged: going on would write to what is left of it.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<()> {
    if connection.is_readonly("main")? {
        let read_only = ffi::Error::new(ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(read_only, None));
    }
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    if number("page_count")?.saturating_mul(number("page_size")?) > MAX_CHECKED_BYTES {
        return Ok(());
    }
    let fault: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if fault == "ok" {
        return Ok(());
    }
    let corrupt = ffi::Error::new(ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(corrupt, Some(fault)))
}
