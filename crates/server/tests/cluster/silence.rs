//! What is between a server and the database takes everything and hands nothing on. What is sent when
//! the lifetime of cached answers is over: `api/tests/http/silence.rs`.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use testkit::{
    SilentProxy,
    remote::{self, Browser},
};

use super::{
    postgres::Postgres,
    server::{POLL_INTERVAL, Server, TIMEOUT, change, titles},
};

/// The longest time for an answer: the server's time limits, and some more for a machine that is busy.
const ANSWERED_WITHIN: Duration = Duration::from_secs(15);

struct Site {
    server: Server,
    http: Client,
    browser: Browser,
}

impl Site {
    async fn over(proxy: &SilentProxy) -> Self {
        let url = format!("postgres://app@127.0.0.1:{}/postgres", proxy.port);
        let server = Server::start(&url, &[]).await;
        let http = remote::http().unwrap();
        let browser = Browser::sign_up(&http, &server.address, "reader").await;
        Self {
            browser: browser.unwrap(),
            server,
            http,
        }
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        let page = self.http.get(format!("{}{path}", self.server.address));
        let answer = page.send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    /// Requests that need the database are answered 503.
    async fn is_refused(&self, method: Method, path: &str) {
        let request = self.browser.request(method, &self.server.address, path);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        let problem: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
        let sentence = "Mitai cannot answer at the moment. Please try again in a while.";
        assert_eq!(problem["detail"], sentence);
    }

    /// Asserts that pages that were looked at before are sent as they were, and another page without its data.
    async fn goes_on(&self, warm: &[(&str, String)], cold: &str) {
        for (path, before) in warm {
            let asked = Instant::now();
            let (status, text) = self.get(path).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            assert!(text == *before, "{path} is another");
            assert!(asked.elapsed() < TIMEOUT / 10, "{path} waits");
        }
        let (status, text) = self.get(cold).await;
        assert_eq!(status, StatusCode::OK);
        assert!(text.contains("</html>"));
        let (status, _) = self.get("/readyz").await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    }

    /// Waits until a change is taken again; returns how long.
    async fn until_changed(&self, id: u64) -> Duration {
        let start = Instant::now();
        let put = || change(&self.browser, Method::PUT, &self.server.address, id);
        while put().await.is_err() {
            assert!(start.elapsed() < ANSWERED_WITHIN, "it never comes back");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        start.elapsed()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_database_is_reported_and_recovers() {
    let database = tokio::task::spawn_blocking(Postgres::primary);
    let database = database.await.unwrap();
    let proxy = SilentProxy::to(database.port).await.unwrap();
    let site = Site::over(&proxy).await;
    let ids = titles(&site.http, &site.server.address).await;
    let mut warm = Vec::new();
    for path in ["/", "/browse", "/anime/attack-on-titan"] {
        let (status, text) = site.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        warm.push((path, text));
    }
    site.until_changed(ids[0]).await;

    proxy.fall_silent();
    let asked = Instant::now();
    let entry = format!("me/watchlist/{}", ids[1]);
    let all = async {
        tokio::join!(
            site.is_refused(Method::GET, "me/record"),
            site.is_refused(Method::PUT, &entry),
            site.goes_on(&warm, "/anime/steins-gate"),
        )
    };
    let all = tokio::time::timeout(ANSWERED_WITHIN, all).await;
    all.expect("it is noticed in time");
    let noticed = asked.elapsed();

    proxy.open();
    let back = site.until_changed(ids[2]).await;
    proxy.fall_silent();
    proxy.cut();
    proxy.open();
    let anew = site.until_changed(ids[3]).await;
    println!(
        "noticed after {noticed:?}; changes {back:?} after packets flow, {anew:?} after a cut"
    );
}
