//! Databases for one test each.

use std::{
    collections::hash_map::RandomState,
    env, fmt,
    future::Future,
    hash::{BuildHasher, Hasher},
    thread,
};

use anyhow::{Context, Result};
use store::{DatabaseUrl, Store};
use tokio_postgres::NoTls;

/// Names the server for [`TestDb::postgres`].
const SERVER: &str = "MITAI_TEST_POSTGRES";

/// An empty database of its own, which is gone when this is dropped.
#[derive(Debug)]
pub struct TestDb {
    url: String,
    /// What the database lives in; takes it away when dropped.
    _home: Home,
}

type Home = Box<dyn fmt::Debug + Send + Sync>;

/// A schema on a PostgreSQL server.
#[derive(Debug)]
struct Schema {
    server: String,
    name: String,
}

impl TestDb {
    /// A SQLite file in a folder of its own.
    pub fn sqlite() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        Ok(Self {
            url: format!("sqlite:{}", folder.path().join("test.db").display()),
            _home: Box::new(folder),
        })
    }

    /// A schema of its own on the PostgreSQL server that `MITAI_TEST_POSTGRES` names.
    ///
    /// # Panics
    /// If the variable is not set: a test that needs PostgreSQL fails without it.
    pub async fn postgres() -> Result<Self> {
        let server = env::var(SERVER).unwrap_or_else(|_| {
            panic!(
                "set {SERVER} to a PostgreSQL server's address, or run `cargo xtask test`, \
                 which starts one"
            )
        });
        let name = format!("test_{:016x}", RandomState::new().build_hasher().finish());
        execute(&server, &format!("CREATE SCHEMA {name}")).await?;
        let separator = if server.contains('?') { '&' } else { '?' };
        Ok(Self {
            url: format!("{server}{separator}options=-c%20search_path%3D{name}"),
            _home: Box::new(Schema { server, name }),
        })
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Opens it. Every call is another store, as in another process.
    pub async fn open(&self) -> Result<Store> {
        let url: DatabaseUrl = self.url.parse()?;
        Ok(Store::open(&url).await?)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let sql = format!("DROP SCHEMA {} CASCADE", self.name);
        // The test's own runtime cannot be waited for here
        let dropped =
            thread::scope(|scope| scope.spawn(|| block_on(execute(&self.server, &sql))).join());
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!("schema {} could not be dropped: {dropped:?}", self.name);
        }
    }
}

async fn execute(server: &str, sql: &str) -> Result<()> {
    let (client, connection) = tokio_postgres::connect(server, NoTls)
        .await
        .with_context(|| format!("the server that {SERVER} names cannot be reached"))?;
    let connection = tokio::spawn(connection);
    let done = client.batch_execute(sql).await;
    drop(client);
    connection.await??;
    Ok(done?)
}

fn block_on(work: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(work)
}
