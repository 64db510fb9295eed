use std::{sync::Arc, time::Duration};

use api::Pictures;
use axum::http::Request;
use domain::{
    anime::{Anime, MalId},
    extras::Extra,
    hero::HeroSlide,
    picture::Tag,
    provider::{AnswerStore as _, HERO_KEY, StoredAnswer},
};
use futures::future::join_all;
use pictures::{CachedPictures, Config};
use serde_json::json;
use tempfile::TempDir;
use testkit::{
    Answer, MockClock, TestApp, anime,
    extras::{of, person, picture, staff_member},
    picture_host::{PictureHost, Served},
    pictures as samples,
};

/// A host, a site that may ask it, and the folder of its pictures.
async fn with_cached_pictures(
    titles: impl Fn(&PictureHost) -> Vec<Anime>,
) -> (PictureHost, TestApp, TempDir) {
    let host = PictureHost::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        sources: host.url().parse().unwrap(),
        folder: folder.path().into(),
        most_bytes: 100_000_000,
    };
    let cached = CachedPictures::open(config, Arc::new(MockClock::default())).unwrap();
    let pictures = Pictures::Cached(Arc::new(cached));
    let app = TestApp::with_pictures(&titles(&host), pictures).await;
    (host, app, folder)
}

/// A title with its picture at `address`.
fn pictured(id: u32, address: &str) -> Anime {
    let mut title = anime::popular(id, &format!("Title {id}"), id);
    title.images.jpg.image_url = Some(address.into());
    title
}

/// The address of the picture on the card at `place` in the gallery.
async fn card(app: &TestApp, place: usize) -> Option<String> {
    let list = app.get("/api/v1/anime?list=popular").await.json();
    list["items"][place]["image_url"]
        .as_str()
        .map(str::to_owned)
}

fn leads_to(answer: &Answer, address: &str) {
    assert_eq!(answer.status.as_u16(), 307);
    assert_eq!(answer.header("location"), address);
}

#[tokio::test]
async fn concurrent_requests_fetch_each_picture_once() {
    let (host, app, _folder) = with_cached_pictures(|host| {
        let file = |id| Served::File(samples::poster(id));
        let titled = |id| pictured(id, &host.serve(&format!("/{id}.jpg"), file(id)));
        (1..=5).map(titled).collect()
    })
    .await;
    let mut addresses = Vec::new();
    for place in 0..5 {
        addresses.push(card(&app, place).await.unwrap());
    }
    let visits = (0..100).flat_map(|_| addresses.iter().map(|address| app.get(address)));
    for answer in join_all(visits).await {
        assert_eq!(answer.status.as_u16(), 200);
        assert_eq!(answer.header("content-type"), "image/webp");
        assert!(answer.header("cache-control").contains("immutable"));
        assert_eq!(answer.header("vary"), "accept");
        assert!(answer.body.len() <= 15_000, "{}", answer.body.len());
    }
    let mut asked = host.requests();
    asked.sort();
    assert_eq!(asked, ["/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg"]);
    let figures = app.get("/metrics").await;
    for line in [
        "mitai_pictures_served_total 500\n",
        "mitai_pictures_fetched_total 5\n",
        "mitai_pictures_failed_total 0\n",
        "mitai_pictures_max_bytes 100000000\n",
    ] {
        assert!(figures.text().contains(line), "{line}{}", figures.text());
    }
    assert!(!figures.text().contains("mitai_pictures_bytes 0\n"));
}

#[tokio::test]
async fn every_size_of_a_title_comes_from_its_largest_picture() {
    let (host, app, _folder) = with_cached_pictures(|host| {
        let mut title = pictured(1, &host.serve("/1.jpg", Served::Status(404)));
        let large = host.serve("/1l.jpg", Served::File(samples::poster(1)));
        title.images.jpg.large_image_url = Some(large);
        vec![title]
    })
    .await;
    let title = app.get("/api/v1/anime/1").await.json();
    let large = title["large_image_url"].as_str().unwrap();
    assert!(large.ends_with("-480"), "{large}");
    let small = title["image_url"].as_str().unwrap();
    assert!(small.ends_with("-320"), "{small}");
    let smallest = small.replace("-320", "-160");
    for address in [large, small, &smallest] {
        assert_eq!(app.get(address).await.status.as_u16(), 200, "{address}");
    }
    assert_eq!(host.requests(), ["/1l.jpg"]);
    let page = app.get("/anime/1").await;
    let expected = format!("<meta property=\"og:image\" content=\"https://mitai.example{large}\">");
    assert!(page.text().contains(&expected), "{}", page.text());
}

#[tokio::test]
async fn picture_address_names_the_fetched_source() {
    let (host, app, _folder) = with_cached_pictures(|host| {
        let small = host.serve("/1.jpg", Served::File(samples::poster(1)));
        let mut title = pictured(1, &small);
        title.images.jpg.large_image_url = Some(host.serve("/1l.jpg", Served::Status(404)));
        let mut other = pictured(2, &small);
        other.images.jpg.large_image_url = Some("https://elsewhere.example/2l.jpg".into());
        vec![title, other]
    })
    .await;
    let tag = |path: &str| Tag::of(&format!("{}{path}", host.url()));
    let (small, large) = (tag("/1.jpg"), tag("/1l.jpg"));
    let address = format!("/img/poster/1-{large}-320");
    assert_eq!(card(&app, 0).await.as_ref(), Some(&address));
    let title = app.get("/api/v1/anime/1").await.json();
    assert_eq!(
        title["large_image_url"],
        format!("/img/poster/1-{large}-480")
    );
    // An address of a host that is not allowed does not count
    let other = format!("/img/poster/2-{small}-320");
    assert_eq!(card(&app, 1).await, Some(other));
    leads_to(
        &app.get(&format!("/img/poster/1-{small}-320")).await,
        &address,
    );
    assert_eq!(host.requests(), Vec::<String>::new());

    // The small one shows for a while, in place of the large one
    let answer = app.get(&address).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(answer.header("content-type"), "image/webp");
    assert_eq!(answer.header("cache-control"), "public, max-age=300");
    assert_eq!(host.requests(), ["/1l.jpg", "/1.jpg"]);
}

#[tokio::test]
async fn failed_picture_is_replaced_by_a_drawn_one() {
    let (host, app, _folder) =
        with_cached_pictures(|host| vec![pictured(1, &host.serve("/1.jpg", Served::Status(500)))])
            .await;
    let address = card(&app, 0).await.unwrap();
    for _ in 0..3 {
        leads_to(&app.get(&address).await, "/art/poster/1.svg");
    }
    assert_eq!(host.requests().len(), 1);
}

#[tokio::test]
async fn picture_address_names_a_title_only() {
    let (host, app, _folder) = with_cached_pictures(|host| {
        let file = Served::File(samples::poster(1));
        vec![
            pictured(1, &host.serve("/1.jpg", file)),
            pictured(2, "https://elsewhere.example/2.jpg"),
            pictured(3, "http://169.254.169.254/latest"),
        ]
    })
    .await;
    let here = card(&app, 0).await.unwrap();
    assert_eq!(card(&app, 1).await, None);
    assert_eq!(card(&app, 2).await, None);

    let (_, tag) = here.split_once("1-").unwrap();
    // The picture of another one, or of an earlier time
    leads_to(
        &app.get(&format!("/img/poster/1-{}-320", "0".repeat(16)))
            .await,
        &here,
    );
    leads_to(
        &app.get(&format!("/img/poster/2-{}-320", "0".repeat(16)))
            .await,
        "/art/poster/2.svg",
    );
    for address in [
        format!("/img/poster/9-{tag}"),
        format!("/img/poster/x-{tag}"),
        here.replace("-320", "-321"),
        here.replace("-320", "-1600"),
        here.replace("-320", ""),
        "/img/poster/http%3A%2F%2F127.0.0.1%2F".into(),
        format!("/img/banner/mal-9-{}-1600", "0".repeat(16)),
    ] {
        let answer = app.get(&address).await;
        assert_eq!(answer.status.as_u16(), 404, "{address}");
    }
    assert_eq!(host.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn hero_backgrounds_come_from_the_cache() {
    let (host, app, _folder) = with_cached_pictures(|_| vec![anime::popular(1, "One", 1)]).await;
    let slide = HeroSlide {
        id: "kitsu-5".into(),
        mal_id: Some(MalId::new(1)),
        slug: None,
        title: "One".into(),
        title_english: None,
        title_japanese: None,
        image_url: Some(host.serve("/5.jpg", Served::File(samples::cover(5)))),
        description: None,
        rating: None,
    };
    let answer = StoredAnswer {
        body: serde_json::to_vec(&[slide]).unwrap(),
        etag: None,
        fetched_at: "2026-11-01T00:00:00Z".parse().unwrap(),
    };
    app.store.store_answer(HERO_KEY, &answer).await.unwrap();
    let hero = app.get("/api/v1/hero").await.json();
    let address = hero["items"][0]["image_url"].as_str().unwrap();
    assert!(address.starts_with("/img/banner/mal-1-"), "{address}");
    let picture = app.get(address).await;
    assert_eq!(picture.header("content-type"), "image/webp");
    assert!(picture.body.len() <= 200_000);
    let page = app.get("/").await;
    assert!(page.text().contains(address));
}

#[tokio::test]
async fn avif_is_sent_once_it_exists() {
    let (_host, app, _folder) = with_cached_pictures(|host| {
        let file = Served::File(samples::poster(1));
        vec![pictured(1, &host.serve("/1.jpg", file))]
    })
    .await;
    let address = card(&app, 0).await.unwrap();
    let accept = "image/avif,image/webp,*/*;q=0.8";
    let ask = || app.send(Request::get(&address).header("accept", accept));
    let first = ask().await;
    assert_eq!(first.header("content-type"), "image/webp");
    let later = tokio::time::timeout(std::time::Duration::from_mins(1), async {
        loop {
            let answer = ask().await;
            if answer.header("content-type") == "image/avif" {
                return answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    });
    assert!(later.await.unwrap().body.len() <= 15_000);
}

#[tokio::test]
async fn drawn_mode_has_no_picture_addresses() {
    let titles = [pictured(1, "https://elsewhere.example/1.jpg")];
    let app = TestApp::with_pictures(&titles, Pictures::Drawn).await;
    assert_eq!(card(&app, 0).await, None);
    let title = app.get("/api/v1/anime/1").await.json();
    assert!(title["large_image_url"].is_null());
    let old = format!("/img/poster/1-{}-320", "0".repeat(16));
    leads_to(&app.get(&old).await, "/art/poster/1.svg");
    // Programs get the facts as they are.
    let jikan = app.get("/v4/anime/1").await.json();
    let source = &jikan["data"]["images"]["jpg"]["image_url"];
    assert_eq!(source, "https://elsewhere.example/1.jpg");
}

#[tokio::test]
async fn portraits_come_from_allowed_hosts_only() {
    let (host, app, _folder) =
        with_cached_pictures(|_| vec![anime::popular(1, "Title 1", 1)]).await;
    let served = host.serve("/p.jpg", Served::File(samples::poster(1)));
    let portrayed = |id, url: &str| {
        let mut mention = person(id, "Family, Given");
        mention.image_url = Some(url.into());
        staff_member(mention, &["Director"])
    };
    let staff = vec![
        portrayed(1, &served),
        portrayed(2, "https://elsewhere.example/2.jpg"),
    ];
    app.import_extras(&[of(1, Extra::Staff(staff))]).await;
    let staff = app.get("/api/v1/anime/1/staff").await.json();
    let address = |place: usize| staff["items"][place]["person"]["image_url"].clone();
    let tag = Tag::of(&served);
    assert_eq!(address(0), format!("/img/portrait/person-1-{tag}-320"));
    assert!(address(1).is_null(), "{staff}");
    for width in [160, 320, 480] {
        let path = format!("/img/portrait/person-1-{tag}-{width}");
        assert_eq!(app.get(&path).await.status.as_u16(), 200, "{path}");
    }
    let other = app.get(&format!("/img/portrait/person-2-{tag}-160")).await;
    leads_to(&other, "/art/avatar/person-2.svg?name=Given+Family");
    assert_eq!(
        app.get("/art/avatar/person-2.svg?name=Given+Family")
            .await
            .status
            .as_u16(),
        200
    );
    for name in ["person-3", "character-1", "someone-1"] {
        let path = format!("/img/portrait/{name}-{tag}-160");
        assert_eq!(app.get(&path).await.status.as_u16(), 404, "{path}");
    }
    assert_eq!(host.requests(), ["/p.jpg"]);
}

#[tokio::test]
async fn pictures_of_a_title_are_known_by_their_tags() {
    let (host, mut app, _folder) =
        with_cached_pictures(|_| vec![anime::popular(1, "Title 1", 1)]).await;
    let first = host.serve("/first.jpg", Served::File(samples::poster(1)));
    let second = host.serve("/second.jpg", Served::File(samples::cover(2)));
    let at = |address: &str| {
        let mut picture = picture(1);
        picture.jpg.image_url = Some(address.into());
        picture
    };
    let mut with_large = at("https://elsewhere.example/small.jpg");
    with_large.jpg.large_image_url = Some(second.clone());
    let mut again = at(&first);
    again.webp.image_url = Some("https://elsewhere.example/1.webp".into());
    let stills = [
        at(&first),
        at("https://elsewhere.example/3.jpg"),
        again,
        with_large,
    ];
    app.import_extras(&[of(1, Extra::Pictures(stills.into()))])
        .await;
    let answer = app.get("/api/v1/anime/1/pictures").await.json();
    // The one of another host is left out, and what is there already
    let still = |source: &str, width: u32| format!("/img/still/1-{}-{width}", Tag::of(source));
    let both = |source: &str| json!({ "image_url": still(source, 320), "large_image_url": still(source, 960) });
    assert_eq!(answer["items"], json!([both(&first), both(&second)]));
    assert_eq!(answer["total"], 2);
    // A view of a picture follows one of its page
    app.clock.advance(Duration::from_hours(7));
    app.queued_wishes();
    for source in [&first, &second] {
        for width in [160, 320, 960] {
            let path = still(source, width);
            assert_eq!(app.get(&path).await.status.as_u16(), 200, "{path}");
        }
    }
    assert_eq!(app.queued_wishes(), []);
    assert_eq!(host.requests(), ["/first.jpg", "/second.jpg"]);
    // What was there before, or is not shown, is drawn
    let elsewhere = still("https://elsewhere.example/3.jpg", 320);
    leads_to(&app.get(&elsewhere).await, "/art/poster/1.svg");
    for path in [
        still(&first, 1_600),
        still(&first, 320).replace("/1-", "/2-"),
    ] {
        assert_eq!(app.get(&path).await.status.as_u16(), 404, "{path}");
    }
    let wide = still(&first, 960).replace("still", "poster");
    assert_eq!(app.get(&wide).await.status.as_u16(), 404);
}

#[tokio::test]
async fn drawn_mode_has_no_section_of_pictures() {
    let titles = [anime::popular(1, "Title 1", 1)];
    let app = TestApp::with_pictures(&titles, Pictures::Drawn).await;
    app.import_extras(&[of(1, Extra::Pictures(vec![picture(1)]))])
        .await;
    let title = app.get("/api/v1/anime/1").await.json();
    assert_eq!(title["sections"], json!([]));
    let pictures = app.get("/api/v1/anime/1/pictures").await.json();
    assert_eq!(pictures["items"], json!([]));
}
