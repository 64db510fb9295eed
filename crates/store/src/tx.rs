//! A running transaction.

use std::collections::BTreeSet;

use domain::{Error, Result};

use crate::{
    Sql, postgres, sqlite,
    value::{Row, Statement, Value},
};

#[cfg(test)]
thread_local! {
    static QUERIES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Queries that transactions of this thread have run so far.
#[cfg(test)]
pub(crate) fn queries() -> usize {
    QUERIES.with(std::cell::Cell::get)
}

/// Has PostgreSQL plan each statement of a transaction for its own parameters.
const CUSTOM_PLANS: &str = "SET LOCAL plan_cache_mode TO force_custom_plan";
/// Has PostgreSQL plan as usual, which is once for a statement that is run often.
const USUAL_PLANS: &str = "SET LOCAL plan_cache_mode TO DEFAULT";

/// A transaction as a value: it ends with [`Tx::commit`] and is undone when dropped before.
///
/// **Invariant:** after a statement that failed or was not awaited to its end nothing can be
/// committed any more, on either engine.
#[derive(Debug)]
pub(crate) struct Tx {
    engine: EngineTx,
    sound: bool,
    /// The tables that have got many rows, which are maintained after the commit.
    filled: BTreeSet<String>,
    /// Whether PostgreSQL plans each statement for its own parameters.
    has_custom_plans: bool,
}

#[derive(Debug)]
enum EngineTx {
    Sqlite(sqlite::Tx),
    Postgres(postgres::Tx),
}

impl From<sqlite::Tx> for Tx {
    fn from(tx: sqlite::Tx) -> Self {
        Self::new(EngineTx::Sqlite(tx))
    }
}

impl From<postgres::Tx> for Tx {
    fn from(tx: postgres::Tx) -> Self {
        Self::new(EngineTx::Postgres(tx))
    }
}

impl Tx {
    const fn new(engine: EngineTx) -> Self {
        Self {
            engine,
            sound: true,
            filled: BTreeSet::new(),
            has_custom_plans: false,
        }
    }

    /// Runs a query and returns its rows.
    pub(crate) async fn query(
        &mut self,
        sql: impl Into<Sql> + Send,
        params: Vec<Value>,
    ) -> Result<Vec<Row>> {
        self.enter()?;
        #[cfg(test)]
        QUERIES.with(|queries| queries.set(queries.get() + 1));
        let rows = match &mut self.engine {
            EngineTx::Sqlite(tx) => tx.query(sql.into(), params).await?,
            EngineTx::Postgres(tx) => tx.query(&sql.into(), &params).await?,
        };
        self.sound = true;
        Ok(rows)
    }

    /// Runs queries in one go, one after the other: each sees what those before have written.
    pub(crate) async fn query_all(
        &mut self,
        queries: Vec<(Sql, Vec<Value>)>,
    ) -> Result<Vec<Vec<Row>>> {
        self.enter()?;
        #[cfg(test)]
        QUERIES.with(|count| count.set(count.get() + queries.len()));
        let answers = match &mut self.engine {
            EngineTx::Sqlite(tx) => tx.query_all(queries).await?,
            EngineTx::Postgres(tx) => tx.query_all(&queries).await?,
        };
        self.sound = true;
        Ok(answers)
    }

    /// Runs a statement once, without an answer.
    pub(crate) async fn execute(
        &mut self,
        sql: impl Into<Sql> + Send,
        params: Vec<Value>,
    ) -> Result<()> {
        self.execute_many(sql, vec![params]).await
    }

    /// Runs a statement once for each row of parameters, in one go.
    pub(crate) async fn execute_many(
        &mut self,
        sql: impl Into<Sql> + Send,
        rows: Vec<Vec<Value>>,
    ) -> Result<()> {
        self.execute_all(vec![(sql.into(), rows)]).await
    }

    /// Runs statements, each once for each of its rows of parameters, all in one go. None may depend on
    /// what another one does.
    pub(crate) async fn execute_all(&mut self, statements: Vec<Statement>) -> Result<()> {
        self.enter()?;
        match &mut self.engine {
            EngineTx::Sqlite(tx) => tx.execute_all(statements).await?,
            EngineTx::Postgres(tx) => tx.execute_all(&statements).await?,
        }
        self.sound = true;
        Ok(())
    }

    /// Adds rows to a table of a server by `COPY`. On SQLite, which has no such statement, it fails.
    pub(crate) async fn copy_in(
        &mut self,
        table: &str,
        columns: &str,
        rows: &[Vec<Value>],
    ) -> Result<()> {
        self.enter()?;
        match &mut self.engine {
            EngineTx::Sqlite(_) => {
                return Err(Error::internal("copying rows", "SQLite has no COPY"));
            }
            // Each row's foreign key is checked by a statement, which custom plans would have planned for each row
            EngineTx::Postgres(tx) if self.has_custom_plans => {
                tx.batch(USUAL_PLANS).await?;
                tx.copy_in(table, columns, rows).await?;
                tx.batch(CUSTOM_PLANS).await?;
            }
            EngineTx::Postgres(tx) => tx.copy_in(table, columns, rows).await?,
        }
        self.sound = true;
        Ok(())
    }

    /// Runs several statements without parameters.
    pub(crate) async fn batch(&mut self, sql: impl Into<Sql> + Send) -> Result<()> {
        self.enter()?;
        match &mut self.engine {
            EngineTx::Sqlite(tx) => tx.batch(sql.into()).await?,
            EngineTx::Postgres(tx) => tx.batch(&sql.into()).await?,
        }
        self.sound = true;
        Ok(())
    }

    /// Whether the database is on a server, which is PostgreSQL.
    pub(crate) const fn is_on_server(&self) -> bool {
        matches!(self.engine, EngineTx::Postgres(_))
    }

    /// Ends the wait for a lock soon from here on, where others would wait for this transaction meanwhile.
    pub(crate) async fn limit_lock_wait(&mut self) -> Result<()> {
        self.enter()?;
        match &mut self.engine {
            // The transaction has locked all of the file already
            EngineTx::Sqlite(_) => {}
            EngineTx::Postgres(tx) => tx.limit_lock_wait().await?,
        }
        self.sound = true;
        Ok(())
    }

    /// Has PostgreSQL plan each statement for its own parameters from here on. A plan for any user is one for a short
    /// list, and reads all of a long one at each statement.
    pub(crate) async fn plan_for_parameters(&mut self) -> Result<()> {
        if self.is_on_server() {
            self.batch(CUSTOM_PLANS).await?;
            self.has_custom_plans = true;
        }
        Ok(())
    }

    /// Commits: makes what was written lasting and visible.
    pub(crate) async fn commit(mut self) -> Result<()> {
        self.enter()?;
        match self.engine {
            EngineTx::Sqlite(tx) => tx.commit().await,
            EngineTx::Postgres(tx) => tx.commit().await,
        }
    }

    /// Remembers that a table gets many rows. `table` is its name, or `name (columns)` as `ANALYZE` takes it: then only these
    /// columns are counted afterwards.
    pub(crate) fn fills(&mut self, table: &str) {
        if !self.filled.contains(table) {
            self.filled.insert(table.to_owned());
        }
    }

    /// Commits a transaction that has written much. PostgreSQL then vacuums and counts the tables that have got rows;
    /// where it cannot, what was committed stays. SQLite gives memory back.
    pub(crate) async fn commit_much(mut self) -> Result<()> {
        self.enter()?;
        match self.engine {
            EngineTx::Sqlite(tx) => tx.commit_and_shrink().await,
            EngineTx::Postgres(tx) => tx.commit_and_maintain(postgres::VACUUM, &self.filled).await,
        }
    }

    /// Runs statements as [`execute_all`](Self::execute_all) does, and then commits: on SQLite at one go. PostgreSQL then
    /// counts the tables that have got many rows. Before it has, it takes a new user to have none, and may read all of them to
    /// look one up.
    pub(crate) async fn commit_after(mut self, statements: Vec<Statement>) -> Result<()> {
        self.enter()?;
        match self.engine {
            EngineTx::Sqlite(tx) => tx.commit_after(statements).await,
            EngineTx::Postgres(tx) => {
                tx.execute_all(&statements).await?;
                tx.commit_and_maintain(postgres::ANALYZE, &self.filled)
                    .await
            }
        }
    }

    /// Rolls back what was written. To drop the transaction does the same but costs a connection on
    /// PostgreSQL.
    pub(crate) async fn rollback(mut self) -> Result<()> {
        self.enter()?;
        match self.engine {
            EngineTx::Sqlite(tx) => tx.rollback().await,
            EngineTx::Postgres(tx) => tx.rollback().await,
        }
    }

    fn enter(&mut self) -> Result<()> {
        if !std::mem::replace(&mut self.sound, false) {
            return Err(Error::internal(
                "going on with a transaction",
                "an earlier statement of it failed; nothing of it is kept",
            ));
        }
        Ok(())
    }
}
