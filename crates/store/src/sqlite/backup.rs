//! A copy of a database file while servers read and write it.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf, absolute},
};

use domain::{Error, Result};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::BUSY_TIMEOUT;
use crate::error;

/// The end of the file name of a copy that is not whole yet.
const UNFINISHED: &str = ".part";

/// Writes to the new file `to` what is committed in the database file `from`.
///
/// **Invariant:** a file named `to` is always a complete and valid database, whenever this process or
/// the machine stops.
pub(crate) fn backup(from: &Path, to: &Path) -> Result<()> {
    exists(from)?;
    let unwritable =
        |source: io::Error| Error::Invalid(format!("{} cannot be written: {source}", to.display()));
    let to = absolute(to).map_err(unwritable)?;
    if to.symlink_metadata().is_ok() {
        return Err(Error::Invalid(format!(
            "{} exists already and stays as it is; give another name",
            to.display()
        )));
    }
    let part = part_of(&to);
    match reserve(&part) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Error::Invalid(format!(
                "{} is there: another backup writes it, or one was cut off; if none runs, remove it",
                part.display()
            )));
        }
        reserved => reserved.map_err(unwritable)?,
    }
    let done = copied(from, &part)
        .and_then(|()| checked(&part))
        .and_then(|()| named(&part, &to).map_err(unwritable));
    if done.is_err() {
        // A leftover file would block the next try, which says so
        let _ = fs::remove_file(&part);
    }
    done
}

/// Fails if there is no database file, which opening it would make.
pub(crate) fn exists(from: &Path) -> Result<()> {
    if from.exists() {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "there is no database at {}; give the --data-dir or --database that the server has",
        from.display()
    )))
}

fn part_of(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(UNFINISHED);
    name.into()
}

/// Makes an empty file that its owner alone reads: it will hold digests of passwords.
pub(super) fn reserve(part: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(part).map(drop)
}

/// Copies in one transaction that reads, so writers go on and the copy is of one instant.
fn copied(from: &Path, part: &Path) -> Result<()> {
    let name = part
        .to_str()
        .ok_or_else(|| Error::Invalid("the name of a backup has to be Unicode".into()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copy = || {
        let source = Connection::open_with_flags(from, flags)?;
        source.busy_timeout(BUSY_TIMEOUT)?;
        source.execute("VACUUM INTO ?1", [name])
    };
    let folder = part.parent().unwrap_or(part).display();
    let explained = |fault: rusqlite::Error| match fault.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            Error::Invalid(format!("the disk of {folder} is full; free space there"))
        }
        Some(ErrorCode::SystemIoFailure) => Error::Invalid(format!(
            "{folder} takes no such file, or the database cannot be read; check both disks"
        )),
        _ => error::sqlite(fault),
    };
    copy().map(drop).map_err(explained)
}

fn checked(part: &Path) -> Result<()> {
    let check = || {
        let copy = Connection::open_with_flags(part, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        copy.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
    };
    match check().map_err(error::sqlite)?.as_str() {
        "ok" => Ok(()),
        fault => Err(Error::internal(
            "the copy is damaged; check the disks",
            fault.to_owned(),
        )),
    }
}

/// Gives the copy its final name once all of it is on the disk.
fn named(part: &Path, to: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    fs::rename(part, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
