//! How streams of a library end.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use serde_json::json;
use testkit::TestApp;

use super::live::{LIVE, NEVER, add, live, next, read_up_to, since, site};

#[tokio::test]
async fn signing_out_ends_the_streams_of_the_session_alone() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let other = app.browser();
    let form = json!({ "email": "asuna@example.org", "password": "password of asuna" });
    other.post("/api/v1/auth/login", &form).await;
    let mut ends = browser.listen(since(0)).await;
    let mut stays = other.listen(since(0)).await;
    browser.post("/api/v1/auth/logout", &json!({})).await;
    let event = next(&mut ends).await;
    assert_eq!(
        (event.name.as_str(), event.data.as_str()),
        ("signed_out", "{}")
    );
    assert_eq!(ends.next().await, None);
    add(&other, 1).await;
    read_up_to(&mut stays, 0, 1).await;

    // The owner ends a session from another device
    let third = app.browser();
    third.post("/api/v1/auth/login", &form).await;
    let sessions = third.get("/api/v1/auth/sessions").await.json();
    let of_other = sessions["sessions"].as_array().unwrap();
    let of_other = of_other.iter().find(|s| s["current"] == false).unwrap();
    let id = of_other["id"].as_str().unwrap();
    third.delete(&format!("/api/v1/auth/sessions/{id}")).await;
    assert_eq!(next(&mut stays).await.name, "signed_out");
    assert_eq!(stays.next().await, None);

    // Deleting the account ends them all
    let mut events = third.listen(since(1)).await;
    let form = json!({ "password": "password of asuna" });
    let deletion = Request::delete("/api/v1/me");
    assert_eq!(
        third.send_json(deletion, &form).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(next(&mut events).await.name, "signed_out");
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn signing_in_again_in_the_same_browser_signs_nobody_out() {
    let app = TestApp::with_heartbeat(&[], NEVER).await;
    let browser = app.signed_up("asuna").await;
    let mut stream = browser.listen(since(0)).await;
    let other = app.signed_up("kirito").await;
    let log_in = async |name: &str| {
        let password = format!("password of {name}");
        let form = json!({ "email": format!("{name}@example.org"), "password": password });
        browser.post("/api/v1/auth/login", &form).await
    };
    log_in("asuna").await;
    browser
        .patch("/api/v1/me/record", &json!({ "bio": "Again" }))
        .await;
    assert_eq!(next(&mut stream).await.name, "change");
    let sessions = browser.get("/api/v1/auth/sessions").await.json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);

    // It is of no use to somebody else
    let mut stream = browser.listen(since(1)).await;
    log_in("kirito").await;
    assert_eq!(next(&mut stream).await.name, "signed_out");
    drop(other);
}

#[tokio::test]
async fn streams_per_user_are_limited() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let mut streams = Vec::new();
    for _ in 0..64 {
        streams.push(browser.listen(since(0)).await);
    }
    let refused = browser.get(LIVE).await;
    assert_eq!(refused.json()["code"], "too_many_attempts");
    streams.pop();
    browser.listen(since(0)).await;
}

#[tokio::test]
async fn stream_ends_with_its_session() {
    let app = TestApp::with_heartbeat(&[], Duration::from_millis(50)).await;
    let browser = app.signed_up("asuna").await;
    let mut events = browser.listen(since(0)).await;
    // Listening is use: the session lives on for its 180 days
    for _ in 0..8 {
        app.clock.advance(Duration::from_hours(20 * 24));
        for _ in 0..2 {
            assert!(events.next_or_comment().await.unwrap().is_comment);
        }
    }
    app.clock.advance(Duration::from_hours(20 * 24));
    assert_eq!(next(&mut events).await.name, "signed_out");
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn streams_end_when_the_process_does() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let mut streams = Vec::new();
    for _ in 0..20 {
        streams.push(browser.listen(since(0)).await);
    }
    app.live.close();
    for mut events in streams {
        assert_eq!(events.next().await, None);
    }
    assert_eq!(browser.listen(since(0)).await.next().await, None);
}

#[tokio::test]
async fn closed_streams_leave_no_state() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let first = browser.listen(since(0)).await;
    let second = browser.listen(live()).await;
    assert_eq!(app.live.users(), 1);
    drop(first);
    assert_eq!(app.live.users(), 1);
    drop(second);
    assert_eq!(app.live.users(), 0);
    let refused = app.browser().get(LIVE).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(refused.json()["code"], "not_signed_in");
    assert_eq!(app.live.users(), 0);
}
