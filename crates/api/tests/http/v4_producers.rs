//! Jikan v4: companies, as titles tell of them.

use axum::http::StatusCode;
use domain::anime::{Anime, Company, CompanyRole};
use serde_json::json;
use testkit::{TestApp, anime::popular, extras::all_of};

use super::v4::listed;

fn title(number: u32, companies: &[(u32, &str)]) -> Anime {
    let company = |(id, name): &(u32, &str)| Company {
        role: CompanyRole::Producer,
        id: Some(*id),
        name: (*name).into(),
    };
    Anime {
        companies: companies.iter().map(company).collect(),
        ..popular(number, &format!("T{number}"), number)
    }
}

async fn site() -> TestApp {
    let deen = (37, "Studio Deen");
    TestApp::with(&[
        title(1, &[deen, (4, "Bandai")]),
        title(2, &[deen, (9, "Deen")]),
        title(3, &[(37, "DEEN"), (50, "Ｓｕｎ Deenmark")]),
    ])
    .await
}

#[tokio::test]
async fn producer_is_derived_from_its_titles() {
    let app = site().await;
    let mut expected = json!({
        "mal_id": 37,
        "url": "https://myanimelist.net/anime/producer/37/Studio_Deen",
        "titles": [{ "type": "Default", "title": "Studio Deen" }],
        "images": { "jpg": { "image_url": null } },
        "favorites": 0,
        "established": null,
        "about": null,
        "count": 3,
    });
    let producer = app.get("/v4/producers/37").await;
    assert_eq!(producer.json(), json!({ "data": expected }));
    let order: Vec<usize> = ["mal_id", "titles", "favorites", "about", "count"]
        .map(|name| producer.text().find(&format!("\"{name}\"")).unwrap())
        .into();
    assert!(order.is_sorted(), "{}", producer.text());
    expected["external"] = json!([]);
    let full = app.get("/v4/producers/37/full").await.json();
    assert_eq!(full, json!({ "data": expected }));
    let external = app.get("/v4/producers/37/external").await.json();
    assert_eq!(external, json!({ "data": [] }));
    for address in ["38", "38/full", "38/external", "-1", "deen", "99999999999"] {
        let answer = app.get(&format!("/v4/producers/{address}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
    }
}

#[tokio::test]
async fn producers_are_listed_found_and_ordered() {
    let app = site().await;
    for (query, expected) in [
        ("", &[4, 9, 37, 50][..]),
        ("?sort=desc", &[50, 37, 9, 4]),
        ("?order_by=mal_id&sort=desc&limit=1&page=2", &[37]),
        ("?order_by=count", &[4, 9, 50, 37]),
        ("?order_by=count&sort=desc", &[37, 4, 9, 50]),
        ("?order_by=favorites&sort=desc", &[4, 9, 37, 50]),
        ("?order_by=established", &[4, 9, 37, 50]),
        ("?letter=s", &[37]),
        ("?q=deen", &[9, 37, 50]),
        ("?q=SUN", &[50]),
        ("?q=deen&order_by=mal_id&sort=desc", &[50, 37, 9]),
        ("?q=deen&letter=d", &[9]),
        ("?q=%3F", &[]),
        ("?q=nobody", &[]),
    ] {
        let address = format!("/v4/producers{query}");
        assert_eq!(listed(&app, &address).await, expected, "{query}");
    }
    let page = app.get("/v4/producers?limit=3").await.json();
    assert_eq!(
        page["pagination"],
        json!({
            "last_visible_page": 2,
            "has_next_page": true,
            "current_page": 1,
            "items": { "count": 3, "total": 4, "per_page": 3 },
        })
    );
    app.import(&[title(5, &[(2, "Kyoto Animation")])]).await;
    assert_eq!(listed(&app, "/v4/producers?q=kyoto").await, [2]);
    assert_eq!(listed(&app, "/v4/producers?letter=k").await, [2]);
}

#[tokio::test]
async fn magazines_are_empty_since_they_are_of_manga() {
    let app = site().await;
    let page = app.get("/v4/magazines?limit=5&order_by=name").await.json();
    let expected = json!({
        "pagination": {
            "last_visible_page": 1,
            "has_next_page": false,
            "current_page": 1,
            "items": { "count": 0, "total": 0, "per_page": 5 },
        },
        "data": [],
    });
    assert_eq!(page, expected);
}

#[tokio::test]
async fn companies_are_counted_anew_when_titles_change() {
    let app = site().await;
    let titles = async || app.get("/v4/producers/37").await.json()["data"]["count"].take();
    assert_eq!(titles().await, 3);
    app.import_extras(&all_of(1)).await;
    assert_eq!(titles().await, 3);
    assert_eq!(app.outage.calls("company_counts"), 1);
    app.import(&[title(4, &[(37, "Studio Deen")])]).await;
    assert_eq!(titles().await, 4);
    assert_eq!(app.outage.calls("company_counts"), 2);
}
