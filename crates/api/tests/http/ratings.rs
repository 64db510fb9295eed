//! A title's public ratings.

use axum::http::{Request, StatusCode};
use domain::extras::{Extra, ViewerCounts};
use serde_json::{Value, json};
use testkit::{Browser, TestApp, extras::of};

use super::list::{edit, site};

const RATINGS: &str = "/api/v1/anime/1/ratings";

/// `count` people with accounts.
async fn people(app: &TestApp, count: usize) -> Vec<Browser> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(app.signed_up(&format!("person{number}")).await);
    }
    people
}

async fn rate(app: &TestApp, browser: &Browser, score: u8, private: bool) {
    let kept = json!({ "status": "completed", "score": score, "private": private });
    edit(browser, 1, &kept).await;
    app.count_votes().await;
}

#[tokio::test]
async fn ratings_are_shown_from_five_on() {
    let app = site().await;
    let nothing = app.get(RATINGS).await;
    let expected = json!({
        "own": null,
        "distribution": null,
        "statuses": {
            "watching": null, "completed": null, "paused": null, "dropped": null, "planned": null,
        },
        "least_raters": 5,
        "source": {
            "source": "built-in", "mean": 8.62, "low": null, "high": null, "raters": null,
            "from_distribution": false,
        },
    });
    assert_eq!(nothing.json(), expected);
    assert_eq!(nothing.header("cache-control"), "public, max-age=2");
    let people = people(&app, 6).await;
    for browser in &people[..4] {
        rate(&app, browser, 80, false).await;
        assert_eq!(app.get(RATINGS).await.json(), expected);
    }
    rate(&app, &people[4], 90, false).await;
    edit(&people[5], 1, &json!({ "status": "watching" })).await;
    for browser in &people[..5] {
        edit(browser, 2, &json!({ "status": "watching" })).await;
    }
    app.count_votes().await;
    let shown = app.get(RATINGS).await.json();
    let own = &shown["own"];
    assert_eq!((&own["mean"], &own["raters"]), (&json!(8.2), &json!(5)));
    let (low, high) = (own["low"].as_f64().unwrap(), own["high"].as_f64().unwrap());
    assert!(7.0 < low && low < 8.2 && 8.2 < high && high < 9.5, "{own}");
    let bars = shown["distribution"].as_array().unwrap();
    assert_eq!(bars.len(), 10);
    assert_eq!(bars[7], json!({ "score": 8, "count": 4 }));
    let statuses = &shown["statuses"];
    assert_eq!(
        (&statuses["completed"], &statuses["watching"]),
        (&json!(5), &Value::Null)
    );
    for (title, has_scores, has_statuses) in [(1, true, true), (2, false, true), (3, false, false)]
    {
        let title = app.get(&format!("/api/v1/anime/{title}")).await.json();
        let expected = json!({ "has_scores": has_scores, "has_statuses": has_statuses });
        assert_eq!(title["own_ratings"], expected, "{}", title["slug"]);
    }
}

#[tokio::test]
async fn source_is_shown_with_its_uncertainty() {
    let app = TestApp::built_in().await;
    let source = app.get("/api/v1/anime/223/ratings").await.json()["source"].take();
    let score = |name: &str| source[name].as_f64().unwrap();
    assert!(
        score("low") <= score("mean") && score("mean") <= score("high"),
        "{source}"
    );
    let width = score("high") - score("low");
    assert!(width < 0.02 && score("raters") > 1_000.0, "{source}");
    assert_eq!(source["from_distribution"], false);
    for address in ["/api/v1/anime/99999999/ratings", "/api/v1/anime/x/ratings"] {
        assert_eq!(
            app.get(address).await.status,
            StatusCode::NOT_FOUND,
            "{address}"
        );
    }
}

#[tokio::test]
async fn source_with_a_known_distribution_has_its_own_uncertainty() {
    let app = site().await;
    let scores = [0, 0, 0, 0, 0, 0, 0, 40, 60, 0];
    let statistics = Extra::Statistics(ViewerCounts {
        scores,
        ..ViewerCounts::default()
    });
    app.import_extras(&[of(1, statistics)]).await;
    let source = app.get(RATINGS).await.json()["source"].take();
    // 100 that lie at both sides of 8.6 half a score apart: 8.62 ± 1.98 × 0.49 / 10
    let expected = json!({
        "source": "built-in", "mean": 8.62, "low": 8.52, "high": 8.71, "raters": 100,
        "from_distribution": true,
    });
    assert_eq!(source, expected);
}

#[tokio::test]
async fn deleted_account_rates_no_more() {
    let app = site().await;
    let people = people(&app, 5).await;
    for browser in &people {
        rate(&app, browser, 80, false).await;
    }
    assert_eq!(app.get(RATINGS).await.json()["own"]["raters"], 5);
    let password = json!({ "password": "password of person0" });
    let request = Request::delete("/api/v1/me");
    let deleted = people[0].send_json(request, &password).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.text());
    app.count_votes().await;
    assert_eq!(app.get(RATINGS).await.json()["own"], Value::Null);
}

/// Two sites on which the same people do the same, but for one private entry: byte for byte the same is shown until four
/// others have changed private ones, too.
#[tokio::test]
async fn private_entry_changes_no_rating() {
    let sites = [site().await, site().await];
    let mut crowds = Vec::new();
    for app in &sites {
        crowds.push(people(app, 14).await);
    }
    let same = async |step: &str| {
        let [one, other] = [sites[0].get(RATINGS).await, sites[1].get(RATINGS).await];
        assert_eq!(one.text(), other.text(), "{step}");
        assert_eq!(one.header("etag"), other.header("etag"), "{step}");
        one.text().to_owned()
    };
    let both = async |who: usize, score: u8, private: bool| {
        for (app, crowd) in sites.iter().zip(&crowds) {
            rate(app, &crowd[who], score, private).await;
        }
    };
    // Five in public and five in private, of whom all are shown
    for who in 0..5 {
        both(who, 70, false).await;
        both(5 + who, 60 + 5 * u8::try_from(who).unwrap(), true).await;
    }
    let begun = same("begun").await;
    assert!(begun.contains("\"raters\":10"), "{begun}");

    rate(&sites[0], &crowds[0][10], 10, true).await;
    assert_eq!(same("secret").await, begun);
    for (step, who) in [11, 12, 13].into_iter().enumerate() {
        both(who, 100, true).await;
        both(who, 90, true).await;
        both(0, 71 + u8::try_from(step).unwrap(), false).await;
        same("others").await;
    }
    edit(
        &crowds[0][10],
        1,
        &json!({ "score": 100, "status": "dropped" }),
    )
    .await;
    sites[0].count_votes().await;
    same("changed").await;
    crowds[0][10].delete("/api/v1/me/list/1").await;
    sites[0].count_votes().await;
    same("removed").await;
    let password = json!({ "password": "password of person10" });
    let request = Request::delete("/api/v1/me");
    crowds[0][10].send_json(request, &password).await;
    sites[0].count_votes().await;
    same("left").await;
    // The fifth: by now it is one of a group
    both(5, 10, true).await;
    assert!(sites[0].get(RATINGS).await.text().contains("\"raters\":13"));
}
