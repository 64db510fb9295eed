//! The binary over a data folder.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Output, Stdio},
};

use reqwest::{Method, RequestBuilder};
use testkit::{
    program::{self, Serving},
    remote::Browser,
};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");
const NONE: [&str; 0] = [];

/// `mitai serve`.
pub(super) fn serve(data: &Path) -> Command {
    program::serve(BINARY, data, &NONE)
}

/// A server that keeps what it logs for the test.
pub(super) fn serving(serve: &mut Command) -> Serving {
    Serving::start(serve.stderr(Stdio::piped())).unwrap()
}

/// The command behind a script of the shell, which ends by running `"$0" "$@"`.
#[cfg(target_os = "linux")]
pub(super) fn behind(script: &str, command: &Command) -> Command {
    let mut behind = Command::new("sh");
    behind.args(["-c", script]).arg(command.get_program());
    behind.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => behind.env(name, value),
            None => behind.env_remove(name),
        };
    }
    behind.stdin(Stdio::null());
    behind
}

/// Makes a data folder as a server leaves it at its end: the database in one file.
pub(super) fn left_in(data: &Path) {
    let server = serving(&mut serve(data));
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
    assert!(!data.join("mitai.db-wal").exists());
}

/// Returns what a server that cannot start prints as its complaint.
pub(super) fn refusal(serve: &mut Command) -> String {
    let serve = serve.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = serve.spawn().unwrap();
    let mut printed = String::new();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut printed).unwrap();
    if !printed.is_empty() {
        // A server that has started does not end by itself
        process.kill().unwrap();
    }
    let Output { status, stderr, .. } = process.wait_with_output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(printed, "", "{said}");
    assert_eq!(status.code(), Some(1), "{said}");
    said
}

/// A request with a JSON body.
pub(super) fn json(
    browser: &Browser,
    method: Method,
    site: &str,
    path: &str,
    body: &str,
) -> RequestBuilder {
    let request = browser.request(method, site, path);
    let request = request.header("content-type", "application/json");
    request.body(body.to_owned())
}

/// Returns the titles on a list of the record, the newest first.
pub(super) async fn listed(browser: &Browser, site: &str, list: &str) -> Vec<u64> {
    let record = browser.read(site, "me/record").await.unwrap();
    let id = |entry: &serde_json::Value| entry["mal_id"].as_u64().unwrap();
    record[list].as_array().unwrap().iter().map(id).collect()
}

/// Returns the ids of the built-in catalogue's titles, which every server knows.
pub(super) fn titles() -> Vec<u64> {
    let titles = catalogue::titles().unwrap();
    titles
        .iter()
        .map(|title| title.mal_id.get().into())
        .collect()
}

/// Every file under a folder, with its bytes.
pub(super) fn files(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
    found.sort();
    found
}
