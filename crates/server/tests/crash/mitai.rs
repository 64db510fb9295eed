//! The server, as an operator runs it.

use std::{
    env,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// How the server names its address once it listens.
const LISTENS: &str = "Mitai listens on ";
/// Pause between two looks whether a process has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A running server; dropping it kills it.
pub(super) struct Mitai {
    process: Child,
    /// What it keeps beside the database.
    _data: TempDir,
    /// Its address, `http://…`.
    pub(super) address: String,
    /// A server whose output nobody can take might stop over it.
    _output: BufReader<ChildStdout>,
}

impl Mitai {
    /// Starts over a database, on a free port, and waits until it listens. It asks nobody.
    pub(super) async fn start(database: &str) -> Self {
        let mut command = mitai(database);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args([
            "--jikan-url",
            "off",
            "--kitsu-url",
            "off",
        ]);
        let data = tempfile::tempdir().unwrap();
        command.arg("--data-dir").arg(data.path());
        let starting = tokio::task::spawn_blocking(move || Self::spawn(command, data));
        starting.await.unwrap()
    }

    fn spawn(mut command: Command, data: TempDir) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix(LISTENS);
        Self {
            process,
            _data: data,
            address: address.expect("the server listens").to_owned(),
            _output: output,
        }
    }

    /// Ends it with SIGKILL: it can do nothing about it.
    pub(super) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to stop, with SIGTERM, and waits until it has ended; tells how long that took.
    pub(super) async fn stop(mut self, patience: Duration) -> (ExitStatus, Duration) {
        let asked = Instant::now();
        let kill = format!("kill -s TERM {}", self.process.id());
        assert!(
            Command::new("sh")
                .args(["-c", &kill])
                .status()
                .unwrap()
                .success()
        );
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return (status, asked.elapsed());
            }
            assert!(asked.elapsed() < patience, "the server did not stop");
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Mitai {
    fn drop(&mut self) {
        // It may have ended already
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Imports a file of titles, as beside a running server.
pub(super) async fn import(database: &str, file: &Path) {
    let mut command = mitai(database);
    command.args(["import", "jikan"]).arg(file);
    let importing = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = importing.await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// The binary with none of the settings of whoever runs the tests.
fn mitai(database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mitai"));
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("MITAI_") {
            command.env_remove(name);
        }
    }
    command
        .env("MITAI_DATABASE", database)
        .env("MITAI_LOG", "warn");
    command.stdin(Stdio::null());
    command
}
