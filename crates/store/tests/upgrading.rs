//! Upgrades of databases that hold something, and upgrades that do not come to their end.

mod distributed;
mod sample_rows;

use std::{
    env,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use testkit::TestDb;
use tokio::time::{sleep, timeout};

use self::sample_rows::{Migration, OWN, StoredRows, fill, is_file, migrations, schema};

/// Longest wait for what comes at once on an idle machine.
const TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long an upgrade holds its lock before it is killed: it is somewhere in its middle then.
const HOLDS: Duration = Duration::from_millis(60);
/// Names the database whose upgrade is to be killed, to the process that begins it.
const KILLED: &str = "MITAI_TEST_KILLED";

/// Ends the connections that sleep in the test's schema, and returns a row for each.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE application_name = current_schema() AND wait_event = 'PgSleep'";
const ASLEEP: &str = "SELECT pid FROM pg_stat_activity \
     WHERE application_name = current_schema() AND wait_event = 'PgSleep'";

/// Makes of every case a test on SQLite and one on PostgreSQL.
macro_rules! on_both_engines {
    ($($case:ident),+) => {
        mod sqlite {
            $(#[tokio::test] async fn $case() -> anyhow::Result<()> {
                super::$case(async || super::TestDb::sqlite()).await
            })+
        }

        mod postgres {
            $(#[tokio::test] async fn $case() -> anyhow::Result<()> {
                super::$case(super::TestDb::postgres).await
            })+
        }
    };
}

on_both_engines! {
    upgrade_that_fails_leaves_everything_as_it_was,
    upgrade_that_is_killed_is_done_at_the_next_start
}

/// Wherever it fails: the version before goes on with the database, and the next try comes through.
async fn upgrade_that_fails_leaves_everything_as_it_was(
    new: impl AsyncFn() -> Result<TestDb>,
) -> Result<()> {
    let all = migrations()?;
    let newest = newest(&new().await?).await?;
    for count in 0..=all.len() {
        let db = new().await?;
        let held = fill(&db, &all, count).await?;
        let before = schema(&db).await?;
        // All are one transaction: where in its middle it fails makes no difference
        let stops = [count, usize::midpoint(count, all.len()), all.len() - 1];
        let pending = all.iter().enumerate().skip(count);
        for (stop, migration) in pending.filter(|(stop, _)| stops.contains(stop)) {
            let at = format!("from {count}, at {}", migration.name);
            let refused = Obstacle::refusal(&db, migration);
            let mut obstacles = vec![refused];
            obstacles.extend(Obstacle::in_the_way(migration).filter(|_| stop == count));
            for obstacle in obstacles {
                obstacle.put(&db).await?;
                let failed = db.open().await.err();
                obstacle.take_away(&db).await?;
                let failed = failed.with_context(|| format!("{at}: nothing failed"))?;
                let error = format!("{failed:?}");
                ensure!(error.contains(obstacle.error), "{at}: {error}");
                ensure!(schema(&db).await? == before, "{at}: another schema");
                ensure!(StoredRows::by(&db).await? == held, "{at}: other rows");
            }
        }
        let came_through = held.came_through(&db, &newest).await;
        came_through.with_context(|| format!("from {count}"))?;
    }
    Ok(())
}

/// The process is killed (SQLite), or the server's side of its connection (PostgreSQL).
async fn upgrade_that_is_killed_is_done_at_the_next_start(
    new: impl AsyncFn() -> Result<TestDb>,
) -> Result<()> {
    if let Ok(url) = env::var(KILLED) {
        store::Store::open(&url.parse()?).await?;
        return Ok(());
    }
    let all = migrations()?;
    let last = all.last().context("there are migrations")?;
    let newest = newest(&new().await?).await?;
    for count in 0..all.len() {
        let db = new().await?;
        let held = fill(&db, &all, count).await?;
        let before = schema(&db).await?;
        let obstacle = Obstacle::standstill(&db, last);
        obstacle.put(&db).await?;
        if is_file(&db) {
            kill_process(&db).await?;
        } else {
            kill_connection(&db).await?;
        }
        obstacle.take_away(&db).await?;
        ensure!(schema(&db).await? == before, "from {count}: another schema");
        let came_through = held.came_through(&db, &newest).await;
        came_through.with_context(|| format!("from {count}"))?;
    }
    Ok(())
}

/// Readers continue while the upgrade waits to begin, and later ones start.
#[tokio::test]
async fn upgrade_does_not_block_readers() -> Result<()> {
    let all = migrations()?;
    let changes = |migration: &Migration| migration.sql.contains("ALTER TABLE anime ");
    let count = all.iter().position(changes).context("one changes it")?;
    let newest = newest(&TestDb::postgres().await?).await?;
    let db = TestDb::postgres().await?;
    let held = fill(&db, &all, count).await?;
    let reads = db.query("SELECT pg_sleep(300) FROM (SELECT COUNT(*) FROM anime) counted");
    let upgrade = async {
        while db.query(ASLEEP).await?.is_empty() {
            sleep(POLL_INTERVAL).await;
        }
        let upgraded = timeout(TIMEOUT, db.open()).await;
        db.query("SELECT COUNT(*) FROM anime").await?;
        db.query(CUT).await?;
        upgraded.context("it waits")
    };
    let (_, upgraded) = tokio::join!(reads, upgrade);
    let error = format!("{:?}", upgraded?.err());
    ensure!(error.contains("another program has locked"), "{error}");
    held.came_through(&db, &newest).await
}

async fn newest(db: &TestDb) -> Result<Vec<testkit::TextRow>> {
    drop(db.open().await?);
    schema(db).await
}

/// Something that stops an upgrade, and how it is put into a database and taken away.
struct Obstacle {
    put: Vec<String>,
    take_away: Vec<String>,
    /// A part of the error's text.
    error: &'static str,
}

impl Obstacle {
    /// A migration's last table or index is there: its statements before that have run.
    fn in_the_way(migration: &Migration) -> Option<Self> {
        let lines = migration.sql.lines();
        let text: Vec<&str> = lines
            .filter(|line| !line.trim_start().starts_with("--"))
            .flat_map(str::split_whitespace)
            .collect();
        let made = text.windows(3).rev().find_map(|words| match words {
            ["CREATE", "TABLE" | "INDEX", name] | ["UNIQUE", "INDEX", name] => Some(*name),
            _ => None,
        })?;
        Some(Self {
            put: vec![format!("CREATE TABLE {made} (id BIGINT)")],
            take_away: vec![format!("DROP TABLE {made}")],
            error: "already",
        })
    }

    /// All of a migration has run, and that it has cannot be written down.
    fn refusal(db: &TestDb, migration: &Migration) -> Self {
        let stop = "SELECT RAISE(ABORT, 'it was stopped')";
        Self::at_the_end(db, migration, stop, "FALSE")
    }

    /// All of a migration has run, and to record that takes longer than any test.
    fn standstill(db: &TestDb, migration: &Migration) -> Self {
        let stop = "SELECT COUNT(*) FROM was_stopped_long";
        let mut obstacle = Self::at_the_end(db, migration, stop, "pg_sleep(300) IS NULL");
        if is_file(db) {
            // The view ends by itself, should nobody be left to kill the query
            let numbers = "CREATE VIEW was_stopped_long AS WITH RECURSIVE n(n) AS \
                (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 1000000000) SELECT n FROM n";
            obstacle.put.insert(0, numbers.into());
            obstacle.take_away.push("DROP VIEW was_stopped_long".into());
        }
        obstacle
    }

    fn at_the_end(db: &TestDb, migration: &Migration, stop: &str, check: &str) -> Self {
        let name = &migration.name;
        let (put, take_away) = if is_file(db) {
            (
                format!(
                    "CREATE TRIGGER was_stopped BEFORE INSERT ON {OWN} WHEN NEW.name = '{name}' \
                     BEGIN {stop}; END"
                ),
                "DROP TRIGGER was_stopped".to_owned(),
            )
        } else {
            (
                format!(
                    "ALTER TABLE {OWN} ADD CONSTRAINT was_stopped \
                     CHECK (name <> '{name}' OR {check})"
                ),
                format!("ALTER TABLE {OWN} DROP CONSTRAINT was_stopped"),
            )
        };
        Self {
            put: vec![put],
            take_away: vec![take_away],
            error: "stopped",
        }
    }

    async fn put(&self, db: &TestDb) -> Result<()> {
        run(db, &self.put).await
    }

    async fn take_away(&self, db: &TestDb) -> Result<()> {
        run(db, &self.take_away).await
    }
}

async fn run(db: &TestDb, statements: &[String]) -> Result<()> {
    for sql in statements {
        db.query(sql).await.with_context(|| sql.clone())?;
    }
    Ok(())
}

/// The process of an upgrade, which is killed when this value is dropped, if not before.
struct Upgrade(Child);

impl Drop for Upgrade {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn kill_process(db: &TestDb) -> Result<()> {
    let case = "upgrading::sqlite::upgrade_that_is_killed_is_done_at_the_next_start";
    let mut command = Command::new(env::current_exe()?);
    command.args(["--exact", case]).env(KILLED, db.url());
    let mut upgrade = Upgrade(command.stdout(Stdio::null()).spawn()?);
    let path = db.url().trim_start_matches("sqlite:");
    let other = rusqlite::Connection::open(path)?;
    other.busy_timeout(Duration::ZERO)?;
    let is_locked = || other.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err();
    let locked = async {
        loop {
            sleep(POLL_INTERVAL).await;
            if is_locked() {
                sleep(HOLDS).await;
                if is_locked() {
                    break;
                }
            }
        }
    };
    timeout(TIMEOUT, locked).await.context("nothing begins")?;
    ensure!(upgrade.0.try_wait()?.is_none(), "it ended by itself");
    Ok(())
}

async fn kill_connection(db: &TestDb) -> Result<()> {
    let cut = async {
        while db.query(CUT).await?.is_empty() {
            sleep(POLL_INTERVAL).await;
        }
        anyhow::Ok(())
    };
    let (opened, cut) = tokio::join!(db.open(), timeout(TIMEOUT, cut));
    let failed = opened.err().context("it came to its end")?;
    cut.with_context(|| format!("nothing began: {failed:?}"))??;
    Ok(())
}
