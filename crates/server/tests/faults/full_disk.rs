//! No file may grow: what a full disk is to a process. (`ulimit -f` needs no rights; the error is
//! "file too large" instead of "no space left", which SQLite tells as a disk that does not write.)

use std::{path::Path, process::Command};

use reqwest::{Method, StatusCode, header::CONTENT_TYPE};
use serde_json::Value;
use testkit::{
    program::Serving,
    remote::{self, Browser},
};

use super::mitai::{behind, json, listed, refusal, serve, serving, titles};

/// An attempt to write too much is an error then, instead of the end of the process.
const IGNORE_SIGXFSZ: &str = "trap '' XFSZ; exec \"$0\" \"$@\"";
const STORED: usize = 20;
/// The number of writes that fail before there is room again.
const REFUSED: usize = 60;

fn limit_files(server: &Serving, bytes: &str) {
    let mut limit = Command::new("prlimit");
    limit.args([
        "--pid",
        &server.id().to_string(),
        &format!("--fsize={bytes}:"),
    ]);
    assert!(limit.status().unwrap().success());
}

/// A change that cannot be stored is refused with a sentence and a way on.
async fn assert_refused(request: reqwest::RequestBuilder) {
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/problem+json");
    let problem: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    assert_eq!(problem["code"], "unavailable");
    let sentence = "Mitai cannot answer at the moment. Please try again in a while.";
    assert_eq!(problem["detail"], sentence);
    assert!(problem["request_id"].is_string());
}

/// Everything that is read goes on being read.
async fn reads_go_on(browser: &Browser, site: &str, stored: &[u64]) {
    for path in ["/readyz", "/v4/top/anime", "/art/poster/1.svg"] {
        let answer = remote::http().unwrap().get(format!("{site}{path}")).send();
        let status = answer.await.unwrap().status();
        assert!(status.is_success(), "{path} was answered {status}");
    }
    for path in [
        "session",
        "anime?list=popular&page=3",
        "anime/attack-on-titan",
        "anime?search=frieren",
        "browse",
        "me/export",
        "auth/sessions",
    ] {
        browser.read(site, path).await.unwrap();
    }
    assert_eq!(listed(browser, site, "watchlist").await, stored);
    let mut stream = browser.listen(site, None).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().name, "snapshot");
}

fn sound(data: &Path) {
    let database = rusqlite::Connection::open(data.join("mitai.db")).unwrap();
    let check = "PRAGMA integrity_check";
    let result: String = database.query_row(check, [], |row| row.get(0)).unwrap();
    assert_eq!(result, "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_refuses_writes_serves_reads_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(&mut behind(IGNORE_SIGXFSZ, &serve(folder.path())));
    let site = &server.address;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, site, "keeper").await.unwrap();
    let titles = titles();
    let put = |title: u64| browser.request(Method::PUT, site, &format!("me/watchlist/{title}"));
    let mut stored = Vec::new();
    for title in &titles[..STORED] {
        let answer = put(*title).send().await.unwrap();
        answer.error_for_status().unwrap();
        stored.insert(0, *title);
    }

    limit_files(&server, "4096");
    for title in &titles[STORED..STORED + REFUSED] {
        assert_refused(put(*title)).await;
    }
    let path = format!("me/watchlist/{}", titles[0]);
    assert_refused(browser.request(Method::DELETE, site, &path)).await;
    let words = r#"{"bio":"never stored"}"#;
    assert_refused(json(&browser, Method::PATCH, site, "me/record", words)).await;
    let form = r#"{"email":"keeper@example.com","password":"a password of tests"}"#;
    assert_refused(json(&browser, Method::POST, site, "auth/login", form)).await;
    reads_go_on(&browser, site, &stored).await;

    limit_files(&server, "unlimited");
    for title in &titles[STORED..STORED + 5] {
        let answer = put(*title).send().await.unwrap();
        answer.error_for_status().unwrap();
        stored.insert(0, *title);
    }
    Browser::log_in(&http, site, "keeper").await.unwrap();
    reads_go_on(&browser, site, &stored).await;
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success());
    let message = "the disk that holds the database file";
    assert!(log.matches(message).count() >= REFUSED, "{log}");
    sound(folder.path());
    let again = serving(&mut serve(folder.path()));
    assert_eq!(listed(&browser, &again.address, "watchlist").await, stored);
}

#[test]
fn full_disk_at_the_start_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let result = refusal(&mut behind(narrow, &serve(folder.path())));
    assert!(
        result.contains("the disk that holds the database file"),
        "{result}"
    );
    // With room, a server starts anew in the same folder
    drop(serving(&mut serve(folder.path())));
}
