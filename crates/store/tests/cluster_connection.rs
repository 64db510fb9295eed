//! The connection between servers of one database.

use std::time::Duration;

use anyhow::{Context as _, Result};
use domain::{
    account::UserId,
    cluster::{Cluster, ClusterConnection, Notice},
};
use testkit::TestDb;

/// Longest wait for what comes at once on an idle machine.
const TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

async fn connection(db: &TestDb) -> Result<Box<dyn ClusterConnection>> {
    let connection = db.open().await?.connect().await?;
    connection.context("there are other servers")
}

fn changed(number: usize) -> Notice {
    Notice::LibraryChanged(UserId::new(format!("{number:026}")))
}

async fn received(connection: &mut dyn ClusterConnection, count: usize) -> Result<Vec<Notice>> {
    let mut received = Vec::new();
    while received.len() < count {
        received.extend(tokio::time::timeout(TIMEOUT, connection.receive()).await??);
    }
    Ok(received)
}

#[tokio::test]
async fn sqlite_file_has_one_server() -> Result<()> {
    let db = TestDb::sqlite()?;
    assert!(db.open().await?.connect().await?.is_none());
    Ok(())
}

#[tokio::test]
async fn notices_reach_the_other_servers_in_order_and_not_their_sender() -> Result<()> {
    let db = TestDb::postgres().await?;
    let (mut one, mut other, mut third) = (
        connection(&db).await?,
        connection(&db).await?,
        connection(&db).await?,
    );
    // The notices take more than one payload
    let notices: Vec<Notice> = (0..600).map(changed).collect();
    one.send(&notices).await?;
    assert_eq!(received(&mut *other, 600).await?, notices);
    assert_eq!(received(&mut *third, 600).await?, notices);
    // The first notice that the sender receives is of another server
    other.send(&[changed(700)]).await?;
    assert_eq!(received(&mut *one, 1).await?, [changed(700)]);
    Ok(())
}

#[tokio::test]
async fn servers_of_another_schema_receive_nothing_and_elect_their_own_leader() -> Result<()> {
    let (db, elsewhere) = (TestDb::postgres().await?, TestDb::postgres().await?);
    let (mut one, mut other, mut foreign) = (
        connection(&db).await?,
        connection(&db).await?,
        connection(&elsewhere).await?,
    );
    assert!(one.try_lead().await? && foreign.try_lead().await? && !other.try_lead().await?);
    foreign.send(&[changed(1)]).await?;
    one.send(&[changed(2)]).await?;
    assert_eq!(received(&mut *other, 1).await?, [changed(2)]);
    Ok(())
}

#[tokio::test]
async fn one_server_leads_until_its_connection_ends() -> Result<()> {
    let db = TestDb::postgres().await?;
    let (mut one, mut other) = (connection(&db).await?, connection(&db).await?);
    for _ in 0..3 {
        assert!(one.try_lead().await?);
        assert!(!other.try_lead().await?);
    }
    drop(one);
    let led = async {
        while !other.try_lead().await? {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(TIMEOUT, led).await?
}

#[tokio::test]
async fn cut_connection_is_an_error() -> Result<()> {
    let db = TestDb::postgres().await?;
    let mut one = connection(&db).await?;
    assert!(one.try_lead().await?);
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE application_name = current_schema() AND pid <> pg_backend_pid()";
    assert!(!db.query(cut).await?.is_empty());
    assert!(
        tokio::time::timeout(TIMEOUT, one.receive()).await?.is_err(),
        "it goes on"
    );
    assert!(one.send(&[changed(1)]).await.is_err());
    assert!(one.try_lead().await.is_err());
    Ok(())
}
