//! What the author of a review sees of it, before it is published too.

use std::time::Duration;

use axum::http::StatusCode;
use domain::{clock::Clock as _, review::LINKS_FROM_AGE};
use serde_json::{Value, json};

use super::{
    list::site,
    reviews::{OWN, REVIEWS, long, put, write},
};

#[tokio::test]
async fn preview_equals_the_readers_view_and_is_not_stored() {
    let app = site().await;
    let browser = app.signed_up("writer").await;
    let preview = async |text: &str| {
        let form = json!({ "text": text });
        browser.post("/api/v1/reviews/preview", &form).await
    };
    let text = "  **So**\u{202e} <b>short</b>";
    let shown = preview(text).await;
    assert_eq!(shown.status, StatusCode::OK, "{}", shown.text());
    assert_eq!(browser.get(REVIEWS).await.json()["total"], 0);
    let written = write(&browser, &long(text), false).await;
    let begin = |answer: &Value| answer["body"][0]["children"][0].clone();
    assert_eq!(begin(&shown.json()), begin(&written));

    assert_eq!(shown.json()["read_length"], "So <b>short</b>".len());

    // What is kept of it counts
    let unseen = format!("{}\u{202e}\u{200b}", "x".repeat(10_000));
    assert_eq!(preview(&unseen).await.status, StatusCode::OK);
    let form = json!({ "text": unseen, "spoiler": false });
    assert_eq!(put(&browser, OWN, &form).await.status, StatusCode::OK);
    let over = preview(&"x".repeat(10_001)).await;
    assert_eq!(over.status, StatusCode::BAD_REQUEST);
    let sentence = "Please keep your review to at most 10,000 characters.";
    assert_eq!(over.json()["detail"], sentence);
}

#[tokio::test]
async fn links_of_new_accounts_are_text_for_a_day() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let text = format!("{} [here](https://example.org)", long("It"));
    let written = write(&author, &text, false).await;
    let until = (app.clock.now() + LINKS_FROM_AGE).to_string();
    assert_eq!(written["links_wait_until"], json!(until));
    // The author sees links as readers do, also in the preview, with the time from which they are active
    let seen = async || {
        let own = author.get(OWN).await.json()["review"].take();
        let form = json!({ "text": text });
        let preview = author.post("/api/v1/reviews/preview", &form).await.json();
        let shown = app.get(REVIEWS).await.json()["items"][0].take();
        assert_eq!(
            (&own["body"], &preview["body"]),
            (&shown["body"], &shown["body"])
        );
        assert_eq!(own["links_wait_until"], preview["links_wait_until"]);
        let is_live = shown["body"]
            .to_string()
            .contains("\"https://example.org/\"");
        assert_eq!(own["links_wait_until"].is_null(), is_live);
        is_live
    };
    assert!(!seen().await);
    app.clock.advance(Duration::from_hours(23));
    assert!(!seen().await);
    let plain = write(&author, &long("Without one"), false).await;
    assert_eq!(plain["links_wait_until"], Value::Null);
    write(&author, &text, false).await;
    app.clock.advance(Duration::from_hours(1));
    assert!(seen().await);
}
