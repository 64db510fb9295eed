//! Jikan v4: people and characters.

use axum::http::StatusCode;
use domain::extras::{CastRole, Extra, Voice};
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::popular,
    extras::{cast_member, full_character, full_person, of, person, spoken, staff_member},
};

use super::{v4::listed, v4_answers::wait_until, v4_extras::data};

/// Two titles with one character, whom the same person speaks in both; of a third one only the staff is mentioned.
async fn site() -> TestApp {
    let titles = [popular(1, "First", 2), popular(2, "Second", 1)];
    let app = TestApp::with(&titles).await;
    wait_until(&app, "2026-11-21T10:00:00Z");
    let cast = |role| {
        let spike = cast_member(7, "Spiegel, Spike", role, 40);
        let mut spike = spoken(spike, person(5, "Kamiya, Hiroshi"));
        spike.voices.push(Voice {
            person: person(5, "Kamiya, Hiroshi"),
            language: "English".into(),
        });
        vec![spike, cast_member(8, "Ein", CastRole::Supporting, 50)]
    };
    let staff = [
        staff_member(person(5, "Kamiya, Hiroshi"), &["Script", "Music"]),
        staff_member(person(6, "Watanabe, Shinichirou"), &["Director"]),
    ];
    app.import_extras(&[
        of(1, Extra::Characters(cast(CastRole::Main))),
        of(2, Extra::Characters(cast(CastRole::Supporting))),
        of(1, Extra::Staff(staff.into())),
    ])
    .await;
    let people = [full_person(5, "Hiroshi Kamiya", 9)];
    let characters = [full_character(7, "Spike Spiegel", 40)];
    app.import_records(&people, &characters).await;
    app
}

/// A title in short, as other answers name it.
fn entry(id: u32, title: &str) -> Value {
    let none = json!({ "image_url": null, "small_image_url": null, "large_image_url": null });
    json!({
        "mal_id": id,
        "url": format!("https://myanimelist.net/anime/{id}/{title}"),
        "images": { "jpg": none, "webp": none },
        "title": title,
    })
}

fn kamiya() -> Value {
    json!({
        "mal_id": 5,
        "url": "https://myanimelist.net/people/5/Hiroshi_Kamiya",
        "website_url": "https://site.example",
        "images": { "jpg": { "image_url": "https://cdn.example/person/5.jpg" } },
        "name": "Hiroshi Kamiya",
        "given_name": "浩史",
        "family_name": "神谷",
        "alternate_names": ["Alias 5", "'quoted' \\ % _"],
        "birthday": "1975-01-28T00:00:00+00:00",
        "favorites": 9,
        "about": "About Hiroshi Kamiya.\n\nTwo lines.",
    })
}

fn spike() -> Value {
    let no_picture = json!({ "image_url": null, "small_image_url": null });
    json!({
        "mal_id": 7,
        "url": "https://myanimelist.net/character/7/Spike_Spiegel",
        "images": {
            "jpg": {
                "image_url": "https://cdn.example/character/7.jpg",
                "small_image_url": null,
            },
            "webp": no_picture,
        },
        "name": "Spike Spiegel",
        "name_kanji": "スパイク・スピーゲル",
        "nicknames": ["Nick 7"],
        "favorites": 40,
        "about": "About Spike Spiegel.",
    })
}

/// The members of a value that `names` names.
fn only(value: &Value, names: &[&str]) -> Value {
    let members = names.iter().map(|name| (*name).to_owned());
    Value::Object(
        members
            .map(|name| (name.clone(), value[name].clone()))
            .collect(),
    )
}

#[tokio::test]
async fn person_has_jikans_shape() {
    let app = site().await;
    assert_eq!(data(&app, "/people/5").await, kamiya());
    let meta = only(&spike(), &["mal_id", "url", "images", "name"]);
    let role = |role: &str, id, title| json!({ "role": role, "anime": entry(id, title), "character": meta });
    let mut full = kamiya();
    let parts = [
        (
            "anime",
            json!([{ "position": "Script, Music", "anime": entry(1, "First") }]),
        ),
        ("manga", json!([])),
        (
            "voices",
            json!([role("Supporting", 2, "Second"), role("Main", 1, "First")]),
        ),
    ];
    for (name, part) in parts {
        assert_eq!(data(&app, &format!("/people/5/{name}")).await, part);
        full[name] = part;
    }
    assert_eq!(data(&app, "/people/5/full").await, full);
    let pictures = data(&app, "/people/5/pictures").await;
    assert_eq!(pictures, json!([kamiya()["images"]]));
    // A person without credits of a kind is still found
    assert_eq!(data(&app, "/people/6/voices").await, json!([]));
}

#[tokio::test]
async fn character_has_jikans_shape() {
    let app = site().await;
    assert_eq!(data(&app, "/characters/7").await, spike());
    let meta = only(&kamiya(), &["mal_id", "url", "images", "name"]);
    let mut full = spike();
    let parts = [
        (
            "anime",
            json!([
                { "role": "Supporting", "anime": entry(2, "Second") },
                { "role": "Main", "anime": entry(1, "First") },
            ]),
        ),
        ("manga", json!([])),
        (
            "voices",
            json!([
                { "person": meta, "language": "English" },
                { "person": meta, "language": "Japanese" },
            ]),
        ),
    ];
    for (name, part) in parts {
        assert_eq!(data(&app, &format!("/characters/7/{name}")).await, part);
        full[name] = part;
    }
    assert_eq!(data(&app, "/characters/7/full").await, full);
    let pictures = data(&app, "/characters/7/pictures").await;
    assert_eq!(pictures, json!([spike()["images"]]));
    assert_eq!(data(&app, "/characters/8/voices").await, json!([]));
}

/// Facts of a person have the source's time; their titles come from many sources.
#[tokio::test]
async fn answer_of_a_mentioned_person_is_cached_for_a_minute() {
    let app = site().await;
    for (who, seconds) in [
        ("people/5", 86_400),
        ("people/6", 60),
        ("characters/7", 86_400),
        ("characters/8", 60),
    ] {
        let parts = [
            ("", true),
            ("/pictures", true),
            ("/full", false),
            ("/anime", false),
            ("/voices", false),
            ("/manga", false),
        ];
        for (part, has_time) in parts {
            let answer = app.get(&format!("/v4/{who}{part}")).await;
            assert_eq!(
                answer.header("cache-control"),
                format!("public, s-maxage={seconds}"),
                "{who}{part}"
            );
            let time = if has_time {
                "Sat, 21 Nov 2026 10:00:00 GMT"
            } else {
                ""
            };
            assert_eq!(answer.header("last-modified"), time, "{who}{part}");
        }
    }
    let mentioned = data(&app, "/people/6").await;
    assert_eq!(mentioned["favorites"], 0);
    assert_eq!(mentioned["birthday"], Value::Null);
    assert_eq!(
        mentioned["url"],
        "https://myanimelist.net/people/6/Shinichirou_Watanabe"
    );
}

#[tokio::test]
async fn people_without_a_title_are_not_found() {
    let app = site().await;
    for who in ["people", "characters"] {
        for part in ["", "/full", "/anime", "/voices", "/manga", "/pictures"] {
            for id in ["99", "0", "-5", "spike", "99999999999"] {
                let answer = app.get(&format!("/v4/{who}/{id}{part}")).await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who}/{id}{part}");
                assert_eq!(answer.json()["type"], "HttpException", "{who}/{id}{part}");
            }
        }
        let answer = app.get(&format!("/v4/{who}/5/clubs")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who}");
    }
}

#[tokio::test]
async fn people_and_characters_are_found_and_ordered() {
    let app = site().await;
    for (address, expected) in [
        ("people", &[5, 6][..]),
        ("people?sort=desc", &[6, 5]),
        ("people?order_by=favorites&sort=desc", &[5, 6]),
        ("people?order_by=birthday&sort=desc", &[5]),
        ("people?order_by=name&limit=1&page=2", &[6]),
        ("people?q=kamiya", &[5]),
        ("people?q=HIROSHI", &[5]),
        ("people?q=%E7%A5%9E%E8%B0%B7", &[5]),
        ("people?q=shinichirou&order_by=name", &[6]),
        ("people?q=%3F", &[]),
        ("people?q=k", &[]),
        ("people?q=nobody", &[]),
        ("people?letter=w", &[6]),
        ("people?letter=H&q=kamiya", &[5]),
        ("characters", &[7, 8]),
        ("characters?order_by=favorites", &[7, 8]),
        ("characters?order_by=name&sort=desc", &[7, 8]),
        ("characters?q=spike", &[7]),
        ("characters?letter=e", &[8]),
        ("top/people", &[5]),
        ("top/characters", &[8, 7]),
        ("top/characters?limit=1&page=2", &[7]),
    ] {
        let found = listed(&app, &format!("/v4/{address}")).await;
        assert_eq!(found, expected, "{address}");
    }
    let page = app.get("/v4/top/characters?limit=1").await;
    assert_eq!(page.header("cache-control"), "private, must-revalidate");
    assert_eq!(
        page.json()["pagination"],
        json!({
            "last_visible_page": 2,
            "has_next_page": true,
            "current_page": 1,
            "items": { "count": 1, "total": 2, "per_page": 1 },
        })
    );
    let people = app.get("/v4/people?limit=1").await.json();
    assert_eq!(people["data"], json!([kamiya()]));
}

#[tokio::test]
async fn random_endpoints_return_people_and_characters() {
    let app = site().await;
    for (who, ids) in [("people", [5, 6]), ("characters", [7, 8])] {
        let answer = app.get(&format!("/v4/random/{who}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{who}");
        assert_eq!(
            answer.header("cache-control"),
            "no-store, no-cache, must-revalidate, max-age=0"
        );
        let picked = answer.json()["data"].take();
        assert!(ids.iter().any(|id| picked["mal_id"] == *id), "{picked}");
        let one = data(&app, &format!("/{who}/{}", picked["mal_id"])).await;
        assert_eq!(picked, one);
    }
}

/// A list of more than 12,000 records ends there, whatever the length of its pages.
#[tokio::test]
async fn people_and_character_lists_end_at_12000() {
    let app = site().await;
    for list in ["people", "characters", "top/people", "top/characters"] {
        for (query, status) in [
            ("page=480", StatusCode::OK),
            ("page=481", StatusCode::BAD_REQUEST),
            ("page=4294967295", StatusCode::BAD_REQUEST),
            ("limit=1&page=12000", StatusCode::OK),
            ("limit=1&page=12001", StatusCode::BAD_REQUEST),
        ] {
            let address = format!("/v4/{list}?{query}");
            let answer = app.get(&address).await;
            assert_eq!(answer.status, status, "{address}");
            if status == StatusCode::OK {
                assert_eq!(answer.json()["data"], json!([]), "{address}");
            } else {
                assert!(answer.json()["messages"]["page"].is_array(), "{address}");
            }
        }
    }
}

/// The built-in catalogue knows nobody's favourites.
#[tokio::test]
async fn top_lists_have_everybody_where_no_favourites_are_known() {
    let app = TestApp::built_in().await;
    for who in ["people", "characters"] {
        let top = listed(&app, &format!("/v4/top/{who}")).await;
        assert_eq!(top.len(), 25, "{who}");
        assert!(top.is_sorted(), "{who}: {top:?}");
    }
}
