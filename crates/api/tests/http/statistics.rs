//! What a signed-in user's list says of them.

use axum::http::{Request, StatusCode};
use domain::anime::Anime;
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp, anime};

use super::list::{edit, finished};

const STATISTICS: &str = "/api/v1/me/statistics";

/// A title of 26 episodes of 24 minutes, of a genre.
fn series(id: u32, genre: &str) -> Anime {
    let mut series = finished(id, &format!("Series {id}"));
    series.kind = Some("TV".into());
    series.year = Some(2010);
    series.duration = Some("24 min per ep".into());
    series.tags = vec![anime::genre(genre)];
    series
}

async fn site() -> TestApp {
    let mut film = finished(6, "Film");
    film.episodes = Some(1);
    film.duration = Some("1 hr 30 min".into());
    film.tags = vec![anime::genre("Drama")];
    let mut titles: Vec<Anime> = (1..=5).map(|id| series(id, "Action")).collect();
    titles.push(film);
    titles.push(finished(7, "Nobody knows"));
    TestApp::with(&titles).await
}

/// A user who has completed the film this year and One twice, watches Two, has dropped Three, and keeps the rest to himself.
async fn owner(app: &TestApp) -> Browser {
    let browser = app.signed_up("asuna").await;
    let run = |finished: &str| json!({ "state": "done", "progress": 26, "started": null, "finished": finished, "score": null });
    for (id, entry) in [
        (
            1,
            json!({ "status": "completed", "runs": [run("2025-02"), run("2026-01-02")], "score": 80 }),
        ),
        (2, json!({ "progress": 5, "score": 70 })),
        (
            3,
            json!({ "progress": 1, "status": "dropped", "score": 40 }),
        ),
        (
            6,
            json!({ "status": "completed", "finished": "2026-03-14", "score": 90 }),
        ),
        (
            7,
            json!({ "status": "completed", "finished": "2026-04", "private": true, "score": 100 }),
        ),
    ] {
        edit(&browser, id, &entry).await;
    }
    browser
}

async fn get(browser: &Browser, address: &str) -> Answer {
    let answer = browser.get(&format!("{STATISTICS}{address}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer
}

#[tokio::test]
async fn statistics_count_the_whole_list_of_their_owner() {
    let app = site().await;
    let browser = owner(&app).await;
    let statistics = get(&browser, "").await.json();
    assert_eq!(statistics["titles"], 5);
    assert_eq!(
        statistics["statuses"],
        json!({ "planned": 0, "watching": 1, "completed": 3, "paused": 0, "dropped": 1 })
    );
    // Twice 26, 5 and 1 of 24 minutes, 90 minutes, and 26 of unknown length
    assert_eq!(
        statistics["watched"],
        json!({ "episodes": 85, "again": 26, "seconds": 58 * 24 * 60 + 90 * 60, "untimed": 26 })
    );
    assert_eq!(
        statistics["completion"],
        json!({ "completed": 3, "paused": 0, "dropped": 1 })
    );
    assert_eq!(
        statistics["finished"],
        json!({
            "known": [{ "year": 2025, "titles": 1 }, { "year": 2026, "titles": 3 }],
            "unknown": 0,
        })
    );
    assert_eq!(
        statistics["years"],
        json!({ "known": [{ "year": 2010, "titles": 3 }], "unknown": 2 })
    );
    let scores = &statistics["scores"];
    assert_eq!(
        (&scores["count"], &scores["mean"]),
        (&json!(5), &json!(76.0))
    );
    assert_eq!(
        scores["steps"][1],
        json!({ "value": 7.0, "count": 1, "below": 1, "above": 3 })
    );
    let genres = statistics["genres"].as_array().unwrap();
    assert_eq!(genres[0]["name"], "Action");
    assert_eq!(
        (&genres[0]["scored"], &genres[0]["lift"]),
        (&json!(4), &Value::Null)
    );

    let nobody = app.signed_up("sugou").await;
    let empty = get(&nobody, "").await.json();
    assert_eq!(
        (&empty["titles"], &empty["genres"]),
        (&json!(0), &json!([]))
    );
    assert_eq!(empty["scores"]["mean"], Value::Null);
}

#[tokio::test]
async fn lift_needs_five_scores() {
    let app = site().await;
    let browser = owner(&app).await;
    for id in [4, 5] {
        edit(&browser, id, &json!({ "score": 60 })).await;
    }
    let statistics = get(&browser, "").await.json();
    let action = &statistics["genres"][0];
    assert_eq!(action["scored"], 6);
    // Of 80, 70, 40, 60, 60 and 100; the mean of all is that of these and 90
    let points = action["lift"]["points"].as_f64().unwrap();
    assert!(
        (points - (410.0 / 6.0 - 500.0 / 7.0)).abs() < 1e-9,
        "{points}"
    );
    assert_eq!(action["lift"]["liking"], "unclear");
}

#[tokio::test]
async fn year_counts_titles_finished_in_it() {
    let app = site().await;
    let browser = owner(&app).await;
    let year = get(&browser, "/2026").await.json();
    assert_eq!((&year["titles"], &year["again"]), (&json!(3), &json!(1)));
    assert_eq!(year["months"], json!([1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]));
    let best: Vec<_> = (0..3).map(|place| &year["best"][place]["mal_id"]).collect();
    assert_eq!(best, [7, 6, 1]);
    assert_eq!(year["best"][1]["finished"], "2026-03-14");
    assert_eq!(year["longest"]["mal_id"], 1);
    assert_eq!(year["first"]["mal_id"], 1);
    // The day of the title finished in April is unknown
    assert_eq!(year["last"]["mal_id"], 6);
    let before = get(&browser, "/2025").await.json();
    assert_eq!(
        (&before["titles"], &before["again"]),
        (&json!(1), &json!(0))
    );
    let empty = get(&browser, "/1999").await.json();
    assert_eq!(
        (&empty["titles"], &empty["first"]),
        (&json!(0), &Value::Null)
    );
    for year in ["1899", "2201", "99999999999", "-1", "x", "2026.5"] {
        for address in [format!("/{year}"), format!("/{year}/picture.png")] {
            let refused = browser.get(&format!("{STATISTICS}{address}")).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{address}");
        }
    }
}

#[tokio::test]
async fn unchanged_statistics_are_not_modified_and_changed_ones_are_sent() {
    let app = site().await;
    let browser = owner(&app).await;
    let other = app.signed_up("sugou").await;
    let ask = async |browser: &Browser, address: &str, etag: &str| {
        let request = Request::get(format!("{STATISTICS}{address}"));
        let request = request.header("if-none-match", etag);
        browser.send(request, "").await.status
    };
    for address in ["", "/2026"] {
        let etag = get(&browser, address).await.header("etag").to_owned();
        assert_eq!(
            ask(&browser, address, &etag).await,
            StatusCode::NOT_MODIFIED
        );
        assert_eq!(ask(&other, address, &etag).await, StatusCode::OK);
        edit(&browser, 2, &json!({ "notes": format!("Of {address}") })).await;
        assert_eq!(ask(&browser, address, &etag).await, StatusCode::OK);
    }
    let etag = get(&browser, "").await.header("etag").to_owned();
    let scale = json!({ "score_scale": "5_stars" });
    browser.patch("/api/v1/me/preferences", &scale).await;
    assert_eq!(ask(&browser, "", &etag).await, StatusCode::OK);
    let scores = &get(&browser, "").await.json()["scores"];
    assert_eq!(
        (&scores["scale"], &scores["steps"][0]["value"]),
        (&json!("5_stars"), &json!(2.0))
    );
    // The mean does not depend on a scale
    assert_eq!(scores["mean"], 76.0);

    let etag = get(&browser, "").await.header("etag").to_owned();
    let mut longer = series(2, "Action");
    longer.duration = Some("1 hr per ep".into());
    app.import(&[longer]).await;
    app.follow_revision().await;
    assert_eq!(ask(&browser, "", &etag).await, StatusCode::OK);
    let watched = &get(&browser, "").await.json()["watched"];
    assert_eq!(watched["seconds"], 53 * 24 * 60 + 90 * 60 + 5 * 3_600);
}

#[tokio::test]
async fn picture_of_a_year_is_its_owners_and_has_no_private_entry() {
    let app = site().await;
    let browser = owner(&app).await;
    let picture = get(&browser, "/2026/picture.png").await;
    assert_eq!(picture.header("content-type"), "image/png");
    assert_eq!(picture.header("cache-control"), "private, no-cache");
    let etag = picture.header("etag").to_owned();
    // Changes of the private entry have no effect
    for change in [
        json!({ "score": 10, "finished": "2026-11-02" }),
        json!({ "runs": [{ "state": "done", "progress": 26, "started": null, "finished": "2026-01-01", "score": 50 }] }),
        json!({ "status": "planned" }),
    ] {
        edit(&browser, 7, &change).await;
        let again = get(&browser, "/2026/picture.png").await;
        assert_eq!(again.header("etag"), etag, "{change}");
    }
    browser.delete("/api/v1/me/list/7").await;
    let without = get(&browser, "/2026/picture.png").await;
    assert_eq!(without.body, picture.body);
    // And of what is not private, it changes
    edit(&browser, 6, &json!({ "private": true })).await;
    let changed = get(&browser, "/2026/picture.png").await;
    assert_ne!(changed.body, picture.body);
    edit(&browser, 1, &json!({ "private": true })).await;
    for year in ["2026", "2024"] {
        let nothing = browser
            .get(&format!("{STATISTICS}/{year}/picture.png"))
            .await;
        assert_eq!(nothing.status, StatusCode::NOT_FOUND, "{year}");
    }
    let stranger = app
        .browser()
        .get(&format!("{STATISTICS}/2026/picture.png"))
        .await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    let other = app.signed_up("sugou").await;
    let theirs = other.get(&format!("{STATISTICS}/2026/picture.png")).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn picture_has_the_size_that_is_asked_for() {
    let app = site().await;
    let browser = owner(&app).await;
    for (shape, size) in [
        ("", (1_200_u32, 630_u32)),
        ("?shape=wide", (1_200, 630)),
        ("?shape=tall", (1_080, 1_920)),
    ] {
        let picture = get(&browser, &format!("/2026/picture.png{shape}")).await;
        let number = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), size, "{shape}");
    }
    for shape in ["?shape=round", "?shape=", "?shape=wide&shape=tall"] {
        let refused = browser
            .get(&format!("{STATISTICS}/2026/picture.png{shape}"))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{shape}");
    }
}
