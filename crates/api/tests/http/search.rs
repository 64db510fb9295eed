//! Searching by the index of names, and suggestions.

use axum::http::StatusCode;
use domain::{
    anime::{Anime, MalId},
    catalogue::CatalogueStore as _,
    provenance::Provenance,
};
use jiff::Timestamp;
use serde_json::{Value, json};
use testkit::{TestApp, anime::popular};

const NOTHING: [u64; 0] = [];

fn ids(answer: &Value) -> Vec<u64> {
    let items = answer["items"].as_array().unwrap().iter();
    items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
}

async fn search(app: &TestApp, text: &str) -> Vec<u64> {
    ids(&app
        .get(&format!("/api/v1/anime?search={text}"))
        .await
        .json())
}

#[tokio::test]
async fn typos_are_tolerated_once_the_index_exists() {
    let app = TestApp::built_in().await;
    assert_eq!(search(&app, "atack+on+titen").await, NOTHING);
    assert_eq!(search(&app, "attack+on+titan").await[0], 16498);
    app.follow_names().await;
    for text in ["atack+on+titen", "titan+attack", "AoT", "shingekinokyojin"] {
        assert_eq!(search(&app, text).await[0], 16498, "{text}");
    }
    assert_eq!(search(&app, "qqqqqqqq").await, NOTHING);
}

#[tokio::test]
async fn search_follows_changes_of_the_catalogue() {
    let app = TestApp::with(&[popular(1, "Naruto", 2), popular(2, "Bleach", 1)]).await;
    app.follow_names().await;
    assert_eq!(search(&app, "nartuo").await, [1]);
    app.import(&[popular(3, "Naruto Shippuuden", 1)]).await;
    app.follow_names().await;
    assert_eq!(search(&app, "nartuo").await, [1, 3]);

    let provenance = Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    };
    let mut removal = app.store.begin_import(provenance).await.unwrap();
    removal.remove(&[MalId::new(1)]).await.unwrap();
    removal.commit().await.unwrap();
    app.follow_revision().await;
    assert_eq!(
        search(&app, "nartuo").await,
        [3],
        "not in the store, not shown"
    );
    app.follow_names().await;
    let answer = app.get("/api/v1/anime?search=nartuo").await.json();
    assert_eq!(answer["total"], 1);
}

#[tokio::test]
async fn pages_of_a_search_hold_each_title_once() {
    let titles: Vec<Anime> = (1..=60)
        .map(|n| {
            let mut title = popular(n, &format!("Robot {n}"), n % 3);
            title.synonyms = vec!["A robot".into(), format!("Robots {n}")];
            title
        })
        .collect();
    let app = TestApp::with(&titles).await;
    app.follow_names().await;
    let mut seen = Vec::new();
    for (page, length) in [(1, 25), (2, 25), (3, 10), (4, 0)] {
        let path = format!("/api/v1/anime?search=robot&page={page}");
        let answer = app.get(&path).await.json();
        assert_eq!(answer["total"], 60);
        assert_eq!(answer["total_pages"], 3);
        assert_eq!(ids(&answer).len(), length, "page {page}");
        seen.extend(ids(&answer));
    }
    seen.sort_unstable();
    assert_eq!(seen, (1..=60).collect::<Vec<_>>());
}

#[tokio::test]
async fn suggestions_match_partial_input() {
    let app = TestApp::built_in().await;
    let path = "/api/v1/suggest?q=attack+on+t";
    assert_eq!(
        ids(&app.get(path).await.json()),
        NOTHING,
        "no index, no suggestions"
    );
    app.follow_names().await;
    let answer = app.get(path).await.json();
    let items = answer["items"].as_array().unwrap();
    assert!((2..=8).contains(&items.len()), "{answer}");
    let first = &items[0];
    assert_eq!(first["mal_id"], 16498);
    assert_eq!(first["slug"], "attack-on-titan");
    assert_eq!(first["title"], "Shingeki no Kyojin");
    assert_eq!(first["title_japanese"], "進撃の巨人");
    assert_eq!(first["name"], "Attack on Titan");
    assert_eq!(first["type"], "TV");
    assert_eq!(first["year"], 2013);
    let japanese = app.get("/api/v1/suggest?q=%E9%80%B2%E6%92%83").await.json();
    assert_eq!(japanese["items"][0]["name"], "進撃の巨人");
    for nothing in ["", "%20", "%00", "%3F%3F%3F"] {
        let answer = app.get(&format!("/api/v1/suggest?q={nothing}")).await;
        assert_eq!(ids(&answer.json()), NOTHING, "{nothing}");
    }
    let refused = app.get("/api/v1/suggest").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

/// Names of a list's items.
fn named(list: &Value) -> Vec<&str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn people_and_characters_are_suggested_beside_titles() {
    let app = TestApp::built_in().await;
    app.follow_names().await;
    let suggest = async |text: &str| app.get(&format!("/api/v1/suggest?q={text}")).await.json();
    let found = suggest("eren+y").await;
    assert_eq!(named(&found["characters"]), ["Eren Yeager"]);
    assert_eq!(found["characters"][0]["id"], 40882);
    let found = suggest("kaji").await;
    let words = ["Yuuki Kaji", "Yuki Kajiura", "Gakuto Kajiwara"];
    assert_eq!(named(&found["people"]), words);
    for typed in ["hayami+saori", "saori+hayami", "SAORI+HAYAMI"] {
        assert_eq!(
            named(&suggest(typed).await["people"]),
            ["Saori Hayami"],
            "{typed}"
        );
    }
    let found = suggest("ka").await;
    for list in ["people", "characters"] {
        assert_eq!(named(&found[list]).len(), 3, "{found}");
    }
    for nothing in ["k", "%20", "%00", "zzzz"] {
        let found = suggest(nothing).await;
        assert_eq!(
            (&found["people"], &found["characters"]),
            (&json!([]), &json!([])),
            "{nothing}"
        );
    }
}

/// A person named in full comes before titles that are only similar, and after titles named in full, too.
#[tokio::test]
async fn people_named_in_full_come_before_similar_titles() {
    let app = TestApp::built_in().await;
    app.follow_names().await;
    let suggest = async |text: &str| app.get(&format!("/api/v1/suggest?q={text}")).await.json();
    for meant in ["mamoru+miyano", "MIYANO+Mamoru", "eren+yeager"] {
        let found = suggest(meant).await;
        assert_eq!(found["names_first"], true, "{meant}: {found}");
    }
    let alike = suggest("mamoru+miyano").await;
    assert_ne!(ids(&alike), NOTHING, "else nothing is in their way");
    // Titles that begin so, names that only begin so, and nobody
    for other in ["naruto", "mamoru+miyan", "attack+on+titan", "zzzz"] {
        let found = suggest(other).await;
        assert_eq!(found["names_first"], false, "{other}: {found}");
    }
}

#[tokio::test]
async fn people_and_characters_are_found_by_name_page_by_page() {
    let app = TestApp::built_in().await;
    let first = app.get("/api/v1/people?search=ka").await.json();
    let total = first["total"].as_u64().unwrap();
    assert!(
        total > 24 && first["pages"].as_u64() == Some(total.div_ceil(24)),
        "{first}"
    );
    let second = app.get("/api/v1/people?search=ka&page=2").await.json();
    let mut seen: Vec<u64> = Vec::new();
    for page in [&first, &second] {
        let items = page["items"].as_array().unwrap().iter();
        seen.extend(items.map(|item| item["id"].as_u64().unwrap()));
    }
    let distinct: std::collections::HashSet<_> = seen.iter().collect();
    assert_eq!(
        (
            distinct.len(),
            first["page"].as_u64(),
            second["page"].as_u64()
        ),
        (seen.len(), Some(1), Some(2))
    );

    let found = app.get("/api/v1/characters?search=titan").await.json();
    assert_eq!((&found["total"], &found["items"]), (&json!(0), &json!([])));
    let found = app.get("/api/v1/characters?search=levi").await.json();
    assert_eq!(named(&found["items"]), ["Levi"]);
    for refused in [
        "people",
        "characters?search=levi&page=0",
        "people?search=ka&page=501",
    ] {
        let answer = app.get(&format!("/api/v1/{refused}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{refused}");
    }
}
