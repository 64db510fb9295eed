//! Standard output is closed early, as behind `| head -1`.

use std::{
    fs,
    io::{self, PipeWriter, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use testkit::program;

use super::mitai::{BINARY, mitai, output_of};

/// Longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A pipe whose reader is gone.
fn closed_stdout() -> PipeWriter {
    io::pipe().unwrap().1
}

/// Runs the command, which succeeds and complains of nothing.
fn run(command: &mut Command) {
    let (success, _, complaints) = output_of(command.stdout(closed_stdout()).output().unwrap());
    assert!(success, "{complaints}");
    assert_eq!(complaints, "");
}

fn titles(data: &Path) -> i64 {
    let database = rusqlite::Connection::open(data.join("mitai.db")).unwrap();
    let count = database.query_row("SELECT COUNT(*) FROM anime", [], |row| row.get(0));
    count.unwrap()
}

#[test]
fn command_finishes_with_closed_output() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("titles.jsonl");
    let line = |id| format!("{{\"mal_id\":{id},\"title\":\"Title {id}\"}}\n");
    fs::write(&file, (1..=1_200).map(line).collect::<String>()).unwrap();
    run(mitai(&data).args(["import", "jikan"]).arg(&file));
    assert_eq!(titles(&data), 1_200);
    // After its end nothing but the database is left
    assert!(!data.join("mitai.db-wal").exists());
    run(mitai(&data).args(["mirror", "status"]));
    run(mitai(&data).args(["config", "check"]));
    let copy = folder.path().join("copy.db");
    run(mitai(&data).args(["db", "backup"]).arg(&copy));
    assert!(copy.exists());
}

#[test]
fn error_message_to_closed_output_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let mut import = mitai(folder.path());
    import.args(["import", "jikan", "no-such-file"]);
    let status = import
        .stdout(Stdio::null())
        .stderr(closed_stdout())
        .status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn server_survives_closed_output() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let site = free.unwrap().to_string();
    let flags = ["--metrics-listen=127.0.0.1:0"];
    let mut serve = program::serve(BINARY, folder.path(), &flags);
    serve.args(["--listen", &site]);
    let mut server = Running(
        serve
            .stdout(closed_stdout())
            .stderr(closed_stdout())
            .spawn()
            .unwrap(),
    );
    let begun = Instant::now();
    let mut visitor = loop {
        match TcpStream::connect(&site) {
            Ok(visitor) => break visitor,
            Err(_) => assert!(begun.elapsed() < TIMEOUT),
        }
        assert_eq!(server.0.try_wait().unwrap(), None);
        thread::sleep(POLL_INTERVAL);
    };
    visitor.set_read_timeout(Some(TIMEOUT)).unwrap();
    // The request leads to a line of the log: nobody can sign in with a provider here
    let request =
        format!("GET /api/v1/auth/google HTTP/1.1\r\nhost: {site}\r\nconnection: close\r\n\r\n");
    visitor.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    visitor.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    let stop = format!("kill {}", server.0.id());
    Command::new("sh").args(["-c", &stop]).status().unwrap();
    assert!(server.0.wait().unwrap().success());
}

/// A process that does not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
