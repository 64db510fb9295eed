//! Jikan v4 under `/v4`.

use std::collections::BTreeSet;

use app::catalogue::refresh::Wish;
use axum::http::StatusCode;
use domain::anime::{Aired, Anime, MalId, Season, Status, Tag, TagKind};
use jiff::civil::date;
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::{self, full, popular},
};

use super::v4_answers::wait_until;

/// The ids of the titles on a page, in order.
fn ids(page: &Value) -> Vec<u64> {
    let items = page["data"].as_array().unwrap().iter();
    items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
}

pub(super) async fn listed(app: &TestApp, address: &str) -> Vec<u64> {
    let answer = app.get(address).await;
    assert_eq!(
        answer.status,
        StatusCode::OK,
        "{address}: {}",
        answer.text()
    );
    ids(&answer.json())
}

/// One title with a fact of every kind, and what Jikan would answer for it.
fn mushi() -> Anime {
    let mut title = Anime::named(MalId::new(457), "Mushi! no: Uta");
    title.title_english = Some("Song of Mushi".into());
    title.synonyms = vec!["Mushi".into()];
    title.kind = Some("TV".into());
    title.status = Some(Status::Airing);
    title.episodes = Some(26);
    title.aired = Aired {
        from: Some(date(2005, 10, 23)),
        to: None,
        text: Some("Oct 23, 2005 to ?".into()),
    };
    (title.season, title.year) = (Some(Season::Fall), Some(2005));
    title.score = Some(8.67);
    title.favorites = Some(0);
    title.trailer.youtube_id = Some("abc".into());
    title.images.jpg.image_url = Some("https://img.example/1.jpg".into());
    title.tags = vec![
        Tag {
            kind: TagKind::Genre,
            id: Some(36),
            name: "Slice of Life".into(),
        },
        Tag {
            kind: TagKind::Theme,
            id: None,
            name: "Healing".into(),
        },
    ];
    title.relations = Some(vec![
        anime::related("Sequel", 2),
        anime::related("Prequel", 3),
        anime::related("Sequel", 4),
    ]);
    title.openings = vec!["1: \"Song\"".into()];
    title
}

#[tokio::test]
async fn title_has_jikans_shape() {
    let app = TestApp::with(&[mushi()]).await;
    let short = app.get("/v4/anime/457").await.json();
    let full = app.get("/v4/anime/457/full").await.json();
    let relations = app.get("/v4/anime/457/relations").await.json();
    let expected: Value = serde_json::from_str(include_str!("v4/title.json")).unwrap();
    assert_eq!(full["data"], expected);
    assert_eq!(relations["data"], expected["relations"]);
    let mut without = expected;
    for only_full in ["relations", "theme", "external", "streaming"] {
        without.as_object_mut().unwrap().remove(only_full);
    }
    assert_eq!(short["data"], without);
}

#[tokio::test]
async fn lists_have_jikans_pages() {
    let titles: Vec<Anime> = (1..=60)
        .map(|n| popular(n, &format!("Title {n}"), n))
        .collect();
    let app = TestApp::with(&titles).await;
    let page = app.get("/v4/top/anime?filter=bypopularity").await.json();
    assert_eq!(ids(&page), (1..=25).collect::<Vec<_>>());
    assert_eq!(
        page["pagination"],
        json!({
            "last_visible_page": 3,
            "has_next_page": true,
            "current_page": 1,
            "items": { "count": 25, "total": 60, "per_page": 25 },
        })
    );
    let last = app.get("/v4/anime?page=3&limit=24&sfw").await.json();
    assert_eq!(ids(&last), (49..=60).collect::<Vec<_>>());
    assert_eq!(last["pagination"]["has_next_page"], false);
    let beyond = app.get("/v4/anime?page=9").await.json();
    assert_eq!(beyond["data"], json!([]));
    assert_eq!(beyond["pagination"]["items"]["total"], 60);
}

#[tokio::test]
async fn top_lists_are_ordered_by_their_filter() {
    let title = |number: u32, status, rank, favorites| {
        let mut title = popular(number, &format!("T{number}"), 10 - number);
        (title.status, title.rank, title.favorites) = (Some(status), rank, Some(favorites));
        title.kind = Some(if number == 1 { "Movie" } else { "TV" }.into());
        title
    };
    let app = TestApp::with(&[
        title(1, Status::Finished, Some(2), 5),
        title(2, Status::Airing, Some(1), 1),
        title(3, Status::Upcoming, None, 9),
        title(4, Status::Airing, Some(3), 0),
    ])
    .await;
    for (query, expected) in [
        ("", &[2, 1, 4][..]),
        ("?type=movie", &[1]),
        ("?filter=airing", &[2, 4]),
        ("?filter=upcoming", &[3]),
        ("?filter=bypopularity", &[4, 3, 2, 1]),
        ("?filter=favorite", &[3, 1, 2, 4]),
        ("?filter=favorite&type=tv&limit=2", &[3, 2]),
        ("?rating=pg13", &[]),
        ("?filter=&page=", &[2, 1, 4]),
    ] {
        assert_eq!(
            listed(&app, &format!("/v4/top/anime{query}")).await,
            expected,
            "{query}"
        );
    }
}

#[tokio::test]
async fn titles_are_found_by_name_and_facts() {
    let title = |number: u32, name: &str, score| {
        let mut title = popular(number, name, number);
        title.score = Some(score);
        title.aired.from = Some(date(2000 + i16::try_from(number).unwrap(), 6, 1));
        title
    };
    let mut tagged = title(3, "Bebop", 9.0);
    tagged.tags[0].id = Some(1);
    let app = TestApp::with(&[
        title(1, "A Cowboy Story", 7.0),
        title(2, "Cowboy", 6.0),
        tagged,
    ])
    .await;
    for (query, expected) in [
        ("q=cowboy", &[2, 1][..]),
        ("q=COWBOY&min_score=6.5", &[1]),
        ("q=cowboy&order_by=score&sort=desc", &[1, 2]),
        ("q=cowboy&limit=1&page=2", &[1]),
        ("q=%20", &[1, 2, 3]),
        ("q=unheard-of", &[]),
        ("score=9", &[3]),
        ("max_score=7&order_by=score", &[2, 1]),
        ("genres=1", &[3]),
        ("genres=1,1", &[3]),
        ("genres=4&genres=1", &[]),
        ("genres_exclude=1&genres_exclude=4", &[1, 2]),
        ("genres_exclude=1&order_by=mal_id&sort=desc", &[2, 1]),
        ("letter=c", &[2]),
        ("start_date=2002", &[2, 3]),
        ("start_date=2002-07", &[3]),
        ("start_date=2003-06-01", &[3]),
        ("unheard_of=1", &[1, 2, 3]),
    ] {
        assert_eq!(
            listed(&app, &format!("/v4/anime?{query}")).await,
            expected,
            "{query}"
        );
    }
}

#[tokio::test]
async fn seasons_are_those_of_japan() {
    let begun = |number: u32, season, year| {
        let mut title = popular(number, &format!("T{number}"), 10 - number);
        (title.season, title.year) = (Some(season), Some(year));
        title.kind = Some(if number == 1 { "ONA" } else { "TV" }.into());
        title
    };
    let app = TestApp::with(&[
        begun(1, Season::Fall, 2026),
        begun(2, Season::Fall, 2026),
        begun(3, Season::Winter, 2027),
    ])
    .await;
    for (address, expected) in [
        ("/v4/seasons/2026/fall", &[2, 1][..]),
        ("/v4/seasons/2026/FALL?filter=ona", &[1]),
        ("/v4/seasons/2027/winter", &[3]),
        ("/v4/seasons/1999/winter", &[]),
    ] {
        assert_eq!(listed(&app, address).await, expected, "{address}");
    }
    wait_until(&app, "2026-12-31T14:59:59Z");
    assert_eq!(listed(&app, "/v4/seasons/now").await, [2, 1]);
    wait_until(&app, "2026-12-31T15:00:00Z");
    assert_eq!(listed(&app, "/v4/seasons/now").await, [3]);
}

#[tokio::test]
async fn season_now_is_the_newest_that_has_titles() {
    let mut title = popular(1, "T1", 9);
    (title.season, title.year) = (Some(Season::Fall), Some(2026));
    title.kind = Some("TV".into());
    let app = TestApp::with(&[title]).await;
    wait_until(&app, "2027-12-31T14:59:59Z");
    assert_eq!(listed(&app, "/v4/seasons/now").await, [1]);
    // A filter narrows that season and does not choose another.
    let films: [u64; 0] = [];
    assert_eq!(listed(&app, "/v4/seasons/now?filter=movie").await, films);
    // More than a year without a new title: the season of today, which is empty.
    wait_until(&app, "2027-12-31T15:00:00Z");
    assert_eq!(listed(&app, "/v4/seasons/now").await, films);
}

#[tokio::test]
async fn genres_are_counted_each_once() {
    let tag = |kind, id, name: &str| Tag {
        kind,
        id: Some(id),
        name: name.into(),
    };
    let mut titles = [1, 2, 3].map(|n| popular(n, &format!("T{n}"), n));
    titles[0].tags = vec![
        tag(TagKind::Theme, 18, "Mecha"),
        tag(TagKind::Genre, 1, "Action"),
    ];
    titles[1].tags = vec![tag(TagKind::Theme, 18, "Mecha")];
    titles[2].tags = vec![tag(TagKind::Genre, 18, "Robots")];
    let app = TestApp::with(&titles).await;
    let address = |kind: &str, tail: &str| format!("https://myanimelist.net/anime/{kind}/{tail}");
    let action = json!({
        "mal_id": 1, "name": "Action", "url": address("genre", "1/Action"), "count": 1,
    });
    let mecha = json!({
        "mal_id": 18, "name": "Mecha", "url": address("genre", "18/Mecha"), "count": 3,
    });
    assert_eq!(
        app.get("/v4/genres/anime").await.json(),
        json!({ "data": [action, mecha] })
    );
    let themes = app.get("/v4/genres/anime?filter=themes").await.json();
    assert_eq!(themes, json!({ "data": [mecha] }));
}

#[tokio::test]
async fn random_reaches_every_title() {
    let app = TestApp::with(&[full(1), full(2), full(900)]).await;
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        let answer = app.get("/v4/random/anime").await;
        assert!(answer.header("cache-control").contains("no-store"));
        seen.insert(answer.json()["data"]["mal_id"].as_u64().unwrap());
    }
    assert_eq!(seen, BTreeSet::from([1, 2, 900]));
    let empty = TestApp::with(&[]).await.get("/v4/random/anime").await;
    assert_eq!(empty.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn jikan_clients_queue_wishes_like_visitors() {
    let mut app = TestApp::with(&[popular(1, "One", 1)]).await;
    for address in [
        "/v4/top/anime?filter=bypopularity&page=2",
        "/v4/top/anime?filter=bypopularity&page=11",
        "/v4/top/anime",
        "/v4/anime?q=one",
        "/v4/anime/7/full",
    ] {
        app.get(address).await;
    }
    assert_eq!(
        app.queued_wishes(),
        [
            Wish::Popular(2),
            Wish::Search("one".into()),
            Wish::Title(MalId::new(7)),
        ]
    );
}
