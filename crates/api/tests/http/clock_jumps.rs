//! The machine's clock is set: back, after it was wrong, and forward.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use testkit::{Answer, Browser, TestApp, anime};

const DAY: Duration = Duration::from_hours(24);
const YEARS: Duration = Duration::from_hours(24 * 3_650);

async fn log_in(browser: &Browser, name: &str, password: &str) -> Answer {
    let form = json!({ "email": format!("{name}@example.org"), "password": password });
    browser.post("/api/v1/auth/login", &form).await
}

async fn listed(browser: &Browser) -> Vec<u64> {
    let record = browser.get("/api/v1/me/record").await.json();
    let entries = record["watchlist"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["mal_id"].as_u64().unwrap())
        .collect()
}

async fn add(browser: &Browser, title: u64) -> u64 {
    let answer = browser.put(&format!("/api/v1/me/watchlist/{title}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()["version"].as_u64().unwrap()
}

async fn is_signed_in(browser: &Browser) -> bool {
    !browser.get("/api/v1/session").await.json()["user"].is_null()
}

/// A site with a few titles.
async fn site() -> TestApp {
    let titles: Vec<_> = (1..=4).map(|id| anime::popular(id, "Title", id)).collect();
    TestApp::with(&titles).await
}

#[tokio::test]
async fn clock_set_back_locks_nobody_out() {
    let app = site().await;
    app.signed_up("asuna").await;
    let browser = app.browser().at([192, 0, 2, 7]);
    app.clock.advance(YEARS);
    while log_in(&browser, "asuna", "wrong").await.status == StatusCode::UNAUTHORIZED {}
    app.clock.set_back(YEARS);
    let right = log_in(&browser, "asuna", "password of asuna").await;
    assert_eq!(right.status, StatusCode::OK, "{}", right.text());
    // And counting goes on
    let other = app.browser().at([192, 0, 2, 7]);
    let mut wrong = 0;
    while log_in(&other, "asuna", "wrong").await.status == StatusCode::UNAUTHORIZED {
        wrong += 1;
        assert!(wrong <= 20, "nothing counts");
    }
    // A little is no way around the limit
    app.clock.set_back(Duration::from_secs(2));
    let still = log_in(&other, "asuna", "wrong").await;
    assert_eq!(still.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn sessions_and_lists_survive_a_clock_set_back() {
    let app = site().await;
    let before = app.signed_up("asuna").await;
    let first = add(&before, 1).await;
    app.clock.advance(DAY);
    // Made and noted while the clock was ahead
    let ahead = app.browser();
    let answer = log_in(&ahead, "asuna", "password of asuna").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(is_signed_in(&before).await);
    let second = add(&ahead, 2).await;
    app.clock.set_back(365 * DAY);
    for browser in [&before, &ahead] {
        assert!(is_signed_in(browser).await);
    }
    let third = add(&before, 3).await;
    assert_eq!([second, third], [first + 1, first + 2]);
    assert_eq!(
        listed(&ahead).await,
        [3, 2, 1],
        "the newest first, whatever its date"
    );
    // New sessions last, old ones end
    let back = app.browser();
    log_in(&back, "asuna", "password of asuna").await;
    app.clock.advance(29 * DAY);
    assert!(is_signed_in(&back).await);
    let out = ahead.post("/api/v1/auth/logout", &json!({})).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(!is_signed_in(&ahead).await);
}

#[tokio::test]
async fn clock_jump_forward_ends_sessions_only() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    add(&browser, 1).await;
    app.clock.advance(YEARS);
    assert!(!is_signed_in(&browser).await);
    for address in [
        "/",
        "/api/v1/anime?list=popular&page=1",
        "/api/v1/anime/1",
        "/v4/anime/1",
    ] {
        let answer = app.get(address).await;
        assert_eq!(answer.status, StatusCode::OK, "{address}");
    }
    let again = app.browser();
    log_in(&again, "asuna", "password of asuna").await;
    add(&again, 2).await;
    assert_eq!(listed(&again).await, [2, 1]);
}
