//! Reviews of titles: written, read, voted on, reported.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use domain::review::{ModerationDecision, ReviewId, ReviewStore as _, Verdict};
use jiff::Timestamp;
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp};

use super::list::{edit, site};

pub(super) const REVIEWS: &str = "/api/v1/anime/1/reviews";
pub(super) const OWN: &str = "/api/v1/me/reviews/1";

/// A text about something that is long enough for a review.
pub(super) fn long(about: &str) -> String {
    format!("{about} {}", "and more of it. ".repeat(8))
}

pub(super) async fn put(browser: &Browser, address: &str, form: &Value) -> Answer {
    browser.send_json(Request::put(address), form).await
}

/// Writes a review of title 1, which is accepted, and returns it.
pub(super) async fn write(browser: &Browser, text: &str, spoiler: bool) -> Value {
    let written = put(browser, OWN, &json!({ "text": text, "spoiler": spoiler })).await;
    assert_eq!(written.status, StatusCode::OK, "{}", written.text());
    written.json()
}

/// Has `readers` readers report a review.
pub(super) async fn report(app: &TestApp, id: &Value, readers: usize) {
    for reader in 0..readers {
        let reader = app.signed_up(&format!("reader{reader}")).await;
        let reported = reader
            .post(&at(id, "/report"), &json!({ "reason": "spam" }))
            .await;
        assert_eq!(
            reported.status,
            StatusCode::NO_CONTENT,
            "{}",
            reported.text()
        );
    }
}

pub(super) async fn decide(app: &TestApp, id: &Value, verdict: Verdict) {
    let id = ReviewId::parse(id.as_str().unwrap()).unwrap();
    let decision = ModerationDecision {
        verdict,
        reason: "It sells things.".into(),
        by: "operator".into(),
        at: Timestamp::UNIX_EPOCH,
    };
    app.store.decide_review(&id, &decision).await.unwrap();
}

/// An address of a review.
pub(super) fn at(id: &Value, end: &str) -> String {
    format!("/api/v1/reviews/{}{end}", id.as_str().unwrap())
}

#[tokio::test]
async fn review_is_written_read_changed_and_deleted() {
    let app = site().await;
    let (author, reader) = (app.signed_up("asuna").await, app.browser());
    edit(&author, 1, &json!({ "status": "completed", "score": 85 })).await;
    let nothing = reader.get(REVIEWS).await;
    assert_eq!(
        nothing.json(),
        json!({ "mal_id": 1, "total": 0, "items": [], "next": null })
    );
    let text = format!("{} ||they win||", long("*Good*"));
    let own = write(&author, &format!(" {text}\u{202e} "), false).await;
    assert_eq!(own["text"], text);
    assert_eq!(own["hidden_for"], Value::Null);
    let page = reader.get(REVIEWS).await.json();
    assert_eq!(page["total"], 1);
    let review = &page["items"][0];
    assert_eq!(review["author"], json!({ "name": "asuna", "page": null }));
    let standing = json!({ "status": "completed", "progress": 26, "score": 85 });
    assert_eq!(review["standing"], standing);
    assert_eq!((&review["id"], &review["mal_id"]), (&own["id"], &json!(1)));
    let children = review["body"][0]["children"].as_array().unwrap();
    assert_eq!(
        children[0],
        json!({ "type": "emphasis", "children": [{ "type": "text", "text": "Good" }] })
    );
    let last = json!({ "type": "spoiler", "number": 1, "children": [{ "type": "text", "text": "they win" }] });
    assert_eq!(children.last(), Some(&last));
    let alone = reader.get(&at(&own["id"], "")).await.json();
    assert_eq!(
        (&alone["review"], &alone["title"]["slug"]),
        (review, &json!("the-one"))
    );

    app.clock.advance(Duration::from_mins(1));
    let changed = write(&author, &long("Better"), true).await;
    assert_eq!(
        (&changed["id"], &changed["spoiler"]),
        (&own["id"], &json!(true))
    );
    assert_ne!(changed["edited_at"], Value::Null);
    let deleted = author.delete(OWN).await;
    assert_eq!(deleted.status, StatusCode::OK);
    assert_eq!(reader.get(REVIEWS).await.json()["total"], 0);
    assert_eq!(
        reader.get(&at(&own["id"], "")).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(author.get(OWN).await.json()["review"], Value::Null);
    assert_eq!(write(&author, &long("Better"), true).await, changed);
    let listed = author.get("/api/v1/me/reviews").await.json();
    assert_eq!(listed["items"][0]["review"], changed);
    assert_eq!(listed["items"][0]["title"]["mal_id"], 1);
    // After a day it is gone for good
    author.delete(OWN).await;
    app.clock.advance(Duration::from_hours(25));
    app.reviews.sweep().await.unwrap();
    assert_ne!(write(&author, &long("Better"), true).await["id"], own["id"]);
}

#[tokio::test]
async fn texts_of_the_wrong_length_are_refused() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let links = "[](https://example.org/a/long/address/that/nobody/reads)".repeat(9);
    let padded = format!("{}{}", "a ".repeat(40), "\u{200b}\n".repeat(200));
    for (text, part) in [
        (String::new(), "at least 100 characters"),
        ("a".repeat(99), "at least 100 characters"),
        ("*a* ".repeat(45), "at least 100 characters"),
        (
            format!("[a]({}) b", "x".repeat(500)),
            "at least 100 characters",
        ),
        (padded, "at least 100 characters"),
        (links, "at least 100 characters"),
        ("a".repeat(10_001), "at most 10,000 characters"),
    ] {
        let refused = put(&author, OWN, &json!({ "text": text, "spoiler": false })).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{text}");
        let detail = refused.json()["detail"].take();
        assert!(detail.as_str().unwrap().contains(part), "{detail}");
    }
    for text in ["a".repeat(100), "進".repeat(10_000)] {
        write(&author, &text, false).await;
    }
    for form in [json!({ "text": long("a") }), json!({ "spoiler": true })] {
        let refused = put(&author, OWN, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    }
    let form = json!({ "text": long("a"), "spoiler": false });
    let unknown = put(&author, "/api/v1/me/reviews/99", &form).await;
    assert_eq!(unknown.json()["code"], "unknown_title");
}

#[tokio::test]
async fn reviews_are_read_in_orders_and_parts() {
    let app = site().await;
    let mut ids = Vec::new();
    let mut authors = Vec::new();
    for (number, score) in [40, 90, 60].into_iter().enumerate() {
        let author = app.signed_up(&format!("author{number}")).await;
        edit(&author, 1, &json!({ "score": score })).await;
        ids.push(write(&author, &long("It"), false).await["id"].take());
        authors.push(author);
        app.clock.advance(Duration::from_secs(1));
    }
    for (voter, review) in [(1, 0), (2, 0), (0, 2)] {
        let (address, vote) = (at(&ids[review], "/vote"), json!({ "helpful": true }));
        let voted = authors[voter].post(&address, &vote).await;
        assert_eq!(voted.status, StatusCode::OK);
    }
    for (sort, order) in [
        ("helpful", [0, 2, 1]),
        ("newest", [2, 1, 0]),
        ("score", [1, 2, 0]),
    ] {
        let (mut found, mut after) = (Vec::new(), String::new());
        loop {
            let address = format!("/api/v1/anime/the-one/reviews?sort={sort}&limit=2{after}");
            let page = app.get(&address).await.json();
            for item in page["items"].as_array().unwrap() {
                found.push(item["id"].clone());
            }
            match page["next"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => break,
            }
        }
        assert_eq!(found, order.map(|number| ids[number].clone()), "{sort}");
    }
    for wrong in [
        "sort=best",
        "limit=0",
        "limit=51",
        "limit=x",
        "after=1",
        "after=1_2_3",
    ] {
        let refused = app.get(&format!("{REVIEWS}?{wrong}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let unknown = app.get("/api/v1/anime/nine/reviews").await;
    assert_eq!(unknown.json()["code"], "unknown_title");
    let wrong = authors[0].get("/api/v1/me/reviews?before=x").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn readers_vote_and_report_once_and_not_on_their_own() {
    let app = site().await;
    let (author, reader) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    let id = write(&author, &long("It"), false).await["id"].take();
    for (helpful, votes) in [(true, 1), (true, 1), (false, 0), (true, 1)] {
        let voted = reader
            .post(&at(&id, "/vote"), &json!({ "helpful": helpful }))
            .await;
        assert_eq!(voted.json(), json!({ "helpful": helpful, "votes": votes }));
    }
    let form = json!({ "reason": "off_topic", "note": "Of\u{202e} another" });
    for _ in 0..2 {
        let reported = reader.post(&at(&id, "/report"), &form).await;
        assert_eq!(reported.status, StatusCode::NO_CONTENT);
    }
    let own = reader.get(OWN).await.json();
    let at_once = &own["reported"][0]["at"];
    assert!(at_once.is_string(), "{own}");
    let report =
        json!({ "review": id, "reason": "off_topic", "note": "Of another", "at": at_once });
    assert_eq!(
        own,
        json!({ "review": null, "helpful": [id], "reported": [report] })
    );
    // What is the same for everybody tells nothing of it
    assert_eq!(
        reader.get(REVIEWS).await.text(),
        app.get(REVIEWS).await.text()
    );
    for (end, form) in [("/vote", json!({ "helpful": true })), ("/report", form)] {
        let refused = author.post(&at(&id, end), &form).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.json()["code"], "own_review");
        let unknown = reader
            .post(&format!("/api/v1/reviews/1-0123456789abc{end}"), &form)
            .await;
        assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    }
    for form in [
        json!({ "reason": "boring" }),
        json!({ "reason": "other", "note": "x".repeat(501) }),
    ] {
        let refused = reader.post(&at(&id, "/report"), &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    }
    let export = reader.get("/api/v1/me/export").await.json();
    assert_eq!(export["reviews"]["helpful"][0]["review"], id);
    assert_eq!(export["reviews"]["reported"][0]["note"], "Of another");
    let export = author.get("/api/v1/me/export").await.json();
    assert_eq!(export["reviews"]["written"][0]["id"], id);
}

#[tokio::test]
async fn reported_review_is_folded_and_hidden_one_is_its_authors_alone() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let id = write(&author, &long("Buy"), false).await["id"].take();
    report(&app, &id, 5).await;
    let page = app.get(REVIEWS).await.json();
    assert_eq!(
        (&page["total"], &page["items"][0]["folded"]),
        (&json!(1), &json!(true))
    );
    decide(&app, &id, Verdict::Hidden).await;
    assert_eq!(app.get(REVIEWS).await.json()["total"], 0);
    assert_eq!(app.get(&at(&id, "")).await.status, StatusCode::NOT_FOUND);
    let own = author.get(OWN).await.json()["review"].take();
    assert_eq!(own["hidden_for"], "It sells things.");
    let changed = write(&author, &long("Please buy"), false).await;
    assert_eq!(changed["hidden_for"], "It sells things.");
    assert_eq!(app.get(REVIEWS).await.json()["total"], 0);
    decide(&app, &id, Verdict::Restored).await;
    let page = app.get(REVIEWS).await.json();
    assert_eq!(
        (&page["total"], &page["items"][0]["folded"]),
        (&json!(1), &json!(false))
    );
}

/// Two sites on which the same people do the same, but for one private entry: byte for byte the same is shown, in each
/// order.
#[tokio::test]
async fn private_entry_changes_no_review() {
    let sites = [site().await, site().await];
    for (app, private) in sites.iter().zip([true, false]) {
        for number in 0..7_u8 {
            let author = app.signed_up(&format!("author{number}")).await;
            let is_secret = number == 3;
            if !is_secret || private {
                let kept = json!({ "score": 50 + number, "private": is_secret, "progress": 2 });
                edit(&author, 1, &kept).await;
            } else {
                edit(&author, 2, &json!({ "private": true, "score": 9 })).await;
            }
            write(&author, &long("It"), false).await;
            if is_secret {
                // Changed while the review is there
                let address = if private { 1 } else { 2 };
                edit(&author, address, &json!({ "score": 99, "private": true })).await;
                author.delete(&format!("/api/v1/me/list/{address}")).await;
                edit(&author, address, &json!({ "score": 7, "private": true })).await;
            }
            app.clock.advance(Duration::from_secs(1));
        }
        app.count_votes().await;
    }
    let page = sites[0].get(&format!("{REVIEWS}?sort=score")).await.json();
    let each = page["items"].as_array().unwrap().iter().flat_map(|it| {
        let id = it["id"].as_str().unwrap();
        [format!("/review/{id}"), at(&it["id"], "")]
    });
    let all = [
        "/api/v1/anime/1/reviews?sort=score",
        "/api/v1/anime/1/reviews?sort=helpful",
        "/api/v1/anime/1/reviews?sort=newest&limit=3",
        "/api/v1/anime/1/ratings",
        "/v4/anime/1/reviews",
        "/v4/reviews/anime?preliminary=true",
        "/v4/top/reviews",
        "/anime/1",
    ];
    for address in all.map(str::to_owned).into_iter().chain(each) {
        let [one, other] = [sites[0].get(&address).await, sites[1].get(&address).await];
        assert_eq!(one.status, StatusCode::OK, "{address}");
        assert_eq!(one.text(), other.text(), "{address}");
        assert_eq!(one.header("etag"), other.header("etag"), "{address}");
    }
    assert_eq!(page["items"][0]["standing"]["score"], 56);
    assert_eq!(page["items"][6]["standing"], Value::Null);
}
