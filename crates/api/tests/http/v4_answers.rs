//! What answers under `/v4` have in common: failures, who may read, how long they keep.

use axum::http::{Request, StatusCode};
use domain::clock::Clock as _;
use jiff::Timestamp;
use serde_json::Value;
use testkit::{
    TestApp,
    anime::{full, popular},
};

/// Moves the clock on.
pub(super) fn wait_until(app: &TestApp, instant: &str) {
    let instant: Timestamp = instant.parse().unwrap();
    let time = instant.duration_since(app.clock.now());
    app.clock.advance(time.try_into().unwrap());
}

#[tokio::test]
async fn not_found_has_jikans_shape() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    for address in [
        "/v4",
        "/v4/",
        "/v4/anime/2",
        "/v4/anime/-1",
        "/v4/anime/0/full",
        "/v4/anime/one",
        "/v4/anime/%ff",
        "/v4/anime/99999999999",
        "/v4/anime/1/episodes/1",
        "/v4/anime/1/episodes/0",
        "/v4/anime/1/episodes/first",
        "/v4/anime/1/clubs",
        "/v4/random/characters",
        "/v4/random/people",
        "/v4/recommendations/manga",
        "/v4/reviews/manga",
        "/v4/manga/1",
        "/v4/manga",
        "/v4/top/manga",
        "/v4/genres/manga",
        "/v4/random/manga",
        "/v4/random/users",
        "/v4/clubs/1",
        "/v4/users/asuna",
        "/v4/seasons/-1/winter",
        "/v4/seasons/2020/%ff",
    ] {
        let answer = app.get(address).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        let expected =
            r#"{"status":404,"type":"HttpException","message":"Not Found","error":null}"#;
        assert_eq!(answer.text(), expected, "{address}");
        assert_eq!(
            answer.header("content-type"),
            "application/json",
            "{address}"
        );
        assert_eq!(
            answer.header("access-control-allow-origin"),
            "*",
            "{address}"
        );
    }
}

#[tokio::test]
async fn invalid_parameters_are_named() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    for (address, parameter) in [
        ("/v4/anime?limit=26", "limit"),
        ("/v4/anime?limit=0", "limit"),
        ("/v4/top/anime?page=0", "page"),
        ("/v4/top/anime?page=1.5", "page"),
        ("/v4/top/anime?filter=best", "filter"),
        ("/v4/anime?type=book", "type"),
        ("/v4/anime?min_score=NaN", "min_score"),
        ("/v4/anime?genres=1,two", "genres"),
        (
            "/v4/anime?genres=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
            "genres",
        ),
        ("/v4/anime?start_date=01-01-2018", "start_date"),
        ("/v4/anime?start_date=2018-02-30", "start_date"),
        ("/v4/anime?start_date=2018-1", "start_date"),
        ("/v4/anime?start_date=2018-01-3", "start_date"),
        ("/v4/anime?start_date=20", "start_date"),
        ("/v4/anime?start_date=\u{e9}", "start_date"),
        ("/v4/anime?end_date=soon", "end_date"),
        ("/v4/anime?end_date=2018-02-30", "end_date"),
        ("/v4/anime?start_date=2018&end_date=2017", "end_date"),
        ("/v4/schedules?filter=someday", "filter"),
        ("/v4/schedules/someday", "filter"),
        ("/v4/schedules?kids=maybe", "kids"),
        ("/v4/schedules?limit=26", "limit"),
        ("/v4/seasons/upcoming?filter=book", "filter"),
        ("/v4/producers?order_by=name", "order_by"),
        ("/v4/producers?sort=up", "sort"),
        ("/v4/producers?limit=50", "limit"),
        ("/v4/magazines?order_by=favorites", "order_by"),
        ("/v4/magazines?page=0", "page"),
        ("/v4/anime/1/forum?filter=none", "filter"),
        ("/v4/anime/1/userupdates?page=0", "page"),
        ("/v4/anime/1/reviews?page=none", "page"),
        ("/v4/anime/1/reviews?spoilers=some", "spoilers"),
        ("/v4/anime?letter=ab", "letter"),
        ("/v4/anime?letter=%00", "letter"),
        ("/v4/seasons/2020/rainy", "season"),
        ("/v4/genres/anime?filter=moods", "filter"),
    ] {
        assert_refused(&app, address, parameter).await;
    }
}

#[tokio::test]
async fn invalid_parameters_of_people_and_extras_are_named() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    for (address, parameter) in [
        ("/v4/anime/1/episodes?page=0", "page"),
        ("/v4/anime/1/news?page=-1", "page"),
        ("/v4/anime/1/videos/episodes?page=two", "page"),
        ("/v4/characters?order_by=birthday", "order_by"),
        ("/v4/characters?limit=26", "limit"),
        ("/v4/people?sort=up", "sort"),
        ("/v4/people?letter=ab", "letter"),
        ("/v4/top/people?limit=0", "limit"),
        ("/v4/top/characters?page=0", "page"),
        ("/v4/recommendations/anime?page=0", "page"),
        ("/v4/watch/promos?page=4294967296", "page"),
    ] {
        assert_refused(&app, address, parameter).await;
    }
}

async fn assert_refused(app: &TestApp, address: &str, parameter: &str) {
    let answer = app.get(address).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{address}");
    let body = answer.json();
    assert_eq!(body["status"], 400, "{address}");
    assert_eq!(body["type"], "ValidationException", "{address}");
    assert!(body["error"].is_string(), "{address}");
    let messages = body["messages"].as_object().unwrap();
    assert_eq!(
        messages.keys().collect::<Vec<_>>(),
        [parameter],
        "{address}"
    );
    assert!(
        messages[parameter][0].as_str().unwrap().ends_with('.'),
        "{address}"
    );
}

#[tokio::test]
async fn refusals_repeat_jikans_captured_messages() {
    let app = TestApp::with(&[]).await;
    for (query, parameter, sentence) in [
        (
            "limit=50",
            "limit",
            "Value 50 is higher than the configured '25' max value.",
        ),
        (
            "limit=0",
            "limit",
            "The limit must be a whole number from 1 to 25.",
        ),
        (
            "start_date=soon",
            "start_date",
            "The start date does not match the format Y-m-d.",
        ),
        (
            "end_date=2005-02-30",
            "end_date",
            "The end date does not match the format Y-m-d.",
        ),
    ] {
        let answer = app.get(&format!("/v4/anime?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        let error = "Invalid or incomplete request. Make sure your request is correct. https://docs.api.jikan.moe/";
        let expected = serde_json::json!({
            "status": 400,
            "type": "ValidationException",
            "messages": { parameter: [sentence] },
            "error": error,
        });
        assert_eq!(answer.json(), expected, "{query}");
    }
}

#[tokio::test]
async fn outage_has_jikans_shape() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    app.outage.begin();
    for address in [
        "/v4/anime/1",
        "/v4/anime?q=one",
        "/v4/random/anime",
        "/v4/producers",
        "/v4/schedules?filter=monday",
        "/v4/seasons",
    ] {
        let answer = app.get(address).await;
        assert_eq!(answer.status, StatusCode::GATEWAY_TIMEOUT, "{address}");
        let body = answer.json();
        assert_eq!(body["status"], 504, "{address}");
        assert_eq!(body["type"], "BadResponseException", "{address}");
        assert_eq!(body["error"], Value::Null, "{address}");
    }
}

#[tokio::test]
async fn cors_allows_reads_only() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let request = Request::builder().method(method).uri("/v4/anime/1");
        let answer = app
            .send(request.header("origin", "https://other.example"))
            .await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(answer.json()["type"], "HttpException", "{method}");
        assert_eq!(answer.header("allow"), "GET,HEAD", "{method}");
    }
    let preflight = Request::options("/v4/anime/1").header("origin", "https://other.example");
    let preflight = app.send(preflight).await;
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    assert_eq!(
        preflight.header("access-control-allow-methods"),
        "GET, HEAD, OPTIONS"
    );
    assert_eq!(preflight.header("access-control-allow-headers"), "*");
    let head = app.send(Request::head("/v4/anime/1")).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    let product = app.get("/api/v1/anime/1").await;
    assert_eq!(product.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn cache_headers_match_jikans() {
    let app = TestApp::with(&[popular(1, "One", 1)]).await;
    wait_until(&app, "2026-11-21T10:00:00Z");
    app.import(&[full(2)]).await;
    for address in ["/v4/anime/2", "/v4/anime/2/full", "/v4/seasons/2013/summer"] {
        let answer = app.get(address).await;
        assert_eq!(
            answer.header("cache-control"),
            "public, s-maxage=86400",
            "{address}"
        );
        assert_eq!(
            answer.header("expires"),
            "Sun, 22 Nov 2026 10:00:00 GMT",
            "{address}"
        );
        assert_eq!(
            answer.header("last-modified"),
            "Sat, 21 Nov 2026 10:00:00 GMT",
            "{address}"
        );
        let etag = answer.header("etag").to_owned();
        let again = app
            .send(Request::get(address).header("if-none-match", &etag))
            .await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{address}");
        assert_eq!(
            again.header("expires"),
            answer.header("expires"),
            "{address}"
        );
        assert_eq!(
            again.header("access-control-allow-origin"),
            "*",
            "{address}"
        );
    }
    for address in ["/v4/top/anime", "/v4/anime?q=one", "/v4/genres/anime"] {
        let answer = app.get(address).await;
        assert_eq!(
            answer.header("cache-control"),
            "private, must-revalidate",
            "{address}"
        );
        assert_eq!(answer.header("expires"), "-1", "{address}");
        assert!(answer.header("etag").starts_with("W/\""), "{address}");
    }
}
