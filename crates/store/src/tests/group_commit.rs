//! Changes that SQLite commits together.

use std::pin::{Pin, pin};

use domain::{Code, Result};
use futures::{
    FutureExt as _,
    future::{join, join_all},
};
use tempfile::TempDir;

use super::{INSERT, keys, open, row};
use crate::{Store, tx::Tx};

/// A store, and changes that wait for the writer: the first has it.
struct Meeting {
    store: Store,
    _folder: TempDir,
}

impl Meeting {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            store: open(&folder).await.unwrap(),
            _folder: folder,
        }
    }

    async fn change(&self, key: &str) -> Tx {
        let mut tx = self.store.begin_grouped().await.unwrap();
        tx.execute(INSERT, row(key)).await.unwrap();
        tx
    }

    /// The end of a change, not acknowledged yet, and another that began while it was to come.
    async fn two(&self) -> (Pin<Box<impl Future<Output = Result<()>> + use<>>>, Tx) {
        let first = self.change("first").await;
        let mut second = pin!(self.change("second"));
        assert!(second.as_mut().now_or_never().is_none());
        let mut committed = Box::pin(first.commit());
        let second = tokio::select! {
            biased;
            _ = &mut committed => panic!("acknowledged before the other's change"),
            second = second => second,
        };
        (committed, second)
    }

    async fn keys(&self) -> Vec<String> {
        keys(&self.store).await
    }
}

#[tokio::test]
async fn change_waits_for_its_group() {
    let meeting = Meeting::new().await;
    let (mut committed, mut second) = meeting.two().await;
    // The second change sees what the first one wrote, and may not tell of it yet
    let sql = "SELECT key FROM provider_answer WHERE key = 'first'";
    assert_eq!(second.query(sql, vec![]).await.unwrap().len(), 1);
    assert_eq!(meeting.keys().await, Vec::<String>::new());
    assert!(committed.as_mut().now_or_never().is_none());
    second.rollback().await.unwrap();
    committed.await.unwrap();
    assert_eq!(meeting.keys().await, ["first"]);
}

#[tokio::test]
async fn failed_change_undoes_no_other() {
    let meeting = Meeting::new().await;
    let change = async |number: u32| -> Result<()> {
        let mut tx = meeting.store.begin_grouped().await?;
        tx.execute(INSERT, row(&format!("{number:02}"))).await?;
        match number % 4 {
            // The key is there already
            1 => tx.execute(INSERT, row(&format!("{number:02}"))).await?,
            2 => return tx.rollback().await,
            3 => {
                drop(tx);
                return Ok(());
            }
            _ => {}
        }
        tx.commit().await
    };
    let outcomes = join_all((0..40).map(change)).await;
    for (number, outcome) in outcomes.into_iter().enumerate() {
        assert_eq!(outcome.is_err(), number % 4 == 1, "{number}");
    }
    let committed: Vec<_> = (0..40).step_by(4).map(|n| format!("{n:02}")).collect();
    assert_eq!(meeting.keys().await, committed);
}

#[tokio::test]
async fn failed_commit_fails_every_change_of_its_group() {
    let meeting = Meeting::new().await;
    let change = async |key: &str, nobody: bool| {
        let mut tx = meeting.change(key).await;
        if nobody {
            // The row breaks a foreign key, which is found out by the commit
            tx.batch(
                "PRAGMA defer_foreign_keys = ON; \
                 INSERT INTO user_record VALUES ('nobody', '', '', 0, 0, 0, NULL, 0)",
            )
            .await
            .unwrap();
        }
        tx.commit().await
    };
    let outcomes = join_all([change("a", false), change("b", true), change("c", false)]).await;
    // The first change may have been committed before the others came
    assert!(outcomes[1].is_err() && outcomes[2].is_err(), "{outcomes:?}");
    change("d", false).await.unwrap();
    let committed = meeting.keys().await;
    assert_eq!(
        committed.contains(&"a".into()),
        outcomes[0].is_ok(),
        "{outcomes:?}"
    );
    assert!(!committed.contains(&"b".into()) && !committed.contains(&"c".into()));
    assert!(committed.contains(&"d".into()));
}

#[tokio::test]
async fn undone_transaction_fails_every_change_of_its_group() {
    let meeting = Meeting::new().await;
    let (committed, mut second) = meeting.two().await;
    // Undoes the transaction, as SQLite does by itself where the disk is full
    let undo =
        "INSERT OR ROLLBACK INTO provider_answer (key, body, fetched_at) VALUES ($1, $2, $2)";
    second.execute(undo, row("first")).await.unwrap_err();
    drop(second);
    let error = committed.await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable, "{error:?}");
    meeting.change("third").await.commit().await.unwrap();
    assert_eq!(meeting.keys().await, ["third"]);
}

#[tokio::test]
async fn transaction_of_its_own_comes_after_the_group() {
    let meeting = Meeting::new().await;
    let first = meeting.change("first").await;
    let mut alone = pin!(meeting.store.begin());
    assert!(alone.as_mut().now_or_never().is_none());
    let (committed, alone) = join(first.commit(), alone).await;
    committed.unwrap();
    let alone = alone.unwrap();
    assert_eq!(meeting.keys().await, ["first"]);
    alone.rollback().await.unwrap();
    assert_eq!(meeting.keys().await, ["first"]);
}

#[tokio::test]
async fn change_is_committed_though_its_caller_has_gone() {
    let meeting = Meeting::new().await;
    let first = meeting.change("first").await;
    let mut second = pin!(meeting.change("second"));
    assert!(second.as_mut().now_or_never().is_none());
    assert!(first.commit().now_or_never().is_none());
    drop(second.await);
    // The next transaction begins after the group is committed
    meeting
        .store
        .begin()
        .await
        .unwrap()
        .rollback()
        .await
        .unwrap();
    assert_eq!(meeting.keys().await, ["first"]);
}
