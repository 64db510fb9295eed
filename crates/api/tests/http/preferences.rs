//! What a signed-in user prefers.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::TestApp;

const PREFERENCES: &str = "/api/v1/me/preferences";

#[tokio::test]
async fn preferences_begin_with_defaults_and_are_changed_one_by_one() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let mut expected = json!({
        "score_scale": "10",
        "title_language": "english",
        "time_zone": null,
        "week_start": "monday",
    });
    assert_eq!(browser.get(PREFERENCES).await.json(), expected);
    for (field, values) in [
        (
            "score_scale",
            &["100", "10_decimal", "5_stars", "3_faces", "10"][..],
        ),
        ("title_language", &["romaji", "japanese", "english"]),
        ("week_start", &["sunday", "saturday", "monday"]),
        ("time_zone", &["Europe/Berlin", "Asia/Kolkata", "UTC"]),
    ] {
        for value in values {
            expected[field] = (*value).into();
            let changed = browser.patch(PREFERENCES, &json!({ field: value })).await;
            assert_eq!(changed.json(), expected);
        }
    }
    expected["time_zone"] = Value::Null;
    let none = json!({ "time_zone": null });
    assert_eq!(browser.patch(PREFERENCES, &none).await.json(), expected);
    assert_eq!(
        browser.patch(PREFERENCES, &json!({})).await.json(),
        expected
    );
    let record = browser.get("/api/v1/me/record").await.json();
    assert_eq!(record["preferences"], expected);
    let export = browser.get("/api/v1/me/export").await.json();
    assert_eq!(export["record"]["preferences"], expected);
}

#[tokio::test]
async fn invalid_preference_is_refused() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let before = browser.get(PREFERENCES).await.json();
    for form in [
        json!({ "score_scale": "7" }),
        json!({ "score_scale": 10 }),
        json!({ "title_language": "latin" }),
        json!({ "week_start": "friday" }),
        json!({ "time_zone": "Mars/Olympus", "week_start": "sunday" }),
        json!({ "time_zone": "" }),
    ] {
        let refused = browser.patch(PREFERENCES, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{form}");
        assert_eq!(refused.json()["code"], "invalid_request", "{form}");
    }
    assert_eq!(browser.get(PREFERENCES).await.json(), before);
}

#[tokio::test]
async fn scale_changes_no_stored_score() {
    let app = super::list::site().await;
    let browser = app.signed_up("asuna").await;
    super::list::edit(&browser, 1, &json!({ "score": 73 })).await;
    for scale in ["3_faces", "5_stars", "10", "100"] {
        browser
            .patch(PREFERENCES, &json!({ "score_scale": scale }))
            .await;
        assert_eq!(super::list::items(&browser).await[0]["score"], 73);
    }
}
