//! Changes that are committed together: a commit waits for the disk, and one wait is enough for all.
//!
//! A group is one transaction, and each change in it a savepoint. A change that ends while no caller waits
//! for the writer is committed at once; otherwise all waiting callers make their changes first.
//!
//! **Invariant:** no caller gets the result of a change before its group is committed, not even that
//! it changed nothing: it may have read rows that others of the group wrote.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use domain::Result;
use rusqlite::{Connection, ffi};
use tokio::sync::oneshot;

use super::{
    pool::{Lease, Pool},
    run,
};
use crate::error;

type Outcome = rusqlite::Result<()>;

/// The changes of one writer's group, and the writer. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct GroupCommit {
    writer: Pool,
    changes: GroupedChanges,
    /// Whether a task that commits the group has been queued.
    is_closed_soon: Arc<AtomicBool>,
}

/// The changes of a group. Cheap to clone; methods that take a [`Connection`] run on the writer's thread.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupedChanges(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// Whether a change has begun and not ended.
    is_changing: bool,
    /// The callers whose changes have ended, who wait for the commit.
    waiting: Vec<oneshot::Sender<Outcome>>,
}

/// The queued task that commits a group.
struct Closing(Arc<AtomicBool>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl GroupCommit {
    pub(super) fn new(writer: Pool) -> Self {
        Self {
            writer,
            changes: GroupedChanges::default(),
            is_closed_soon: Arc::default(),
        }
    }

    /// The changes of the group, for jobs on the writer's thread.
    pub(super) fn changes(&self) -> GroupedChanges {
        self.changes.clone()
    }

    /// Ends the change of `lease` after its `last` part, keeping what it wrote or not, and waits for its
    /// group. Everything is under way before the first wait, so it may be dropped.
    pub(super) fn end<Last: FnOnce(&Connection) -> Outcome + Send + 'static>(
        &self,
        lease: &Lease,
        keep: bool,
        last: Last,
    ) -> impl Future<Output = Result<()>> + use<Last> {
        let (answer, answered) = oneshot::channel();
        let (changes, is_last) = (self.changes(), !self.writer.is_waited_for());
        lease.send(move |connection| {
            let ended = last(connection);
            changes.end_change(connection, ended, keep, answer);
            if is_last {
                changes.close(connection);
            }
        });
        if !is_last {
            self.close_soon();
        }
        async { answered.await.map_err(error::gone)?.map_err(error::sqlite) }
    }

    /// Has the group committed after the callers that wait for the writer now. The caller has the
    /// writer, so later callers have not queued yet.
    fn close_soon(&self) {
        if self.is_closed_soon.swap(true, Ordering::SeqCst) {
            return;
        }
        let (group, closing) = (self.clone(), Closing(Arc::clone(&self.is_closed_soon)));
        tokio::spawn(async move {
            if let Ok(lease) = group.writer.lease().await {
                drop(closing);
                let changes = group.changes();
                lease.send(move |connection| changes.close(connection));
            }
        });
    }
}

impl GroupedChanges {
    /// Begins a change, and with the first change of a group the transaction.
    pub(super) fn begin(&self, connection: &Connection) -> Outcome {
        if connection.is_autocommit() {
            self.notify(&Err(aborted()));
            run(connection, "BEGIN IMMEDIATE")?;
        }
        self.state().is_changing = true;
        run(connection, "SAVEPOINT change")
    }

    /// Undoes a change that has not ended.
    pub(super) fn undo(&self, connection: &Connection) {
        if !std::mem::take(&mut self.state().is_changing) {
            return;
        }
        let undone = if connection.is_autocommit() {
            // SQLite has undone the whole transaction, as where the disk is full
            self.notify(&Err(aborted()));
            Ok(())
        } else if self.state().waiting.is_empty() {
            connection.execute_batch("ROLLBACK")
        } else {
            connection.execute_batch(ROLLBACK)
        };
        if let Err(error) = undone {
            tracing::error!(%error, "a change could not be undone");
        }
    }

    /// Commits, if there is anything to commit, and notifies the callers of its changes.
    pub(super) fn close(&self, connection: &Connection) {
        let committed = if connection.is_autocommit() {
            Err(aborted())
        } else {
            run(connection, "COMMIT")
        };
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "changes could not be undone");
        }
        self.notify(&committed);
    }

    fn end_change(
        &self,
        connection: &Connection,
        ended: Outcome,
        keep: bool,
        answer: oneshot::Sender<Outcome>,
    ) {
        let left = ended.and_then(|()| match keep {
            _ if connection.is_autocommit() => Err(aborted()),
            true => run(connection, "RELEASE change"),
            false => connection.execute_batch(ROLLBACK),
        });
        if let Err(error) = left {
            let _ = answer.send(Err(error));
            self.undo(connection);
            return;
        }
        let mut state = self.state();
        state.is_changing = false;
        state.waiting.push(answer);
    }

    fn notify(&self, outcome: &Outcome) {
        let waiting = std::mem::take(&mut self.state().waiting);
        for waiting in waiting {
            // A caller that has gone needs no answer
            let _ = waiting.send(
                outcome
                    .as_ref()
                    .map_or_else(|e| Err(cloned(e)), |()| Ok(())),
            );
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const ROLLBACK: &str = "ROLLBACK TO change; RELEASE change";

/// The error of callers whose transaction SQLite has undone because of another's change.
fn aborted() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_ABORT_ROLLBACK), None)
}

/// A second copy of an error, for another caller.
fn cloned(error: &rusqlite::Error) -> rusqlite::Error {
    let code = error.sqlite_error().copied();
    let code = code.unwrap_or_else(|| ffi::Error::new(ffi::SQLITE_ERROR));
    rusqlite::Error::SqliteFailure(code, Some(error.to_string()))
}
