//! Limits that all servers count together.

use reqwest::{Client, StatusCode, header::CONTENT_TYPE};
use serde_json::json;
use testkit::{
    TestDb,
    remote::{self, Browser},
};

use super::server::Server;

/// The number of wrong passwords from one address that are let through at once.
const WRONG: usize = 10;
/// The number of tries of reset links from one address that are let through at once.
const TRIES: usize = 10;

async fn post(http: &Client, site: &str, path: &str, form: serde_json::Value) -> StatusCode {
    let request = http
        .post(format!("{site}/api/v1/auth/{path}"))
        .header(CONTENT_TYPE, "application/json")
        .body(form.to_string());
    request.send().await.unwrap().status()
}

on_both_servers! {
    wrong_passwords_are_counted_by_all_servers_together,
    sign_ups_are_counted_by_all_servers_together,
    reset_links_are_counted_by_all_servers_together,
}

async fn wrong_passwords_are_counted_by_all_servers_together(db: &TestDb) {
    let servers = Server::two_over(db, &[]).await;
    let http = remote::http().unwrap();
    Browser::sign_up(&http, &servers[0].address, "guessed")
        .await
        .unwrap();
    let mut let_through = 0;
    for guess in 0..3 * WRONG {
        let form =
            json!({ "email": "guessed@example.com", "password": format!("a guess {guess}") });
        match post(&http, &servers[guess % 2].address, "login", form).await {
            StatusCode::UNAUTHORIZED => let_through += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    // One more each 20 seconds, for a machine that is slow
    assert!((WRONG..WRONG + 4).contains(&let_through), "{let_through}");
    let names = db.query("SELECT name FROM budget").await.unwrap();
    let listed = format!("{names:?}");
    assert!(!names.is_empty() && !listed.contains("guessed") && !listed.contains("127.0.0.1"));
}

async fn sign_ups_are_counted_by_all_servers_together(db: &TestDb) {
    let servers = Server::two_over(db, &["--sign-ups-per-hour", "5"]).await;
    let http = remote::http().unwrap();
    let mut made = 0;
    for number in 0..10 {
        let name = format!("number{number}");
        let form = json!({ "fullName": name, "email": format!("{name}@example.com"),
            "password": "a password of tests" });
        match post(&http, &servers[number % 2].address, "signup", form).await {
            StatusCode::CREATED => made += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert_eq!(made, 5);
}

async fn reset_links_are_counted_by_all_servers_together(db: &TestDb) {
    // No mail is sent there; requests count all the same
    let servers = Server::two_over(db, &["--smtp-url", "smtp://127.0.0.1:9"]).await;
    let http = remote::http().unwrap();
    let (mut asked, mut tried) = (0, 0);
    for number in 0..8 {
        let form = json!({ "email": "forgetful@example.com" });
        match post(&http, &servers[number % 2].address, "password/forgot", form).await {
            StatusCode::OK => asked += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert_eq!(asked, 2, "an account has two an hour");
    for number in 0..3 * TRIES {
        let form = json!({ "token": "made-up", "password": "a password of tests" });
        match post(&http, &servers[number % 2].address, "password/reset", form).await {
            StatusCode::GONE => tried += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    // One more each 20 seconds, for a machine that is slow
    assert!((TRIES..TRIES + 4).contains(&tried), "{tried}");
}
