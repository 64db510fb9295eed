//! Jikan v4: what is known of titles beside their records.

use axum::http::StatusCode;
use domain::{
    anime::Anime,
    extras::{CastRole, Extra, NewsLink, Video, VideoKind},
};
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::popular,
    extras::{all_of, cast_member, episode, news, of, video},
};

use super::v4_answers::wait_until;

/// Three titles: everything is known of the first, nothing of the others.
pub(super) async fn site() -> TestApp {
    let mut second = popular(2, "Second", 2);
    second.images.jpg.image_url = Some("https://img.example/2.jpg".into());
    let titles: [Anime; 3] = [popular(1, "First", 1), second, popular(3, "Third", 3)];
    let app = TestApp::with(&titles).await;
    wait_until(&app, "2026-11-21T10:00:00Z");
    app.import_extras(&all_of(1)).await;
    app
}

pub(super) async fn data(app: &TestApp, path: &str) -> Value {
    let address = format!("/v4{path}");
    let answer = app.get(&address).await;
    assert_eq!(
        answer.status,
        StatusCode::OK,
        "{address}: {}",
        answer.text()
    );
    answer.json()["data"].take()
}

const PARTS: [&str; 9] = [
    "characters",
    "staff",
    "episodes",
    "news",
    "videos",
    "videos/episodes",
    "pictures",
    "statistics",
    "recommendations",
];

pub(super) fn paging(last: u32, has_next: bool) -> Value {
    json!({ "last_visible_page": last, "has_next_page": has_next })
}

#[tokio::test]
async fn cast_and_staff_have_jikans_shape() {
    let app = site().await;
    let cast = data(&app, "/anime/1/characters").await;
    let no_picture = json!({ "image_url": null, "small_image_url": null });
    let person = |id: u32, name: &str, tail: &str| {
        json!({
            "mal_id": id,
            "url": format!("https://myanimelist.net/people/{id}/{tail}"),
            "images": { "jpg": { "image_url": format!("https://cdn.example/person/{id}.jpg") } },
            "name": name,
        })
    };
    let spike = json!({
        "character": {
            "mal_id": 10,
            "url": "https://myanimelist.net/character/10/Spike",
            "images": {
                "jpg": {
                    "image_url": "https://cdn.example/character/10.jpg",
                    "small_image_url": null,
                },
                "webp": no_picture,
            },
            "name": "Spike",
        },
        "role": "Main",
        "favorites": 7,
        "voice_actors": [
            { "person": person(10, "Actor 1", "Actor_1"), "language": "Japanese" },
            { "person": person(11, "Doubler", "Doubler"), "language": "Portuguese (BR)" },
        ],
    });
    assert_eq!(cast[0], spike);
    assert_eq!(cast[1]["role"], "Supporting");
    let staff = data(&app, "/anime/1/staff").await;
    let director = person(12, "Director", "Director");
    let expected = json!([{ "person": director, "positions": ["Director", "Script"] }]);
    assert_eq!(staff, expected);
}

#[tokio::test]
async fn full_cast_is_one_answer() {
    let app = site().await;
    let cast = (1..=300).map(|n| cast_member(n, &format!("N {n}"), CastRole::Main, 900 - n));
    app.import_extras(&[of(2, Extra::Characters(cast.collect()))])
        .await;
    let cast = data(&app, "/anime/2/characters").await;
    let cast = cast.as_array().unwrap();
    let ids = cast.iter().map(|it| &it["character"]["mal_id"]);
    assert!(ids.eq((1..=300).map(Value::from).collect::<Vec<_>>().iter()));
}

#[tokio::test]
async fn episodes_have_jikans_shape_and_pages() {
    let app = site().await;
    let first = json!({
        "mal_id": 1,
        "url": "https://site.example/episode/1",
        "title": "Episode 1: 'quoted' \\ %",
        "title_japanese": "第1話",
        "title_romanji": "Dai 1 Wa",
        "aired": "1998-04-03T00:00:00+00:00",
        "score": 4.17,
        "filler": false,
        "recap": false,
        "forum_url": "https://site.example/forum/1",
    });
    let episodes = app.get("/v4/anime/1/episodes").await.json();
    assert_eq!(episodes["data"][0], first);
    assert_eq!(episodes["pagination"], paging(1, false));
    let mut single = first;
    let members = single.as_object_mut().unwrap();
    members.remove("score");
    members.remove("forum_url");
    members.insert("duration".into(), Value::Null);
    members.insert("synopsis".into(), Value::Null);
    assert_eq!(data(&app, "/anime/1/episodes/1").await, single);
    let answer = app.get("/v4/anime/1/episodes/1").await;
    assert_eq!(
        answer.header("last-modified"),
        "Sat, 21 Nov 2026 10:00:00 GMT"
    );
    for missing in ["1/episodes/4", "2/episodes/1", "9/episodes/1"] {
        let answer = app.get(&format!("/v4/anime/{missing}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{missing}");
    }

    let mut nameless = episode(201);
    (nameless.title, nameless.url) = (None, None);
    let many = (1..=200).map(episode).chain([nameless]);
    app.import_extras(&[of(3, Extra::Episodes(many.collect()))])
        .await;
    let second = app.get("/v4/anime/3/episodes?page=2").await.json();
    assert_eq!(second["data"][0]["mal_id"], 101);
    assert_eq!(second["data"].as_array().unwrap().len(), 100);
    assert_eq!(second["pagination"], paging(3, true));
    let last = app.get("/v4/anime/3/episodes?page=3").await.json();
    assert_eq!(last["data"][0]["title"], "Episode 201");
    assert_eq!(last["pagination"], paging(3, false));
    let alone = data(&app, "/anime/3/episodes/201").await;
    assert_eq!(
        (&alone["url"], &alone["title"]),
        (&json!(""), &json!("Episode 201"))
    );
}

#[tokio::test]
async fn videos_have_jikans_shape() {
    let app = site().await;
    let episode = Video {
        kind: VideoKind::Episode,
        name: "Asteroid Blues".into(),
        episode: Some(1),
        label: Some("Episode 1".into()),
        url: Some("https://tube.example/1".into()),
        ..video(1)
    };
    let music = Video {
        kind: VideoKind::Music,
        song: Some("Tank!".into()),
        ..video(2)
    };
    app.import_extras(&[of(2, Extra::Videos(vec![video(3), episode, music]))])
        .await;
    let still = |size| format!("https://img.youtube.com/vi/x/{size}.jpg");
    let player = json!({
        "youtube_id": "x",
        "url": "https://www.youtube.com/watch?v=x",
        "embed_url": "https://www.youtube.com/embed/x",
        "images": {
            "image_url": still("default"),
            "small_image_url": still("sddefault"),
            "medium_image_url": still("mqdefault"),
            "large_image_url": still("hqdefault"),
            "maximum_image_url": still("maxresdefault"),
        },
    });
    let episodes = json!([{
        "mal_id": 1,
        "url": "https://tube.example/1",
        "title": "Asteroid Blues",
        "episode": "Episode 1",
        "images": { "jpg": { "image_url": "https://img.example/x.jpg" } },
    }]);
    let expected = json!({
        "promo": [{ "title": "PV 3", "trailer": player }],
        "episodes": episodes,
        "music_videos": [{
            "title": "PV 2",
            "video": player,
            "meta": { "title": "Tank!", "author": null },
        }],
    });
    assert_eq!(data(&app, "/anime/2/videos").await, expected);
    let page = app.get("/v4/anime/2/videos/episodes").await.json();
    assert_eq!(
        page,
        json!({ "pagination": paging(1, false), "data": episodes })
    );
    for page in [2, u32::MAX] {
        let beyond = data(&app, &format!("/anime/2/videos/episodes?page={page}")).await;
        assert_eq!(beyond, json!([]), "{page}");
    }
}

#[tokio::test]
async fn news_pictures_and_counts_have_jikans_shape() {
    let app = site().await;
    let first = json!({
        "mal_id": 1,
        "url": "https://site.example/news/1",
        "title": "It goes on",
        "date": "2026-11-01T00:00:00+00:00",
        "author_username": "Somebody",
        "author_url": "",
        "forum_url": "",
        "images": { "jpg": { "image_url": null } },
        "comments": 0,
        "excerpt": "",
    });
    let page = app.get("/v4/anime/1/news").await.json();
    assert_eq!(
        page,
        json!({ "pagination": paging(1, false), "data": [first] })
    );
    let mut many: Vec<NewsLink> = (1..=45).map(news).collect();
    many[44].at = None;
    app.import_extras(&[of(2, Extra::News(many))]).await;
    let last = app.get("/v4/anime/2/news?page=3").await.json();
    assert_eq!(last["data"].as_array().unwrap().len(), 5);
    assert_eq!(last["data"][4]["date"], "");
    assert_eq!(last["pagination"], paging(3, false));

    let sizes =
        |url: Value| json!({ "image_url": url, "small_image_url": null, "large_image_url": null });
    let picture = json!({
        "jpg": sizes(json!("https://cdn.example/1.jpg")),
        "webp": sizes(Value::Null),
    });
    assert_eq!(data(&app, "/anime/1/pictures").await, json!([picture]));

    let counts = data(&app, "/anime/1/statistics").await;
    assert_eq!(counts["plan_to_watch"], 5);
    assert_eq!(counts["total"], 15);
    let ten = json!({ "score": 10, "votes": 5, "percentage": 33.3 });
    assert_eq!(counts["scores"][9], ten);
    assert_eq!(counts["scores"].as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn unknown_extra_is_empty_for_a_minute() {
    let app = site().await;
    for part in PARTS {
        let known = app.get(&format!("/v4/anime/1/{part}")).await;
        assert_eq!(
            known.header("cache-control"),
            "public, s-maxage=86400",
            "{part}"
        );
        assert_eq!(
            known.header("last-modified"),
            "Sat, 21 Nov 2026 10:00:00 GMT",
            "{part}"
        );
        assert!(known.header("etag").starts_with("W/\""), "{part}");
        let unknown = app.get(&format!("/v4/anime/3/{part}")).await;
        assert_eq!(unknown.status, StatusCode::OK, "{part}");
        assert_eq!(
            unknown.header("cache-control"),
            "public, s-maxage=60",
            "{part}"
        );
        assert_eq!(
            unknown.header("expires"),
            "Sat, 21 Nov 2026 10:01:00 GMT",
            "{part}"
        );
        match part {
            "videos" => {
                let nothing = json!({ "promo": [], "episodes": [], "music_videos": [] });
                assert_eq!(unknown.json()["data"], nothing);
            }
            "statistics" => assert_eq!(unknown.json()["data"]["total"], 0),
            part => assert_eq!(unknown.json()["data"], json!([]), "{part}"),
        }
        for id in ["9", "0", "-7", "seven", "99999999999"] {
            let answer = app.get(&format!("/v4/anime/{id}/{part}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}/{part}");
            assert_eq!(answer.json()["type"], "HttpException", "{id}/{part}");
        }
    }
}

/// The built-in catalogue states a selection, which a source may complete at any time.
#[tokio::test]
async fn answers_of_the_built_in_catalogue_are_fresh_for_a_minute() {
    let app = TestApp::built_in().await;
    for (part, is_known) in [
        ("characters", true),
        ("staff", true),
        ("themes", false),
        ("external", false),
        ("streaming", false),
    ] {
        let answer = app.get(&format!("/v4/anime/16498/{part}")).await;
        assert_eq!(
            answer.header("cache-control"),
            "public, s-maxage=60",
            "{part}"
        );
        assert!(!answer.header("last-modified").is_empty(), "{part}");
        let data = &answer.json()["data"];
        let known = data.as_array().map_or(0, Vec::len);
        assert_eq!(known > 0, is_known, "{part}: {data}");
    }
}
