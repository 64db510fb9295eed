//! How long sessions last, and ending them from elsewhere.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Browser, TestApp};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

async fn is_signed_in(browser: &Browser) -> bool {
    let state = browser.get("/api/v1/session").await.json();
    !state["user"].is_null()
}

async fn sessions(browser: &Browser) -> Vec<Value> {
    let mut answer = browser.get("/api/v1/auth/sessions").await.json();
    answer["sessions"].take().as_array().unwrap().clone()
}

/// Another browser in which the same user signs in.
async fn second_browser(app: &TestApp, name: &str, calls_itself: &str) -> Browser {
    let browser = app.browser();
    let form = json!({
        "email": format!("{name}@example.org"),
        "password": format!("password of {name}"),
    });
    let request = Request::post("/api/v1/auth/login").header("user-agent", calls_itself);
    let answer = browser.send_json(request, &form).await;
    assert_eq!(answer.status, StatusCode::OK);
    browser
}

#[tokio::test]
async fn session_expires_when_idle_or_at_its_longest_life() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let idle = second_browser(&app, "asuna", "").await;
    for _ in 0..8 {
        app.clock.advance(20 * DAY);
        let answer = browser.get("/api/v1/session").await;
        assert!(answer.json()["user"].is_object());
        assert_eq!(answer.header("set-cookie"), "");
    }
    assert!(!is_signed_in(&idle).await, "unused for 30 days");
    app.clock.advance(20 * DAY);
    assert!(!is_signed_in(&browser).await, "180 days old");
}

#[tokio::test]
async fn session_survives_a_restart() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let again = app.again().await;
    let same = again.browser().with_cookie(browser.cookie());
    assert!(is_signed_in(&same).await);
}

#[tokio::test]
async fn sessions_are_listed_without_their_secrets() {
    let app = TestApp::with(&[]).await;
    let first = app.signed_up("asuna").await;
    app.clock.advance(2 * HOUR);
    let second = second_browser(&app, "asuna", &"Browser 2 ".repeat(100)).await;
    let answer = second.get("/api/v1/auth/sessions").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.json()["hasPassword"], true);
    for browser in [&first, &second] {
        let cookie = browser.cookie().unwrap();
        let (_, secret) = cookie.split_once('=').unwrap();
        assert!(!answer.text().contains(secret));
        assert!(!answer.text().contains(&secret[26..52]));
    }
    let listed = sessions(&second).await;
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["current"], true);
    assert_eq!(listed[0]["createdAt"], "2026-11-01T02:00:00Z");
    assert_eq!(listed[0]["userAgent"].as_str().unwrap().len(), 300);
    assert_eq!(listed[1]["current"], false);
    assert_eq!(listed[1]["lastSeenAt"], "2026-11-01T00:00:00Z");
    assert_eq!(
        sessions(&first).await[1]["lastSeenAt"],
        "2026-11-01T02:00:00Z"
    );
}

#[tokio::test]
async fn session_use_is_recorded_once_an_hour() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let seen = async || sessions(&browser).await[0]["lastSeenAt"].clone();
    app.clock.advance(Duration::from_secs(3_599));
    assert_eq!(seen().await, "2026-11-01T00:00:00Z");
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(seen().await, "2026-11-01T01:00:00Z");
}

#[tokio::test]
async fn only_the_owner_ends_a_session() {
    let app = TestApp::with(&[]).await;
    let first = app.signed_up("asuna").await;
    let second = second_browser(&app, "asuna", "").await;
    let stranger = app.signed_up("sugou").await;
    let id = |session: &Value| session["id"].as_str().unwrap().to_owned();
    let listed = sessions(&second).await;
    let of = |current: bool| {
        let found = listed.iter().find(|session| session["current"] == current);
        format!("/api/v1/auth/sessions/{}", id(found.unwrap()))
    };
    for (browser, address) in [
        (&stranger, of(false)),
        (&second, "/api/v1/auth/sessions/unheard-of".into()),
        (&second, "/api/v1/auth/sessions/%ff".into()),
    ] {
        let refused = browser.delete(&address).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{address}");
        assert_eq!(refused.json()["code"], "not_found");
    }
    assert!(is_signed_in(&first).await);
    assert_eq!(
        second.delete(&of(false)).await.status,
        StatusCode::NO_CONTENT
    );
    assert!(!is_signed_in(&first).await);
    assert_eq!(
        second.delete(&of(false)).await.status,
        StatusCode::NOT_FOUND
    );

    assert_eq!(
        second.delete(&of(true)).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(second.cookie(), None);
    assert!(is_signed_in(&stranger).await);
}

#[tokio::test]
async fn unknown_cookie_values_are_no_session() {
    let app = TestApp::with(&[]).await;
    let cookie = app.signed_up("asuna").await.cookie().unwrap();
    let (name, secret) = cookie.split_once('=').unwrap();
    for other in [
        format!("mitai_session={secret}"),
        format!("{name}={}{}", "0".repeat(26), &secret[26..]),
        format!("{name}={}", &secret[26..]),
        format!("{name}={}", secret.to_uppercase()),
        format!("{name}={}", &secret[1..]),
        format!("{name}={secret}0"),
        format!("{name}="),
        format!("{name}={}", "0".repeat(10_000)),
        format!("{name}=' OR 1=1 --"),
    ] {
        let browser = app.browser().with_cookie(Some(other.clone()));
        assert!(!is_signed_in(&browser).await, "{other}");
    }
    let nameless = Request::get("/api/v1/session").header("cookie", name);
    let answer = app.browser().send(nameless, String::new()).await;
    assert!(answer.json()["user"].is_null());
    let among_others = format!("theme=dark; {cookie}; x=y");
    let browser = app.browser().with_cookie(Some(among_others));
    assert!(is_signed_in(&browser).await);
}
