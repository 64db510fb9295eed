//! A cluster of Citus of a test's own, for what one that others use as well cannot take: a node that is killed,
//! a node that is added.

use testkit::TestDb;

use super::{
    postgres::Postgres,
    server::{Server, complaints},
};

/// Few parts, for they take time, and still some for each of three workers. Citus moves them by logical
/// replication.
const SETTINGS: &str = "-c shared_preload_libraries=citus -c citus.shard_count=8 \
    -c wal_level=logical -c max_connections=200 -c max_prepared_transactions=200";
/// All users of a test come from one address.
const MANY_SIGN_UPS: [&str; 2] = ["--sign-ups-per-hour", "1000"];

/// A coordinator and its workers; dropping it stops them and deletes their files.
pub(super) struct Citus {
    pub(super) coordinator: Postgres,
    pub(super) workers: Vec<Postgres>,
}

impl Citus {
    /// One with two workers, over which `mitai db distribute` has spread the tables. `None` where tests on Citus are
    /// left out.
    ///
    /// # Panics
    /// Panics if the extension is not installed for the newest PostgreSQL of this machine.
    pub(super) async fn start() -> Option<Self> {
        TestDb::citus_coordinator()?;
        let coordinator = node();
        coordinator.sql(&format!(
            "SELECT citus_set_coordinator_host('127.0.0.1', {})",
            coordinator.port
        ));
        let mut new = Self {
            coordinator,
            workers: Vec::new(),
        };
        new.add_worker();
        new.add_worker();
        let spread = complaints(&new.coordinator.address(), &["db", "distribute"]).await;
        assert!(spread.0, "{}", spread.1);
        Some(new)
    }

    /// Adds an empty worker.
    pub(super) fn add_worker(&mut self) {
        let worker = node();
        let add = format!("SELECT citus_add_node('127.0.0.1', {})", worker.port);
        self.coordinator.sql(&add);
        self.workers.push(worker);
    }

    /// Two servers of Mitai, at the coordinator and at the first worker.
    pub(super) async fn servers(&self) -> [Server; 2] {
        let coordinator = format!("127.0.0.1:{}", self.coordinator.port);
        let flags = ["--coordinator", &coordinator];
        let flags = [flags, MANY_SIGN_UPS].concat();
        // One after the other: the first writes the built-in catalogue
        let one = Server::start(&self.coordinator.address(), &flags).await;
        let other = Server::start(&self.workers[0].address(), &flags).await;
        [one, other]
    }

    /// The number of the worker that holds what is spread by a column with this value.
    pub(super) fn holder(&self, table: &str, value: &str) -> usize {
        let port = self.coordinator.sql(&format!(
            "SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid) \
             WHERE shardid = get_shard_id_for_distribution_column('{table}', '{value}')"
        ));
        let is_it = |worker: &Postgres| worker.port.to_string() == port;
        self.workers.iter().position(is_it).unwrap()
    }
}

fn node() -> Postgres {
    let new = Postgres::with(SETTINGS);
    new.sql("CREATE EXTENSION citus");
    new
}
