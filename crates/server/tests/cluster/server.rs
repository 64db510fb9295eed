//! One of several servers.

use std::{process::ExitStatus, time::Duration};

use reqwest::{Client, Method};
use tempfile::TempDir;
use testkit::{
    TestDb,
    program::{self, Serving},
    remote::{Browser, Events, version},
};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");
/// Longest wait for what comes at once on an idle machine.
pub(super) const TIMEOUT: Duration = Duration::from_mins(1);
/// Longest time until some client is answered again once there is a server, or a database, that can:
/// five times what was seen on a busy machine.
pub(super) const RECOVERY_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest pause of a single client: longer, since a busy machine may not run it for a while. A server that waits out its
/// own timeout for a connection between servers would take longer still.
pub(super) const MAX_PAUSE: Duration = Duration::from_secs(4);
/// Pause between two looks at a state that a test waits for.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running server; dropping it kills it, with SIGKILL.
pub(super) struct Server {
    serving: Serving,
    /// The server's data folder, for what it keeps beside the database.
    _data: TempDir,
    /// The server's address, `http://…`.
    pub(super) address: String,
}

impl Server {
    /// Starts a server over a test's database; on Citus each server is at another node.
    pub(super) async fn over(db: &TestDb, flags: &[&str]) -> Self {
        let address = db.next_address().unwrap();
        let mut all = flags.to_vec();
        if let Some(coordinator) = &address.coordinator {
            all.extend(["--coordinator", coordinator]);
        }
        Self::start(&address.url, &all).await
    }

    /// Starts two servers over one test's database.
    pub(super) async fn two_over(db: &TestDb, flags: &[&str]) -> [Self; 2] {
        let (one, other) = tokio::join!(Self::over(db, flags), Self::over(db, flags));
        [one, other]
    }

    /// Starts a server over a database and waits until it listens.
    pub(super) async fn start(database: &str, flags: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut serve = program::serve(BINARY, data.path(), flags);
        // Each request that a test makes in vain would be a line
        serve.args(["--database", database, "--log", "off"]);
        let starting = tokio::task::spawn_blocking(move || Serving::start(&mut serve).unwrap());
        let serving = starting.await.unwrap();
        Self {
            address: serving.address.clone(),
            serving,
            _data: data,
        }
    }

    /// Starts two servers over one database.
    pub(super) async fn two(database: &str, flags: &[&str]) -> [Self; 2] {
        let (one, other) = tokio::join!(Self::start(database, flags), Self::start(database, flags));
        [one, other]
    }

    /// Asks the server to stop, with SIGTERM, and waits until it has ended; returns its exit status.
    pub(super) async fn stop(self) -> ExitStatus {
        let Self { serving, _data, .. } = self;
        serving.ask_to_stop().unwrap();
        let ending = tokio::task::spawn_blocking(move || serving.ended().unwrap());
        ending.await.unwrap().0
    }
}

/// A command of the binary, over a database: whether it succeeded and what it complained of.
pub(super) async fn complaints(database: &str, arguments: &[&str]) -> (bool, String) {
    let data = tempfile::tempdir().unwrap();
    let mut command = program::command(BINARY, data.path());
    command.args(arguments).args(["--database", database]);
    let running = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = running.await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said)
}

/// Numbers of titles that the catalogue holds.
pub(super) async fn titles(http: &Client, site: &str) -> Vec<u64> {
    let list = format!("{site}/api/v1/anime?list=popular&page=1");
    let answer = http.get(list).send().await.unwrap().bytes().await.unwrap();
    let list: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    let ids = list["items"].as_array().unwrap().iter();
    ids.map(|title| title["mal_id"].as_u64().unwrap()).collect()
}

/// Puts a title on the watchlist; gives the record's version with it.
pub(super) async fn add(browser: &Browser, site: &str, id: u64) -> u64 {
    change(browser, Method::PUT, site, id).await.unwrap()
}

/// Changes whether a title is on the watchlist; returns the record's version.
///
/// # Errors
/// Fails if the change was not acknowledged.
pub(super) async fn change(
    browser: &Browser,
    method: Method,
    site: &str,
    id: u64,
) -> anyhow::Result<u64> {
    let request = browser.request(method, site, &format!("me/watchlist/{id}"));
    let answer = request.send().await?;
    version(answer.status(), &answer.bytes().await?)
}

/// Reads a stream up to a version of the record; returns what happened on the way.
pub(super) async fn until(events: &mut Events, version: u64) -> Vec<String> {
    let mut names = Vec::new();
    loop {
        let event = tokio::time::timeout(TIMEOUT, events.next()).await;
        let event = event.expect("an event in time").unwrap();
        let event = event.expect("the stream goes on");
        let reached = event.version();
        names.push(event.name);
        if reached >= version {
            return names;
        }
    }
}
