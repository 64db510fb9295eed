//! The server, as an operator runs it.

use std::{
    path::Path,
    process::ExitStatus,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use testkit::program::{self, Serving};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");
/// Pause between two looks at whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running server; dropping it kills it.
pub(super) struct Mitai {
    serving: Serving,
    /// The server's data folder, for what it keeps beside the database.
    _data: TempDir,
    /// The server's address, `http://…`.
    pub(super) address: String,
}

impl Mitai {
    /// Starts a server over a database and waits until it listens.
    pub(super) async fn start(database: &str) -> Self {
        let data = tempfile::tempdir().unwrap();
        let flags = ["--database", database, "--log", "warn"];
        let mut serve = program::serve(BINARY, data.path(), &flags);
        let starting = tokio::task::spawn_blocking(move || Serving::start(&mut serve).unwrap());
        let serving = starting.await.unwrap();
        Self {
            address: serving.address.clone(),
            serving,
            _data: data,
        }
    }

    /// Ends the server with SIGKILL, which it cannot handle.
    pub(super) fn kill(self) {
        drop(self);
    }

    /// Asks the server to stop, with SIGTERM, and waits for its end; returns its exit status and how long that took.
    pub(super) async fn stop(mut self, timeout: Duration) -> (ExitStatus, Duration) {
        let started = Instant::now();
        self.serving.ask_to_stop().unwrap();
        loop {
            if let Some(status) = self.serving.has_ended().unwrap() {
                return (status, started.elapsed());
            }
            assert!(started.elapsed() < timeout, "the server did not stop");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// Imports a file of titles with the command, beside a running server.
pub(super) async fn import(database: &str, file: &Path) {
    let data = tempfile::tempdir().unwrap();
    let mut command = program::command(BINARY, data.path());
    command
        .args(["import", "jikan", "--database", database])
        .arg(file);
    let importing = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = importing.await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
