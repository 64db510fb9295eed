//! The driver for SQLite: one connection that writes, a few that read, each on a thread of its own.

mod backup;
mod group_commit;
mod integrity;
mod pool;
mod priority;

use std::{fs, path::Path, thread, time::Duration};

use domain::{Result, pool::PoolUsage};
use rusqlite::{
    Connection, ErrorCode, ToSql,
    types::{ToSqlOutput, ValueRef},
};

use self::{
    group_commit::GroupCommit,
    pool::{Lease, Pool},
};
use crate::{
    Sql, error,
    value::{Columns, Row, Statement, Value},
};
pub(crate) use backup::{backup, exists};

/// The longest wait of a writer for a writer of another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
/// Pause between two tries to switch a database to write-ahead logging.
const WAL_PAUSE: Duration = Duration::from_millis(10);
/// The number of connections that read; SQLite answers from memory, so a few keep every core busy.
const READERS: usize = 4;
/// The number of prepared statements that a connection keeps.
const STATEMENTS: usize = 64;
/// The page cache of the writer and of each reader, in the negative KiB that SQLite asks for.
const WRITER_CACHE: i64 = -8_000;
const READER_CACHE: i64 = -2_000;
/// The largest number of rows that one job writes.
const ROWS_OF_JOB: usize = 100;
/// The size of the largest write-ahead log that is left on the disk after it was written back, in bytes.
const LOG_LIMIT: i64 = 16 * 1024 * 1024;

/// A database file.
///
/// **Invariant:** only the writer's connection writes, and one caller leases it at a time, so in
/// this process a transaction never meets another's lock.
#[derive(Debug)]
pub(crate) struct Sqlite {
    writer: Pool,
    readers: Pool,
    group: GroupCommit,
}

impl Sqlite {
    /// Opens the file at `path`; makes it and its folder if they do not exist.
    pub(crate) async fn open(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| {
                error::unavailable("the database file's folder cannot be made", source)
            })?;
        }
        if !path.exists() {
            // Where the file cannot be made, SQLite says why
            let _ = backup::reserve(path);
        }
        let writer = Pool::open(1, path, open_writer).await?;
        let readers = Pool::open(READERS, path, open_reader).await?;
        let group = GroupCommit::new(writer.clone());
        Ok(Self {
            writer,
            readers,
            group,
        })
    }

    pub(crate) fn pools(&self) -> Vec<PoolUsage> {
        vec![self.writer.figures("write"), self.readers.figures("read")]
    }

    pub(crate) async fn query(&self, sql: Sql, params: Vec<Value>) -> Result<Vec<Row>> {
        let lease = self.readers.lease().await?;
        lease.run(move |c| query(c, &sql, &params)).await
    }

    pub(crate) async fn begin(&self) -> Result<Tx> {
        let changes = self.group.changes();
        Tx::begin(&self.writer, move |connection| {
            changes.close(connection);
            run(connection, "BEGIN IMMEDIATE")
        })
        .await
    }

    /// Starts a transaction that is committed together with others of this kind.
    pub(crate) async fn begin_grouped(&self) -> Result<Tx> {
        let lease = self.writer.lease().await?;
        Ok(Tx {
            lease,
            group: Some(self.group.clone()),
            has_begun: false,
        })
    }

    pub(crate) async fn snapshot(&self) -> Result<Tx> {
        Tx::begin(&self.readers, |c| run(c, "BEGIN")).await
    }
}

/// A transaction on a leased connection.
#[derive(Debug)]
pub(crate) struct Tx {
    lease: Lease,
    /// The group whose change the transaction is; `None` if it is committed alone.
    group: Option<GroupCommit>,
    /// A change of a group begins with its first statement, which is one way less to the connection's thread.
    has_begun: bool,
}

impl Tx {
    async fn begin(
        pool: &Pool,
        begin: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<Self> {
        // The value comes first: dropped while it begins, it still undoes what began
        let tx = Self {
            lease: pool.lease().await?,
            group: None,
            has_begun: true,
        };
        tx.lease.run(begin).await?;
        Ok(tx)
    }

    /// Runs a part of the transaction, which begins with the first part.
    async fn run<T: Send + 'static>(
        &mut self,
        part: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let begin = self.beginning();
        let part = move |c: &Connection| begin(c).and_then(|()| part(c));
        self.lease.run(part).await
    }

    /// What begins the transaction, unless it has begun.
    fn beginning(&mut self) -> impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + use<> {
        let begins = !std::mem::replace(&mut self.has_begun, true);
        let group = self.group.as_ref().filter(|_| begins);
        let changes = group.map(GroupCommit::changes);
        move |connection| match changes {
            Some(changes) => changes.begin(connection),
            None => Ok(()),
        }
    }

    pub(crate) async fn query(&mut self, sql: Sql, params: Vec<Value>) -> Result<Vec<Row>> {
        self.run(move |c| query(c, &sql, &params)).await
    }

    pub(crate) async fn query_all(
        &mut self,
        queries: Vec<(Sql, Vec<Value>)>,
    ) -> Result<Vec<Vec<Row>>> {
        let all = move |c: &Connection| {
            let answers = queries.iter().map(|(sql, params)| query(c, sql, params));
            answers.collect()
        };
        self.run(all).await
    }

    pub(crate) async fn execute_all(&mut self, statements: Vec<Statement>) -> Result<()> {
        for statements in jobs(statements) {
            self.run(move |c| execute_all(c, &statements)).await?;
        }
        Ok(())
    }

    pub(crate) async fn batch(&mut self, sql: impl Into<Sql>) -> Result<()> {
        let sql = sql.into();
        self.run(move |c| c.execute_batch(&sql)).await
    }

    pub(crate) async fn commit(self) -> Result<()> {
        self.end(true, |_| Ok(())).await
    }

    /// Commits what belongs to no group, and then gives the memory of the pages back that it was written through.
    pub(crate) async fn commit_and_shrink(self) -> Result<()> {
        debug_assert!(self.group.is_none(), "its group would be committed, too");
        let commit = |c: &Connection| c.execute_batch("COMMIT; PRAGMA shrink_memory");
        self.lease.run(commit).await
    }

    pub(crate) async fn commit_after(self, statements: Vec<Statement>) -> Result<()> {
        self.end(true, move |c| execute_all(c, &statements)).await
    }

    pub(crate) async fn rollback(self) -> Result<()> {
        self.end(false, |_| Ok(())).await
    }

    /// Ends the transaction after its `last` part: commits with `keep`, or else rolls back.
    async fn end(
        mut self,
        keep: bool,
        last: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<()> {
        let begin = self.beginning();
        let last = move |c: &Connection| begin(c).and_then(|()| last(c));
        let Some(group) = &self.group else {
            let end = if keep { "COMMIT" } else { "ROLLBACK" };
            return self
                .lease
                .run(move |c| last(c).and_then(|()| run(c, end)))
                .await;
        };
        let ended = group.end(&self.lease, keep, last);
        // The other changes of the group need the connection
        drop(self);
        ended.await
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        if !self.has_begun {
            return;
        }
        let changes = self.group.as_ref().map(GroupCommit::changes);
        self.lease.send(move |c| match changes {
            Some(changes) => changes.undo(c),
            None => undo(c),
        });
    }
}

fn undo(connection: &Connection) {
    if !connection.is_autocommit()
        && let Err(error) = connection.execute_batch("ROLLBACK")
    {
        tracing::error!(%error, "a transaction could not be undone");
    }
}

fn open_writer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open(path, WRITER_CACHE)?;
    integrity::check(&connection)?;
    switch_to_wal(&connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", LOG_LIMIT)?;
    Ok(connection)
}

fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open(path, READER_CACHE)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn open(path: &Path, cache: i64) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", cache)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// SQLite does not wait by itself here when another process switches the same new file.
fn switch_to_wal(connection: &Connection) -> rusqlite::Result<()> {
    let tries = BUSY_TIMEOUT.as_millis() / WAL_PAUSE.as_millis();
    for _ in 0..tries {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(WAL_PAUSE);
            }
            done => return done,
        }
    }
    connection.pragma_update(None, "journal_mode", "WAL")
}

fn query(connection: &Connection, sql: &str, params: &[Value]) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(sql)?;
    let places = parameter_indexes(&statement);
    bind(&mut statement, &places, params)?;
    let names = statement.column_names();
    let columns: Columns = names.into_iter().map(Box::from).collect();
    let mut rows = statement.raw_query();
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        let mut values = Vec::with_capacity(columns.len());
        for index in 0..columns.len() {
            values.push(value(row.get_ref(index)?));
        }
        read.push(Row::new(&columns, values));
    }
    Ok(read)
}

/// Splits statements into jobs of few rows: a caller that begins to wait for the connection waits for at most one job
/// at a low priority.
fn jobs(statements: Vec<Statement>) -> Vec<Vec<Statement>> {
    let (mut jobs, mut job, mut room) = (Vec::new(), Vec::new(), ROWS_OF_JOB);
    for (sql, mut rows) in statements {
        while rows.len() > room {
            let rest = rows.split_off(room);
            job.push((sql.clone(), rows));
            jobs.push(std::mem::take(&mut job));
            (rows, room) = (rest, ROWS_OF_JOB);
        }
        room -= rows.len();
        job.push((sql, rows));
    }
    jobs.push(job);
    jobs
}

fn execute_all(connection: &Connection, statements: &[Statement]) -> rusqlite::Result<()> {
    for (sql, rows) in statements {
        let mut statement = connection.prepare_cached(sql)?;
        let places = parameter_indexes(&statement);
        for row in rows {
            bind(&mut statement, &places, row)?;
            statement.raw_execute()?;
        }
    }
    Ok(())
}

/// Runs a statement without parameters, which is kept prepared because it is run often.
fn run(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.raw_execute().map(drop)
}

/// The index of each parameter's value, in SQLite's order of parameters: SQLite takes `$2` for a name and counts
/// parameters in the order in which they first occur.
fn parameter_indexes(statement: &rusqlite::Statement<'_>) -> Vec<usize> {
    (1..=statement.parameter_count())
        .map(|index| {
            statement
                .parameter_name(index)
                .and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok())
                .unwrap_or(index)
                .saturating_sub(1)
        })
        .collect()
}

fn bind(
    statement: &mut rusqlite::Statement<'_>,
    places: &[usize],
    row: &[Value],
) -> rusqlite::Result<()> {
    for (index, place) in places.iter().enumerate() {
        let value = row
            .get(*place)
            .ok_or(rusqlite::Error::InvalidParameterCount(
                row.len(),
                places.len(),
            ))?;
        statement.raw_bind_parameter(index + 1, value)?;
    }
    Ok(())
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) => Value::Text(text(bytes)),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

/// Invalid text is repaired; doing that character by character takes several times as long as checking.
fn text(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => String::from_utf8_lossy(bytes).into_owned(),
    }
}
