//! What is known of titles beside their records, and who is in them.

use axum::http::StatusCode;
use domain::{
    anime::{Anime, Link},
    extras::{CastRole, Extra},
};
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::popular,
    extras::{
        all_of, cast_member, episode, of, person, recommendation, spoken, staff_member,
        unnumbered_member, video,
    },
};

/// Three titles: everything is known of the first, of the second who is in it, of the third nothing.
async fn site() -> TestApp {
    let mut first = popular(1, "Spaceships", 1);
    // Twice, as sources name some
    first.openings = vec!["1: \"Tank!\" by The Seatbelts".into(); 2];
    let link = |name: &str, url: &str| Link {
        name: name.into(),
        url: url.into(),
    };
    first.streaming = vec![
        link("Tube", "https://tube.example/1"),
        link("Tube again", "https://tube.example/1"),
        link("Odd", "javascript:alert(1)"),
    ];
    let titles: [Anime; 3] = [first, popular(2, "Second", 2), popular(3, "Third", 3)];
    let app = TestApp::with(&titles).await;
    app.import_extras(&all_of(1)).await;
    let member = spoken(
        cast_member(10, "Spike", CastRole::Supporting, 7),
        person(10, "Actor 1"),
    );
    app.import_extras(&[of(2, Extra::Characters(vec![member]))])
        .await;
    app
}

async fn get(app: &TestApp, path: &str) -> Value {
    app.get(&format!("/api/v1{path}")).await.json()
}

#[tokio::test]
async fn title_names_only_sections_with_content() {
    let app = site().await;
    let sections = async |id: u32| get(&app, &format!("/anime/{id}")).await["sections"].clone();
    let section = |name: &str, count: u32| json!({ "name": name, "count": count, "groups": [] });
    assert_eq!(
        sections(1).await,
        json!([
            section("characters", 2),
            section("staff", 1),
            section("episodes", 3),
            section("videos", 1),
            section("pictures", 1),
            section("recommendations", 1),
            section("statistics", 1),
            section("news", 1),
            json!({ "name": "themes", "count": 1, "groups": [1, 0] }),
            json!({ "name": "links", "count": 1, "groups": [1, 0] }),
        ])
    );
    assert_eq!(sections(2).await, json!([section("characters", 1)]));
    assert_eq!(sections(3).await, json!([]));
    // What is recommended shows where the catalogue holds it
    for (recommended, expected) in [(99, json!([])), (2, json!([section("recommendations", 1)]))] {
        let recommended = [99, recommended].map(|id| recommendation(id, 5));
        app.import_extras(&[of(3, Extra::Recommendations(recommended.into()))])
            .await;
        assert_eq!(sections(3).await, expected);
    }
}

#[tokio::test]
async fn each_section_has_its_endpoint() {
    let app = site().await;
    let cast = get(&app, "/anime/1/characters").await;
    assert_eq!(
        (&cast["total"], &cast["source"]),
        (&json!(2), &json!("jikan"))
    );
    let spike = json!({
        "character": { "id": 10, "name": "Spike", "image_url": "https://cdn.example/character/10.jpg" },
        "role": "main",
        "voices": [
            {
                "person": { "id": 10, "name": "Actor 1", "image_url": "https://cdn.example/person/10.jpg" },
                "language": "Japanese",
            },
            {
                "person": { "id": 11, "name": "Doubler", "image_url": "https://cdn.example/person/11.jpg" },
                "language": "Portuguese (BR)",
            },
        ],
    });
    assert_eq!(cast["items"][0], spike);
    let staff = get(&app, "/anime/1/staff").await;
    assert_eq!(
        staff["items"][0]["positions"],
        json!(["Director", "Script"])
    );
    let episodes = get(&app, "/anime/1/episodes").await;
    let second = &episodes["items"][1];
    assert_eq!(
        (&second["number"], &second["is_filler"], &second["aired"]),
        (&json!(2), &json!(true), &json!("1998-04-03"))
    );
    let videos = get(&app, "/anime/1/videos").await;
    let watch = "https://www.youtube.com/watch?v=x";
    let video = json!({ "kind": "promo", "name": "PV 1", "youtube_id": "x", "url": watch });
    assert_eq!(videos["items"], json!([video]));
    let recommended = get(&app, "/anime/1/recommendations").await;
    assert_eq!(recommended["items"][0]["title"]["slug"], "second");
    assert_eq!(recommended["items"][0]["votes"], 16);
    let statistics = get(&app, "/anime/1/statistics").await;
    assert_eq!(statistics["total"], 15);
    assert_eq!(statistics["scores"], json!([0, 0, 0, 0, 0, 1, 2, 3, 4, 5]));
    let pictures = get(&app, "/anime/1/pictures").await;
    let source = "https://cdn.example/1.jpg";
    let picture = json!({ "image_url": source, "large_image_url": source });
    assert_eq!(pictures["items"], json!([picture]));
    let news = get(&app, "/anime/1/news").await;
    let told = "https://site.example/news/1";
    let link = json!({ "title": "It goes on", "url": told, "at": "2026-11-01T00:00:00Z" });
    assert_eq!(news["items"], json!([link]));
    let themes = get(&app, "/anime/1/themes").await;
    assert_eq!(themes["openings"], json!(["1: \"Tank!\" by The Seatbelts"]));
    let links = get(&app, "/anime/1/links").await;
    assert_eq!(
        links["streaming"],
        json!([{ "name": "Tube", "url": "https://tube.example/1" }])
    );
}

#[tokio::test]
async fn staff_without_ids_have_no_page_and_are_missing_from_v4() {
    let app = site().await;
    let staff = vec![
        unnumbered_member("Seko, Hiroshi", &["Series Composition"]),
        staff_member(person(12, "Director"), &["Director"]),
    ];
    app.import_extras(&[of(2, Extra::Staff(staff))]).await;
    let staff = get(&app, "/anime/2/staff").await;
    let writer = json!({
        "person": { "id": null, "name": "Hiroshi Seko", "image_url": null },
        "positions": ["Series Composition"],
    });
    assert_eq!((&staff["total"], &staff["items"][0]), (&json!(2), &writer));
    let of_jikan = app.get("/v4/anime/2/staff").await.json();
    let people = of_jikan["data"].as_array().unwrap().iter();
    let people: Vec<&Value> = people.map(|it| &it["person"]["mal_id"]).collect();
    assert_eq!(people, [12]);
}

const SECTIONS: [&str; 10] = [
    "characters",
    "staff",
    "episodes",
    "videos",
    "recommendations",
    "statistics",
    "pictures",
    "news",
    "themes",
    "links",
];

#[tokio::test]
async fn sections_without_known_facts_are_empty() {
    let app = site().await;
    for section in SECTIONS {
        let answer = get(&app, &format!("/anime/3/{section}")).await;
        if let Some(items) = answer.get("items") {
            assert_eq!(items, &json!([]), "{section}");
        }
        let unknown = app.get(&format!("/api/v1/anime/4/{section}")).await;
        assert_eq!(unknown.status, StatusCode::NOT_FOUND, "{section}");
    }
    assert_eq!(
        get(&app, "/anime/3/statistics").await["source"],
        Value::Null
    );
}

#[tokio::test]
async fn long_lists_are_paged() {
    let app = site().await;
    let cast = (1..=30).map(|n| cast_member(n, &format!("N {n}"), CastRole::Main, 100 - n));
    let episodes = (1..=120).map(episode).collect();
    let recommended = (1..=2).map(|id| recommendation(id, id)).collect();
    app.import_extras(&[
        of(3, Extra::Characters(cast.collect())),
        of(3, Extra::Episodes(episodes)),
        of(3, Extra::Recommendations(recommended)),
        of(3, Extra::Videos((1..=30).map(video).collect())),
    ])
    .await;
    let cast = get(&app, "/anime/3/characters?page=2").await;
    assert_eq!(cast["items"].as_array().unwrap().len(), 6);
    assert_eq!(cast["items"][0]["character"]["id"], 25);
    assert_eq!((&cast["pages"], &cast["total"]), (&json!(2), &json!(30)));
    let episodes = get(&app, "/anime/3/episodes?page=3").await;
    assert_eq!(episodes["items"].as_array().unwrap().len(), 20);
    assert_eq!(episodes["items"][0]["number"], 101);
    let beyond = get(&app, "/anime/3/episodes?page=4").await;
    assert_eq!(beyond["items"], json!([]));
    let videos = get(&app, "/anime/3/videos?page=2").await;
    assert_eq!(videos["items"].as_array().unwrap().len(), 6);
    assert_eq!(videos["items"][0]["name"], "PV 25");
    assert_eq!(
        (&videos["pages"], &videos["total"]),
        (&json!(2), &json!(30))
    );
    let most = get(&app, "/anime/3/recommendations").await;
    assert_eq!(most["items"][0]["title"]["mal_id"], 2);
    for page in ["0", "501", "x", "4294967296"] {
        let path = format!("/api/v1/anime/3/episodes?page={page}");
        assert_eq!(
            app.get(&path).await.status,
            StatusCode::BAD_REQUEST,
            "{page}"
        );
    }
}

#[tokio::test]
async fn person_has_roles_by_popularity() {
    let app = site().await;
    let actor = get(&app, "/people/10").await;
    assert_eq!(actor["name"], "Actor 1");
    let roles = actor["roles"]["items"].as_array().unwrap();
    let told = |role: &Value| {
        (
            role["title"]["mal_id"].clone(),
            role["character"]["id"].clone(),
        )
    };
    let told: Vec<_> = roles.iter().map(told).collect();
    assert_eq!(
        told,
        [
            (json!(1), json!(10)),
            (json!(1), json!(11)),
            (json!(2), json!(10)),
        ]
    );
    assert_eq!(get(&app, "/people/10/voices").await, actor["roles"]);
    assert_eq!(get(&app, "/people/10/staff").await["total"], 0);
    let director = get(&app, "/people/12").await;
    assert_eq!(director["staff"]["items"][0]["title"]["slug"], "spaceships");
    assert_eq!(get(&app, "/people/12/staff").await, director["staff"]);
    for path in [
        "/people/99",
        "/people/99/voices",
        "/people/99/staff",
        "/people/x",
    ] {
        let answer = app.get(&format!("/api/v1{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn person_names_have_the_given_name_first() {
    let app = site().await;
    let director = staff_member(person(50, "Watanabe, Shinichirou"), &["Director"]);
    app.import_extras(&[of(3, Extra::Staff(vec![director]))])
        .await;
    assert_eq!(
        get(&app, "/people/50").await["name"],
        "Shinichirou Watanabe"
    );
}

#[tokio::test]
async fn character_has_appearances_and_voices() {
    let app = site().await;
    let spike = get(&app, "/characters/10").await;
    let appearances = &spike["appearances"]["items"];
    assert_eq!(
        (&appearances[0]["title"]["mal_id"], &appearances[0]["role"]),
        (&json!(1), &json!("main"))
    );
    assert_eq!(
        (&appearances[1]["title"]["mal_id"], &appearances[1]["role"]),
        (&json!(2), &json!("supporting"))
    );
    assert_eq!(spike["voices"].as_array().unwrap().len(), 2);
    assert_eq!(
        get(&app, "/characters/10/appearances").await,
        spike["appearances"]
    );
    for path in ["/characters/99", "/characters/99/appearances"] {
        let answer = app.get(&format!("/api/v1{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn pages_of_people_and_characters_are_rendered_with_their_data() {
    let app = site().await;
    for (path, api, title) in [
        ("/person/10", "/api/v1/people/10", "Actor 1 · Mitai"),
        ("/character/10", "/api/v1/characters/10", "Spike · Mitai"),
    ] {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK);
        let html = page.text();
        assert!(html.contains(&format!("<title>{title}</title>")), "{html}");
        let canonical = format!("{path}\">");
        assert!(html.contains("rel=\"canonical\"") && html.contains(&canonical));
        assert!(
            html.contains(&format!("data-rendered=\"{path}\"")),
            "{html}"
        );
        assert!(html.contains(&format!("\"{api}\":{{")), "{html}");
        assert!(html.contains("Spaceships"), "{html}");
    }
    for path in ["/person/99", "/person/x", "/character/99"] {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.text().contains("noindex"), "{path}");
    }
}

/// The facts are those of the binary, without any provider.
#[tokio::test]
async fn built_in_people_are_shared_by_several_titles() {
    let app = TestApp::built_in().await;
    let sections = &get(&app, "/anime/16498").await["sections"];
    let expected = [("characters", 7), ("staff", 4)]
        .map(|(name, count)| json!({ "name": name, "count": count, "groups": [] }));
    assert_eq!(*sections, json!(expected));

    let cast = get(&app, "/anime/16498/characters").await;
    assert_eq!(cast["source"], "built-in");
    let eren = &cast["items"][0];
    assert_eq!(eren["character"]["name"], "Eren Yeager");
    assert_eq!(eren["voices"][0]["person"]["name"], "Yuuki Kaji");
    assert!(eren["character"]["image_url"].is_null(), "{eren}");

    let voice = get(&app, "/people/672").await;
    let titles = voice["roles"]["items"].as_array().unwrap();
    assert!(titles.len() >= 10, "{voice}");
    let writer = get(&app, "/people/2471").await;
    assert!(writer["staff"]["total"].as_u64().unwrap() >= 5, "{writer}");
    let eren = get(&app, "/characters/40882").await;
    assert_eq!(eren["appearances"]["total"], 6);
}
