//! The store ports of [`domain`] on SQLite and PostgreSQL.
//!
//! One SQL text a query, one folder of migrations, a thin driver for each engine. [`Store`] is the
//! whole public face; the ports that it implements say what it can do.
//!
//! **Invariant:** outside `sqlite.rs` and `postgres.rs` nothing knows which engine runs, but for
//! [`functions`]: where several statements would be as many round trips to PostgreSQL, a function has
//! a second text of them. SQL is written so that both engines read it alike:
//!
//! - parameters are `$1`, `$2`, …; lists are [padded](in_list) so that few texts exist;
//! - columns are `BIGINT`, `DOUBLE PRECISION`, `BYTEA` or `TEXT`;
//! - order never rests on where an engine puts NULL (`x IS NULL, x`, or `COALESCE`);
//! - an instant is TEXT of fixed width ([`instant`]), which orders like the instant, keeps its
//!   nanoseconds and reads well in either engine's shell.
//!
//! **Invariant:** what belongs together is read in one query or in one snapshot, so no reader sees
//! half of an import.

mod account;
mod anime;
mod budget;
mod catalogue;
mod change_id;
mod copy;
mod distribute;
mod distribution;
mod enum_text;
mod error;
mod extras;
mod functions;
mod in_list;
mod insert;
mod instant;
mod library;
mod migrations;
mod mirror;
mod people;
mod postgres;
mod provider_answers;
mod random_pick;
mod rating;
mod review;
mod sqlite;
mod tables;
#[cfg(test)]
mod tests;
mod tx;
mod url;
mod value;

use std::{borrow::Cow, path::Path};

use async_trait::async_trait;
use domain::{
    Error, Result,
    cluster::{Cluster, ClusterConnection},
    pool::{PoolUsage, Pools},
};

use crate::{
    library::TitleCards,
    postgres::Postgres,
    sqlite::Sqlite,
    tx::Tx,
    value::{Row, Value},
};
pub use copy::{Copied, CopiedTable, copy};
pub use distribute::{SpreadTable, distribute};
pub use url::{DatabaseUrl, PostgresAddress};

/// The text of a query; borrowed unless it holds a list.
type Sql = Cow<'static, str>;

/// A database of either engine.
///
/// **Invariant:** its schema is the newest one; [`Store::open`] sees to that.
#[derive(Debug)]
pub struct Store {
    engine: Engine,
    cards: TitleCards,
    is_distributed: bool,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// Writes a copy of what is committed to the new file `to`. Servers may go on reading and writing; the
/// schema is left as it is. Blocks the thread.
///
/// Fails with `Invalid` if the file exists or the database does not, and for PostgreSQL, whose own
/// programs do it; with `Unavailable` if the copy cannot be written.
pub fn backup(from: &DatabaseUrl, to: &Path) -> Result<()> {
    match from {
        DatabaseUrl::Sqlite(path) => sqlite::backup(path, to),
        DatabaseUrl::Postgres(_) => Err(Error::Invalid(
            "PostgreSQL brings its own programs for this: save with `pg_dump --format=custom \
             --file=FILE ADDRESS`, restore with `pg_restore --dbname=ADDRESS FILE`"
                .into(),
        )),
    }
}

impl Store {
    /// Opens the database, makes it if it is a file that does not exist, and brings its schema up
    /// to date. Any number of processes may do so at once.
    ///
    /// Fails with `Unavailable` if the database cannot be reached, opened or written to, and with
    /// `Internal` if a newer version of this program has changed its schema.
    pub async fn open(url: &DatabaseUrl) -> Result<Self> {
        let mut store = Self::connect(url).await?;
        migrations::run(store.begin_exclusive().await?).await?;
        let mut tx = store.snapshot().await?;
        store.is_distributed = distribution::is_distributed(&mut tx).await?;
        tx.commit().await?;
        Ok(store)
    }

    /// Opens the database as [`Store::open`] does, but leaves its schema as it is.
    async fn connect(url: &DatabaseUrl) -> Result<Self> {
        let engine = match url {
            DatabaseUrl::Sqlite(path) => Engine::Sqlite(Sqlite::open(path).await?),
            DatabaseUrl::Postgres(address) => Engine::Postgres(Postgres::open(address)?),
        };
        Ok(Self {
            engine,
            cards: TitleCards::default(),
            is_distributed: false,
        })
    }

    /// Whether servers on several machines may share the database.
    pub fn is_shared(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Whether users' tables were spread over several nodes when the store was opened.
    pub const fn is_distributed(&self) -> bool {
        self.is_distributed
    }

    /// Whether the database has the [`functions`].
    fn has_functions(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Runs one query that reads.
    async fn query(&self, sql: impl Into<Sql> + Send, params: Vec<Value>) -> Result<Vec<Row>> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.query(sql.into(), params).await,
            Engine::Postgres(postgres) => postgres.query(&sql.into(), &params).await,
        }
    }

    /// Runs one statement that writes.
    async fn write(&self, sql: &'static str, params: Vec<Value>) -> Result<Vec<Row>> {
        if let Engine::Postgres(postgres) = &self.engine {
            return postgres.write(sql, &params).await;
        }
        let mut tx = self.begin().await?;
        let rows = tx.query(sql, params).await?;
        tx.commit().await?;
        Ok(rows)
    }

    /// Starts a transaction that writes.
    async fn begin(&self) -> Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.begin().await?.into(),
            Engine::Postgres(postgres) => postgres.begin().await?.into(),
        })
    }

    /// Starts a transaction whose changes a crash of PostgreSQL may lose.
    async fn begin_unsynced(&self) -> Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.begin().await?.into(),
            Engine::Postgres(postgres) => postgres.begin_unsynced().await?.into(),
        })
    }

    /// Starts a transaction of a few statements, each of which looks up few rows by an index. It may be committed
    /// together with others of this kind: each is undone alone, but all wait for the slowest.
    async fn begin_grouped(&self) -> Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.begin_grouped().await?.into(),
            Engine::Postgres(postgres) => postgres.begin_indexed().await?.into(),
        })
    }

    /// Starts a transaction that only reads and sees one state of the database throughout.
    async fn snapshot(&self) -> Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.snapshot().await?.into(),
            Engine::Postgres(postgres) => postgres.snapshot().await?.into(),
        })
    }

    /// Starts a transaction that no other one of this kind runs beside, not even one of another
    /// process.
    async fn begin_exclusive(&self) -> Result<Tx> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.begin().await?.into(),
            Engine::Postgres(postgres) => postgres.begin_exclusive().await?.into(),
        })
    }
}

#[async_trait]
impl Cluster for Store {
    async fn connect(&self) -> Result<Option<Box<dyn ClusterConnection>>> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(None),
            Engine::Postgres(postgres) => postgres.cluster_connection().await.map(Some),
        }
    }
}

impl Pools for Store {
    fn pools(&self) -> Vec<PoolUsage> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.pools(),
            Engine::Postgres(postgres) => postgres.pools(),
        }
    }
}
