//! Choosing a new password by a link that comes by mail.

use std::{sync::Arc, time::Duration};

use axum::http::{Request, StatusCode};
use domain::account::Email;
use mail::Smtp;
use serde_json::{Value, json};
use testkit::{Answer, Browser, MailSink, MockRandom, TestApp};

use super::google::sign_up;

const FORGOT: &str = "/api/v1/auth/password/forgot";
const RESET: &str = "/api/v1/auth/password/reset";

/// A site that sends mail over the server at `url`.
async fn site(url: &str) -> TestApp {
    let clock = Arc::new(domain::clock::SystemClock);
    let random = Arc::new(MockRandom::default());
    let smtp = Smtp::new(url, "Mitai <no-reply@mitai.example>", clock, random).unwrap();
    TestApp::beside(None, Some(Arc::new(smtp))).await
}

async fn forgot(browser: &Browser, email: &str) -> Answer {
    browser.post(FORGOT, &json!({ "email": email })).await
}

async fn reset(browser: &Browser, token: &str, password: &str) -> Answer {
    let form = json!({ "token": token, "password": password });
    browser.post(RESET, &form).await
}

async fn log_in(app: &TestApp, email: &str, password: &str) -> StatusCode {
    let form = json!({ "email": email, "password": password });
    app.browser().post("/api/v1/auth/login", &form).await.status
}

fn assert_refused(answer: &Answer, status: StatusCode, code: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(answer.json()["code"], code);
}

/// The token of the link in a mail.
fn token(mail: &Value) -> String {
    let text = mail["text"].as_str().unwrap();
    let (_, rest) = text
        .split_once("https://mitai.example/reset#token=")
        .unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn link_comes_by_mail_and_ends_all_other_sessions() {
    let mut sink = MailSink::start(&[]);
    let app = site(&sink.url).await;
    let (old, new) = (app.browser(), app.browser());
    sign_up(&old, "Hana@Example.org", "the old one").await;
    let mut stream = old.listen(Request::get("/api/v1/me/live")).await;
    assert_eq!(stream.next().await.unwrap().name, "snapshot");

    let answer = forgot(&new, " hana@example.org ").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json(), json!({ "mailer": true }));
    let mail = sink.next_mail();
    // Not to the spelling that was typed: that may be somebody else's mailbox
    assert_eq!(mail["to"], json!(["Hana@Example.org"]));
    assert_eq!(
        mail["headers"]["subject"],
        "Choose a new password for Mitai"
    );
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("once, for 30 minutes"), "{text}");

    let answer = reset(&new, &token(&mail), "the new one").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.json()["user"]["email"], "Hana@Example.org");
    let session = new.get("/api/v1/session").await.json();
    assert_eq!(session["user"]["email"], "Hana@Example.org");
    assert_eq!(stream.next().await.unwrap().name, "signed_out");
    assert!(stream.next().await.is_none());
    let session = old.get("/api/v1/session").await.json();
    assert_eq!(session["user"], Value::Null);
    let refused = log_in(&app, "hana@example.org", "the old one").await;
    assert_eq!(refused, StatusCode::UNAUTHORIZED);
    let entered = log_in(&app, "hana@example.org", "the new one").await;
    assert_eq!(entered, StatusCode::OK);

    let again = reset(&app.browser(), &token(&mail), "yet another").await;
    assert_refused(&again, StatusCode::GONE, "reset_link_expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_link_works_while_passwords_are_limited() {
    let mut sink = MailSink::start(&[]);
    let app = site(&sink.url).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    let guess = json!({ "email": "hana@example.org", "password": "a guess" });
    for host in 0..30 {
        let attacker = app.browser().at([192, 0, 2, host]);
        attacker.post("/api/v1/auth/login", &guess).await;
    }
    let refused = log_in(&app, "hana@example.org", "the old one").await;
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS);

    let owner = app.browser();
    forgot(&owner, "hana@example.org").await;
    let answer = reset(&owner, &token(&sink.next_mail()), "the new one").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let session = owner.get("/api/v1/session").await.json();
    assert_eq!(session["user"]["email"], "hana@example.org");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_address_gets_the_same_answer_and_no_mail() {
    let mut sink = MailSink::start(&[]);
    let app = site(&sink.url).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    let unknown = forgot(&app.browser(), "nobody@example.org").await;
    let known = forgot(&app.browser(), "hana@example.org").await;
    assert_eq!(unknown.status, known.status);
    assert_eq!(unknown.body, known.body);
    let names = |answer: &Answer| format!("{:?}", answer.headers.keys().collect::<Vec<_>>());
    assert_eq!(names(&unknown), names(&known));
    let mail = sink.next_mail();
    assert_eq!(mail["to"], json!(["hana@example.org"]), "the only mail");
}

#[tokio::test]
async fn missing_mailer_is_reported() {
    let app = TestApp::with(&[]).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    for email in ["hana@example.org", "nobody@example.org"] {
        let answer = forgot(&app.browser(), email).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json(), json!({ "mailer": false }));
    }
    let odd = forgot(&app.browser(), "hana").await;
    assert_refused(&odd, StatusCode::BAD_REQUEST, "invalid_email");
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_mails_to_one_address_are_limited() {
    let sink = MailSink::start(&[]);
    let app = site(&sink.url).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    for email in ["hana@example.org", "nobody@example.org"] {
        for host in [1, 2] {
            let browser = app.browser().at([192, 0, 2, host]);
            assert_eq!(forgot(&browser, email).await.status, StatusCode::OK);
        }
        let third = forgot(&app.browser().at([192, 0, 2, 3]), email).await;
        assert_refused(&third, StatusCode::TOO_MANY_REQUESTS, "too_many_attempts");
        assert_eq!(third.header("retry-after"), "1800");
    }
    let browser = app.browser().at([192, 0, 2, 9]);
    for email in ["a@example.org", "b@example.org", "c@example.org"] {
        assert_eq!(forgot(&browser, email).await.status, StatusCode::OK);
    }
    let fourth = forgot(&browser, "d@example.org").await;
    assert_refused(&fourth, StatusCode::TOO_MANY_REQUESTS, "too_many_attempts");
    assert_eq!(fourth.header("retry-after"), "1200");
}

#[tokio::test]
async fn unavailable_mail_server_delays_no_answer() {
    let app = site("smtp://127.0.0.1:1").await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    let answer = forgot(&app.browser(), "hana@example.org").await;
    assert_eq!(answer.json(), json!({ "mailer": true }));
}

#[tokio::test]
async fn refusal_by_a_full_queue_costs_no_attempt() {
    let app = site("smtp://127.0.0.1:1").await;
    for number in 0..16 {
        let browser = app.browser().at([192, 0, 2, number]);
        let email = format!("waiting{number}@example.org");
        sign_up(&browser, &email, "the old one").await;
        assert_eq!(forgot(&browser, &email).await.status, StatusCode::OK);
    }
    for _ in 0..4 {
        let refused = forgot(&app.browser(), "hana@example.org").await;
        assert_refused(&refused, StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    }
}

#[tokio::test]
async fn reset_link_expires_after_half_an_hour_or_when_replaced() {
    let app = TestApp::with(&[]).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    let hana = Email::parse("hana@example.org").unwrap();
    let first = app.reset_token(&hana).await;
    let second = app.reset_token(&hana).await;
    let browser = app.browser();
    for token in [&first, "", "made-up"] {
        let refused = reset(&browser, token, "the new one").await;
        assert_refused(&refused, StatusCode::GONE, "reset_link_expired");
    }
    app.clock.advance(Duration::from_mins(30));
    let late = reset(&browser, &second, "the new one").await;
    assert_refused(&late, StatusCode::GONE, "reset_link_expired");
    assert_eq!(browser.cookie(), None);
    let entered = log_in(&app, "hana@example.org", "the old one").await;
    assert_eq!(entered, StatusCode::OK);
}

#[tokio::test]
async fn refused_password_does_not_use_the_reset_link() {
    let app = TestApp::with(&[]).await;
    sign_up(&app.browser(), "hana@example.org", "the old one").await;
    let token = app
        .reset_token(&Email::parse("hana@example.org").unwrap())
        .await;
    let browser = app.browser();
    let short = reset(&browser, &token, "12345").await;
    assert_refused(&short, StatusCode::BAD_REQUEST, "password_too_short");
    let long = reset(&browser, &token, &"x".repeat(201)).await;
    assert_refused(&long, StatusCode::BAD_REQUEST, "password_too_long");
    let done = reset(&browser, &token, "  進撃の ").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text());
    let entered = log_in(&app, "hana@example.org", "  進撃の ").await;
    assert_eq!(entered, StatusCode::OK, "it is taken as it is");
}

#[tokio::test]
async fn guesses_of_reset_links_are_limited() {
    let app = TestApp::with(&[]).await;
    let browser = app.browser();
    for _ in 0..10 {
        let tried = reset(&browser, "made-up", "the new one").await;
        assert_eq!(tried.status, StatusCode::GONE);
    }
    let refused = reset(&browser, "made-up", "the new one").await;
    assert_refused(&refused, StatusCode::TOO_MANY_REQUESTS, "too_many_attempts");
}

#[tokio::test]
async fn malformed_reset_forms_are_refused() {
    let app = TestApp::with(&[]).await;
    let browser = app.browser();
    for route in [FORGOT, RESET, "/api/v1/auth/link"] {
        let json = || Request::post(route).header("content-type", "application/json");
        let foreign = json().header("sec-fetch-site", "cross-site");
        let foreign = browser.send(foreign, "{}").await;
        assert_refused(&foreign, StatusCode::FORBIDDEN, "foreign_origin");
        let text = Request::post(route).header("content-type", "text/plain");
        let text = browser.send(text, "{}").await;
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        assert_refused(&text, status, "unsupported_media_type");
        let numbers = r#"{ "email": 1, "token": 2, "password": 3 }"#;
        for odd in ["{", "[]", numbers] {
            let odd = browser.send(json(), odd).await;
            assert_refused(&odd, StatusCode::BAD_REQUEST, "invalid_request");
        }
        let large = browser.send(json(), " ".repeat(300_000)).await;
        assert_refused(&large, StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large");
        let read = browser.get(route).await;
        assert_eq!(read.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}
