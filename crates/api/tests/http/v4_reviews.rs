//! Jikan v4: what people write on this site, as far as everybody may see it.

use std::time::Duration;

use axum::http::StatusCode;
use domain::review::Verdict;
use serde_json::{Value, json};
use testkit::TestApp;

use super::{
    list::{edit, site},
    people::{form, make},
    reviews::{at, decide, long, put, report, write},
};

const REVIEWS: &str = "/v4/anime/1/reviews";

async fn reviews(app: &TestApp, query: &str) -> Value {
    data(app, &format!("{REVIEWS}{query}")).await
}

async fn data(app: &TestApp, address: &str) -> Value {
    let answer = app.get(address).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()["data"].take()
}

async fn count(app: &TestApp, query: &str) -> usize {
    reviews(app, query).await.as_array().unwrap().len()
}

#[tokio::test]
async fn review_has_jikans_shape() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    edit(&author, 1, &json!({ "status": "completed", "score": 85 })).await;
    let text = format!("{} ||they win||", long("*Good*"));
    let id = write(&author, &text, false).await["id"].take();
    let mut shown = reviews(&app, "").await[0].take();
    let number = shown["mal_id"].take();
    assert!((1..1 << 31).contains(&number.as_i64().unwrap()));
    let public = shown["url"].as_str().unwrap();
    let (host, path) = public.split_at(public.find("/review/").unwrap());
    assert_eq!(path, format!("/review/{}", id.as_str().unwrap()));
    let host = host.to_owned();
    assert!(shown["date"].as_str().unwrap().ends_with("+00:00"));
    assert!(!shown["review"].as_str().unwrap().contains("they win"));
    assert!(shown["review"].as_str().unwrap().starts_with("Good "));
    let none = json!({ "image_url": null });
    assert_eq!(
        shown["user"],
        json!({ "url": "", "username": "asuna", "images": { "jpg": none, "webp": none } })
    );
    let rest = json!({
        "type": "anime", "score": 9, "tags": [], "is_spoiler": false, "is_preliminary": false,
        "episodes_watched": 26,
    });
    for (name, expected) in rest.as_object().unwrap() {
        assert_eq!(&shown[name], expected, "{name}");
    }
    assert_eq!(shown["reactions"]["overall"], 0);
    let whole = reviews(&app, "?spoilers=true").await;
    assert!(whole[0]["review"].as_str().unwrap().contains("they win"));
    assert_eq!(whole[0]["mal_id"], number);
    make(&author, &form("Asuna_99", "everyone", "only_me")).await;
    let user = reviews(&app, "").await[0]["user"].take();
    assert_eq!(user["url"], format!("{host}/user/Asuna_99"));
}

#[tokio::test]
async fn spoilers_and_preliminary_reviews_are_sent_on_request_only() {
    let app = site().await;
    for (name, status, spoiler) in [
        ("asuna", "completed", true),
        ("kirito", "watching", false),
        ("klein", "completed", false),
    ] {
        let author = app.signed_up(name).await;
        edit(&author, 1, &json!({ "status": status })).await;
        write(&author, &long("It"), spoiler).await;
    }
    for (query, expected) in [
        ("", 1),
        ("?spoilers", 2),
        ("?preliminary=true", 2),
        ("?preliminary=true&spoilers=true", 3),
        ("?page=2&preliminary=true&spoilers=true", 0),
    ] {
        assert_eq!(count(&app, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn folded_hidden_and_deleted_reviews_are_left_out() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let id = write(&author, &long("Buy"), false).await["id"].take();
    assert_eq!(count(&app, "").await, 1);
    report(&app, &id, 5).await;
    assert_eq!(count(&app, "?spoilers=true&preliminary=true").await, 0);
    decide(&app, &id, Verdict::Restored).await;
    assert_eq!(count(&app, "").await, 1);
    decide(&app, &id, Verdict::Hidden).await;
    assert_eq!(count(&app, "").await, 0);
    decide(&app, &id, Verdict::Restored).await;
    author.delete("/api/v1/me/reviews/1").await;
    assert_eq!(count(&app, "").await, 0);
}

#[tokio::test]
async fn review_reveals_no_private_entry() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    write(&author, &long("It"), false).await;
    let without = reviews(&app, "").await;
    let kept = json!({ "status": "watching", "score": 85, "progress": 3, "private": true });
    edit(&author, 1, &kept).await;
    app.count_votes().await;
    write(&author, &long("It"), false).await;
    assert_eq!(reviews(&app, "").await, without);
    assert_eq!(
        (&without[0]["score"], &without[0]["episodes_watched"]),
        (&json!(0), &json!(0))
    );
}

/// The titles of listed reviews, and their authors.
fn of(data: &Value) -> Vec<(u64, &str)> {
    let reviews = data.as_array().unwrap().iter();
    let of = |it: &'_ Value| it["entry"]["mal_id"].as_u64().unwrap();
    reviews
        .map(|it| (of(it), it["user"]["username"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn reviews_of_all_titles_are_listed_by_time_and_by_help() {
    let app = site().await;
    let mut ids = Vec::new();
    for (name, title, status) in [
        ("asuna", 1, "completed"),
        ("kirito", 2, "completed"),
        ("klein", 1, "watching"),
    ] {
        let author = app.signed_up(name).await;
        edit(&author, title, &json!({ "status": status })).await;
        let own = format!("/api/v1/me/reviews/{title}");
        let review = json!({ "text": long("It"), "spoiler": name == "kirito" });
        ids.push(put(&author, &own, &review).await.json()["id"].take());
        app.clock.advance(Duration::from_secs(1));
    }
    let reader = app.signed_up("silica").await;
    let vote = json!({ "helpful": true });
    let voted = reader.post(&at(&ids[0], "/vote"), &vote).await;
    assert_eq!(voted.status, StatusCode::OK, "{}", voted.text());
    for (address, expected) in [
        ("/v4/reviews/anime", vec![(1, "asuna")]),
        (
            "/v4/reviews/anime?spoilers=true",
            vec![(2, "kirito"), (1, "asuna")],
        ),
        (
            "/v4/reviews/anime?spoilers=true&preliminary=true",
            vec![(1, "klein"), (2, "kirito"), (1, "asuna")],
        ),
        (
            "/v4/top/reviews",
            vec![(1, "asuna"), (1, "klein"), (2, "kirito")],
        ),
        (
            "/v4/top/reviews?spoilers=false&type=anime",
            vec![(1, "asuna"), (1, "klein")],
        ),
        ("/v4/top/reviews?type=manga", vec![]),
        ("/v4/top/reviews?page=2", vec![]),
    ] {
        assert_eq!(of(&data(&app, address).await), expected, "{address}");
    }
    let entry = data(&app, "/v4/top/reviews").await[0]["entry"].take();
    let recorded = data(&app, "/v4/anime/1").await;
    for name in ["mal_id", "url", "images", "title"] {
        assert_eq!(entry[name], recorded[name], "{name}");
    }
    assert_eq!(
        app.get("/v4/top/reviews?type=novel").await.status,
        StatusCode::BAD_REQUEST
    );
}
