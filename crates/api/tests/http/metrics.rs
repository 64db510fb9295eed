//! What `/metrics` reports of requests.

use axum::http::Request;
use serde_json::json;
use testkit::{TestApp, anime};

const COUNT: &str = "mitai_http_request_duration_seconds_count";

async fn figures(app: &TestApp) -> String {
    app.get("/metrics").await.text().to_owned()
}

/// The counts of requests alone.
fn counts(figures: &str) -> String {
    let counts = figures.lines().filter(|line| line.starts_with(COUNT));
    counts.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn requests_are_counted_by_the_pattern_of_their_route() {
    let app = TestApp::with(&[anime::popular(1, "Bebop", 1)]).await;
    let none = "(none)";
    for (method, address, route, status) in [
        ("GET", "/", "/", 200),
        ("GET", "/?search=somebodys-words", "/?search", 200),
        ("GET", "/anime/1", "/anime/{key}", 200),
        ("GET", "/anime/987654321", "/anime/{key}", 404),
        ("GET", "/about", "/about", 200),
        ("GET", "/api/v1/anime/1", "/api/v1/anime/{key}", 200),
        ("GET", "/api/v1/anime/987654321", "/api/v1/anime/{key}", 404),
        ("GET", "/api/v1/nothing/987654321", none, 404),
        ("GET", "/wp-login.php", none, 307),
        ("GET", "/v4/anime/1", "/v4/anime/{id}", 200),
        ("GET", "/v4/anime/987654321", "/v4/anime/{id}", 404),
        ("GET", "/v4/nothing/987654321", none, 404),
        (
            "PUT",
            "/api/v1/me/watchlist/1",
            "/api/v1/me/{list}/{mal_id}",
            401,
        ),
        ("BREW", "/about", none, 405),
    ] {
        let request = Request::builder().method(method).uri(address);
        app.send(request).await;
        let method = if method == "BREW" { "other" } else { method };
        let expected =
            format!("{COUNT}{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} ");
        let figures = counts(&figures(&app).await);
        assert!(
            figures.contains(&expected),
            "{address}: {expected}\n{figures}"
        );
    }
    let figures = figures(&app).await;
    for id in ["987654321", "somebodys", "wp-login"] {
        assert!(!figures.contains(id), "{id}\n{figures}");
    }
}

#[tokio::test]
async fn sign_ins_are_counted_by_how_they_end() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    // The first ten wrong ones are looked at
    for (password, times) in [("password of asuna", 2), ("wrong", 13)] {
        let form = json!({ "email": "asuna@example.org", "password": password });
        for _ in 0..times {
            browser.post("/api/v1/auth/login", &form).await;
        }
    }
    let figures = counts(&figures(&app).await);
    for (status, count) in [(200, 2), (401, 10), (429, 3)] {
        let expected = format!(
            "{COUNT}{{method=\"POST\",route=\"/api/v1/auth/login\",status=\"{status}\"}} {count}\n"
        );
        assert!(
            format!("{figures}\n").contains(&expected),
            "{expected}{figures}"
        );
    }
}

#[tokio::test]
async fn histogram_buckets_are_cumulative() {
    let app = TestApp::with(&[]).await;
    for _ in 0..3 {
        app.get("/healthz").await;
    }
    let figures = figures(&app).await;
    let labels = "method=\"GET\",route=\"/healthz\",status=\"204\"";
    assert!(
        figures.contains(&format!("{COUNT}{{{labels}}} 3")),
        "{figures}"
    );
    let bucket = format!("_bucket{{{labels},le=\"");
    let buckets: Vec<(&str, u64)> = figures
        .lines()
        .filter_map(|line| line.split_once(&bucket)?.1.split_once("\"} "))
        .map(|(longest, count)| (longest, count.parse().unwrap()))
        .collect();
    assert!(buckets.is_sorted_by_key(|(_, count)| *count), "{buckets:?}");
    assert_eq!(buckets.last(), Some(&("+Inf", 3)));
}
