//! The yardstick of list writes: the statements of a change alone, on tables of the same form.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::Result;
use bench::{figure, median, milliseconds_since};
use clap::Parser;
use futures::future::try_join_all;
use rusqlite::{Connection, params};
use tokio_postgres::{Client, NoTls, Statement};

/// How long changes of many users' lists are made and counted.
const DURATION: Duration = Duration::from_secs(5);
/// The number of changes one after the other whose median counts.
const SEQUENTIAL_CHANGES: u32 = 1_000;
/// The number of connections, as Mitai has, and that of users whose lists are changed.
const CONNECTIONS: i64 = 16;
const USERS: i64 = 64;

const TABLES: &str = "\
    CREATE TABLE raw_record (uid TEXT PRIMARY KEY, version BIGINT NOT NULL, length BIGINT NOT NULL); \
    CREATE TABLE raw_entry (uid TEXT NOT NULL, list TEXT NOT NULL, mal_id BIGINT NOT NULL, \
        version BIGINT NOT NULL, added_at TEXT NOT NULL, PRIMARY KEY (uid, list, mal_id)); \
    CREATE TABLE raw_change (uid TEXT NOT NULL, version BIGINT NOT NULL, kind TEXT NOT NULL, \
        list TEXT, mal_id BIGINT, PRIMARY KEY (uid, version))";
const OWNER: &str = "INSERT INTO raw_record VALUES ($1, 0, 0)";
const RAISE: &str = "UPDATE raw_record SET version = version + 1, length = length + 1 \
    WHERE uid = $1 RETURNING version";
const ADD: &str = "INSERT INTO raw_entry VALUES ($1, 'watchlist', $2, $2, \
    '2026-01-01T00:00:00.000000000Z')";
const NOTE: &str = "INSERT INTO raw_change VALUES ($1, $2, 'added', 'watchlist', $2)";

/// Tells how long a change takes and how many are made a second, each a transaction that lasts.
#[derive(Parser)]
enum Raw {
    /// On one connection, since SQLite has one writer, in a new file
    Sqlite {
        /// The file
        file: PathBuf,
    },
    /// On as many connections as Mitai has
    Postgres {
        /// The database's address
        url: String,
    },
}

#[tokio::main]
async fn main() -> Result<()> {
    let rate = match Raw::parse() {
        Raw::Sqlite { file } => sqlite(&file)?,
        Raw::Postgres { url } => postgres(&url).await?,
    };
    figure("raw", rate);
    Ok(())
}

fn name(user: i64) -> String {
    format!("user{user}")
}

fn sqlite(file: &Path) -> Result<f64> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(TABLES)?;
    for user in 0..USERS {
        connection.execute(OWNER, [name(user)])?;
    }
    let mut changes = 0_u32;
    let mut took = Vec::new();
    let begin = Instant::now();
    while begin.elapsed() < DURATION {
        let user = name(i64::from(changes) % USERS);
        let asked = Instant::now();
        connection.execute_batch("BEGIN IMMEDIATE")?;
        let mut raise = connection.prepare_cached(RAISE)?;
        let version: i64 = raise.query_row([&user], |row| row.get(0))?;
        for sql in [ADD, NOTE] {
            connection
                .prepare_cached(sql)?
                .execute(params![user, version])?;
        }
        connection.execute_batch("COMMIT")?;
        took.push(milliseconds_since(asked));
        changes += 1;
    }
    figure("raw-change", median(&mut took));
    Ok(f64::from(changes) / begin.elapsed().as_secs_f64())
}

async fn postgres(url: &str) -> Result<f64> {
    let (client, _task) = connect(url).await?;
    client.batch_execute(TABLES).await?;
    for user in 0..USERS {
        client.execute(OWNER, &[&name(user)]).await?;
    }
    let (mut alone, _task) = connect(url).await?;
    let statements = prepare(&alone).await?;
    let mut took = Vec::new();
    for _ in 0..SEQUENTIAL_CHANGES {
        let asked = Instant::now();
        change(&mut alone, &statements, &name(0)).await?;
        took.push(milliseconds_since(asked));
    }
    figure("raw-change", median(&mut took));
    let begin = Instant::now();
    let load = (0..CONNECTIONS).map(|connection| async move {
        let (mut client, _task) = connect(url).await?;
        let statements = prepare(&client).await?;
        let mut changes = 0_u32;
        while begin.elapsed() < DURATION {
            let turn = i64::from(changes) % (USERS / CONNECTIONS);
            change(
                &mut client,
                &statements,
                &name(turn * CONNECTIONS + connection),
            )
            .await?;
            changes += 1;
        }
        anyhow::Ok(changes)
    });
    let changes: u32 = try_join_all(load).await?.into_iter().sum();
    let rate = f64::from(changes) / begin.elapsed().as_secs_f64();
    let drop = "DROP TABLE raw_record, raw_entry, raw_change";
    client.batch_execute(drop).await?;
    Ok(rate)
}

/// A connection, and the task that drives it as long as there is the connection.
async fn connect(url: &str) -> Result<(Client, tokio::task::JoinHandle<()>)> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    let task = tokio::spawn(async move {
        if let Err(error) = connection.await {
            eprintln!("the connection to PostgreSQL is lost: {error}");
        }
    });
    Ok((client, task))
}

async fn prepare(client: &Client) -> Result<Vec<Statement>> {
    let statements = [RAISE, ADD, NOTE].map(|sql| client.prepare(sql));
    Ok(try_join_all(statements).await?)
}

async fn change(client: &mut Client, statements: &[Statement], user: &str) -> Result<()> {
    let tx = client.transaction().await?;
    let version: i64 = tx.query_one(&statements[0], &[&user]).await?.get(0);
    for statement in &statements[1..] {
        tx.execute(statement, &[&user, &version]).await?;
    }
    Ok(tx.commit().await?)
}
