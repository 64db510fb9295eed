//! Reviews on pages of people.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use domain::review::Verdict;
use serde_json::{Value, json};
use testkit::{Browser, TestApp};

use super::{
    list::{edit, site},
    people::{form, make, status},
    reviews::{decide, long, report},
};

const REVIEWS: &str = "/api/v1/users/asuna/reviews";

/// Writes a review of a title, a second after those before, and returns its id.
async fn write(app: &TestApp, author: &Browser, title: u32, spoiler: bool) -> Value {
    app.clock.advance(Duration::from_secs(1));
    let address = format!("/api/v1/me/reviews/{title}");
    let review = json!({ "text": long("Good"), "spoiler": spoiler });
    let written = author.send_json(Request::put(&address), &review).await;
    assert_eq!(written.status, StatusCode::OK, "{}", written.text());
    written.json()["id"].take()
}

/// The titles of the reviews that a reader finds, in pages of `limit`.
async fn found(reader: &Browser, limit: u32) -> Vec<Value> {
    let (mut found, mut before) = (Vec::new(), String::new());
    loop {
        let part = reader
            .get(&format!("{REVIEWS}?limit={limit}{before}"))
            .await;
        assert_eq!(part.status, StatusCode::OK, "{}", part.text());
        let part = part.json();
        for item in part["items"].as_array().unwrap() {
            assert_eq!(item["review"]["mal_id"], item["title"]["mal_id"]);
            found.push(item["title"]["mal_id"].clone());
        }
        match part["next"].as_str() {
            Some(next) => before = format!("&before={next}"),
            None => return found,
        }
    }
}

#[tokio::test]
async fn page_has_the_reviews_that_others_may_see() {
    let app = site().await;
    let (owner, reader) = (app.signed_up("asuna").await, app.browser());
    make(&owner, &form("asuna", "everyone", "only_me")).await;
    assert_eq!(
        reader.get(REVIEWS).await.json(),
        json!({ "items": [], "next": null })
    );
    edit(&owner, 1, &json!({ "score": 80, "progress": 2 })).await;
    edit(&owner, 2, &json!({ "score": 70, "private": true })).await;
    let mut ids = Vec::new();
    for title in [1, 2, 3, 4] {
        ids.push(write(&app, &owner, title, title == 1).await);
    }
    let others = app.signed_up("kirito").await;
    write(&app, &others, 1, false).await;
    for limit in [1, 3, 4, 50] {
        assert_eq!(found(&reader, limit).await, [4, 3, 2, 1], "{limit}");
    }
    let of_one = reader.get(&format!("{REVIEWS}?limit=4")).await.json()["items"][3].take();
    let review = &of_one["review"];
    assert_eq!(review["id"], ids[0]);
    assert_eq!(
        review["author"],
        json!({ "name": "asuna", "page": "asuna" })
    );
    assert_eq!(review["spoiler"], true);
    assert_eq!(review["standing"]["score"], 80);
    assert_eq!(of_one["title"]["slug"], "the-one");
    let of_two = reader.get(REVIEWS).await.json()["items"][2]["review"].take();
    assert_eq!(of_two["standing"], Value::Null);

    report(&app, &ids[2], 5).await;
    decide(&app, &ids[1], Verdict::Hidden).await;
    owner.delete("/api/v1/me/reviews/4").await;
    app.clock.advance(Duration::from_secs(2));
    assert_eq!(found(&reader, 1).await, [1]);
    // Its owner sees what others see
    let (own, seen) = (owner.get(REVIEWS).await, reader.get(REVIEWS).await);
    assert_eq!(own.text(), seen.text());
    assert_eq!(seen.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn reviews_have_their_pages_audience() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    write(&app, &owner, 1, false).await;
    for (audience, expected) in [
        ("everyone", StatusCode::OK),
        ("only_me", StatusCode::NOT_FOUND),
        ("everyone", StatusCode::OK),
        ("link", StatusCode::NOT_FOUND),
    ] {
        make(&owner, &form("asuna", audience, "only_me")).await;
        // Whatever was answered a moment ago
        assert_eq!(
            status(&app.browser(), REVIEWS).await,
            expected,
            "{audience}"
        );
        assert_eq!(status(&owner, REVIEWS).await, StatusCode::OK);
    }
    for wrong in [
        "limit=0",
        "limit=51",
        "limit=x",
        "before=1",
        "before=x_1",
        "link=a&link=b",
    ] {
        let address = format!("{REVIEWS}?{wrong}");
        assert_eq!(
            status(&owner, &address).await,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
}

/// Without scripts the reviews show if the list does not.
#[tokio::test]
async fn page_without_a_list_begins_with_reviews() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    write(&app, &owner, 1, false).await;
    for (list, is_there) in [("only_me", true), ("everyone", false)] {
        make(&owner, &form("asuna", "everyone", list)).await;
        let page = app.get("/user/asuna").await;
        let has = page.text().contains("/api/v1/users/asuna/reviews");
        assert_eq!(has, is_there, "{list}");
    }
}
