//! Databases for one test each.

use std::{
    collections::hash_map::RandomState,
    env, fmt,
    future::Future,
    hash::{BuildHasher, Hasher},
    thread,
};

use anyhow::{Context, Result, ensure};
use rusqlite::types::ValueRef;
use store::{DatabaseUrl, Store};
use tokio_postgres::{Client, Config, NoTls, SimpleQueryMessage};

use crate::SilentProxy;

/// Names the server for [`TestDb::postgres`].
const SERVER: &str = "MITAI_TEST_POSTGRES";

/// An empty database of its own, which is gone when this is dropped.
#[derive(Debug)]
pub struct TestDb {
    url: String,
    /// What the database lives in; takes it away when dropped.
    _home: Home,
}

/// A row of an answer as text; `None` is NULL.
pub type TextRow = Vec<Option<String>>;

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
            url: format!(
                "{server}{separator}options=-c%20search_path%3D{name}&application_name={name}"
            ),
            _home: Box::new(Schema { server, name }),
        })
    }

    /// The same, over a way that can fall silent. The server has to listen on this machine.
    ///
    /// # Panics
    /// As [`Self::postgres`] does.
    pub async fn postgres_over_silent_proxy() -> Result<(Self, SilentProxy)> {
        let mut db = Self::postgres().await?;
        let server: Config = db.url.parse()?;
        let port = server.get_ports().first().copied();
        let port = port.context("the server's address has no port")?;
        let proxy = SilentProxy::to(port).await?;
        let (direct, over) = (format!(":{port}/"), format!(":{}/", proxy.port));
        ensure!(db.url.contains(&direct), "a path comes after the port");
        db.url = db.url.replacen(&direct, &over, 1);
        Ok((db, proxy))
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

    /// Runs one SQL statement past the store: to see what it keeps, or to make states that its
    /// ports cannot make. Blocks the thread on SQLite.
    pub async fn query(&self, sql: &str) -> Result<Vec<TextRow>> {
        match self.url.strip_prefix("sqlite:") {
            Some(path) => query_sqlite(path, sql),
            None => on_server(&self.url, async |client| query_postgres(client, sql).await).await,
        }
    }

    /// Makes a SQLite database refuse the titles whose id is so, for instance `= 3`.
    pub async fn refuse_titles(&self, id: &str) -> Result<()> {
        let refuse = format!(
            "CREATE TRIGGER refuse BEFORE INSERT ON anime WHEN NEW.mal_id {id} \
             BEGIN SELECT RAISE(ABORT, 'refused'); END"
        );
        self.query(&refuse).await.map(drop)
    }

    /// Ends [`Self::refuse_titles`].
    pub async fn take_titles(&self) -> Result<()> {
        self.query("DROP TRIGGER refuse").await.map(drop)
    }

    /// The tables that have a column of this name, or all tables.
    pub async fn tables(&self, column: Option<&str>) -> Result<Vec<String>> {
        let (all, with) = if self.url.starts_with("sqlite:") {
            (
                "SELECT name FROM sqlite_master WHERE type = 'table'",
                "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
                 WHERE m.type = 'table' AND c.name = ",
            )
        } else {
            (
                "SELECT table_name FROM information_schema.tables \
                 WHERE table_schema = current_schema()",
                "SELECT table_name FROM information_schema.columns \
                 WHERE table_schema = current_schema() AND column_name = ",
            )
        };
        let sql = column.map_or_else(|| all.to_owned(), |column| format!("{with}'{column}'"));
        let rows = self.query(&sql).await?;
        Ok(rows.into_iter().flatten().flatten().collect())
    }
}

fn query_sqlite(path: &str, sql: &str) -> Result<Vec<TextRow>> {
    let connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        (0..columns).map(|at| row.get_ref(at).map(text)).collect()
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn text(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }
}

async fn query_postgres(client: &Client, sql: &str) -> Result<Vec<TextRow>> {
    let answer = client.simple_query(sql).await?;
    let rows = answer.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let text = |text: Option<&str>| text.map(str::to_owned);
    Ok(rows
        .map(|row| (0..row.len()).map(|at| text(row.get(at))).collect())
        .collect())
}

impl Drop for Schema {
    fn drop(&mut self) {
        // What a test has left open holds locks, and nothing of the test runs any more to close it
        let sql = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{0}'; \
             DROP SCHEMA {0} CASCADE",
            self.name
        );
        // The test's own runtime cannot be waited for here
        let dropped =
            thread::scope(|scope| scope.spawn(|| block_on(execute(&self.server, &sql))).join());
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!("schema {} could not be dropped: {dropped:?}", self.name);
        }
    }
}

async fn execute(server: &str, sql: &str) -> Result<()> {
    on_server(server, async |client| Ok(client.batch_execute(sql).await?)).await
}

async fn on_server<T>(server: &str, work: impl AsyncFnOnce(&Client) -> Result<T>) -> Result<T> {
    let (client, connection) = tokio_postgres::connect(server, NoTls)
        .await
        .with_context(|| format!("the server that {SERVER} names cannot be reached"))?;
    let connection = tokio::spawn(connection);
    let done = work(&client).await;
    drop(client);
    connection.await??;
    done
}

fn block_on(work: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(work)
}
