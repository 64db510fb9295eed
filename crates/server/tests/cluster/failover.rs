//! The database goes and comes back, or another takes its place.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use testkit::remote::{self, Browser};

use super::{
    postgres::Postgres,
    server::{self, MAX_PAUSE, POLL_INTERVAL, RECOVERY_TIMEOUT, Server, TIMEOUT, add, titles},
    writer::Crowd,
};

/// How long the database is away: longer than a stream waits until it looks at the database.
const AWAY: Duration = Duration::from_secs(17);

async fn status(server: &Server, path: &str) -> StatusCode {
    let answer = reqwest::get(format!("{}{path}", server.address)).await;
    answer.unwrap().status()
}

/// Waits until `/readyz` is answered with this status; returns how long that took.
async fn until(server: &Server, expected: StatusCode) -> Duration {
    let start = Instant::now();
    while status(server, "/readyz").await != expected {
        assert!(start.elapsed() < TIMEOUT, "it is never {expected}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    start.elapsed()
}

/// What visitors who are signed out look at, which needs no database once it was looked at: for a
/// minute, and after it as `api/tests/http/silence.rs` has it.
const WARM: [&str; 5] = [
    "/api/v1/hero",
    "/api/v1/anime?list=popular&page=1",
    "/",
    "/browse",
    "/anime/attack-on-titan",
];

/// Returns the whole text of each page of [`WARM`].
async fn warm_pages(server: &Server) -> Vec<String> {
    let mut pages = Vec::new();
    for path in WARM {
        let start = Instant::now();
        let answer = reqwest::get(format!("{}{path}", server.address)).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        pages.push(answer.text().await.unwrap());
        assert!(start.elapsed() < TIMEOUT / 10, "{path} waits");
    }
    pages
}

/// A page that nobody has looked at is whole but for its data, which it asks for itself.
async fn assert_a_cold_page_is_served(server: &Server) {
    let answer = reqwest::get(format!("{}/anime/steins-gate", server.address)).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.text().await.unwrap().contains("</html>"));
}

#[tokio::test(flavor = "multi_thread")]
async fn database_restart_loses_no_acknowledged_write() {
    let primary = Postgres::primary();
    let url = Postgres::address_of(&[&primary]);
    let [one, other] = Server::two(&url, &[]).await;
    let http = remote::http().unwrap();
    let pages = warm_pages(&one).await;
    let sites = [one.address.clone(), other.address.clone()];
    let crowd = Crowd::start(&http, &sites).await;
    crowd.more(50).await;
    let quiet = Browser::sign_up(&http, &one.address, "quiet")
        .await
        .unwrap();
    let mut events = quiet.listen(&one.address, None).await.unwrap();
    server::until(&mut events, 0).await;

    primary.crash();
    let crashed = Instant::now();
    until(&one, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(status(&one, "/healthz").await, StatusCode::NO_CONTENT);
    while crashed.elapsed() < AWAY {
        assert!(warm_pages(&one).await == pages, "they are others");
        tokio::time::sleep(100 * POLL_INTERVAL).await;
    }
    assert_a_cold_page_is_served(&one).await;
    primary.start();
    let ready = until(&one, StatusCode::NO_CONTENT).await;
    let first = crowd.more(50).await;
    crowd.end(&other.address).await;
    // The stream that was opened before the crash goes on
    let id = titles(&http, &other.address).await[0];
    let version = add(&quiet, &other.address, id).await;
    assert_eq!(server::until(&mut events, version).await, ["change"]);
    println!("ready {ready:?} after the database, changes {first:?} after that");
    assert!(ready < RECOVERY_TIMEOUT, "{ready:?}");
    assert!(first < RECOVERY_TIMEOUT, "{first:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn failover_to_a_standby_loses_no_acknowledged_write() {
    let primary = Postgres::primary();
    let standby = Postgres::following(&primary);
    let url = Postgres::address_of(&[&primary, &standby]);
    let [one, other] = Server::two(&url, &[]).await;
    let http = remote::http().unwrap();
    let sites = [one.address.clone(), other.address.clone()];
    let crowd = Crowd::start(&http, &sites).await;
    crowd.more(100).await;

    let crashed = Instant::now();
    primary.crash();
    standby.promote();
    let promoted = crashed.elapsed();
    let first = crowd.more(100).await;
    let longest = crowd.end(&other.address).await;
    assert_eq!(status(&one, "/readyz").await, StatusCode::NO_CONTENT);
    println!(
        "promoted after {promoted:?}, changes {first:?} after that; the longest pause of a client \
         {longest:?}"
    );
    assert!(first < RECOVERY_TIMEOUT, "{first:?}");
    assert!(longest < promoted + MAX_PAUSE, "{longest:?}");
}
