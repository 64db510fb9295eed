//! What a text would look like as a review.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    list::site,
    reviews::{REVIEWS, long, write},
};

#[tokio::test]
async fn preview_is_what_readers_would_see_and_is_kept_nowhere() {
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

    assert_eq!(preview(&"x".repeat(10_000)).await.status, StatusCode::OK);
    let over = preview(&"x".repeat(10_001)).await;
    assert_eq!(over.status, StatusCode::BAD_REQUEST);
}
