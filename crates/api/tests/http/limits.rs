//! How often somebody may try.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use serde_json::json;
use testkit::{Answer, Browser, TestApp};

async fn log_in(browser: &Browser, name: &str, password: &str) -> Answer {
    let email = format!("{name}@example.org");
    let form = json!({ "email": email, "password": password });
    browser.post("/api/v1/auth/login", &form).await
}

async fn right(browser: &Browser, name: &str) -> Answer {
    log_in(browser, name, &format!("password of {name}")).await
}

#[tokio::test]
async fn wrong_passwords_from_one_address_are_limited() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    let attacker = app.browser().at([192, 0, 2, 7]);
    let mut verified = 0;
    for attempt in 0..300 {
        app.clock.advance(Duration::from_millis(200));
        let answer = log_in(&attacker, &format!("user{attempt}"), "wrong").await;
        match answer.status {
            StatusCode::UNAUTHORIZED => verified += 1,
            StatusCode::TOO_MANY_REQUESTS => {}
            other => panic!("{other}"),
        }
    }
    // Ten at once and three a minute, the last of which is not due yet
    assert_eq!(verified, 12);

    let refused = right(&attacker, "asuna").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.json()["code"], "too_many_attempts");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert_eq!(
        refused.json()["detail"],
        "Too many attempts. Please try again in 1 second."
    );
    assert!((1..=20).contains(&wait), "{wait}");
    app.clock.advance(Duration::from_secs(wait));
    assert_eq!(right(&attacker, "asuna").await.status, StatusCode::OK);
}

#[tokio::test]
async fn events_of_a_list_are_limited() {
    let app = super::list::site().await;
    let (loud, other) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    // Ten thousand of them are forty kilobytes, which each event has twice
    let notes =
        |round: usize| json!({ "notes": format!("{round:04}{}", "\u{1d11e}".repeat(9_996)) });
    let mut round = 0;
    let refused = loop {
        let answer = loud.patch(&super::list::at(1), &notes(round)).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        round += 1;
    };
    assert!((100..150).contains(&round), "{round}");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.json()["code"], "too_many_attempts");
    let sentence =
        "You have changed a very large part of your list. What is there is safe; please go on in ";
    let detail = refused.json()["detail"].to_string();
    assert!(detail.contains(sentence), "{detail}");
    let read = loud.get(super::list::LIST).await.json();
    assert_eq!(read["version"], round);
    super::list::edit(&other, 1, &json!({ "progress": 1 })).await;
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    app.clock.advance(Duration::from_secs(wait));
    super::list::edit(&loud, 1, &json!({ "progress": 1 })).await;
}

#[tokio::test]
async fn wrong_passwords_for_one_account_are_limited_across_addresses() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    for known in ["asuna", "nobody"] {
        for host in 0..30 {
            let browser = app.browser().at([192, 0, 2, host]);
            // The address counts in the form in which addresses are compared
            let loud = known.to_uppercase();
            let name = if host % 2 == 0 { known } else { &loud };
            assert_eq!(
                log_in(&browser, name, "wrong").await.status,
                StatusCode::UNAUTHORIZED
            );
        }
        let other = app.browser().at([192, 0, 2, 99]);
        let refused = right(&other, known).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{known}");
        let wait = refused.header("retry-after");
        assert_eq!(
            refused.json()["detail"],
            format!("Too many attempts. Please try again in {wait} seconds."),
            "{known}"
        );
    }
    app.clock.advance(Duration::from_secs(10));
    let other = app.browser().at([192, 0, 2, 99]);
    assert_eq!(right(&other, "asuna").await.status, StatusCode::OK);
}

#[tokio::test]
async fn texts_that_are_no_email_address_do_not_share_a_budget() {
    let app = TestApp::with(&[]).await;
    let attempt = async |host: u8, email: &str| {
        let browser = app.browser().at([192, 0, 2, host]);
        let form = json!({ "email": email, "password": "wrong" });
        browser.post("/api/v1/auth/login", &form).await.status
    };
    for host in 0..30 {
        let email = if host % 2 == 0 { "asuna" } else { " Asuna " };
        assert_eq!(attempt(host, email).await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(attempt(99, "asuna").await, StatusCode::TOO_MANY_REQUESTS);
    for email in ["kirito", "kirito@example", ""] {
        assert_eq!(
            attempt(99, email).await,
            StatusCode::UNAUTHORIZED,
            "{email}"
        );
    }
}

#[tokio::test]
async fn one_address_cannot_lock_the_owner_out() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    let attacker = app.browser().at([192, 0, 2, 7]);
    for _ in 0..200 {
        log_in(&attacker, "asuna", "wrong").await;
        app.clock.advance(Duration::from_secs(5));
    }
    let owner = app.browser().at([192, 0, 2, 99]);
    assert_eq!(right(&owner, "asuna").await.status, StatusCode::OK);
}

/// The proxy of the test app is 203.0.113.x.
#[tokio::test]
async fn visitors_behind_a_trusted_proxy_are_limited_separately() {
    let app = TestApp::with(&[]).await;
    let proxy = app.browser().at([203, 0, 113, 1]);
    let through = async |forwarded: &str| {
        let form = json!({ "email": "nobody@example.org", "password": "wrong" });
        let request = Request::post("/api/v1/auth/login").header("x-forwarded-for", forwarded);
        proxy.send_json(request, &form).await.status
    };
    for attempt in 0..10 {
        let forwarded = format!("198.51.100.{attempt}, 192.0.2.7");
        assert_eq!(through(&forwarded).await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(through("192.0.2.7").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(through("192.0.2.8").await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn sign_ins_to_one_account_are_limited() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    for _ in 0..60 {
        assert_eq!(right(&browser, "asuna").await.status, StatusCode::OK);
    }
    let refused = right(&app.browser().at([192, 0, 2, 99]), "asuna").await;
    assert_eq!(refused.json()["code"], "too_many_attempts");
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(right(&browser, "asuna").await.status, StatusCode::OK);
}

#[tokio::test]
async fn right_passwords_do_not_count_as_wrong_ones() {
    let app = TestApp::with(&[]).await;
    app.signed_up("asuna").await;
    let browser = app.browser();
    let many = (0..40).map(|_| right(&browser, "asuna"));
    for answer in futures::future::join_all(many).await {
        assert_eq!(answer.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn concurrent_wrong_passwords_are_limited_like_sequential_ones() {
    let app = TestApp::with(&[]).await;
    let browser = app.browser();
    let many = (0..60).map(|n| {
        let browser = &browser;
        async move { log_in(browser, &format!("user{n}"), "wrong").await.status }
    });
    let answers = futures::future::join_all(many).await;
    let verified = answers
        .iter()
        .filter(|status| **status == StatusCode::UNAUTHORIZED);
    assert_eq!(verified.count(), 10);
}

#[tokio::test]
async fn new_accounts_of_one_address_are_limited() {
    let app = TestApp::with(&[]).await;
    let sign_up = async |number: usize, host: u8| {
        let form = json!({
            "fullName": "Many",
            "email": format!("many{number}@example.org"),
            "password": "123456",
        });
        let browser = app.browser().at([192, 0, 2, host]);
        browser.post("/api/v1/auth/signup", &form).await
    };
    for number in 0..20 {
        assert_eq!(sign_up(number, 1).await.status, StatusCode::CREATED);
    }
    let refused = sign_up(20, 1).await;
    assert_eq!(refused.json()["code"], "too_many_attempts");
    assert_eq!(refused.header("retry-after"), "180");
    assert_eq!(
        refused.json()["detail"],
        "Too many attempts. Please try again in 3 minutes."
    );
    assert_eq!(sign_up(21, 2).await.status, StatusCode::CREATED);
    app.clock.advance(Duration::from_mins(3));
    assert_eq!(sign_up(20, 1).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn stolen_session_cannot_guess_passwords() {
    let app = TestApp::with(&[]).await;
    let owner = app.signed_up("asuna").await;
    let delete = async || {
        let request = axum::http::Request::delete("/api/v1/me");
        let form = json!({ "password": "wrong" });
        owner.send_json(request, &form).await.status
    };
    for _ in 0..10 {
        assert_eq!(delete().await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(delete().await, StatusCode::TOO_MANY_REQUESTS);
}
