//! Signing in at the real provider program, and every way in which that can fail.

use std::{sync::Arc, time::Duration};

use axum::http::StatusCode;
use domain::{
    account::{AccountStore as _, Email},
    clock::SystemClock,
};
use identity::{Config, OpenId};
use serde_json::{Value, json};
use testkit::{Answer, Browser, MockRandom, SignInProvider, TestApp};

pub(super) const HANA: [(&str, &str); 1] = [("account", "hana@example.org")];
const CANCEL: [(&str, &str); 1] = [("cancel", "yes")];
const POPUP: &str = "/api/v1/auth/google?mode=popup&from=login";
const CALLBACK: &str = "/api/v1/auth/google/callback";
const SESSION: &str = "__Host-mitai_session";

/// A site whose users sign in at `provider`.
pub(super) async fn site(provider: &SignInProvider) -> TestApp {
    let config = Config {
        issuer: provider.issuer.clone(),
        client_id: SignInProvider::CLIENT_ID.into(),
        client_secret: SignInProvider::CLIENT_SECRET.into(),
        redirect_url: SignInProvider::REDIRECT_URL.into(),
    };
    let random = Arc::new(MockRandom::default());
    let identity = OpenId::new(&config, Arc::new(SystemClock), random).unwrap();
    TestApp::beside(Some(Arc::new(identity)), None).await
}

/// Begins a sign-in; returns the provider's address.
async fn depart(browser: &Browser, address: &str) -> String {
    let answer = browser.get(address).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    answer.header("location").to_owned()
}

/// Chooses an account at the provider; returns the path and query to which it sends the browser back.
async fn choose(provider: &SignInProvider, url: &str, fields: &[(&str, &str)]) -> String {
    let back = provider.choose(url, fields).await;
    assert!(back.as_str().starts_with(SignInProvider::REDIRECT_URL));
    format!("{}?{}", back.path(), back.query().unwrap())
}

/// A whole sign-in in a window of its own.
pub(super) async fn sign_in(
    provider: &SignInProvider,
    browser: &Browser,
    fields: &[(&str, &str)],
) -> Answer {
    let url = depart(browser, POPUP).await;
    browser.get(&choose(provider, &url, fields).await).await
}

async fn user(browser: &Browser) -> Value {
    browser.get("/api/v1/session").await.json()["user"].clone()
}

/// Checks that a page reports a sign-in.
fn assert_signed_in(page: &Answer) {
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains(r#"data-ok="true" data-code="""#));
}

/// Checks that a page reports the failure of this code.
pub(super) fn assert_failed(page: &Answer, code: &str) {
    assert_eq!(page.status, StatusCode::OK);
    let expected = format!(r#"data-ok="false" data-code="{code}""#);
    assert!(page.text().contains(&expected), "{}", page.text());
    assert!(!page.header("set-cookie").contains(SESSION));
}

async fn assert_nobody(app: &TestApp, browser: &Browser) {
    assert!(!browser.has_cookie(SESSION));
    assert_eq!(user(browser).await, Value::Null);
    let hana = Email::parse("hana@example.org").unwrap();
    assert_eq!(app.store.account_by_email(&hana).await.unwrap(), None);
}

#[tokio::test]
async fn first_google_sign_in_creates_an_account_and_later_ones_find_it() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let page = sign_in(&provider, &browser, &HANA).await;
    assert_signed_in(&page);
    let hana = user(&browser).await;
    assert_eq!(hana["displayName"], "Hana Mori");
    assert_eq!(hana["email"], "hana@example.org");
    assert_eq!(hana["photoURL"], Value::Null);
    let record = browser.get("/api/v1/me/record").await.json();
    assert_eq!(record["displayName"], "Hana Mori");

    let elsewhere = app.browser();
    assert_signed_in(&sign_in(&provider, &elsewhere, &HANA).await);
    assert_eq!(user(&elsewhere).await["uid"], hana["uid"]);
    let sessions = elsewhere.get("/api/v1/auth/sessions").await.json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn result_page_keeps_its_opener_and_is_not_cached() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let page = sign_in(&provider, &app.browser(), &HANA).await;
    assert_eq!(page.header("cross-origin-opener-policy"), "");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'; script-src 'self'"));
    assert!(page.text().contains(r#"data-everywhere="true""#));
    assert!(!page.text().contains("<script>"), "no script in the page");
    for (file, kind) in [
        ("result.js", "text/javascript; charset=utf-8"),
        ("result.css", "text/css; charset=utf-8"),
    ] {
        let address = format!("/api/v1/auth/google/{file}");
        assert!(page.text().contains(&address));
        let answer = app.get(&address).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header("content-type"), kind);
    }
}

#[tokio::test]
async fn redirect_mode_returns_to_allowed_pages() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    for (query, destination) in [
        ("mode=redirect&from=login", "/"),
        (
            "from=login&next=/watchlist?genre=%E6%81%8B%26x",
            "/watchlist?genre=%E6%81%8B&x",
        ),
        ("from=login&next=//evil.example", "/"),
        ("from=login&next=https://evil.example", "/"),
        ("from=signup&next=/watchlist", "/profile"),
    ] {
        let browser = app.browser();
        let url = depart(&browser, &format!("/api/v1/auth/google?{query}")).await;
        let back = choose(&provider, &url, &HANA).await;
        let answer = browser.get(&back).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        assert_eq!(answer.header("location"), destination, "{query}");
        assert_eq!(user(&browser).await["email"], "hana@example.org");
    }
}

#[tokio::test]
async fn cancelled_sign_in_is_reported_as_cancelled() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let page = sign_in(&provider, &browser, &CANCEL).await;
    assert_failed(&page, "sign_in_cancelled");
    for (query, destination) in [
        (
            "next=/profile",
            "/login?error=sign_in_cancelled&next=%2Fprofile",
        ),
        ("from=signup", "/signup?error=sign_in_cancelled"),
    ] {
        let url = depart(&browser, &format!("/api/v1/auth/google?{query}")).await;
        let back = choose(&provider, &url, &CANCEL).await;
        let answer = browser.get(&back).await;
        assert_eq!(answer.header("location"), destination);
    }
    assert_nobody(&app, &browser).await;
}

#[tokio::test]
async fn callback_without_an_attempt_signs_nobody_in() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    for query in [
        "",
        "?state=made-up&code=made-up",
        "?code=made-up",
        "?error=access_denied",
        "?state=a&state=b",
    ] {
        let page = browser.get(&format!("{CALLBACK}{query}")).await;
        assert_failed(&page, "sign_in_failed");
        let text = page.text();
        assert!(text.contains(r#"data-everywhere="false""#), "{query}");
        assert!(text.contains("Google login failed. Please try again."));
    }
    assert_nobody(&app, &browser).await;
}

#[tokio::test]
async fn callback_is_bound_to_the_browser_that_started() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let (attacker, victim) = (app.browser(), app.browser());
    let url = depart(&attacker, POPUP).await;
    let back = choose(&provider, &url, &HANA).await;
    assert_failed(&victim.get(&back).await, "sign_in_failed");
    depart(&victim, POPUP).await;
    assert_failed(&victim.get(&back).await, "sign_in_failed");
    assert_nobody(&app, &victim).await;
    let late = attacker.get(&back).await;
    assert_failed(&late, "sign_in_failed");
}

#[tokio::test]
async fn authorization_code_signs_in_once() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let url = depart(&browser, POPUP).await;
    let back = choose(&provider, &url, &HANA).await;
    assert_signed_in(&browser.get(&back).await);
    let cookie = browser.cookie();
    assert_failed(&browser.get(&back).await, "sign_in_failed");
    assert_eq!(browser.cookie(), cookie, "who is signed in stays so");
}

#[tokio::test]
async fn answers_of_two_sign_ins_are_not_mixed() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let (one, two) = (depart(&browser, POPUP).await, depart(&browser, POPUP).await);
    let one = choose(&provider, &one, &HANA).await;
    let two = choose(&provider, &two, &HANA).await;
    let part = |back: &str, name: &str| {
        let (_, query) = back.split_once('?').unwrap();
        let found = query.split('&').find(|pair| pair.starts_with(name));
        found.unwrap().to_owned()
    };
    // The code of one sign-in with the state of another: its nonce and its proof do not fit
    let (state, code) = (part(&one, "state="), part(&two, "code="));
    let page = browser.get(&format!("{CALLBACK}?{state}&{code}")).await;
    assert_failed(&page, "sign_in_failed");
    assert_nobody(&app, &browser).await;
}

#[tokio::test]
async fn parallel_sign_ins_of_one_browser_do_not_interfere() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let (one, two) = (depart(&browser, POPUP).await, depart(&browser, POPUP).await);
    for url in [one, two] {
        let back = choose(&provider, &url, &HANA).await;
        assert_signed_in(&browser.get(&back).await);
    }
    let sessions = browser.get("/api/v1/auth/sessions").await.json();
    let sessions = sessions["sessions"].as_array().unwrap().len();
    assert_eq!(sessions, 1, "the second took the first one's place");
}

#[tokio::test]
async fn sign_in_attempt_expires_after_ten_minutes() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let url = depart(&browser, POPUP).await;
    let back = choose(&provider, &url, &HANA).await;
    app.clock.advance(Duration::from_mins(10));
    assert_failed(&browser.get(&back).await, "sign_in_failed");
    assert_nobody(&app, &browser).await;
}

#[tokio::test]
async fn unknown_code_signs_nobody_in() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let url = depart(&browser, POPUP).await;
    let back = choose(&provider, &url, &HANA).await;
    let (before, rest) = back.split_once("code=").unwrap();
    let after = rest.split_once('&').map_or("", |(_, after)| after);
    let page = browser.get(&format!("{before}code=other&{after}")).await;
    assert_failed(&page, "sign_in_failed");
    assert_nobody(&app, &browser).await;
}

#[tokio::test]
async fn missing_provider_is_reported() {
    let app = TestApp::with(&[]).await;
    let page = app.get(POPUP).await;
    assert_failed(&page, "sign_in_unavailable");
    for (from, destination) in [
        ("login", "/login?error=sign_in_unavailable"),
        ("signup", "/signup?error=sign_in_unavailable"),
    ] {
        let answer = app.get(&format!("/api/v1/auth/google?from={from}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        assert_eq!(answer.header("location"), destination);
    }
    let odd = app.get("/api/v1/auth/google?mode=carrier-pigeon").await;
    assert_eq!(odd.status, StatusCode::BAD_REQUEST);
    assert_eq!(odd.json()["code"], "invalid_request");
}

#[tokio::test]
async fn unavailable_provider_is_reported_and_recovers() {
    let mut provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    let url = depart(&browser, POPUP).await;
    let back = choose(&provider, &url, &HANA).await;
    provider.stop();
    assert_failed(&browser.get(&back).await, "sign_in_unavailable");
    assert_nobody(&app, &browser).await;
    provider.restart();
    assert_signed_in(&sign_in(&provider, &browser, &HANA).await);
}

#[tokio::test]
async fn sign_in_attempts_are_limited() {
    let provider = SignInProvider::start();
    let app = site(&provider).await;
    let browser = app.browser();
    for _ in 0..30 {
        depart(&browser, POPUP).await;
    }
    assert_failed(&browser.get(POPUP).await, "too_many_attempts");
    depart(&app.browser().at([192, 0, 2, 7]), POPUP).await;
    app.clock.advance(Duration::from_secs(20));
    depart(&browser, POPUP).await;
}

/// Signs up with an e-mail address.
pub(super) async fn sign_up(browser: &Browser, email: &str, password: &str) {
    let form = json!({ "fullName": "Hana", "email": email, "password": password });
    let answer = browser.post("/api/v1/auth/signup", &form).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
}
