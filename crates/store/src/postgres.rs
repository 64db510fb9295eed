//! The driver for PostgreSQL.

mod cluster_connection;
mod copy_in;
mod parameter;
mod pool;
mod query;
mod tls;

use std::{collections::BTreeSet, mem, time::Duration};

use deadpool_postgres::{Object, Pool};
use domain::{Error, Result, cluster::ClusterConnection, pool::PoolUsage};
use futures::{
    FutureExt as _,
    future::{try_join, try_join_all},
};
use tokio::time::timeout;
use tokio_postgres::Config;

use tokio_postgres_rustls::MakeRustlsConnect;

use self::{
    cluster_connection::Listening,
    copy_in::copy_in,
    pool::{pool, with_timeouts},
    query::{prepare, query},
};
use crate::{
    Sql, error,
    url::PostgresAddress,
    value::{Row, Value},
};

/// The largest number of connections to the database.
const CONNECTIONS: usize = 16;
/// The largest number of connections to a coordinator, for transactions that run alone.
const SERIAL_CONNECTIONS: usize = 2;
/// The largest number of statements that are sent before their answers arrive.
const PIPELINE: usize = 256;
/// Advisory lock of an exclusive transaction; an arbitrary number of ours.
const SERIAL_LOCK: &str = "SELECT pg_advisory_xact_lock(6011370224)";

/// A connection to a silent server is abandoned after about this time. Without the limit a host that
/// disappeared would be waited for for hours. The same limit holds for a query: a proxy between may accept all
/// that is sent and forward nothing.
const QUERY_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest time for a statement in a transaction, some of which write much. Without it background
/// work would wait for ever behind a proxy that forwards nothing.
const STATEMENT_TIMEOUT: Duration = Duration::from_mins(5);
/// Gathers the planner's statistics of tables, but for those that others have locked. A user waits for it.
pub(crate) const ANALYZE: (&str, Duration) = ("ANALYZE (SKIP_LOCKED)", QUERY_TIMEOUT);
/// Gathers the planner's statistics of tables, and marks what was written to them as visible to all: until then a query
/// that an index could answer alone reads the tables, too.
pub(crate) const VACUUM: (&str, Duration) = ("VACUUM (ANALYZE)", STATEMENT_TIMEOUT);
/// Longest time for a statement that is a transaction of its own: PostgreSQL says before what it waits for.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// An exclusive transaction waits for the one before it, without a time limit.
const BEGIN_SERIAL: &str = "BEGIN; SET LOCAL lock_timeout = 0";
/// A change of a table waits for all who read it, and all who come later wait for that.
const SET_LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '2s'";

/// A PostgreSQL database.
pub(crate) struct Postgres {
    pool: Pool,
    /// Connections to the coordinator, where notices and locks hold for all servers; `None` if `pool` leads there.
    coordinator: Option<Pool>,
    /// The address for the connection to the other servers: the coordinator, or else the database.
    cluster_config: Box<Config>,
    tls: MakeRustlsConnect,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Prepares for connections; the first is made when it is needed.
    ///
    /// # Errors
    /// Fails if the certificates that the address names cannot be read.
    pub(crate) fn open(address: &PostgresAddress) -> Result<Self> {
        let tls = tls::connector(&address.trust)?;
        let config = with_timeouts(&address.config);
        let coordinator = address.coordinator.as_ref().map(with_timeouts);
        Ok(Self {
            pool: pool(config.clone(), &tls, CONNECTIONS)?,
            coordinator: match &coordinator {
                Some(coordinator) => Some(pool(coordinator.clone(), &tls, SERIAL_CONNECTIONS)?),
                None => None,
            },
            cluster_config: Box::new(coordinator.unwrap_or(config)),
            tls,
        })
    }

    /// Opens the connection to the other servers of this database.
    pub(crate) async fn cluster_connection(&self) -> Result<Box<dyn ClusterConnection>> {
        Ok(Box::new(
            Listening::begin(&self.cluster_config, &self.tls).await?,
        ))
    }

    pub(crate) fn pools(&self) -> Vec<PoolUsage> {
        let status = self.pool.status();
        vec![PoolUsage {
            name: "all",
            most: status.max_size,
            in_use: status.size.saturating_sub(status.available),
            waiting: status.waiting,
        }]
    }

    /// Runs one statement that reads.
    pub(crate) async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        self.run(sql, params, QUERY_TIMEOUT).await
    }

    /// Runs one statement that writes, as a transaction of its own.
    pub(crate) async fn write(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        self.run(sql, params, WRITE_TIMEOUT).await
    }

    async fn run(&self, sql: &str, params: &[Value], longest: Duration) -> Result<Vec<Row>> {
        let lent = Lent(Some(self.connection().await?));
        let answer = timeout(longest, lent.query(sql, params)).await;
        let answer = answer.map_err(error::late)?;
        lent.give_back();
        answer
    }

    pub(crate) async fn begin(&self) -> Result<Tx> {
        Tx::begin(self.connection().await?, "BEGIN").await
    }

    /// Like [`Self::begin`], for statements that look up rows by an index. The planner would read a table that it has
    /// counted as empty as a whole, and go on with that while one transaction fills it. A table of one row is still
    /// read as a whole, at what the planner then takes for a high price: it must not compile the statement for that. Other
    /// nodes of Citus plan as ever.
    pub(crate) async fn begin_indexed(&self) -> Result<Tx> {
        let begin = "BEGIN; SET LOCAL enable_seqscan TO off; SET LOCAL jit TO off";
        Tx::begin(self.connection().await?, begin).await
    }

    /// Like [`Self::begin`], for changes that a crash of the database may lose: nobody waits for its disk or
    /// its standby.
    pub(crate) async fn begin_unsynced(&self) -> Result<Tx> {
        let begin = "BEGIN; SET LOCAL synchronous_commit TO off";
        Tx::begin(self.connection().await?, begin).await
    }

    pub(crate) async fn snapshot(&self) -> Result<Tx> {
        Ok(Tx {
            lent: Lent(Some(self.connection().await?)),
            stage: Stage::Snapshot { begun: false },
        })
    }

    pub(crate) async fn begin_exclusive(&self) -> Result<Tx> {
        let pool = self.coordinator.as_ref().unwrap_or(&self.pool);
        let connection = pool.get().await.map_err(error::pool)?;
        let tx = Tx::begin(connection, BEGIN_SERIAL).await?;
        tx.lent.batch(SERIAL_LOCK).await?;
        Ok(tx)
    }

    async fn connection(&self) -> Result<Object> {
        self.pool.get().await.map_err(error::pool)
    }
}

/// A connection that is closed if dropped before it is returned: its query may be still running,
/// and the next query would wait behind it.
struct Lent(Option<Object>);

impl Lent {
    fn connection(&self) -> Result<&Object> {
        self.0
            .as_ref()
            .ok_or_else(|| Error::internal("using a connection", "it was given back already"))
    }

    async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        let connection = self.connection()?;
        let statement = prepare(connection, sql).await?;
        query(connection, &statement, params).await
    }

    async fn batch(&self, sql: &str) -> Result<()> {
        self.connection()?
            .batch_execute(sql)
            .await
            .map_err(error::postgres)
    }

    /// Runs queries of a transaction, with the beginning of a snapshot before them if it `begins` with them.
    async fn after_begin<T>(
        &self,
        begins: bool,
        queries: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let queries = with_statement_timeout(queries);
        if !begins {
            return queries.await;
        }
        // The beginning is polled first, and so sent first
        let ((), rows) = try_join(with_query_timeout(self.batch(SNAPSHOT)), queries).await?;
        Ok(rows)
    }

    fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(Object::take(connection));
        }
    }
}

/// A transaction on a connection of its own.
///
/// **Invariant:** a connection goes back to the pool only after its transaction has ended, or is about to
/// before anything else it is asked. Dropped before, the connection is closed, upon which the server undoes
/// the transaction.
pub(crate) struct Tx {
    lent: Lent,
    stage: Stage,
}

/// What a transaction may do, and how far it is.
enum Stage {
    /// The transaction writes, and has begun.
    Writing,
    /// The transaction only reads. Nothing depends on how it begins and ends, so nobody waits for that alone.
    Snapshot { begun: bool },
}

impl Stage {
    /// Whether the next query has to begin the snapshot; from then on the snapshot has begun.
    const fn begins(&mut self) -> bool {
        match self {
            Self::Writing => false,
            Self::Snapshot { begun } => !mem::replace(begun, true),
        }
    }
}

impl std::fmt::Debug for Tx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tx").finish_non_exhaustive()
    }
}

impl Tx {
    async fn begin(connection: Object, begin: &'static str) -> Result<Self> {
        let lent = Lent(Some(connection));
        with_query_timeout(lent.batch(begin)).await?;
        Ok(Self {
            lent,
            stage: Stage::Writing,
        })
    }

    pub(crate) async fn query(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        let begins = self.stage.begins();
        let rows = self.lent.query(sql, params);
        self.lent.after_begin(begins, rows).await
    }

    pub(crate) async fn query_all(
        &mut self,
        queries: &[(Sql, Vec<Value>)],
    ) -> Result<Vec<Vec<Row>>> {
        let begins = self.stage.begins();
        let connection = self.lent.connection()?;
        let mut sent = Vec::with_capacity(queries.len());
        for (sql, params) in queries {
            let statement = with_statement_timeout(prepare(connection, sql)).await?;
            sent.push(async move { query(connection, &statement, params).await });
        }
        // The queries are polled in their order, and so sent in it
        self.lent.after_begin(begins, try_join_all(sent)).await
    }

    pub(crate) async fn execute_all(&self, statements: &[(Sql, Vec<Vec<Value>>)]) -> Result<()> {
        let connection = self.lent.connection()?;
        let mut all = Vec::new();
        for (sql, rows) in statements {
            let statement = with_statement_timeout(prepare(connection, sql)).await?;
            all.extend(rows.iter().map(|row| (statement.clone(), row)));
        }
        for rows in all.chunks(PIPELINE) {
            let sent: Vec<_> = rows
                .iter()
                .map(|(statement, row)| connection.execute_raw(statement, *row))
                .collect();
            let done = async { try_join_all(sent).await.map_err(error::postgres) };
            with_statement_timeout(done).await?;
        }
        Ok(())
    }

    /// Adds rows to a table by `COPY`.
    pub(crate) async fn copy_in(
        &self,
        table: &str,
        columns: &str,
        rows: &[Vec<Value>],
    ) -> Result<()> {
        let copied = copy_in(self.lent.connection()?, table, columns, rows);
        with_statement_timeout(async { copied.await.map_err(error::postgres) }).await
    }

    pub(crate) async fn batch(&self, sql: &str) -> Result<()> {
        self.lent.batch(sql).await
    }

    /// Ends each wait for a lock after two seconds from here on, so that others do not wait either.
    pub(crate) async fn limit_lock_wait(&self) -> Result<()> {
        self.batch(SET_LOCK_TIMEOUT).await
    }

    pub(crate) async fn commit(self) -> Result<()> {
        self.end("COMMIT").await
    }

    /// Commits, and then has the tables that were written to maintained by a statement of its own, as PostgreSQL
    /// vacuums within no transaction.
    pub(crate) async fn commit_and_maintain(
        self,
        (command, longest): (&str, Duration),
        tables: &BTreeSet<String>,
    ) -> Result<()> {
        if tables.is_empty() {
            return self.commit().await;
        }
        with_statement_timeout(self.lent.batch("COMMIT")).await?;
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        let command = format!("{command} {}", tables.join(", "));
        match timeout(longest, self.lent.batch(&command)).await {
            Ok(Ok(())) => self.lent.give_back(),
            // PostgreSQL maintains the tables by itself soon
            failed => tracing::warn!(?failed, "tables were not counted after an import"),
        }
        Ok(())
    }

    pub(crate) async fn rollback(self) -> Result<()> {
        self.end("ROLLBACK").await
    }

    async fn end(self, end: &'static str) -> Result<()> {
        let ended = self.lent.batch(end);
        match self.stage {
            Stage::Writing => with_statement_timeout(ended).await?,
            Stage::Snapshot { begun: true } => drop(ended.now_or_never()),
            Stage::Snapshot { begun: false } => drop(ended),
        }
        self.lent.give_back();
        Ok(())
    }
}

/// Waits for a statement that does no work, for [`QUERY_TIMEOUT`] at most.
async fn with_query_timeout(statement: impl Future<Output = Result<()>>) -> Result<()> {
    let ended = timeout(QUERY_TIMEOUT, statement).await;
    ended.map_err(error::late)?
}

async fn with_statement_timeout<T>(statement: impl Future<Output = Result<T>>) -> Result<T> {
    let ended = timeout(STATEMENT_TIMEOUT, statement).await;
    ended.map_err(error::late)?
}
