//! Lists on pages of people, and how two of them compare.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::{Browser, TestApp};

use super::{
    list::{edit, site},
    people::{form, make, status},
};

/// Two titles that everybody may see, and a private one.
async fn make_a_list(owner: &Browser) {
    for (id, kept) in [
        (
            1,
            json!({ "status": "completed", "score": 90, "notes": "Mine alone", "tags": ["mine"] }),
        ),
        (
            2,
            json!({ "status": "watching", "progress": 7, "score": 95, "started": "2026-03" }),
        ),
        (3, json!({ "status": "dropped", "private": true })),
    ] {
        edit(owner, id, &kept).await;
    }
    make(owner, &form("asuna", "everyone", "everyone")).await;
}

#[tokio::test]
async fn list_is_paged_with_its_counts() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    make_a_list(&owner).await;
    let list = async |query: &str| {
        let answer = app
            .browser()
            .get(&format!("/api/v1/users/asuna/list{query}"))
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{query}");
        assert!(!answer.text().contains("ine"), "{}", answer.text());
        answer.json()
    };
    let ids = |list: &Value| -> Vec<u64> {
        let items = list["items"].as_array().unwrap().iter();
        items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
    };
    let all = list("").await;
    assert_eq!(ids(&all), [2, 1]);
    assert_eq!((&all["total"], &all["pages"]), (&json!(2), &json!(1)));
    assert_eq!(
        all["statuses"],
        json!({ "planned": 0, "watching": 1, "completed": 1, "paused": 0, "dropped": 0 })
    );
    let watching = &all["items"][0];
    assert_eq!(
        (&watching["progress"], &watching["score"]),
        (&json!(7), &json!(95))
    );
    assert_eq!(
        (&watching["started"], &watching["finished"]),
        (&json!("2026-03"), &Value::Null)
    );
    assert_eq!(ids(&list("?sort=title").await), [1, 2]);
    assert_eq!(ids(&list("?sort=score").await), [2, 1]);
    assert_eq!(ids(&list("?status=completed").await), [1]);
    assert_eq!(list("?page=2").await["items"], json!([]));
    for query in [
        "?page=0",
        "?page=x",
        "?page=2147483648",
        "?sort=worst",
        "?status=seen",
    ] {
        let answer = app
            .browser()
            .get(&format!("/api/v1/users/asuna/list{query}"))
            .await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let numbers = app
        .browser()
        .get("/api/v1/users/asuna/statistics")
        .await
        .json();
    assert_eq!(
        (&numbers["titles"], &numbers["statuses"]),
        (&json!(2), &all["statuses"])
    );
}

#[tokio::test]
async fn lists_are_compared() {
    let app = site().await;
    let (owner, reader) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    for (browser, id, kept) in [
        (&owner, 1, json!({ "status": "completed", "score": 90 })),
        (&owner, 2, json!({ "status": "completed", "score": 40 })),
        (
            &owner,
            3,
            json!({ "status": "completed", "score": 30, "private": true }),
        ),
        (&owner, 4, json!({ "status": "planned" })),
        (&reader, 1, json!({ "status": "completed", "score": 80 })),
        (
            &reader,
            2,
            json!({ "status": "dropped", "score": 90, "private": true }),
        ),
        (&reader, 3, json!({ "status": "completed", "score": 70 })),
    ] {
        edit(browser, id, &kept).await;
    }
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    let address = "/api/v1/users/asuna/comparison";
    assert_eq!(
        status(&app.browser(), address).await,
        StatusCode::UNAUTHORIZED
    );
    let compared = reader.get(address).await.json();
    assert_eq!(
        (&compared["shared"], &compared["only_theirs"]),
        (&json!(2), &json!(1))
    );
    let item = &compared["items"][0];
    assert_eq!(item["mal_id"], 2);
    assert_eq!(item["mine"], json!({ "status": "dropped", "score": 90 }));
    assert_eq!(
        item["theirs"],
        json!({ "status": "completed", "score": 40 })
    );
    assert_eq!(
        compared["agreement"],
        json!({ "scored": 2, "least_scored": 10, "correlation": null, "difference": null })
    );
    let theirs = reader
        .get(&format!("{address}?of=only_theirs&sort=theirs"))
        .await
        .json();
    assert_eq!(
        (&theirs["items"][0]["mal_id"], &theirs["items"][0]["mine"]),
        (&json!(4), &Value::Null)
    );
    assert!(theirs["items"].as_array().unwrap().len() == 1);
}

#[tokio::test]
async fn agreement_of_many_scores_has_its_interval() {
    let titles: Vec<_> = (1..=12)
        .map(|id| super::list::finished(id, &format!("T{id}")))
        .collect();
    let app = TestApp::with(&titles).await;
    let (owner, reader) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    for id in 1..=12 {
        let theirs = 30 + 5 * id;
        edit(&owner, id, &json!({ "score": theirs })).await;
        edit(&reader, id, &json!({ "score": theirs + 5 * (id % 3) })).await;
    }
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    let compared = reader.get("/api/v1/users/asuna/comparison").await.json();
    let agreement = &compared["agreement"];
    assert_eq!(agreement["scored"], 12);
    let number = |of: &str, end: &str| agreement[of][end].as_f64().unwrap();
    assert!(
        (number("difference", "value") - 5.0).abs() < 0.01,
        "{agreement}"
    );
    for of in ["difference", "correlation"] {
        let [low, value, high] = ["low", "value", "high"].map(|end| number(of, end));
        assert!(low < value && value < high, "{agreement}");
    }
    assert!(number("correlation", "value") > 0.9, "{agreement}");
}
