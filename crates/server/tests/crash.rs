//! What users keep survives whatever becomes of the process: the real binary, killed and stopped
//! while clients write and listen, on both engines.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

/// Makes of every case a test on SQLite and one on PostgreSQL. Of these one runs at a time: each has many clients.
macro_rules! on_both_engines {
    ($($case:ident),+) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")] async fn $case() {
                let _alone = crate::crash::ALONE.lock().await;
                super::$case(&testkit::TestDb::sqlite().unwrap()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")] async fn $case() {
                let _alone = crate::crash::ALONE.lock().await;
                super::$case(&testkit::TestDb::postgres().await.unwrap()).await;
            })+
        }
    };
}

mod client;
mod crowd;
mod edits;
mod ending;
mod history;
mod list_imports;
mod listener;
mod mitai;
mod ratings;
mod same_title;
mod set_semantics;

/// The lock that lets these tests run one at a time.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
