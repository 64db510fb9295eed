//! What is private is nowhere but in its owner's own views.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use axum::http::{Method, Request, StatusCode};
use domain::review::Verdict;
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp};

use super::{
    list::{edit, items, site},
    people::{form, make},
    refusals::operations,
    reviews::{OWN, REVIEWS, decide, long, write},
};

/// The public addresses beside those of the API document.
const MORE: [&str; 14] = [
    "/",
    "/anime/1",
    "/user/asuna",
    "/api/v1/users/asuna",
    "/api/v1/users/asuna/list",
    "/api/v1/users/asuna/statistics",
    "/sitemap.xml",
    "/sitemap-reviews-0.xml",
    "/v4/anime",
    "/v4/anime/1",
    "/v4/anime/1/full",
    "/v4/anime/1/reviews",
    "/v4/anime?q=One",
    "/v4/top/anime",
];
const RATINGS: &str = "/api/v1/anime/1/ratings";
const NOTES: &str = "Nobody else may read this";

/// So many people rate title 1 that its numbers are shown; half of them, and the owner, write about it. Returns the
/// owner, who has a page for everyone.
async fn filled(app: &TestApp) -> Browser {
    for number in 0..10 {
        let rater = app.signed_up(&format!("rater{number}")).await;
        let status = ["completed", "watching"][number % 2];
        edit(
            &rater,
            1,
            &json!({ "status": status, "score": 60 + number }),
        )
        .await;
        if status == "completed" {
            write(&rater, &long("It"), false).await;
            app.clock.advance(Duration::from_secs(1));
        }
    }
    let owner = app.signed_up("asuna").await;
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    edit(&owner, 2, &json!({ "status": "completed", "score": 70 })).await;
    owner
}

/// A stranger's answers, by address.
async fn public(app: &TestApp) -> BTreeMap<String, String> {
    let of_document = operations().into_iter().filter_map(|operation| {
        let is_public = operation.method == Method::GET && !operation.needs_session;
        is_public.then(|| operation.address("1", "1"))
    });
    let stranger = app.browser();
    let reviews = stranger.get(REVIEWS).await.json();
    let of_reviews = reviews["items"].as_array().unwrap().iter().flat_map(|it| {
        let id = it["id"].as_str().unwrap();
        [format!("/review/{id}"), format!("/api/v1/reviews/{id}")]
    });
    let more = MORE.map(str::to_owned).into_iter().chain(of_reviews);
    let addresses = of_document.chain(more);
    let mut answers = BTreeMap::new();
    // Signing in begins with numbers that are drawn
    for address in addresses.filter(|address| !address.contains("/auth/")) {
        let answer = stranger.get(&address).await;
        if answer.status == StatusCode::OK {
            answers.insert(address, told(&answer));
        }
    }
    answers
}

/// Two sites, so that no cached answer hides a difference.
#[tokio::test]
async fn private_entry_changes_no_public_answer() {
    let (without, with) = (site().await, site().await);
    let other = filled(&without).await;
    let owner = filled(&with).await;
    let kept = json!({
        "status": "completed", "score": 100, "notes": NOTES, "tags": ["secret"], "private": true,
    });
    edit(&owner, 1, &kept).await;
    assert_eq!(items(&owner).await[0]["notes"], NOTES);
    for (app, owner) in [(&without, &other), (&with, &owner)] {
        write(owner, &long("It"), false).await;
        app.count_votes().await;
    }
    let (without, with) = (public(&without).await, public(&with).await);
    for address in MORE
        .into_iter()
        .chain(["/api/v1/anime/1", RATINGS, REVIEWS])
    {
        assert!(with.contains_key(address), "{address}: {:?}", with.keys());
    }
    let reviews = with.keys().filter(|it| it.starts_with("/review/"));
    assert_eq!(reviews.count(), 6);
    assert!(
        with[RATINGS].contains(r#""raters":10"#),
        "{}",
        with[RATINGS]
    );
    assert!(with["/anime/1"].contains("AggregateRating"));
    for (address, answer) in &with {
        assert!(!answer.contains(NOTES), "{address}");
        assert_eq!(Some(answer), without.get(address), "{address}");
    }
    assert_eq!(with.len(), without.len());
}

/// A hidden review gets the answer of a missing one. Its author reads it at another address.
#[tokio::test]
async fn hidden_review_is_answered_like_a_missing_one() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let id = write(&author, &long("Buy"), false).await["id"].take();
    decide(&app, &id, Verdict::Hidden).await;
    let (id, never) = (id.as_str().unwrap(), "1-0123456789abc");
    let reader = app.signed_up("kirito").await;
    for browser in [&app.browser(), &reader, &author] {
        for path in ["/api/v1/reviews/", "/review/"] {
            let told_of = async |id: &str| {
                let answer = browser.get(&format!("{path}{id}")).await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}{id}");
                told(&answer).replace(id, "")
            };
            assert_eq!(told_of(id).await, told_of(never).await, "{path}");
        }
    }
    let own = author.get(OWN).await.json()["review"].take();
    assert_eq!(
        (&own["id"], &own["hidden_for"]),
        (&json!(id), &json!("It sells things."))
    );
    assert_eq!(reader.get(OWN).await.json()["review"], Value::Null);
}

/// All of an answer except the request's id and time.
fn told(answer: &Answer) -> String {
    let unlike = ["x-request-id", "date"];
    let headers = answer.headers.iter();
    let headers: BTreeSet<String> = headers
        .filter(|(name, _)| !unlike.contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    let mut body = answer.text().to_owned();
    if let Ok(mut problem) = serde_json::from_str::<Value>(&body)
        && problem.get("request_id").is_some()
    {
        problem["request_id"].take();
        body = problem.to_string();
    }
    format!("{} {headers:?} {body}", answer.status)
}

/// A reader's answers about a user's page, by address.
async fn told_of_page(reader: &Browser, name: &str, key: &str) -> Vec<(String, String)> {
    let mut told_at = Vec::new();
    for (path, queries) in [
        ("", &[""][..]),
        (
            "/list",
            &[
                "",
                "sort=score",
                "sort=title",
                "status=completed",
                "status=dropped",
                "page=2",
            ],
        ),
        ("/statistics", &[""]),
        ("/reviews", &["", "limit=1"]),
        ("/comparison", &["", "of=only_theirs", "sort=title"]),
    ] {
        for query in queries {
            let address = format!("/api/v1/users/{name}{path}?link={key}&{query}");
            let answer = reader.get(&address).await;
            assert_eq!(answer.status, StatusCode::OK, "{address}");
            told_at.push((address, told(&answer)));
        }
    }
    for address in [format!("/user/{name}"), format!("/user/{name}?link={key}")] {
        let answer = reader.get(&address).await;
        told_at.push((address, told(&answer)));
    }
    told_at
}

/// One of two sites has one more private entry, which its owner edits, removes and adds. Whatever the audiences, no byte of
/// any answer about the page differs for others.
#[tokio::test]
async fn private_entry_changes_nothing_of_a_page() {
    let sites = [site().await, site().await];
    let mut told_by = [Vec::new(), Vec::new()];
    for (place, app) in sites.iter().enumerate() {
        let owner = app.signed_up("asuna").await;
        let reader = app.signed_up("kirito").await;
        for id in [1, 2, 3] {
            edit(
                &reader,
                id,
                &json!({ "status": "completed", "score": 20 * id }),
            )
            .await;
        }
        edit(
            &owner,
            1,
            &json!({ "status": "completed", "score": 90, "finished": "2025-05-01" }),
        )
        .await;
        if place == 1 {
            let kept = json!({ "status": "dropped", "score": 10, "notes": NOTES, "private": true });
            edit(&owner, 3, &kept).await;
        }
        edit(&owner, 2, &json!({ "status": "watching", "progress": 3 })).await;
        for id in [1, 3] {
            let review = json!({ "text": "A word on it. ".repeat(9), "spoiler": false });
            let address = format!("/api/v1/me/reviews/{id}");
            let written = owner.send_json(Request::put(&address), &review).await;
            assert_eq!(written.status, StatusCode::OK);
            app.clock.advance(Duration::from_secs(1));
        }
        for audiences in [
            ["everyone", "everyone"],
            ["everyone", "link"],
            ["link", "link"],
        ] {
            let mut page = form("asuna", audiences[0], audiences[1]);
            // A favourite is one whatever the list has of it
            page["favorites"] = json!([3, 1]);
            let made = make(&owner, &page).await;
            let key = made["link_key"].as_str().unwrap();
            for change in 0..3 {
                told_by[place].extend(told_of_page(&reader, "asuna", key).await);
                if place == 1 {
                    let again =
                        json!({ "score": 20 + change, "status": "completed", "private": true });
                    edit(&owner, 3, &again).await;
                }
                app.clock.advance(Duration::from_mins(1));
            }
        }
    }
    let [without, with] = &told_by;
    assert_eq!(without.len(), with.len());
    for (without, with) in without.iter().zip(with) {
        assert!(!with.1.contains(NOTES), "{}", with.0);
        assert_eq!(without, with);
    }
}
