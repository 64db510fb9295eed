use std::collections::HashSet;

use app::catalogue::refresh::Wish;
use axum::http::{Request, StatusCode};
use domain::anime::MalId;
use testkit::{TestApp, anime};

#[tokio::test]
async fn ten_pages_of_25_hold_each_title_once() {
    let app = TestApp::built_in().await;
    let mut ids = HashSet::new();
    for page in 1..=10 {
        let answer = app
            .get(&format!("/api/v1/anime?list=popular&page={page}"))
            .await
            .json();
        let items = answer["items"].as_array().unwrap();
        assert_eq!(items.len(), 25, "page {page}");
        assert_eq!(answer["page"], page);
        assert_eq!(answer["total_pages"], 10);
        assert_eq!(answer["source"], "built-in");
        ids.extend(items.iter().map(|item| item["mal_id"].as_u64().unwrap()));
    }
    assert_eq!(ids.len(), 250);
}

#[tokio::test]
async fn cards_carry_true_season_counts() {
    let app = TestApp::built_in().await;
    // Counted by hand in the built-in catalogue: 1 + prequels + sequels of each
    for (slug, seasons) in [
        ("attack-on-titan", 2),
        ("attack-on-titan-season-2", 3),
        ("demon-slayer", 3),
        ("my-hero-academia", 2),
        ("my-hero-academia-season-2", 4),
        ("one-punch-man", 2),
        ("steins-gate", 2),
    ] {
        let title = app.get(&format!("/api/v1/anime/{slug}")).await.json();
        assert_eq!(title["seasons"], seasons, "{slug}");
        assert_eq!(title["seasons_known"], true, "{slug}");
    }
}

#[tokio::test]
async fn page_of_cards_is_at_most_6_kb_compressed() {
    let app = TestApp::built_in().await;
    for page in 1..=10 {
        let request = Request::get(format!("/api/v1/anime?list=popular&page={page}"))
            .header("accept-encoding", "br");
        let answer = app.send(request).await;
        assert_eq!(answer.header("content-encoding"), "br");
        assert!(
            answer.body.len() <= 6_000,
            "page {page}: {} bytes",
            answer.body.len()
        );
    }
}

#[tokio::test]
async fn cards_have_the_interval_of_the_ratings() {
    let app = TestApp::built_in().await;
    let page = app.get("/api/v1/anime?list=popular&page=1").await.json();
    let card = &page["items"][0];
    let address = format!("/api/v1/anime/{}", card["mal_id"]);
    let source = app.get(&format!("{address}/ratings")).await.json()["source"].clone();
    assert!(source["low"].as_f64() <= card["score"].as_f64(), "{source}");
    assert!(
        source["low"].is_number() && source["high"].is_number(),
        "{source}"
    );
    for shown in [card, &app.get(&address).await.json()] {
        assert_eq!(
            (&shown["score_low"], &shown["score_high"]),
            (&source["low"], &source["high"])
        );
    }
}

#[tokio::test]
async fn title_is_found_by_id_and_by_slug() {
    let app = TestApp::built_in().await;
    let by_id = app.get("/api/v1/anime/16498").await.json();
    let by_slug = app.get("/api/v1/anime/attack-on-titan").await.json();
    assert_eq!(by_id, by_slug);
    assert_eq!(by_id["title_japanese"], "進撃の巨人");
    let relations = by_id["relations"].as_array().unwrap();
    let sequel = relations.iter().find(|r| r["kind"] == "Sequel").unwrap();
    let second = &sequel["entries"][0];
    assert_eq!(second["slug"], "attack-on-titan-season-2");
    assert_eq!(second["name"], "Shingeki no Kyojin Season 2");
    assert_eq!(second["title_english"], "Attack on Titan Season 2");
    assert_eq!(second["title_japanese"], "進撃の巨人 Season2");
}

#[tokio::test]
async fn search_takes_any_text() {
    let app = TestApp::built_in().await;
    for (query, first) in [
        ("Steins%3BGate", Some("Steins;Gate")),
        ("%E9%80%B2%E6%92%83", Some("Shingeki no Kyojin")),
        ("aot", Some("Shingeki no Kyojin")),
        ("100%25", None),
        ("%3F", None),
        ("K%26K", None),
        ("%27%20OR%201%3D1", None),
    ] {
        let answer = app.get(&format!("/api/v1/anime?search={query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}");
        if let Some(first) = first {
            assert_eq!(answer.json()["items"][0]["title"], first, "{query}");
        }
    }
}

#[tokio::test]
async fn hero_shows_ten_titles_that_air() {
    let app = TestApp::built_in().await;
    let hero = app.get("/api/v1/hero").await.json();
    let items = hero["items"].as_array().unwrap();
    assert_eq!(items.len(), 10);
    for slide in items {
        assert!(slide["description"].is_string());
        let title = app
            .get(&format!("/api/v1/anime/{}", slide["mal_id"]))
            .await
            .json();
        assert_eq!(title["status"], "Currently Airing", "{slide}");
        for name in ["title", "title_english", "title_japanese"] {
            assert_eq!(slide[name], title[name]);
        }
    }
}

#[tokio::test]
async fn errors_have_stable_codes() {
    let app = TestApp::with(&[]).await;
    for (address, status, code) in [
        ("/api/v1/anime?page=0", 400, "invalid_request"),
        ("/api/v1/anime?page=11", 400, "invalid_request"),
        ("/api/v1/anime?page=x", 400, "invalid_request"),
        ("/api/v1/anime?list=unheard-of", 400, "invalid_request"),
        ("/api/v1/anime/999999", 404, "not_found"),
        ("/api/v1/anime/unheard-of", 404, "not_found"),
        ("/api/v1/anime/0", 404, "not_found"),
        ("/api/v1/anime/%ff", 404, "not_found"),
        ("/art/poster/%ff.svg", 404, "not_found"),
        ("/api/v1/anime/a%00b", 404, "not_found"),
        ("/api/v1/anime/%2e%2e%2fhero", 404, "not_found"),
        ("/api/v1/anime/99999999999999999999", 404, "not_found"),
        ("/api/v1/unheard-of", 404, "not_found"),
    ] {
        let answer = app.get(address).await;
        assert_eq!(answer.status.as_u16(), status, "{address}");
        assert_eq!(
            answer.header("content-type"),
            "application/problem+json",
            "{address}"
        );
        let problem = answer.json();
        assert_eq!(problem["code"], code, "{address}");
        assert!(
            problem["detail"].as_str().unwrap().ends_with('.'),
            "{address}"
        );
        assert!(
            problem["request_id"].as_str().unwrap().contains('-'),
            "{address}"
        );
    }
    for address in ["/api/v1/hero", "/about", "/"] {
        let refused = app.send(Request::post(address)).await;
        assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED, "{address}");
        assert_eq!(refused.json()["code"], "method_not_allowed", "{address}");
    }
    let (large, body) = (Request::post("/api/v1/hero"), vec![b' '; 1_000_000]);
    let refused = app.browser().send(large, body).await;
    assert_eq!(refused.json()["code"], "payload_too_large");
}

#[tokio::test]
async fn unchanged_list_is_not_modified_and_changed_one_is_sent() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let address = "/api/v1/anime?list=popular";
    let etag = app.get(address).await.header("etag").to_owned();
    let again = || app.send(Request::get(address).header("if-none-match", &etag));
    assert_eq!(again().await.status, StatusCode::NOT_MODIFIED);
    app.import(&[anime::popular(2, "Two", 2)]).await;
    let changed = again().await;
    assert_eq!(changed.status, StatusCode::OK);
    assert_eq!(changed.json()["total"], 2);
}

#[tokio::test]
async fn page_views_queue_wishes() {
    let mut app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    app.get("/api/v1/anime?list=popular&page=2").await;
    app.get("/api/v1/anime?search=one").await;
    app.get("/api/v1/anime/7").await;
    app.get("/api/v1/hero").await;
    app.get("/api/v1/anime/7").await;
    let wishes = app.queued_wishes();
    assert_eq!(
        wishes,
        [
            Wish::Popular(2),
            Wish::Airing,
            Wish::Search("one".into()),
            Wish::Title(MalId::new(7)),
        ]
    );
}
