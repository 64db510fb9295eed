//! What answers tell browsers to forbid: one test for each header, over all kinds of answers.

use axum::http::{Request, StatusCode};
use testkit::{Answer, TestApp, anime};

use super::refusals::operations;

/// The addresses of pages, found and not.
const PAGES: [&str; 7] = [
    "/",
    "/shell",
    "/?search=x",
    "/about",
    "/browse",
    "/anime/1",
    "/anime/unheard-of",
];
/// The addresses that pages of other sites may show or request.
const OPEN: [&str; 8] = [
    "/v4/anime/1",
    "/v4/anime/999",
    "/v4/",
    "/v4/unheard-of",
    "/art/poster/1.svg",
    "/art/poster/unheard-of",
    "/img/poster/1-0011223344556677-320",
    "/img/still/1-0011223344556677-320",
];
/// The addresses on the way to a provider and back.
const SIGN_IN: [&str; 2] = [
    "/api/v1/auth/google",
    "/api/v1/auth/google/callback?code=a&state=b",
];

async fn site() -> TestApp {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    app.follow_facts().await;
    app
}

/// All other addresses: of our own data, files and failures.
fn others() -> Vec<String> {
    let of_api = operations().into_iter().filter(|o| o.method == "GET");
    let of_api = of_api.map(|o| o.address("1", "unheard-of"));
    let more = [
        "/api/unheard-of",
        "/api/v1/openapi.json",
        "/assets/app-1.js",
        "/assets/unheard-of",
        "/favicon.svg",
        "/sw.js",
        "/robots.txt",
        "/sitemap.xml",
        "/healthz",
        "/readyz",
        "/metrics",
        "/unheard-of",
        "/Contact",
    ];
    of_api
        .chain(more.map(str::to_owned))
        .filter(|address| !address.contains("/auth/google"))
        .collect()
}

/// Each address with its answer.
async fn answers(
    app: &TestApp,
    addresses: impl IntoIterator<Item = impl Into<String>>,
) -> Vec<(String, Answer)> {
    let mut answers = Vec::new();
    for address in addresses {
        let address = address.into();
        let answer = app.get(&address).await;
        answers.push((address, answer));
    }
    answers
}

async fn all(app: &TestApp) -> Vec<(String, Answer)> {
    let mut all = answers(app, PAGES.into_iter().chain(OPEN).chain(SIGN_IN)).await;
    all.extend(answers(app, others()).await);
    let refused = Request::post("/api/v1/auth/login").header("sec-fetch-site", "cross-site");
    all.push(("a foreign page's wish".into(), app.send(refused).await));
    let wrong = Request::delete("/api/v1/hero");
    all.push(("a wrong method".into(), app.send(wrong).await));
    all
}

#[tokio::test]
async fn every_answer_forbids_content_sniffing() {
    let app = site().await;
    let all = all(&app).await;
    assert!(all.len() > 35, "{}", all.len());
    for (address, answer) in all {
        assert_eq!(
            answer.header("x-content-type-options"),
            "nosniff",
            "{address}"
        );
    }
}

#[tokio::test]
async fn every_answer_has_hsts_over_https() {
    let app = site().await;
    for (address, answer) in all(&app).await {
        let header = answer.header("strict-transport-security");
        assert_eq!(header, "max-age=31536000", "{address}");
    }
}

#[tokio::test]
async fn every_answer_denies_device_permissions() {
    let app = site().await;
    for (address, answer) in all(&app).await {
        let denied = answer.header("permissions-policy");
        for feature in ["camera=()", "microphone=()", "geolocation=()", "payment=()"] {
            assert!(denied.contains(feature), "{address}: {denied}");
        }
    }
}

#[tokio::test]
async fn no_referrer_is_sent_to_other_sites() {
    let app = site().await;
    for (address, answer) in all(&app).await {
        let header = answer.header("referrer-policy");
        assert!(
            matches!(header, "same-origin" | "no-referrer"),
            "{address}: {header}"
        );
    }
}

#[tokio::test]
async fn every_answer_forbids_framing_and_unnamed_scripts() {
    let app = site().await;
    for (address, answer) in all(&app).await {
        let policies: Vec<_> = answer
            .headers
            .get_all("content-security-policy")
            .iter()
            .collect();
        assert_eq!(policies.len(), 1, "{address}");
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{address}: {policy}");
        }
        for never in ["unsafe", "*", "http:", "blob:"] {
            assert!(!policy.contains(never), "{address}: {policy}");
        }
        let more = address == "/sw.js" || answer.header("content-type").starts_with("text/html");
        if !more {
            assert_eq!(policy.matches("-src ").count(), 1, "{address}: {policy}");
        }
    }
}

#[tokio::test]
async fn page_policy_allows_own_files_and_foreign_pictures() {
    let app = site().await;
    for (address, page) in answers(&app, PAGES).await {
        let policy = page.header("content-security-policy");
        for part in [
            "script-src 'self' 'sha256-",
            "style-src 'self' 'sha256-",
            "img-src 'self' data: https:;",
            "connect-src 'self';",
            "worker-src 'self';",
            "form-action 'self';",
        ] {
            assert!(policy.contains(part), "{address}: {policy}");
        }
    }
}

#[tokio::test]
async fn service_worker_connects_to_its_own_site_only_and_is_revalidated() {
    let app = site().await;
    let worker = app.get("/sw.js").await;
    assert_eq!(worker.status, StatusCode::OK);
    assert_eq!(worker.header("content-type"), "text/javascript");
    assert_eq!(worker.header("cache-control"), "no-cache");
    let policy = worker.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; connect-src 'self'; base-uri"),
        "{policy}"
    );
}

#[tokio::test]
async fn not_modified_page_has_the_same_policy() {
    let app = site().await;
    let page = app.get("/").await;
    let again = Request::get("/").header("if-none-match", page.header("etag"));
    let again = app.send(again).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    for name in ["content-security-policy", "cross-origin-opener-policy"] {
        assert_eq!(again.header(name), page.header(name), "{name}");
    }
}

#[tokio::test]
async fn only_pages_keep_the_sign_in_popup_as_opener() {
    let app = site().await;
    for (address, page) in answers(&app, PAGES).await {
        let policy = page.header("cross-origin-opener-policy");
        assert_eq!(policy, "same-origin-allow-popups", "{address}");
    }
    for (address, answer) in answers(&app, SIGN_IN).await {
        assert_eq!(answer.header("cross-origin-opener-policy"), "", "{address}");
    }
    let rest = OPEN.map(str::to_owned).into_iter().chain(others());
    for (address, answer) in answers(&app, rest).await {
        let policy = answer.header("cross-origin-opener-policy");
        assert_eq!(policy, "same-origin", "{address}");
    }
}

#[tokio::test]
async fn only_pictures_and_v4_are_open_to_other_sites() {
    let app = site().await;
    for (address, answer) in answers(&app, OPEN).await {
        let policy = answer.header("cross-origin-resource-policy");
        assert_eq!(policy, "cross-origin", "{address}");
        let read = answer.header("access-control-allow-origin");
        let expected = if address.starts_with("/v4") { "*" } else { "" };
        assert_eq!(read, expected, "{address}");
    }
    let own = PAGES.into_iter().chain(SIGN_IN).map(str::to_owned);
    for (address, answer) in answers(&app, own.chain(others())).await {
        let policy = answer.header("cross-origin-resource-policy");
        assert_eq!(policy, "same-origin", "{address}");
        assert_eq!(
            answer.header("access-control-allow-origin"),
            "",
            "{address}"
        );
    }
}
