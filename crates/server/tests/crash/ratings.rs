//! Votes are counted, and none is lost or counted twice when the process ends.

use std::time::{Duration, Instant};

use domain::{anime::MalId, rating::RatingStore as _};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use testkit::{
    TestDb,
    remote::{self, Browser},
};

use super::mitai::Mitai;

/// A title of the built-in catalogue.
const TITLE: u32 = 1;
/// Pause between two looks at a title's ratings.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(30);

async fn rate(browser: &Browser, site: &str, score: u8) {
    let rating = browser
        .request(Method::PATCH, site, &format!("me/list/{TITLE}"))
        .header("content-type", "application/json")
        .body(format!(r#"{{"status":"completed","score":{score}}}"#));
    assert_eq!(rating.send().await.unwrap().status(), StatusCode::OK);
}

/// Waits until `raters` people have rated the title, with this mean.
async fn shown(browser: &Browser, site: &str, raters: u32, mean: f64) {
    let begun = Instant::now();
    loop {
        let path = format!("anime/{TITLE}/ratings");
        let own: Value = browser.read(site, &path).await.unwrap()["own"].take();
        let is_mean = own["mean"]
            .as_f64()
            .is_some_and(|it| (it - mean).abs() < 0.01);
        if own["raters"] == raters && is_mean {
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "{raters}, {mean}: {own}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn votes_are_counted_once_whoever_ends(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let http = remote::http().unwrap();
    let mut people = Vec::new();
    for number in 0..6 {
        let name = format!("rater{number}");
        let browser = Browser::sign_up(&http, &server.address, &name).await;
        people.push(browser.unwrap());
    }
    for browser in &people[..5] {
        rate(browser, &server.address, 80).await;
    }
    shown(&people[0], &server.address, 5, 8.0).await;

    // The server is killed right after it has answered
    rate(&people[5], &server.address, 20).await;
    server.kill();
    let server = Mitai::start(db.url()).await;
    shown(&people[0], &server.address, 6, 7.0).await;

    // The server is asked to stop right after it has answered
    rate(&people[5], &server.address, 50).await;
    let (status, _) = server.stop(TIMEOUT).await;
    assert!(status.success(), "{status}");
    all_is_counted(db).await;
}

/// Asserts that six votes are counted, and that counting them anew changes nothing.
async fn all_is_counted(db: &TestDb) {
    let store = db.open().await.unwrap();
    assert!(store.uncounted(None, 9).await.unwrap().is_empty());
    let own = async || store.ratings(MalId::new(TITLE)).await.unwrap().unwrap().own;
    let counted = own().await;
    assert_eq!(counted.score.unwrap().raters, 6);
    assert!((counted.score.unwrap().mean - 7.5).abs() < 0.01);
    store.recount().await.unwrap();
    assert_eq!(own().await, counted);
}

on_both_engines! {
    votes_are_counted_once_whoever_ends
}
