//! What every route refuses, for all operations of the API document.

mod fields;

use std::fmt::Display;

use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp, anime, contract::DOCUMENT};

/// An operation of the API document.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) method: Method,
    template: String,
    pub(super) needs_session: bool,
    /// Whether the operation takes JSON.
    pub(super) takes_body: bool,
    /// Whether the operation takes a file of a list.
    takes_file: bool,
}

/// All operations of the product API, those on lists once for each.
pub(super) fn operations() -> Vec<Operation> {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    paths.iter().flat_map(of_path).collect()
}

fn of_path((template, methods): (&String, &Value)) -> Vec<Operation> {
    let lists: &[&str] = if template.contains("{list}") {
        &["watchlist", "history"]
    } else {
        &[""]
    };
    let mut operations = Vec::new();
    for (method, described) in methods.as_object().unwrap() {
        for list in lists {
            operations.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                template: template.replace("{list}", list),
                needs_session: described["security"] == json!([{ "session": [] }]),
                takes_body: described["requestBody"]["content"]["application/json"].is_object(),
                takes_file: described["requestBody"]["content"]["application/octet-stream"]
                    .is_object(),
            });
        }
    }
    operations
}

impl Operation {
    /// Its address with a title and a session put in. Reviews are named after titles; imports have the titles' numbers, known
    /// titles stand for a form of exports and for a year, and unresolved entries are of
    /// titles that no catalogue here has.
    pub(super) fn address(&self, title: &str, session: &str) -> String {
        let unresolved = if title.contains(':') {
            title.to_owned()
        } else {
            format!("2:mal:9{title}")
        };
        let form = match title {
            "1" | "3" | "5" => "json",
            unknown => unknown,
        };
        let year = match title {
            "1" | "2" | "3" | "5" => format!("201{title}"),
            unknown => unknown.to_owned(),
        };
        self.template
            .replace("/imports/{id}", &format!("/imports/{title}"))
            .replace("/reviews/{id}", &format!("/reviews/{}", review_name(title)))
            .replace("{form}", form)
            .replace("{year}", &year)
            .replace("{mal_id}", title)
            .replace("/unresolved/{key}", &format!("/unresolved/{unresolved}"))
            .replace("{key}", title)
            .replace("{event}", title)
            .replace("{name}", title)
            .replace("{id}", session)
    }

    async fn ask(&self, browser: &Browser, address: &str, body: &str) -> Answer {
        let mut request = Request::builder()
            .method(self.method.clone())
            .uri(address)
            .header("content-length", body.len());
        if !body.is_empty() {
            request = request.header("content-type", "application/json");
        }
        browser.send(request, body.to_owned()).await
    }

    /// Whether the answer of the operation has no end.
    fn is_stream(&self) -> bool {
        self.template.ends_with("/live")
    }
}

/// The id of the one review of a title in these tests.
fn review_name(title: impl Display) -> String {
    format!("{title}-{:0>13}", 1)
}

/// Everything that is stored of a user.
pub(super) async fn state(browser: &Browser) -> Value {
    let export = browser.get("/api/v1/me/export").await;
    assert_eq!(export.status, StatusCode::OK);
    export.json()
}

/// A user with something on each list.
async fn owner(app: &TestApp) -> Browser {
    let owner = app.signed_up("asuna").await;
    for address in ["/api/v1/me/watchlist/1", "/api/v1/me/history/2"] {
        assert_eq!(owner.put(address).await.status, StatusCode::OK);
    }
    owner
}

async fn site() -> TestApp {
    TestApp::with(&[
        anime::popular(1, "One", 1),
        anime::popular(2, "Two", 2),
        anime::popular(3, "Three", 3),
    ])
    .await
}

fn assert_private(answer: &Answer, case: &str) {
    let cached = answer.header("cache-control");
    assert!(
        cached == "no-store" || cached == "private, no-cache",
        "{case}: {cached}"
    );
}

#[tokio::test]
async fn without_a_session_nothing_private_is_read_or_changed() {
    let app = site().await;
    let owner = owner(&app).await;
    let before = state(&owner).await;
    let mut asked = 0;
    for operation in operations()
        .iter()
        .filter(|operation| operation.needs_session)
    {
        let session = before["sessions"][0]["id"].as_str().unwrap();
        let address = operation.address("1", session);
        let stale = Some("__Host-mitai_session=0".into());
        for cookie in [None, stale] {
            for body in ["", "{}", "no JSON"] {
                let browser = app.browser().with_cookie(cookie.clone());
                let refused = operation.ask(&browser, &address, body).await;
                let case = format!("{operation:?} {body}");
                assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{case}");
                assert_eq!(refused.json()["code"], "not_signed_in", "{case}");
                assert_eq!(
                    refused.header("content-type"),
                    "application/problem+json",
                    "{case}"
                );
                assert_private(&refused, &case);
                asked += 1;
            }
        }
    }
    assert!(asked >= 60, "{asked}");
    assert_eq!(state(&owner).await, before);
}

#[tokio::test]
async fn bodies_that_are_too_large_are_refused() {
    let app = site().await;
    let owner = owner(&app).await;
    let before = state(&owner).await;
    let large = format!(r#"{{"bio":"{}"}}"#, "x".repeat(256 * 1024));
    let takes_json = |o: &&Operation| o.method != Method::GET && !o.takes_file;
    for operation in operations().iter().filter(takes_json) {
        let address = operation.address("1", "unheard-of");
        let refused = operation.ask(&owner, &address, &large).await;
        let case = format!("{operation:?}");
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE, "{case}");
        assert_eq!(refused.json()["code"], "payload_too_large", "{case}");
    }
    // The length need not be announced
    for operation in operations().iter().filter(|o| o.takes_body) {
        let request = Request::builder()
            .method(operation.method.clone())
            .uri(operation.address("1", "unheard-of"))
            .header("content-type", "application/json");
        let refused = owner.send(request, large.clone()).await;
        assert_eq!(refused.json()["code"], "payload_too_large", "{operation:?}");
    }
    assert_eq!(state(&owner).await, before);
}

/// A body with a field of each form, which cannot have this value.
fn of_all(value: &Value) -> Value {
    json!({
        "email": value, "password": value, "bio": value, "op_id": value, "week_start": value,
        "policy": value, "mal_id": [value],
    })
}

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let app = site().await;
    let owner = owner(&app).await;
    let before = state(&owner).await;
    let secret = "hunter2-is-secret";
    for operation in operations().iter().filter(|operation| operation.takes_body) {
        for body in [
            "no JSON".to_owned(),
            "[]".into(),
            "\"text\"".into(),
            "{".into(),
            of_all(&json!(1)).to_string(),
            of_all(&json!([secret])).to_string(),
        ] {
            let address = operation.address("1", "unheard-of");
            let refused = operation.ask(&owner, &address, &body).await;
            let case = format!("{operation:?} {body}");
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{case}");
            assert_eq!(refused.json()["code"], "invalid_request", "{case}");
            assert!(!refused.text().contains(secret), "{case}");
        }
    }
    assert_eq!(state(&owner).await, before);
}

#[tokio::test]
async fn unknown_ids_change_nothing() {
    let app = site().await;
    let owner = owner(&app).await;
    let before = state(&owner).await;
    for operation in operations() {
        if operation.address("1", "1") == operation.template {
            continue;
        }
        for unknown in ["999999", "unheard-of", "%00", "%ff", "..%2f1", "-1"] {
            let address = operation.address(unknown, unknown);
            let answer = operation.ask(&owner, &address, "").await;
            let case = format!("{operation:?} {unknown}");
            let removing_nothing = operation.method == Method::DELETE && unknown == "999999";
            let refused = matches!(answer.status.as_u16(), 400 | 404)
                || (operation.takes_body && answer.status == StatusCode::UNSUPPORTED_MEDIA_TYPE);
            assert!(
                refused || (removing_nothing && answer.status == StatusCode::OK),
                "{case}: {}",
                answer.status
            );
        }
    }
    assert_eq!(state(&owner).await, before);
}

#[tokio::test]
async fn private_answers_are_not_cached_by_others() {
    let app = site().await;
    let owner = owner(&app).await;
    for operation in operations().iter().filter(|o| !o.is_stream()) {
        let is_private = operation.needs_session
            || operation.template.contains("/auth/")
            || operation.template.ends_with("/session");
        if is_private && operation.template != "/api/v1/me" {
            let address = operation.address("1", "unheard-of");
            let answer = operation.ask(&owner, &address, "{}").await;
            assert_private(&answer, &format!("{operation:?}"));
        }
    }
}
