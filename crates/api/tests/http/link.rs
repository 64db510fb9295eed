//! Linking an identity to the account that has its e-mail address.

use std::time::Duration;

use axum::http::StatusCode;
use domain::{
    account::{AccountStore as _, Email},
    clock::Clock as _,
};
use serde_json::{Value, json};
use testkit::{Answer, Browser, SignInProvider, TestApp};

use super::google::{HANA, assert_failed, sign_in, sign_up, site};

const LINK: &str = "__Host-mitai_link";
const PASSWORD: &str = "the password";

async fn link(browser: &Browser, password: &str) -> Answer {
    let form = json!({ "password": password });
    browser.post("/api/v1/auth/link", &form).await
}

async fn identities(app: &TestApp, email: &str) -> usize {
    let email = Email::parse(email).unwrap();
    let account = app.store.account_by_email(&email).await.unwrap();
    let uid = account.unwrap().user.uid;
    let data = app.store.account_data(&uid, app.clock.now()).await.unwrap();
    data.unwrap().identities.len()
}

fn assert_refused(answer: &Answer, status: StatusCode, code: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(answer.json()["code"], code);
}

/// A site with an account of Hana's address, and a browser that came there with Hana's identity.
async fn waiting(provider: &SignInProvider) -> (TestApp, Browser) {
    let app = site(provider).await;
    sign_up(&app.browser(), "Hana@Example.org", PASSWORD).await;
    let browser = app.browser();
    let page = sign_in(provider, &browser, &HANA).await;
    assert_failed(&page, "link_required");
    assert!(browser.has_cookie(LINK));
    (app, browser)
}

#[tokio::test]
async fn identity_is_linked_by_the_password_and_signs_in_later() {
    let provider = SignInProvider::start();
    let (app, browser) = waiting(&provider).await;
    let wrong = link(&browser, "another password").await;
    assert_refused(&wrong, StatusCode::UNAUTHORIZED, "wrong_credentials");
    assert_eq!(identities(&app, "hana@example.org").await, 0);

    let linked = link(&browser, PASSWORD).await;
    assert_eq!(linked.status, StatusCode::OK, "{}", linked.text());
    assert_eq!(linked.json()["user"]["email"], "Hana@Example.org");
    assert!(browser.cookie().is_some() && !browser.has_cookie(LINK));
    assert_eq!(identities(&app, "hana@example.org").await, 1);

    let elsewhere = app.browser();
    sign_in(&provider, &elsewhere, &HANA).await;
    let user = elsewhere.get("/api/v1/session").await.json();
    assert_eq!(user["user"]["uid"], linked.json()["user"]["uid"]);
}

#[tokio::test]
async fn link_belongs_to_one_browser_for_ten_minutes() {
    let provider = SignInProvider::start();
    let (app, browser) = waiting(&provider).await;
    let other = link(&app.browser(), PASSWORD).await;
    assert_refused(&other, StatusCode::GONE, "link_expired");
    let forged = app.browser().with_cookie(Some(format!("{LINK}=made-up")));
    let forged = link(&forged, PASSWORD).await;
    assert_refused(&forged, StatusCode::GONE, "link_expired");
    app.clock.advance(Duration::from_mins(10));
    let late = link(&browser, PASSWORD).await;
    assert_refused(&late, StatusCode::GONE, "link_expired");
    assert_eq!(identities(&app, "hana@example.org").await, 0);
}

#[tokio::test]
async fn password_guesses_while_linking_are_limited() {
    let provider = SignInProvider::start();
    let (app, browser) = waiting(&provider).await;
    for _ in 0..10 {
        let wrong = link(&browser, "another password").await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    }
    let refused = link(&browser, PASSWORD).await;
    assert_refused(&refused, StatusCode::TOO_MANY_REQUESTS, "too_many_attempts");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(identities(&app, "hana@example.org").await, 0);
}

#[tokio::test]
async fn unverified_address_is_not_linked() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    sign_up(&app.browser(), "noor@example.org", PASSWORD).await;
    let browser = app.browser();
    let page = sign_in(&provider, &browser, &[("account", "noor@example.org")]).await;
    assert_failed(&page, "email_taken");
    assert!(!browser.has_cookie(LINK));
    let refused = link(&browser, PASSWORD).await;
    assert_refused(&refused, StatusCode::GONE, "link_expired");
}

/// Somebody makes an account with an address that is not theirs, and waits for its owner.
#[tokio::test]
async fn owner_of_the_address_takes_the_account_over() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let (thief, owner) = (app.browser(), app.browser());
    let noor = [("account", "noor@example.org")];
    sign_in(&provider, &thief, &noor).await;
    let email = Email::parse("noor@example.org").unwrap();
    let token = app.reset_token(&email).await;
    let form = json!({ "token": token, "password": PASSWORD });
    let reset = owner.post("/api/v1/auth/password/reset", &form).await;
    assert_eq!(reset.status, StatusCode::OK, "{}", reset.text());
    let session = thief.get("/api/v1/session").await.json();
    assert_eq!(session["user"], Value::Null);
    let page = sign_in(&provider, &thief, &noor).await;
    assert_failed(&page, "email_taken");
    assert_eq!(identities(&app, "noor@example.org").await, 0);
}
