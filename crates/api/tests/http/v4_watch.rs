//! Jikan v4: what is known of all titles together.

use domain::{
    anime::Status,
    extras::{Extra, Video, VideoKind},
};
use jiff::civil::date;
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::popular,
    extras::{of, recommendation, video},
};

use super::v4_extras::{data, paging, site};

#[tokio::test]
async fn recommendations_name_stored_titles_only() {
    let app = site().await;
    let entry = json!({
        "mal_id": 2,
        "url": "https://myanimelist.net/anime/2/Second",
        "images": {
            "jpg": {
                "image_url": "https://img.example/2.jpg",
                "small_image_url": null,
                "large_image_url": null,
            },
            "webp": { "image_url": null, "small_image_url": null, "large_image_url": null },
        },
        "title": "Second",
    });
    let url = "https://myanimelist.net/recommendations/anime/1-2";
    let expected = json!([{ "entry": entry, "url": url, "votes": 16 }]);
    assert_eq!(data(&app, "/anime/1/recommendations").await, expected);

    let votes = [(1, 3), (3, 40), (9, 99)].map(|(id, votes)| recommendation(id, votes));
    app.import_extras(&[of(2, Extra::Recommendations(votes.into()))])
        .await;
    let page = app.get("/v4/recommendations/anime").await.json();
    assert_eq!(page["pagination"], paging(1, false));
    let pairs = page["data"].as_array().unwrap().iter();
    let pairs: Vec<&Value> = pairs.map(|pair| &pair["mal_id"]).collect();
    assert_eq!(pairs, ["2-3", "1-2"]);
    let beyond = data(&app, "/recommendations/anime?page=4294967295").await;
    assert_eq!(beyond, json!([]));
    let pair = &page["data"][1];
    assert_eq!(pair["entry"][1], entry);
    assert_eq!(pair["user"], json!({ "url": "", "username": "" }));
    assert_eq!(
        (&pair["content"], &pair["date"]),
        (&json!(""), &Value::Null)
    );
}

#[tokio::test]
async fn watch_lists_have_videos_of_new_and_popular_titles() {
    let app = site().await;
    let title = |number: u32, status| {
        let mut title = popular(number, &format!("T{number}"), number);
        title.status = Some(status);
        title.aired.from = Some(date(2026, 10, 1));
        title
    };
    let titles = [title(4, Status::Airing), title(5, Status::Upcoming)];
    app.import(&titles).await;
    let numbers = [None, Some(1), Some(2), Some(3)];
    let episodes = numbers.map(|episode| Video {
        kind: VideoKind::Episode,
        episode,
        url: episode.map(|number| format!("https://tube.example/{number}")),
        ..video(4)
    });
    let extras = [
        of(4, Extra::Videos([&episodes[..], &[video(4)]].concat())),
        of(5, Extra::Videos(vec![video(5), video(6)])),
    ];
    app.import_extras(&extras).await;
    for (path, expected) in [
        ("/watch/promos", &["PV 5", "PV 6", "PV 4", "PV 1"][..]),
        ("/watch/promos/popular", &["PV 1", "PV 4", "PV 5", "PV 6"]),
        ("/watch/promos?page=2", &[]),
        ("/watch/promos?page=4294967295", &[]),
    ] {
        let promos = data(&app, path).await;
        let promos = promos.as_array().unwrap().iter();
        let names: Vec<&Value> = promos.map(|promo| &promo["title"]).collect();
        assert_eq!(names, expected, "{path}");
    }
    let promo = data(&app, "/watch/promos").await[0].take();
    assert_eq!(promo["entry"]["mal_id"], 5);
    assert_eq!(promo["trailer"]["youtube_id"], "x");
    for path in ["/watch/episodes", "/watch/episodes/popular"] {
        let watched = data(&app, path).await;
        let newest = |number: u32| {
            json!({
                "mal_id": number.to_string(),
                "url": format!("https://tube.example/{number}"),
                "title": format!("Episode {number}"),
                "premium": false,
            })
        };
        assert_eq!(watched[0]["entry"]["title"], "T4", "{path}");
        assert_eq!(
            watched[0]["episodes"],
            json!([newest(3), newest(2)]),
            "{path}"
        );
        assert_eq!(watched[0]["region_locked"], false, "{path}");
    }
}

#[tokio::test]
async fn list_of_an_unknown_extra_is_cached_as_empty_for_a_minute() {
    let app = TestApp::with(&[popular(1, "First", 1)]).await;
    for address in [
        "/v4/recommendations/anime",
        "/v4/watch/episodes",
        "/v4/watch/episodes/popular",
        "/v4/watch/promos",
        "/v4/watch/promos/popular",
    ] {
        let answer = app.get(address).await;
        assert_eq!(
            answer.header("cache-control"),
            "public, s-maxage=60",
            "{address}"
        );
        let expected = json!({ "pagination": paging(1, false), "data": [] });
        assert_eq!(answer.json(), expected, "{address}");
    }
}

/// An episode that has no number stands in its title's own list alone.
#[tokio::test]
async fn episodes_without_a_number_are_not_new() {
    let app = site().await;
    let unnumbered = Video {
        kind: VideoKind::Episode,
        ..video(1)
    };
    app.import_extras(&[of(1, Extra::Videos(vec![unnumbered]))])
        .await;
    let watched = data(&app, "/watch/episodes/popular").await;
    assert_eq!(watched, json!([]));
    let shown = data(&app, "/anime/1/videos/episodes").await[0].take();
    assert_eq!(
        (&shown["mal_id"], &shown["episode"]),
        (&json!(0), &json!(""))
    );
}
