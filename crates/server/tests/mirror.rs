//! Mirroring by the real binary, killed in the middle.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use testkit::stub_provider::{Mode, Seen, StubProvider, TITLES};

/// How the server names its address once it listens.
const LISTENS: &str = "Mitai listens on ";
const PER_SECOND: usize = 60;
/// Longest wait for anything, on a machine that is busy otherwise.
const PATIENCE: Duration = Duration::from_secs(150);
/// Half of all answers come sooner, on such a machine too; who waits for the provider waits longer.
const AT_ONCE: Duration = Duration::from_secs(1);
/// A list, a title of the built-in catalogue and a search for one.
const VISITED: [&str; 3] = [
    "/api/v1/anime?list=popular&page=1",
    "/api/v1/anime/1",
    "/api/v1/anime?search=bebop",
];
const LOOK: Duration = Duration::from_millis(20);

/// A server that mirrors the stub; dropping it kills it.
struct Mitai {
    process: Child,
    address: String,
}

fn mitai(folder: &Path) -> Command {
    let mut mitai = Command::new(env!("CARGO_BIN_EXE_mitai"));
    mitai.env("MITAI_DATA_DIR", folder).stdin(Stdio::null());
    mitai
}

impl Mitai {
    fn start(folder: &Path, stub: &StubProvider) -> Self {
        let mut serve = mitai(folder);
        serve
            .args(["serve", "--listen", "127.0.0.1:0", "--kitsu-url", "off"])
            .args(["--jikan-url", &stub.jikan_url()])
            .args(["--jikan-per-second", &PER_SECOND.to_string()])
            .args(["--jikan-per-minute", &(PER_SECOND * 60).to_string()]);
        Self::listening(serve)
    }

    fn listening(mut serve: Command) -> Self {
        let mut process = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix(LISTENS);
        Self {
            address: address.expect("the server listens").to_owned(),
            process,
        }
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(format!("{}{path}", self.address))
            .await
            .unwrap()
    }

    /// Looks at a list, a title and a search in turn, all of which are there at once.
    async fn answers_visitors(&self) {
        let mut times = Vec::new();
        for _ in 0..20 {
            for path in VISITED {
                let start = Instant::now();
                let page = self.get(path).await;
                assert_eq!(page.status(), 200, "{path}");
                page.bytes().await.unwrap();
                times.push(start.elapsed());
            }
            tokio::time::sleep(LOOK).await;
        }
        times.sort();
        let half = times[times.len() / 2];
        assert!(half < AT_ONCE, "{half:?}");
    }
}

impl Drop for Mitai {
    fn drop(&mut self) {
        // With SIGKILL: it can do nothing about it
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits until `enough` of what the stub has seen is there.
async fn until(stub: &StubProvider, enough: impl Fn(&[Seen]) -> bool) {
    let start = Instant::now();
    while !enough(&stub.seen()) {
        assert!(start.elapsed() < PATIENCE, "{} requests", stub.seen().len());
        tokio::time::sleep(LOOK).await;
    }
}

fn is_record(seen: &Seen) -> bool {
    seen.target.ends_with("/full")
}

fn status(folder: &Path) -> String {
    let output = mitai(folder).args(["mirror", "status"]).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_goes_on_where_it_was_and_visitors_are_answered() {
    let stub = StubProvider::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    // In the middle of the lists, in the middle of the records, and to the end
    let running = Mitai::start(folder.path(), &stub);
    until(&stub, |seen| seen.len() >= 8).await;
    drop(running);
    let running = Mitai::start(folder.path(), &stub);
    until(&stub, |seen| seen.iter().any(is_record)).await;
    stub.set(Mode::FailsOneIn(5));
    let working = stub.seen().len();
    until(&stub, |seen| seen.len() >= working + 40).await;
    drop(running);
    stub.set(Mode::Normal);
    let failed = (stub.seen().len() - working).div_ceil(5);
    let running = Mitai::start(folder.path(), &stub);
    until(&stub, |seen| seen.len() > 110).await;
    running.answers_visitors().await;
    // Those of the built-in catalogue, which the stub does not know, are asked for too
    let whole = |told: &str| told.contains("; 0 to be asked for now");
    let start = Instant::now();
    while !whole(&status(folder.path())) {
        assert!(start.elapsed() < PATIENCE, "{}", status(folder.path()));
        tokio::time::sleep(Duration::from_millis(500)).await;
    }

    let mut times: HashMap<String, usize> = HashMap::new();
    for seen in stub.seen() {
        *times.entry(seen.target).or_default() += 1;
    }
    // At each of two kills one request may have been under way, who looks at a page wishes for it,
    // and for those of its titles whose records failed
    let repeated: usize = times.values().map(|times| times - 1).sum();
    assert!(repeated <= 3 + failed, "{repeated} requests were repeated");
    let records = times.keys().filter(|target| target.ends_with("/full"));
    assert!(records.count() >= TITLES as usize);
    let most = stub.most_within(Duration::from_secs(1));
    assert!(most <= PER_SECOND, "{most} in a second");
    assert!(status(folder.path()).contains("list popular: through at "));
    shows_figures_to_this_machine_alone(&running).await;
}

async fn shows_figures_to_this_machine_alone(running: &Mitai) {
    let figures = running.get("/metrics").await;
    assert_eq!(figures.status(), 200);
    let figures = figures.text().await.unwrap();
    for line in [
        "# TYPE mitai_catalogue_titles gauge",
        "mitai_mirror_titles{state=\"due\"} 0",
        "mitai_mirror_list_next_page{list=\"popular\"} 1",
        "mitai_mirror_list_pages{list=\"popular\"} 12",
        "mitai_mirror_list_finished_timestamp_seconds{list=\"airing\"} 1",
    ] {
        assert!(figures.contains(line), "{line}\n{figures}");
    }
    let client = reqwest::Client::builder().build().unwrap();
    for header in ["x-forwarded-for", "forwarded", "via"] {
        let request = client.get(format!("{}/metrics", running.address));
        let answer = request.header(header, "192.0.2.7").send().await.unwrap();
        assert_eq!(answer.status(), 404, "{header}");
    }
}

#[tokio::test]
async fn a_proxy_on_this_machine_gets_no_figures() {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = mitai(folder.path());
    serve
        .args(["serve", "--listen", "127.0.0.1:0", "--kitsu-url", "off"])
        .args(["--jikan-url", "off", "--trusted-proxies", "127.0.0.1"]);
    let running = Mitai::listening(serve);
    assert_eq!(running.get("/metrics").await.status(), 404);
    assert_eq!(running.get("/api/v1/anime/1").await.status(), 200);
}
