//! Browsing by combined filters.

use std::collections::HashSet;

use axum::http::StatusCode;
use domain::anime::{Anime, Tag, TagKind};
use serde_json::{Value, json};
use testkit::{TestApp, anime::popular};

/// Filters of most sorts.
const QUERY: &str =
    "genre=action,sci-fi&without=comedy&year=2010-2019&type=tv&min_score=8.5&sort=score";

fn ids(answer: &Value) -> Vec<u64> {
    let items = answer["items"].as_array().unwrap().iter();
    items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
}

async fn browse(app: &TestApp, query: &str) -> Value {
    let answer = app.get(&format!("/api/v1/browse?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
    answer.json()
}

/// A title of the genre Action, or of Horror if its number is even.
fn title(number: u32) -> Anime {
    let mut anime = popular(number, &format!("Title {number}"), number);
    let (id, name) = [(14, "Horror"), (1, "Action")][(number % 2) as usize];
    anime.tags = vec![Tag {
        kind: TagKind::Genre,
        id: Some(id),
        name: name.into(),
    }];
    anime
}

#[tokio::test]
async fn filters_combine_and_facets_count_each_choice() {
    let app = TestApp::built_in().await;
    let all = browse(&app, "").await;
    assert_eq!(all["total"], 365);
    assert_eq!(ids(&all).len(), 25);
    assert_eq!(all["source"], "built-in");
    let answer = browse(&app, QUERY).await;
    let items = answer["items"].as_array().unwrap();
    assert!(!items.is_empty());
    assert_eq!(answer["total"], items.len());
    assert_eq!(answer["next"], Value::Null);
    for item in items {
        let genres: Vec<&str> = item["genres"]
            .as_array()
            .unwrap()
            .iter()
            .map(|g| g.as_str().unwrap())
            .collect();
        assert!(
            genres.contains(&"Action") || genres.contains(&"Sci-Fi"),
            "{item}"
        );
        assert!(!genres.contains(&"Comedy"), "{item}");
        assert_eq!(item["type"], "TV");
        assert!(
            (2010..=2019).contains(&item["year"].as_i64().unwrap()),
            "{item}"
        );
        assert!(item["score"].as_f64().unwrap() >= 8.5, "{item}");
    }
    let scores: Vec<f64> = items
        .iter()
        .map(|item| item["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");

    assert_eq!(choice(&answer, "types", &json!("tv"))["name"], "TV");
    let slice = choice(&answer, "genres", &json!("slice-of-life"));
    assert_eq!(slice["name"], "Slice of Life");
    assert_eq!(slice["group"], "genre");
    let shounen = choice(&answer, "genres", &json!("shounen"));
    assert_eq!(shounen["group"], "demographic");
}

fn choice(answer: &Value, facet: &str, value: &Value) -> Value {
    let choices = answer["facets"][facet].as_array().unwrap();
    let found = choices.iter().find(|choice| choice["value"] == *value);
    found
        .unwrap_or_else(|| panic!("{facet} has no {value}"))
        .clone()
}

/// The genres, the themes and the demographics narrow each other; each choice counts what it would
/// leave beside the two others.
#[tokio::test]
async fn genres_themes_and_demographics_narrow_each_other() {
    let app = TestApp::built_in().await;
    let answer = browse(
        &app,
        "genre=action,sci-fi,school,mecha,military,gore,shounen",
    )
    .await;
    let items = answer["items"].as_array().unwrap();
    assert!(!items.is_empty());
    for item in items {
        let id = &item["mal_id"];
        let title = app.get(&format!("/api/v1/anime/{id}")).await.json();
        let has = |group: &str, one: &[&str]| {
            let names = title[group].as_array().unwrap().iter();
            names
                .map(|name| name.as_str().unwrap())
                .any(|name| one.contains(&name))
        };
        assert!(has("genres", &["Action", "Sci-Fi"]), "{title}");
        assert!(
            has("themes", &["School", "Mecha", "Military", "Gore"]),
            "{title}"
        );
        assert!(has("demographics", &["Shounen"]), "{title}");
    }
    for (word, instead) in [
        ("drama", "drama,school,mecha,military,gore,shounen"),
        ("school", "action,sci-fi,school,shounen"),
        ("seinen", "action,sci-fi,school,mecha,military,gore,seinen"),
    ] {
        let left = browse(&app, &format!("genre={instead}")).await["total"].clone();
        let titles = &choice(&answer, "genres", &json!(word))["titles"];
        assert_eq!(*titles, left, "{word}");
        assert_ne!(left, 0, "{word}");
    }
}

#[tokio::test]
async fn facet_counts_match_the_filtered_results() {
    let app = TestApp::built_in().await;
    let answer = browse(&app, QUERY).await;
    for (facet, value, changed) in [
        (
            "types",
            json!("movie"),
            QUERY.replace("type=tv", "type=movie"),
        ),
        (
            "min_scores",
            json!(8),
            QUERY.replace("min_score=8.5", "min_score=8"),
        ),
        ("years", json!(2013), QUERY.replace("2010-2019", "2013")),
        (
            "genres",
            json!("drama"),
            QUERY.replace("genre=action,sci-fi", "genre=drama"),
        ),
        (
            "statuses",
            json!("airing"),
            format!("{QUERY}&status=airing"),
        ),
        ("seasons", json!("fall"), format!("{QUERY}&season=fall")),
        ("episodes", json!("2-13"), format!("{QUERY}&episodes=2-13")),
    ] {
        let left = browse(&app, &changed).await["total"].clone();
        assert_eq!(choice(&answer, facet, &value)["titles"], left, "{changed}");
    }
}

#[tokio::test]
async fn invalid_browse_filters_are_refused_with_a_sentence() {
    let app = TestApp::with(&[title(1)]).await;
    let many: Vec<String> = (0..=100).map(|n| n.to_string()).collect();
    for query in [
        "genre=a%20b",
        &format!("genre={}", many.join(",")),
        "without=%3F",
        "type=%00",
        "status=cancelled",
        "season=autumn",
        "year=2020-2010",
        "year=twenty",
        "episodes=-",
        "min_score=11",
        "min_score=NaN",
        "sort=random",
        "sort=score&sort=title",
        "genre=action&genre=drama",
        "cursor=00",
        "cursor=%F0%9F%98%80",
    ] {
        let answer = app.get(&format!("/api/v1/browse?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        let problem = answer.json();
        assert_eq!(problem["code"], "invalid_request", "{query}");
        assert!(
            problem["detail"].as_str().unwrap().contains("lease"),
            "{problem}"
        );
    }
    for query in [
        "genre=unheard-of",
        "type=hologram",
        "year=1900",
        "min_score=10",
    ] {
        assert_eq!(browse(&app, query).await["total"], 0, "{query}");
    }
    for query in [
        "genre=&without=%20&sort=",
        "genre=ACTION,action",
        "unknown=1",
    ] {
        assert_eq!(browse(&app, query).await["total"], 1, "{query}");
    }
}

#[tokio::test]
async fn cursor_of_another_list_is_refused() {
    let titles: Vec<Anime> = (1..=60).map(title).collect();
    let app = TestApp::with(&titles).await;
    let first = browse(&app, "genre=action").await;
    let cursor = first["next"].as_str().unwrap();
    let second = browse(&app, &format!("genre=Action&cursor={cursor}")).await;
    assert_eq!(ids(&second), [51, 53, 55, 57, 59]);
    assert_eq!(second["total"], 30);
    assert_eq!(second["facets"], Value::Null);
    assert_eq!(second["next"], Value::Null);
    for other in [
        "genre=horror",
        "genre=action&sort=score",
        "",
        "genre=action&year=2000-",
    ] {
        let path = format!("/api/v1/browse?{other}&cursor={cursor}");
        let answer = app.get(&path).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{other}");
    }
}

#[tokio::test]
async fn pages_are_disjoint_and_complete_while_titles_are_added() {
    let titles: Vec<Anime> = (1..=150).map(title).collect();
    let app = TestApp::with(&titles).await;
    let mut seen = Vec::new();
    let mut query = String::from("without=horror");
    for round in 0.. {
        let page = browse(&app, &query).await;
        seen.extend(ids(&page));
        let Some(cursor) = page["next"].as_str() else {
            break;
        };
        query = format!("without=horror&cursor={cursor}");
        // In front of what was read, behind it and, at the end, nowhere: it is horror
        let mut new = [
            title(1_001 + round * 10),
            title(2_001 + round * 10),
            title(3_000 + round),
        ];
        new[0].popularity = Some(1);
        app.import(&new).await;
        app.follow_facts().await;
    }
    let once: HashSet<u64> = seen.iter().copied().collect();
    assert_eq!(once.len(), seen.len(), "none twice");
    assert!(
        (1..=150).step_by(2).all(|id| once.contains(&id)),
        "none missed"
    );
    assert!(
        once.iter().any(|id| *id > 2_000),
        "what came behind is read"
    );
}

#[tokio::test]
async fn browse_follows_changes_and_cached_answers_survive_an_outage() {
    let app = TestApp::with(&[title(1)]).await;
    assert_eq!(browse(&app, "").await["total"], 1);
    app.import(&[title(3)]).await;
    app.follow_facts().await;
    assert_eq!(browse(&app, "").await["total"], 2);
    app.outage.begin();
    assert_eq!(browse(&app, "").await["total"], 2);
    let other = app.get("/api/v1/browse?genre=action").await;
    assert_eq!(other.status, StatusCode::SERVICE_UNAVAILABLE);
    app.outage.end();
    assert_eq!(browse(&app, "genre=action").await["total"], 2);
}

#[tokio::test]
async fn browse_page_has_its_head_and_its_first_titles() {
    let app = TestApp::built_in().await;
    let page = app.get("/Browse?sort=score&genre=sci-fi,action").await;
    let html = page.text();
    assert!(
        html.contains("<title>Browse Anime · Mitai</title>"),
        "{html}"
    );
    assert!(html.contains("rel=\"canonical\" href=\"https://mitai.example/browse\""));
    assert!(html.contains("<meta name=\"description\" content=\"Every anime"));
    let (_, rest) = html.split_once("id=\"mitai-data\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let held = &data["/api/v1/browse?genre=action%2Csci-fi&sort=score"];
    assert_eq!(*held, browse(&app, "genre=action,sci-fi&sort=score").await);

    let bare = app.get("/browse?year=x").await;
    assert_eq!(bare.status, StatusCode::OK);
    assert!(bare.text().contains("id=\"mitai-data\">{}</script>"));
}
