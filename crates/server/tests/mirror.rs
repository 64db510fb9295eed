//! Mirroring by the real binary, killed in the middle.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::HashMap,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use testkit::{
    program::{self, Serving},
    stub_provider::{Mode, Seen, StubProvider, TITLES},
};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");
const PER_SECOND: usize = 60;
/// Longest wait for anything, on a machine that is busy otherwise.
const TIMEOUT: Duration = Duration::from_secs(150);
/// Half of all answers come sooner, on such a machine too; who waits for the provider waits longer.
const MAX_LATENCY: Duration = Duration::from_secs(1);
/// A list, a title of the built-in catalogue and a search for one.
const VISITED: [&str; 3] = [
    "/api/v1/anime?list=popular&page=1",
    "/api/v1/anime/1",
    "/api/v1/anime?search=bebop",
];
const POLL_INTERVAL: Duration = Duration::from_millis(20);

fn mitai(folder: &Path) -> Command {
    program::command(BINARY, folder)
}

/// A server that mirrors the stub; dropping it kills it.
fn mirroring(folder: &Path, stub: &StubProvider) -> Serving {
    mirroring_so(folder, stub, PER_SECOND, &[])
}

/// Starts a server that mirrors the stub at this rate and with these flags.
fn mirroring_so(folder: &Path, stub: &StubProvider, per_second: usize, more: &[&str]) -> Serving {
    let url = stub.jikan_url();
    let (second, minute) = (per_second.to_string(), (per_second * 60).to_string());
    let mut flags = vec![
        "--jikan-url",
        &url,
        "--jikan-per-second",
        &second,
        "--jikan-per-minute",
        &minute,
    ];
    flags.extend(more);
    Serving::start(&mut program::serve(BINARY, folder, &flags)).unwrap()
}

async fn get(running: &Serving, path: &str) -> reqwest::Response {
    reqwest::get(format!("{}{path}", running.address))
        .await
        .unwrap()
}

/// Looks at a list, a title and a search in turn, all of which are there at once.
async fn assert_visitors_are_answered(running: &Serving) {
    let mut times = Vec::new();
    for _ in 0..20 {
        for path in VISITED {
            let start = Instant::now();
            let page = get(running, path).await;
            assert_eq!(page.status(), 200, "{path}");
            page.bytes().await.unwrap();
            times.push(start.elapsed());
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    times.sort();
    let half = times[times.len() / 2];
    assert!(half < MAX_LATENCY, "{half:?}");
}

/// Waits until the requests that the stub has seen are `enough`.
async fn until(stub: &StubProvider, enough: impl Fn(&[Seen]) -> bool) {
    let start = Instant::now();
    while !enough(&stub.seen()) {
        assert!(start.elapsed() < TIMEOUT, "{} requests", stub.seen().len());
        tokio::time::sleep(POLL_INTERVAL).await;
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
async fn killed_server_resumes_the_mirror_and_answers_visitors() {
    let stub = StubProvider::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    // The server is killed in the middle of the lists and of the records, and runs to the end at last
    let running = mirroring(folder.path(), &stub);
    until(&stub, |seen| seen.len() >= 8).await;
    drop(running);
    let running = mirroring(folder.path(), &stub);
    until(&stub, |seen| seen.iter().any(is_record)).await;
    stub.set(Mode::FailsOneIn(5));
    let working = stub.seen().len();
    until(&stub, |seen| seen.len() >= working + 40).await;
    drop(running);
    stub.set(Mode::Normal);
    let failed = (stub.seen().len() - working).div_ceil(5);
    let running = mirroring(folder.path(), &stub);
    until(&stub, |seen| seen.len() > 110).await;
    assert_visitors_are_answered(&running).await;
    until_whole(folder.path()).await;

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

/// Waits until all whole records were requested, also those of the built-in catalogue, which the stub does not know.
async fn until_whole(folder: &Path) {
    let whole = |status: &str| status.contains(", 0 wait to be\n");
    let start = Instant::now();
    while !whole(&status(folder)) {
        assert!(start.elapsed() < TIMEOUT, "{}", status(folder));
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn extras_are_mirrored_unless_they_are_left_out() {
    const FAST: usize = 300;
    let is_extra = |seen: &Seen| seen.target.ends_with("/staff");
    let stub = StubProvider::with_titles(3).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let off = ["--mirror-extras", "off"];
    let running = mirroring_so(folder.path(), &stub, FAST, &off);
    until_whole(folder.path()).await;
    // A mirror with extras would ask for them at once
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!stub.seen().iter().any(is_extra));
    let figures = get(&running, "/metrics").await.text().await.unwrap();
    let none_is_due = "mitai_mirror_extras{state=\"due\"} 0\n";
    assert!(figures.contains(none_is_due), "{figures}");
    drop(running);

    let folder = tempfile::tempdir().unwrap();
    let _running = mirroring_so(folder.path(), &stub, FAST, &[]);
    until(&stub, |seen| seen.iter().any(is_extra)).await;
    assert!(status(folder.path()).contains(" parts of what is known beside them ("));
}

async fn shows_figures_to_this_machine_alone(running: &Serving) {
    let figures = get(running, "/metrics").await;
    assert_eq!(figures.status(), 200);
    let figures = figures.text().await.unwrap();
    for line in [
        "# TYPE mitai_catalogue_titles gauge",
        "mitai_mirror_titles{state=\"due\"} 0",
        "# TYPE mitai_mirror_extras gauge",
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
async fn local_proxy_gets_no_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = program::serve(BINARY, folder.path(), &["--trusted-proxies=127.0.0.1"]);
    let running = Serving::start(&mut serve).unwrap();
    assert_eq!(get(&running, "/metrics").await.status(), 404);
    assert_eq!(get(&running, "/api/v1/anime/1").await.status(), 200);
}
