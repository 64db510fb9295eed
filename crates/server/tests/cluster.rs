//! Several servers of one PostgreSQL: the real binary, several times, while lines are cut, servers are
//! killed and the database moves.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

/// Makes of every case a test on PostgreSQL, and one on Citus whose servers are at different nodes.
macro_rules! on_both_servers {
    ($($case:ident),+ $(,)?) => {
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")] async fn $case() {
                super::$case(&testkit::TestDb::postgres().await.unwrap()).await;
            })+
        }

        mod citus {
            $(#[tokio::test(flavor = "multi_thread")] async fn $case() {
                if let Some(db) = testkit::TestDb::citus().await.unwrap() {
                    super::$case(&db).await;
                }
            })+
        }
    };
}

mod citus;
mod convergence;
mod dumped;
mod encrypted;
mod failover;
mod killed;
mod leading;
mod limits;
mod postgres;
mod server;
mod silence;
mod stopped;
mod upgrading;
mod workers;
mod writer;
