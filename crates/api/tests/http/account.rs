//! Signing up, in and out.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use domain::account::{Account, AccountStore as _, Email, User, UserId};
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp};

const SIGN_UP: &str = "/api/v1/auth/signup";
const LOG_IN: &str = "/api/v1/auth/login";

/// The user whom the site names as signed in.
async fn user(browser: &Browser) -> Value {
    browser.get("/api/v1/session").await.json()["user"].take()
}

async fn log_in(browser: &Browser, name: &str, password: &str) -> Answer {
    let email = format!("{name}@example.org");
    let form = json!({ "email": email, "password": password });
    browser.post(LOG_IN, &form).await
}

/// Refused forms: name, address and password, then the code and the sentence.
const REFUSED: [([&str; 3], &str, &str); 9] = [
    (["", "bad", "x"], EMPTY, "All fields are required."),
    ([" ", "bad", "x"], EMPTY, "All fields are required."),
    (["A", "  ", "x"], EMPTY, "All fields are required."),
    (["A", "bad", ""], EMPTY, "All fields are required."),
    (
        ["A", "bad", "x"],
        NO_EMAIL,
        "Please enter a valid email address.",
    ),
    (
        ["A", "a b@c.d", "x"],
        NO_EMAIL,
        "Please enter a valid email address.",
    ),
    (
        ["A", "a@b.c", "12345"],
        "password_too_short",
        "Password must be at least 6 characters long.",
    ),
    (
        ["A", "a@b.c", LONG],
        "password_too_long",
        "Password must be at most 200 characters long.",
    ),
    (
        [LONG, "a@b.c", "123456"],
        "invalid_request",
        "Please keep the name to at most 100 characters.",
    ),
];
const EMPTY: &str = "all_fields_required";
const NO_EMAIL: &str = "invalid_email";
/// A text of 201 characters.
const LONG: &str = "\
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

#[tokio::test]
async fn sign_up_form_is_checked_in_a_fixed_order() {
    let app = TestApp::with(&[]).await;
    assert_eq!(LONG.len(), 201);
    for ([name, email, password], code, sentence) in REFUSED {
        let form = json!({ "fullName": name, "email": email, "password": password });
        let refused = app.browser().post(SIGN_UP, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{form}");
        assert_eq!(refused.json()["code"], code, "{form}");
        assert_eq!(refused.json()["detail"], sentence, "{form}");
        assert_eq!(refused.header("set-cookie"), "", "{form}");
    }
    let incomplete = json!({ "email": "a@b.c" });
    let refused = app.browser().post(SIGN_UP, &incomplete).await;
    assert_eq!(refused.json()["code"], EMPTY);
    let of_another_kind = json!({ "fullName": 1, "email": "a@b.c", "password": "123456" });
    let refused = app.browser().post(SIGN_UP, &of_another_kind).await;
    assert_eq!(refused.json()["code"], "invalid_request");
}

#[tokio::test]
async fn signing_up_signs_in() {
    let app = TestApp::with(&[]).await;
    let browser = app.browser();
    assert_eq!(user(&browser).await, Value::Null);
    let form = json!({
        "fullName": "  Yuuki Asuna ",
        "email": " Asuna@Example.org ",
        "password": " six 6 ",
    });
    let answer = browser.post(SIGN_UP, &form).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!(answer.header("cache-control"), "no-store");
    let cookie = answer.header("set-cookie");
    let (name_and_secret, attributes) = cookie.split_once(';').unwrap();
    assert_eq!(
        attributes,
        " Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"
    );
    let secret = name_and_secret
        .strip_prefix("__Host-mitai_session=")
        .unwrap();
    assert_eq!(secret.len(), 78);
    assert!(!answer.text().contains(secret));

    let profile = &answer.json()["user"];
    assert_eq!(profile["displayName"], "Yuuki Asuna");
    assert_eq!(profile["email"], "Asuna@Example.org");
    assert_eq!(profile["photoURL"], Value::Null);
    assert_eq!(profile["uid"], secret[..26]);
    assert_eq!(&user(&browser).await, profile);

    // The password is taken as it was typed
    assert_eq!(
        log_in(&app.browser(), "asuna", " six 6 ").await.json()["user"],
        *profile
    );
    let trimmed = log_in(&app.browser(), "asuna", "six 6").await;
    assert_eq!(trimmed.json()["code"], "wrong_credentials");
}

#[tokio::test]
async fn address_belongs_to_one_account() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    let form = json!({
        "fullName": "Other",
        "email": "ASUNA@EXAMPLE.ORG",
        "password": "123456",
    });
    let browser = app.browser();
    let refused = browser.post(SIGN_UP, &form).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.json()["code"], "email_taken");
    assert_eq!(browser.cookie(), None);
    let racing = (0..8).map(|_| {
        let form = json!({ "fullName": "R", "email": "race@b.c", "password": "123456" });
        let browser = app.browser();
        async move { browser.post(SIGN_UP, &form).await.status }
    });
    let mut answers = futures::future::join_all(racing).await;
    answers.sort();
    assert_eq!(answers[0], StatusCode::CREATED);
    assert!(answers[1..].iter().all(|s| *s == StatusCode::CONFLICT));
}

#[tokio::test]
async fn unknown_address_and_wrong_password_have_the_same_answer() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    let long = "x".repeat(100_000);
    let mut answers = Vec::new();
    for (email, password) in [
        ("asuna@example.org", "wrong password"),
        ("nobody@example.org", "wrong password"),
        ("no address", "wrong password"),
        ("", ""),
        ("asuna@example.org", ""),
        ("asuna@example.org", &long),
    ] {
        let form = json!({ "email": email, "password": password });
        let browser = app.browser();
        let mut refused = browser.post(LOG_IN, &form).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{email}");
        assert_eq!(browser.cookie(), None);
        let mut problem = refused.json();
        problem["request_id"].take();
        refused.headers.remove("content-length");
        answers.push((problem, refused.headers));
    }
    assert_eq!(answers[0].0["code"], "wrong_credentials");
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

/// Without the same work for both, an unknown address would be answered some twenty times faster.
#[tokio::test]
async fn unknown_address_takes_as_long_as_a_wrong_password() {
    const ROUNDS: [usize; 2] = [9, 50];
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    // What else the machine does only adds to them: the least of many is what the work takes
    let mut least = [Duration::MAX; 2];
    for round in 1..=ROUNDS[1] {
        for (name, least) in ["asuna", "nobody"].into_iter().zip(&mut least) {
            app.clock.advance(Duration::from_mins(2));
            let begun = Instant::now();
            let refused = log_in(&app.browser(), name, "wrong").await;
            *least = begun.elapsed().min(*least);
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        }
        let [known, unknown] = least;
        if round >= ROUNDS[0] && unknown > known / 2 && known > unknown / 2 {
            return;
        }
    }
    panic!("known and unknown: {least:?}");
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let thief = app.browser().with_cookie(browser.cookie());
    assert_eq!(user(&thief).await["displayName"], "asuna");

    let answer = browser.post("/api/v1/auth/logout", &json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(
        answer.header("set-cookie"),
        "__Host-mitai_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
    );
    assert_eq!(browser.cookie(), None);
    let refused = thief.get("/api/v1/me/record").await;
    assert_eq!(refused.json()["code"], "not_signed_in");
    assert_eq!(user(&thief).await, Value::Null);

    let nobody = app.browser().post("/api/v1/auth/logout", &json!({})).await;
    assert_eq!(nobody.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn signing_in_replaces_the_session() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let before = browser.cookie();
    let answer = log_in(&browser, "asuna", "password of asuna").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_ne!(browser.cookie(), before);
    let old = app.browser().with_cookie(before);
    assert_eq!(user(&old).await, Value::Null);
    let sessions = browser.get("/api/v1/auth/sessions").await.json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
}

/// A site with the account of asuna, whose password "secret" has a weak hash: argon2i, 8 MiB, one pass.
async fn with_weak_hash() -> (TestApp, UserId) {
    let app = TestApp::with(&[]).await;
    let uid = UserId::new("0".repeat(26));
    let account = Account {
        user: User {
            uid: uid.clone(),
            display_name: "Asuna".into(),
            email: Email::parse("asuna@example.org").unwrap(),
            photo_url: None,
            created_at: domain::clock::Clock::now(&*app.clock),
        },
        password_hash: Some(WEAK.into()),
    };
    app.store.create_account(&account, None).await.unwrap();
    (app, uid)
}

const WEAK: &str = "$argon2i$v=19$m=8192,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$\
                    wAcMz9lZqbPIaYMG+KQFxexyse1XDQOe5TQ46tNJIYo";

async fn stored_hash(app: &TestApp, uid: &UserId) -> String {
    let account = app.store.account(uid).await.unwrap().unwrap();
    account.password_hash.unwrap()
}

#[tokio::test]
async fn weak_hash_is_replaced_at_the_next_sign_in() {
    let (app, uid) = with_weak_hash().await;
    log_in(&app.browser(), "asuna", "wrong").await;
    assert_eq!(stored_hash(&app, &uid).await, WEAK);
    assert_eq!(
        log_in(&app.browser(), "asuna", "secret").await.status,
        StatusCode::OK
    );
    let replaced = stored_hash(&app, &uid).await;
    assert!(replaced.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_eq!(
        log_in(&app.browser(), "asuna", "secret").await.status,
        StatusCode::OK
    );
}

/// All sign-ins read the weak hash before the first of them replaces it.
#[tokio::test]
async fn sign_ins_at_once_succeed_while_a_weak_hash_is_replaced() {
    let (app, uid) = with_weak_hash().await;
    let browsers: Vec<Browser> = (0..4).map(|_| app.browser()).collect();
    let answers = browsers.iter().map(|b| log_in(b, "asuna", "secret"));
    for answer in join_all(answers).await {
        assert_eq!(answer.status, StatusCode::OK);
    }
    for browser in &browsers {
        assert_eq!(user(browser).await["displayName"], "Asuna");
    }
    assert!(stored_hash(&app, &uid).await.starts_with("$argon2id$"));
}
