//! What is between a server and the database takes everything and hands nothing on.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use testkit::remote::{self, Browser};

use super::{
    cluster::Postgres,
    node::{LOOK, Node, PATIENCE, add, change, titles},
    way::Way,
};

/// What the time limits of the server allow for, and some for a machine that is busy.
const ANSWERED_WITHIN: Duration = Duration::from_secs(15);

async fn page(http: &Client, site: &str, path: &str) -> (StatusCode, String) {
    let page = http
        .get(format!("{site}{path}"))
        .header("accept", "text/html");
    let answer = page.send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

/// Waits until a change is taken again; tells how long.
async fn until_changed(browser: &Browser, site: &str, id: u64) -> Duration {
    let start = Instant::now();
    while change(browser, Method::PUT, site, id).await.is_err() {
        assert!(start.elapsed() < PATIENCE, "it never comes back");
        tokio::time::sleep(LOOK).await;
    }
    start.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_falls_silent_is_told_and_comes_back() {
    let database = tokio::task::spawn_blocking(Postgres::primary);
    let database = database.await.unwrap();
    let way = Way::to(database.port).await;
    let url = format!("postgres://app@127.0.0.1:{}/postgres", way.port);
    let node = Node::start(&url, &[]).await;
    let (site, http) = (&node.address, remote::http().unwrap());
    let browser = Browser::sign_up(&http, site, "reader").await.unwrap();
    let ids = titles(&http, site).await;
    add(&browser, site, ids[0]).await;
    let looked_at = format!("/anime/{}", ids[0]);
    let warm = ["/", "/browse", &looked_at];
    let mut seen = Vec::new();
    for path in warm {
        let (status, text) = page(&http, site, path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        seen.push(text);
    }

    way.fall_silent();
    let asked = Instant::now();
    let refused = async {
        for method in [Method::GET, Method::PUT] {
            let path = if method == Method::GET {
                "me/record"
            } else {
                "me/watchlist/1"
            };
            let answer = browser.request(method, site, path).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            let problem: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
            let sentence = "Mitai cannot answer at the moment. Please try again in a while.";
            assert_eq!(problem["detail"], sentence);
        }
    };
    let unknown = format!("/anime/{}", ids[1]);
    let cold = async {
        // The page is whole without its data, and asks for them itself
        let (status, text) = page(&http, site, &unknown).await;
        assert_eq!(status, StatusCode::OK);
        assert!(text.contains("</html>"));
    };
    let goes_on = async {
        for (path, before) in warm.iter().zip(&seen) {
            let asked = Instant::now();
            let (status, text) = page(&http, site, path).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            assert_eq!(text.len(), before.len(), "{path}");
            assert!(asked.elapsed() < PATIENCE / 10, "{path} waits");
        }
        let ready = format!("{site}/readyz");
        let ready = http.get(ready).send().await.unwrap().status();
        assert_eq!(ready, StatusCode::SERVICE_UNAVAILABLE);
    };
    let all = async { tokio::join!(refused, cold, goes_on) };
    let all = tokio::time::timeout(2 * ANSWERED_WITHIN, all).await;
    all.expect("it is told in time");
    let told = asked.elapsed();

    way.open();
    let back = until_changed(&browser, site, ids[2]).await;
    assert!(back < ANSWERED_WITHIN, "{back:?}");
    way.fall_silent();
    way.open();
    way.cut();
    let anew = until_changed(&browser, site, ids[3]).await;
    assert!(anew < ANSWERED_WITHIN, "{anew:?}");
    println!("told after {told:?}; changes {back:?} after packets flow, {anew:?} after a cut");
}
