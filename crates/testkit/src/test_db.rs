//! Databases for one test each.

use std::{
    collections::hash_map::RandomState,
    env, fmt,
    future::Future,
    hash::{BuildHasher, Hasher},
    io::Write as _,
    sync::{
        Once,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context, Result, ensure};
use rusqlite::types::ValueRef;
use store::{DatabaseUrl, Store};
use tokio_postgres::{Client, Config, NoTls, SimpleQueryMessage};

use crate::SilentProxy;

/// The variable that names the server for [`TestDb::postgres`].
const SERVER: &str = "MITAI_TEST_POSTGRES";
/// The variable that names the coordinator for [`TestDb::citus`].
const COORDINATOR: &str = "MITAI_TEST_CITUS";
/// Parts of each spread table, for a test to make few tables fast: two for each of two workers.
const PARTS: u32 = 4;

/// An empty database of one test; dropping it deletes the database.
#[derive(Debug)]
pub struct TestDb {
    url: String,
    /// The nodes of Citus over which the database is spread, the coordinator first, each as `host:port`.
    nodes: Vec<String>,
    opened: AtomicUsize,
    /// The folder or schema that the database lives in; dropping it deletes the database.
    _home: Home,
}

/// The addresses by which a server finds a database.
#[derive(Debug)]
pub struct TestAddress {
    /// The value of `--database`.
    pub url: String,
    /// The value of `--coordinator`; `None` where the database is not on Citus.
    pub coordinator: Option<String>,
}

/// A row of an answer, each value as text; `None` is NULL.
pub type TextRow = Vec<Option<String>>;

type Home = Box<dyn fmt::Debug + Send + Sync>;

/// A schema on a PostgreSQL server or, on Citus, on each of its nodes.
#[derive(Debug)]
struct Schema {
    /// The addresses of the servers that hold the schema; on Citus the coordinator comes first.
    servers: Vec<String>,
    name: String,
}

impl TestDb {
    /// Makes a SQLite file in a folder of its own.
    pub fn sqlite() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        Ok(Self::new(url, Box::new(folder)))
    }

    /// Makes a schema of its own on the PostgreSQL server that `MITAI_TEST_POSTGRES` names.
    ///
    /// # Panics
    /// Panics if the variable is not set: a test that needs PostgreSQL fails without it.
    pub async fn postgres() -> Result<Self> {
        let server = env::var(SERVER).unwrap_or_else(|_| {
            panic!(
                "set {SERVER} to a PostgreSQL server's address, or run `cargo xtask test`, \
                 which starts one"
            )
        });
        Self::schema(vec![server], "").await
    }

    /// The coordinator that `MITAI_TEST_CITUS` names. `None` where that is not set, after one line that says so:
    /// not every machine has Citus.
    pub fn citus_coordinator() -> Option<String> {
        static TELLING: Once = Once::new();
        let coordinator = env::var(COORDINATOR).ok();
        if coordinator.is_none() {
            // Past the capture of a test's output, which shows that of failed tests alone
            TELLING.call_once(|| {
                let _ = writeln!(
                    std::io::stderr(),
                    "Tests on Citus are left out: {COORDINATOR} names no coordinator"
                );
            });
        }
        coordinator
    }

    /// A schema of its own, spread by `mitai db distribute` over the nodes of the Citus that there is
    /// ([`Self::citus_coordinator`]).
    pub async fn citus() -> Result<Option<Self>> {
        let db = Self::citus_undistributed().await?;
        if let Some(db) = &db {
            store::distribute(&db.url.parse()?, false).await?;
        }
        Ok(db)
    }

    /// Makes a schema on Citus whose tables are not spread yet.
    pub async fn citus_undistributed() -> Result<Option<Self>> {
        let Some(coordinator) = Self::citus_coordinator() else {
            return Ok(None);
        };
        let sql = "SELECT nodename || ':' || nodeport FROM pg_dist_node \
             WHERE isactive AND hasmetadata ORDER BY groupid";
        let nodes = on_server(&coordinator, async |client| {
            query_postgres(client, sql).await
        });
        let nodes: Vec<String> = nodes.await?.into_iter().flatten().flatten().collect();
        ensure!(
            nodes.len() > 1,
            "{COORDINATOR} names no Citus with workers: {nodes:?}"
        );
        let servers = nodes
            .iter()
            .map(|node| at(&coordinator, node))
            .collect::<Result<_>>()?;
        let parts = format!("%20-c%20citus.shard_count%3D{PARTS}");
        let mut db = Self::schema(servers, &parts).await?;
        db.nodes = nodes;
        Ok(Some(db))
    }

    async fn schema(servers: Vec<String>, options: &str) -> Result<Self> {
        let name = format!("test_{:016x}", RandomState::new().build_hasher().finish());
        let server = &servers[0];
        execute(server, &format!("CREATE SCHEMA {name}")).await?;
        let separator = if server.contains('?') { '&' } else { '?' };
        let url = format!(
            "{server}{separator}options=-c%20search_path%3D{name}{options}&application_name={name}"
        );
        Ok(Self::new(url, Box::new(Schema { servers, name })))
    }

    fn new(url: String, home: Home) -> Self {
        Self {
            url,
            nodes: Vec::new(),
            opened: AtomicUsize::new(0),
            _home: home,
        }
    }

    /// Makes a schema on PostgreSQL behind a proxy that can fall silent. The server has to listen on this machine.
    ///
    /// # Panics
    /// Panics as [`Self::postgres`] does.
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

    /// Returns the database's address; on Citus that of the coordinator.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address for another server; on Citus at another node each time, first at the workers.
    pub fn next_address(&self) -> Result<TestAddress> {
        let Some(coordinator) = self.nodes.first() else {
            return Ok(TestAddress {
                url: self.url.clone(),
                coordinator: None,
            });
        };
        let number = 1 + self.opened.fetch_add(1, Ordering::Relaxed);
        Ok(TestAddress {
            url: at(&self.url, &self.nodes[number % self.nodes.len()])?,
            coordinator: Some(coordinator.clone()),
        })
    }

    /// Opens it. Every call is another store, as in another process; on Citus at another node.
    pub async fn open(&self) -> Result<Store> {
        let TestAddress { url, coordinator } = self.next_address()?;
        let url = match coordinator {
            Some(coordinator) => DatabaseUrl::with_coordinator(&url, &coordinator)?,
            None => url.parse()?,
        };
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

    /// Ends [`Self::refuse_titles`]: the database takes all titles again.
    pub async fn take_titles(&self) -> Result<()> {
        self.query("DROP TRIGGER refuse").await.map(drop)
    }

    /// Returns the tables that have a column of this name, or all tables.
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
        let close = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{}'",
            self.name
        );
        let drop = format!("DROP SCHEMA {} CASCADE", self.name);
        let work = async {
            for server in &self.servers {
                execute(server, &close).await?;
            }
            execute(&self.servers[0], &drop).await
        };
        // The test's own runtime cannot be waited for here
        let dropped = thread::scope(|scope| scope.spawn(|| block_on(work)).join());
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!("schema {} could not be dropped: {dropped:?}", self.name);
        }
    }
}

/// Returns an address with another host and port in place of its own.
fn at(address: &str, node: &str) -> Result<String> {
    let config: Config = address.parse()?;
    let port = config
        .get_ports()
        .first()
        .context("the address has no port")?;
    let end = format!(":{port}/");
    let (before, after) = address
        .split_once(&end)
        .context("a path comes after the port")?;
    let start = before.rfind(['@', '/']).map_or(0, |at| at + 1);
    Ok(format!("{}{node}/{after}", &before[..start]))
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
