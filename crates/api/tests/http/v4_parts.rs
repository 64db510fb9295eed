//! Jikan v4: what whole records answer beside the records themselves.

use axum::http::StatusCode;
use domain::anime::{Anime, Broadcast, Link, Season, Status, Tag, TagKind};
use jiff::civil::date;
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::{full, popular},
};

use super::v4::listed;

#[tokio::test]
async fn parts_of_a_title_stand_alone() {
    let mut title = popular(7, "Seven", 1);
    title.openings = vec!["1: \"Song\" by Somebody".into()];
    let link = |name: &str| Link {
        name: name.into(),
        url: format!("https://{name}.example/"),
    };
    title.external = vec![link("site")];
    title.streaming = vec![link("player"), link("other")];
    let app = TestApp::with(&[title, popular(8, "Eight", 2)]).await;
    let shown = |name| json!({ "name": name, "url": format!("https://{name}.example/") });
    let paging = json!({ "last_visible_page": 1, "has_next_page": false });
    for (part, expected) in [
        (
            "7/themes",
            json!({ "data": { "openings": ["1: \"Song\" by Somebody"], "endings": [] } }),
        ),
        ("7/external", json!({ "data": [shown("site")] })),
        (
            "7/streaming",
            json!({ "data": [shown("player"), shown("other")] }),
        ),
        (
            "8/themes",
            json!({ "data": { "openings": [], "endings": [] } }),
        ),
        ("8/external", json!({ "data": [] })),
        ("7/moreinfo", json!({ "data": { "moreinfo": null } })),
        ("7/forum", json!({ "data": [] })),
        ("7/forum?filter=episode", json!({ "data": [] })),
        (
            "7/userupdates?page=2",
            json!({ "pagination": paging, "data": [] }),
        ),
        ("7/reviews", json!({ "pagination": paging, "data": [] })),
    ] {
        let answer = app.get(&format!("/v4/anime/{part}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{part}");
        assert_eq!(answer.json(), expected, "{part}");
    }
    for part in [
        "themes",
        "external",
        "streaming",
        "moreinfo",
        "forum",
        "userupdates",
        "reviews",
    ] {
        for id in ["9", "0", "-7", "seven", "99999999999"] {
            let answer = app.get(&format!("/v4/anime/{id}/{part}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}/{part}");
            assert_eq!(answer.json()["type"], "HttpException", "{id}/{part}");
        }
    }
}

/// A series that airs.
fn series(number: u32, members: u32, broadcast: Option<&str>) -> Anime {
    let mut title = popular(number, &format!("T{number}"), number);
    title.kind = Some("TV".into());
    title.status = Some(Status::Airing);
    title.members = Some(members);
    title.broadcast = broadcast.map(|text| Broadcast {
        day: None,
        time: None,
        timezone: None,
        text: Some(text.into()),
    });
    title
}

#[tokio::test]
async fn schedules_hold_series_that_air_by_day() {
    let mut kids = series(3, 10, Some("Mondays at 07:00 (JST)"));
    kids.tags.push(Tag {
        kind: TagKind::Demographic,
        id: Some(15),
        name: "Kids".into(),
    });
    let mut ended = series(6, 1, Some("Mondays at 01:00 (JST)"));
    ended.status = Some(Status::Finished);
    let mut film = series(7, 1, Some("Mondays at 01:00 (JST)"));
    film.kind = Some("Movie".into());
    let app = TestApp::with(&[
        series(1, 30, Some("Mondays at 01:00 (JST)")),
        series(2, 20, Some("Sundays at 09:30 (JST)")),
        kids,
        series(4, 5, Some("Not scheduled once per week")),
        series(5, 40, Some("Unknown")),
        ended,
        film,
        series(8, 50, None),
    ])
    .await;
    for (query, expected) in [
        ("", &[4, 3, 2, 1, 5, 8][..]),
        ("?filter=monday", &[3, 1]),
        ("?filter=MONDAY&kids=true", &[3]),
        ("?filter=monday&kids", &[3]),
        ("?filter=monday&kids=false", &[1]),
        ("?kids=true&sfw=true&unapproved", &[3]),
        ("/monday?kids=false", &[1]),
        ("?filter=sunday", &[2]),
        ("?filter=tuesday", &[]),
        ("?filter=other", &[4]),
        ("?filter=unknown", &[5, 8]),
        ("?filter=monday&limit=1&page=2", &[1]),
        ("?limit=2&page=3", &[5, 8]),
    ] {
        let address = format!("/v4/schedules{query}");
        assert_eq!(listed(&app, &address).await, expected, "{query}");
    }
    let page = app.get("/v4/schedules?filter=monday&limit=1").await.json();
    let items = json!({ "count": 1, "total": 2, "per_page": 1 });
    assert_eq!(page["pagination"]["items"], items);
    assert_eq!(
        page["data"][0]["broadcast"]["string"],
        "Mondays at 07:00 (JST)"
    );
}

#[tokio::test]
async fn schedule_follows_the_catalogue() {
    let app = TestApp::with(&[series(1, 1, Some("Mondays at 01:00 (JST)"))]).await;
    assert_eq!(listed(&app, "/v4/schedules?filter=monday").await, [1]);
    app.import(&[series(1, 1, Some("Fridays at 01:00 (JST)"))])
        .await;
    app.follow_facts().await;
    let none: [u64; 0] = [];
    assert_eq!(listed(&app, "/v4/schedules?filter=monday").await, none);
    assert_eq!(listed(&app, "/v4/schedules?filter=friday").await, [1]);
}

#[tokio::test]
async fn seasons_are_listed_by_year() {
    let mut named = popular(1, "T1", 1);
    (named.season, named.year) = (Some(Season::Spring), Some(2022));
    let mut first_day = popular(2, "T2", 2);
    first_day.aired.from = Some(date(2022, 1, 9));
    let mut film = popular(3, "T3", 3);
    film.aired.from = Some(date(1917, 12, 31));
    let app = TestApp::with(&[named, first_day, film, popular(4, "T4", 4)]).await;
    let answer = app.get("/v4/seasons").await;
    assert_eq!(answer.header("cache-control"), "public, s-maxage=86400");
    let expected = json!({
        "pagination": { "last_visible_page": 1, "has_next_page": false },
        "data": [
            { "year": 2022, "seasons": ["winter", "spring"] },
            { "year": 1917, "seasons": ["fall"] },
        ],
    });
    assert_eq!(answer.json(), expected);
    for (season, expected) in [
        ("2022/winter", [2]),
        ("2022/spring", [1]),
        ("1917/fall", [3]),
    ] {
        let address = format!("/v4/seasons/{season}");
        assert_eq!(listed(&app, &address).await, expected, "{season}");
    }
}

#[tokio::test]
async fn upcoming_titles_are_listed_by_popularity() {
    let coming = |number, kind: &str| {
        let mut title = popular(number, &format!("T{number}"), 10 - number);
        title.status = Some(Status::Upcoming);
        title.kind = Some(kind.into());
        title
    };
    let mut airing = coming(3, "TV");
    airing.status = Some(Status::Airing);
    let app = TestApp::with(&[coming(1, "TV"), coming(2, "Movie"), airing]).await;
    let address = "/v4/seasons/upcoming";
    assert_eq!(listed(&app, address).await, [2, 1]);
    assert_eq!(listed(&app, &format!("{address}?filter=tv")).await, [1]);
    assert_eq!(
        listed(&app, &format!("{address}?limit=1&page=2")).await,
        [1]
    );
}

#[tokio::test]
async fn titles_are_found_and_ordered_by_their_last_day() {
    let ended = |number: u32, until: Option<jiff::civil::Date>| {
        let mut title = popular(number, &format!("Lantern {number}"), number);
        title.aired.from = Some(date(2004, 6, 1));
        title.aired.to = until;
        title
    };
    let app = TestApp::with(&[
        ended(1, Some(date(2006, 3, 25))),
        ended(2, Some(date(2005, 12, 31))),
        ended(3, None),
        ended(4, Some(date(2005, 12, 31))),
        ended(5, Some(date(2005, 2, 28))),
    ])
    .await;
    for (query, expected) in [
        ("end_date=2005", &[2, 4, 5][..]),
        ("end_date=2005-02", &[5]),
        ("end_date=2005-02-27", &[]),
        (
            "end_date=2006-03-25&order_by=popularity&sort=desc",
            &[5, 4, 2, 1],
        ),
        ("end_date=2005&q=lantern&limit=1&page=3", &[5]),
        ("end_date=2005&start_date=2004-06-02", &[]),
        ("order_by=end_date", &[5, 2, 4, 1, 3]),
        ("order_by=end_date&sort=desc", &[1, 2, 4, 5, 3]),
        (
            "order_by=end_date&q=lantern&end_date=2005&sort=desc",
            &[2, 4, 5],
        ),
        ("order_by=end_date&limit=2&page=2", &[4, 1]),
    ] {
        let address = format!("/v4/anime?{query}");
        assert_eq!(listed(&app, &address).await, expected, "{query}");
    }
    let page = app.get("/v4/anime?end_date=2005&limit=2").await.json();
    let items = json!({ "count": 2, "total": 3, "per_page": 2 });
    assert_eq!(page["pagination"]["items"], items);
}

/// The whole record of an incomplete title may be there soon.
#[tokio::test]
async fn parts_of_an_incomplete_title_are_cached_for_a_minute() {
    let app = TestApp::with(&[popular(1, "One", 1), full(2)]).await;
    for part in ["full", "relations", "themes", "external", "streaming"] {
        for (id, seconds) in [(1, 60), (2, 86_400)] {
            let answer = app.get(&format!("/v4/anime/{id}/{part}")).await;
            let cache_control = format!("public, s-maxage={seconds}");
            assert_eq!(answer.header("cache-control"), cache_control, "{id}/{part}");
        }
    }
}

#[tokio::test]
async fn parts_have_the_headers_of_their_kind() {
    let app = TestApp::with(&[full(2)]).await;
    for address in [
        "/v4/anime/2/themes",
        "/v4/anime/2/external",
        "/v4/anime/2/streaming",
        "/v4/seasons/upcoming",
        "/v4/schedules?filter=saturday",
        "/v4/producers/1",
    ] {
        let answer = app.get(address).await;
        assert_eq!(
            answer.status,
            StatusCode::OK,
            "{address}: {}",
            answer.text()
        );
        assert_eq!(
            answer.header("cache-control"),
            "public, s-maxage=86400",
            "{address}"
        );
        assert!(answer.header("etag").starts_with("W/\""), "{address}");
    }
    for address in [
        "/v4/anime/2/reviews",
        "/v4/anime?end_date=2020",
        "/v4/producers",
        "/v4/magazines",
    ] {
        let answer = app.get(address).await;
        assert_eq!(
            answer.header("cache-control"),
            "private, must-revalidate",
            "{address}"
        );
        assert_ne!(answer.json()["pagination"], Value::Null, "{address}");
    }
}

#[tokio::test]
async fn further_pages_by_the_last_day_reuse_the_selection() {
    let app = TestApp::with(&[full(1), full(2), full(3)]).await;
    let page = async |page: u64| {
        listed(
            &app,
            &format!("/v4/anime?end_date=2013&order_by=mal_id&limit=1&page={page}"),
        )
        .await
    };
    for number in 1..=3 {
        assert_eq!(page(number).await, [number]);
    }
    assert_eq!(app.outage.calls("select_ids"), 1);
    app.import(&[popular(4, "Four", 4)]).await;
    assert_eq!(page(2).await, [2]);
    assert_eq!(app.outage.calls("select_ids"), 2);
}
