//! Faults of the engines as errors of the domain.
//!
//! A failure that may pass without a change to this program (a lock, a full disk, a lost server) is
//! `Unavailable`, anything else `Internal`.

use std::{error::Error as StdError, io};

use deadpool_postgres::PoolError;
use domain::Error;
use rusqlite::ErrorCode;
use tokio::time::error::Elapsed;
use tokio_postgres::error::SqlState;

/// The name by which errors call an unavailable database.
const DATABASE: &str = "database";

/// An engine's error, behind a sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
struct Explained {
    sentence: &'static str,
    source: Box<dyn StdError + Send + Sync>,
}

/// The error `Unavailable`, with a sentence on what the operator can do.
pub(crate) fn unavailable(
    sentence: &'static str,
    source: impl Into<Box<dyn StdError + Send + Sync>>,
) -> Error {
    let source = source.into();
    Error::unavailable(DATABASE, Explained { sentence, source })
}

/// The error for a thread of the database that does not answer any more.
pub(crate) fn gone(error: impl StdError + Send + Sync + 'static) -> Error {
    unavailable("a thread of the database has ended; restart Mitai", error)
}

/// The error for a fault of SQLite.
pub(crate) fn sqlite(error: rusqlite::Error) -> Error {
    let sentence = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "the database file is in use by another process that writes; try again later"
        }
        Some(ErrorCode::DiskFull) => "the disk that holds the database file is full; free space",
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            "the database file cannot be written to; check its permissions and its folder's"
        }
        Some(ErrorCode::CannotOpen) => {
            "the database file cannot be opened; check its path and permissions"
        }
        Some(ErrorCode::SystemIoFailure) => {
            "the disk that holds the database file does not read or write; check it"
        }
        Some(ErrorCode::OperationAborted) => {
            "a change that was to be committed with this one failed, and this one with it; try again"
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            return Error::internal(
                "the database file is damaged; restore it from a backup",
                error,
            );
        }
        Some(ErrorCode::NotADatabase) => {
            return Error::internal(
                "the database file is not a SQLite database; check the address, or restore it from a backup",
                error,
            );
        }
        _ => return Error::internal("running a statement on SQLite", error),
    };
    unavailable(sentence, error)
}

/// The error for a fault of PostgreSQL.
pub(crate) fn postgres(error: tokio_postgres::Error) -> Error {
    let Some(state) = error.code() else {
        if is_of_tls(&error) {
            return unavailable(
                "no connection that is encrypted as the database address wants it; check its sslmode \
                 and sslrootcert",
                error,
            );
        }
        let lost = error.is_closed()
            || StdError::source(&error).is_some_and(<dyn StdError>::is::<io::Error>);
        return if lost {
            unavailable(
                "the connection to PostgreSQL is lost; it is made anew",
                error,
            )
        } else {
            Error::internal("running a statement on PostgreSQL", error)
        };
    };
    // Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html
    let sentence = match state.code().get(..2) {
        _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => {
            "PostgreSQL takes no writes here; is this a standby?"
        }
        _ if *state == SqlState::LOCK_NOT_AVAILABLE => {
            "PostgreSQL waits for what another program has locked, such as a backup or an import; try again"
        }
        // Said by a server that is there: it is another one that it cannot reach
        _ if *state == SqlState::CONNECTION_FAILURE => {
            "a node of Citus that holds what was asked for cannot be reached; start it again, and see the \
             log of the coordinator. Users on the other nodes go on"
        }
        Some("08" | "57") => "PostgreSQL ended the connection; it is made anew",
        Some("28" | "3D") => "PostgreSQL refuses the sign-in; check the database address",
        Some("40") => "PostgreSQL gave way to another transaction; try again",
        Some("53") => "PostgreSQL lacks space, memory or connections; see its log",
        Some("58" | "XX") => "PostgreSQL has a fault; see its log",
        _ => return Error::internal("running a statement on PostgreSQL", error),
    };
    unavailable(sentence, error)
}

/// The error for a PostgreSQL that does not answer in time.
pub(crate) fn late(late: Elapsed) -> Error {
    unavailable("PostgreSQL does not answer in time", late)
}

/// Whether an error is one of TLS: the driver tells that by the first words alone.
fn is_of_tls(error: &tokio_postgres::Error) -> bool {
    error.to_string().starts_with("error performing TLS")
}

/// The error for a connection to PostgreSQL that could not be had.
pub(crate) fn pool(error: PoolError) -> Error {
    match error {
        PoolError::Backend(error) if error.code().is_some() || is_of_tls(&error) => postgres(error),
        PoolError::Timeout(_) => unavailable(
            "PostgreSQL gave no connection in time; it is busy or not reachable",
            error,
        ),
        error => unavailable("PostgreSQL cannot be reached; is it running?", error),
    }
}

#[cfg(test)]
mod tests {
    use domain::Code;
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn temporary_faults_are_unavailable_and_others_internal() {
        for (code, expected) in [
            (ffi::SQLITE_BUSY, Code::Unavailable),
            (ffi::SQLITE_LOCKED, Code::Unavailable),
            (ffi::SQLITE_FULL, Code::Unavailable),
            (ffi::SQLITE_READONLY, Code::Unavailable),
            (ffi::SQLITE_CANTOPEN, Code::Unavailable),
            (ffi::SQLITE_IOERR, Code::Unavailable),
            (ffi::SQLITE_ABORT_ROLLBACK, Code::Unavailable),
            (ffi::SQLITE_CORRUPT, Code::Internal),
            (ffi::SQLITE_NOTADB, Code::Internal),
            (ffi::SQLITE_CONSTRAINT, Code::Internal),
        ] {
            let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            assert_eq!(sqlite(error).code(), expected, "{code}");
        }
    }
}
