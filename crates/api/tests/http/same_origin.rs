//! Changes that pages of other sites ask for.

use axum::http::{Method, Request, StatusCode};
use testkit::{Browser, TestApp, anime};

use super::refusals::{Operation, operations, state};

/// What browsers and attackers say of where a request comes from.
const FOREIGN: [&[(&str, &str)]; 9] = [
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
    &[("sec-fetch-site", "")],
    &[
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://mitai.example"),
    ],
    &[("origin", "https://evil.example")],
    &[("origin", "http://mitai.example")],
    &[("origin", "https://mitai.example.evil.example")],
    &[("origin", "null")],
    &[("origin", "")],
];
const OWN: [&[(&str, &str)]; 4] = [
    &[
        ("sec-fetch-site", "same-origin"),
        ("origin", "https://mitai.example"),
    ],
    &[("sec-fetch-site", "none")],
    &[("origin", "https://mitai.example")],
    &[],
];
const CONTENT_TYPES: [&str; 4] = [
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
];

async fn ask(
    browser: &Browser,
    operation: &Operation,
    headers: &[(&str, &str)],
    content_type: &str,
) -> testkit::Answer {
    let mut request = Request::builder()
        .method(operation.method.clone())
        .uri(operation.address("1", "unheard-of"))
        .header("content-type", content_type);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body =
        r#"{"password":"password of asuna","email":"asuna@example.org","fullName":"x","bio":"x"}"#;
    browser.send(request, body).await
}

#[tokio::test]
async fn cross_site_changes_are_refused() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let browser = app.signed_up("asuna").await;
    let before = state(&browser).await;
    let writes: Vec<Operation> = operations()
        .into_iter()
        .filter(|operation| operation.method != Method::GET)
        .collect();
    assert!(writes.len() >= 9, "{writes:?}");
    for operation in &writes {
        for headers in FOREIGN {
            for content_type in CONTENT_TYPES {
                let refused = ask(&browser, operation, headers, content_type).await;
                let case = format!("{operation:?} {headers:?} {content_type}");
                assert_eq!(refused.status, StatusCode::FORBIDDEN, "{case}");
                assert_eq!(refused.json()["code"], "foreign_origin", "{case}");
                assert_eq!(refused.header("set-cookie"), "", "{case}");
            }
        }
    }
    assert_eq!(state(&browser).await, before);
}

#[tokio::test]
async fn bodies_that_forms_can_send_are_refused() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let before = state(&browser).await;
    for operation in operations().iter().filter(|operation| operation.takes_body) {
        for headers in OWN {
            for content_type in &CONTENT_TYPES[1..] {
                let refused = ask(&browser, operation, headers, content_type).await;
                let case = format!("{operation:?} {headers:?} {content_type}");
                assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{case}");
                assert_eq!(refused.json()["code"], "unsupported_media_type", "{case}");
            }
        }
    }
    assert_eq!(state(&browser).await, before);
}

#[tokio::test]
async fn same_origin_pages_and_programs_may_change_things() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let browser = app.signed_up("asuna").await;
    for headers in OWN {
        for method in [Method::PUT, Method::DELETE] {
            let mut request = Request::builder()
                .method(method)
                .uri("/api/v1/me/watchlist/1");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            assert_eq!(browser.send(request, "").await.status, StatusCode::OK);
        }
    }
    let version = browser.get("/api/v1/me/record").await.json()["version"].take();
    assert_eq!(version, 2 * OWN.len());
}

/// A link from another site opens pages and reads as ever.
#[tokio::test]
async fn cross_site_reads_are_allowed() {
    let app = TestApp::with(&[]).await;
    for address in ["/", "/api/v1/hero", "/api/v1/session"] {
        let request = Request::get(address).header("sec-fetch-site", "cross-site");
        assert_eq!(app.send(request).await.status, StatusCode::OK, "{address}");
    }
}
