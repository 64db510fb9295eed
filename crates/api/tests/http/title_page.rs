//! What a title's page is made of, and how it is found.

use axum::http::{Request, StatusCode};
use domain::anime::{Anime, Broadcast, MalId, Status};
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::{finished, related},
};

/// A title of a year, with its relations.
fn title(id: u32, name: &str, year: i16, relations: &[(&str, u32)]) -> Anime {
    let mut anime = finished(id, name, jiff::civil::date(year, 1, 1));
    let relations = relations.iter().map(|(kind, id)| related(kind, *id));
    anime.relations = Some(relations.collect());
    anime
}

/// The JSON of the page's script element that `mark` begins.
fn block(html: &str, mark: &str) -> Value {
    let (_, rest) = html.split_once(mark).unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

const LINKED_DATA: &str = "<script type=\"application/ld+json\"";
const DATA: &str = "id=\"mitai-data\"";

async fn story() -> TestApp {
    let mut first = title(
        1,
        "Walls",
        2013,
        &[("Sequel", 2), ("Side Story", 3), ("Other", 9)],
    );
    first.kind = Some("TV".into());
    first.title_japanese = Some("壁".into());
    first.episodes = Some(25);
    first.images.jpg.image_url = Some("https://pictures.example/1.jpg".into());
    let second = title(2, "Walls 2", 2017, &[("Prequel", 1), ("Adaptation", 70)]);
    let side = title(3, "Walls: Aside", 2014, &[("Parent story", 1)]);
    let crossover = title(9, "Walls and Doors", 2015, &[("Other", 1), ("Other", 8)]);
    let other = title(8, "Doors", 2010, &[("Other", 9)]);
    TestApp::with(&[first, second, side, crossover, other]).await
}

#[tokio::test]
async fn title_lists_its_franchise_in_watch_order() {
    let app = story().await;
    let first = app.get("/api/v1/anime/walls").await.json();
    let order = first["franchise"].as_array().unwrap();
    let id_and_part = |entry: &Value| (entry["mal_id"].clone(), entry["part"].clone());
    let listed: Vec<_> = order.iter().map(id_and_part).collect();
    assert_eq!(
        listed,
        [
            (json!(1), json!("main")),
            (json!(3), json!("side_story")),
            (json!(2), json!("main")),
        ]
    );
    assert_eq!(
        order[0],
        json!({
            "mal_id": 1, "slug": "walls", "title": "Walls", "title_english": null,
            "title_japanese": "壁", "type": "TV", "year": 2013, "episodes": 25, "image_url": "https://pictures.example/1.jpg",
            "part": "main",
        })
    );
    for address in ["/api/v1/anime/walls-2", "/api/v1/anime/3"] {
        assert_eq!(
            app.get(address).await.json()["franchise"],
            first["franchise"]
        );
    }
    let alone = app.get("/api/v1/anime/9").await.json();
    assert_eq!(alone["franchise"], json!([]));
}

/// The text about a late title follows from today's date; the source's status stays unchanged.
#[tokio::test]
async fn upcoming_title_shows_its_expected_start() {
    let mut late = title(1, "Late", 2026, &[]);
    late.status = Some(Status::Upcoming);
    late.aired.text = Some("Jan 1, 2026 to ?".into());
    let app = TestApp::with(&[late, title(2, "Seen", 2025, &[])]).await;
    let record = app.get("/api/v1/anime/late").await.json();
    let expected = json!({ "text": "on Jan 1, 2026", "last_day": "2026-01-01" });
    assert_eq!(
        (&record["expected"], &record["status"]),
        (&expected, &json!("Not yet aired"))
    );
    let jikan = app.get("/v4/anime/1").await.json();
    assert_eq!(jikan["data"]["status"], "Not yet aired");
    let record = app.get("/api/v1/anime/seen").await.json();
    assert_eq!(record["expected"], Value::Null);
}

#[tokio::test]
async fn title_has_its_weekly_broadcast_slot() {
    let mut weekly = title(1, "Weekly", 2013, &[]);
    weekly.broadcast = Some(Broadcast {
        day: Some("Sundays".into()),
        time: Some("01:58".into()),
        timezone: Some("Asia/Tokyo".into()),
        text: Some("Sundays at 01:58 (JST)".into()),
    });
    let app = TestApp::with(&[weekly, title(2, "Film", 2014, &[])]).await;
    let of = async |id| app.get(&format!("/api/v1/anime/{id}")).await.json();
    assert_eq!(
        of(1).await["broadcast"],
        json!({ "weekday": 0, "time": "01:58" })
    );
    assert_eq!(of(2).await["broadcast"], Value::Null);
}

#[tokio::test]
async fn relations_have_picture_form_and_year() {
    let app = story().await;
    let second = app.get("/api/v1/anime/2").await.json();
    let prequel = &second["relations"][0]["entries"][0];
    assert_eq!(prequel["image_url"], "https://pictures.example/1.jpg");
    assert_eq!(
        (&prequel["form"], &prequel["year"]),
        (&json!("TV"), &json!(2013))
    );
    let unknown = &second["relations"][1]["entries"][0];
    assert_eq!(unknown["name"], "Title 70");
    for fact in ["slug", "form", "year", "image_url"] {
        assert_eq!(unknown[fact], Value::Null, "{fact}");
    }
}

#[tokio::test]
async fn page_is_complete_with_one_answer_of_the_api() {
    let app = story().await;
    let page = app.get("/anime/walls").await;
    let data = block(page.text(), DATA);
    assert_eq!(data.as_object().unwrap().len(), 1);
    let answer = app.get("/api/v1/anime/walls").await.json();
    assert_eq!(data["/api/v1/anime/walls"], answer);
}

#[tokio::test]
async fn title_page_describes_itself_to_search_engines() {
    let app = story().await;
    let page = app.get("/anime/1").await;
    let linked_data = block(page.text(), LINKED_DATA);
    assert_eq!(linked_data["@type"], "TVSeries");
    assert_eq!(linked_data["url"], "https://mitai.example/anime/walls");
    assert_eq!(linked_data["image"], "https://pictures.example/1.jpg");
    let shared = |url: &str| format!("<meta property=\"og:image\" content=\"{url}\">");
    assert!(
        page.text()
            .contains(&shared("https://pictures.example/1.jpg"))
    );
    for (drawn, card) in [("/anime/2", "2"), ("/", "site"), ("/about", "site")] {
        let page = app.get(drawn).await;
        let card = format!("https://mitai.example/art/og/{card}.png");
        assert!(page.text().contains(&shared(&card)), "{drawn}");
        for tag in [
            "image:width\" content=\"1200\"",
            "image:height\" content=\"630\"",
        ] {
            assert!(page.text().contains(tag), "{drawn}: {tag}");
        }
    }
    for address in ["/", "/about", "/anime/unheard-of"] {
        let page = app.get(address).await;
        assert!(!page.text().contains("ld+json"), "{address}");
    }
}

#[tokio::test]
async fn title_text_is_escaped_in_its_page() {
    let evil = "</script><script>alert(1)</script><!--\u{2028}\" onload='x'";
    let mut anime = title(1, evil, 2013, &[("Sequel", 2)]);
    anime.synopsis = Some(format!("{evil} (Source: {evil})"));
    anime.synonyms = vec![evil.into()];
    let second = title(2, evil, 2014, &[]);
    let app = TestApp::with(&[anime, second]).await;
    let page = app.get("/anime/1").await;
    assert!(!page.text().contains("<script>alert"), "{}", page.text());
    assert_eq!(block(page.text(), LINKED_DATA)["name"], evil);
    let data = block(page.text(), DATA);
    assert_eq!(data["/api/v1/anime/1"]["franchise"][1]["title"], evil);
}

#[tokio::test]
async fn synopsis_and_its_credit_are_separate() {
    let mut anime = title(1, "Walls", 2013, &[]);
    anime.synopsis = Some("Three walls.\n\n[Written by MAL Rewrite]".into());
    anime.popularity = Some(1);
    let mut bare = title(2, "Doors", 2013, &[]);
    bare.synopsis = Some("(Source: ANN)".into());
    let app = TestApp::with(&[anime, bare]).await;
    let walls = app.get("/api/v1/anime/1").await.json();
    assert_eq!(walls["synopsis"], "Three walls.");
    assert_eq!(walls["synopsis_credit"], "Written by MAL Rewrite");
    let page = app.get("/anime/1").await;
    assert!(
        page.text()
            .contains("name=\"description\" content=\"Three walls.\"")
    );
    let list = app.get("/api/v1/anime").await.json();
    assert_eq!(list["items"][0]["synopsis"], "Three walls.");
    let doors = app.get("/api/v1/anime/2").await.json();
    assert_eq!(doors["synopsis"], Value::Null);
    assert_eq!(doors["synopsis_credit"], "Source: ANN");
    let v4 = app.get("/v4/anime/1").await.json();
    assert_eq!(
        v4["data"]["synopsis"],
        "Three walls.\n\n[Written by MAL Rewrite]"
    );
}

/// The addresses in a sitemap.
fn addresses(xml: &str) -> Vec<&str> {
    let each = xml.split("<loc>").skip(1);
    each.map(|rest| rest.split_once("</loc>").unwrap().0)
        .collect()
}

#[tokio::test]
async fn sitemap_lists_every_page_once() {
    let far = Anime::named(MalId::new(64_725), "Far");
    let app = TestApp::with(&[
        title(1, "Walls", 2013, &[]),
        title(2, "Doors", 2014, &[]),
        far,
    ])
    .await;
    let robots = app.get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    let map = robots
        .text()
        .lines()
        .find_map(|l| l.strip_prefix("Sitemap: "));
    assert_eq!(map, Some("https://mitai.example/sitemap.xml"));

    let index = app.get("/sitemap.xml").await;
    assert_eq!(
        index.header("content-type"),
        "application/xml; charset=utf-8"
    );
    assert!(index.text().contains("<sitemapindex xmlns="));
    let mut found = Vec::new();
    for part in addresses(index.text()) {
        let part = app
            .get(part.strip_prefix("https://mitai.example").unwrap())
            .await;
        assert_eq!(part.status, StatusCode::OK);
        found.extend(addresses(part.text()).into_iter().map(str::to_owned));
    }
    for path in [
        "/",
        "/browse",
        "/about",
        "/developers",
        "/anime/walls",
        "/anime/doors",
        "/anime/far",
    ] {
        let address = format!("https://mitai.example{path}");
        assert_eq!(found.iter().filter(|a| **a == address).count(), 1, "{path}");
        let page = app.get(path).await;
        assert!(
            page.text()
                .contains(&format!("rel=\"canonical\" href=\"{address}\""))
        );
    }
    assert!(found.iter().all(|address| !address.contains("/watchlist")));
    let titles = app.get("/sitemap-titles-0.xml").await;
    let day = titles.text().matches("<lastmod>").count();
    assert_eq!(day, 2, "{}", titles.text());
    let etag = titles.header("etag").to_owned();
    let again = Request::get("/sitemap-titles-0.xml").header("if-none-match", etag);
    assert_eq!(app.send(again).await.status, StatusCode::NOT_MODIFIED);
    let missing = app.get("/sitemap-titles-3.xml").await;
    assert_eq!(missing.status, StatusCode::TEMPORARY_REDIRECT);
}

#[tokio::test]
async fn sitemap_follows_the_catalogue_and_reports_outages() {
    let app = TestApp::with(&[title(1, "Walls", 2013, &[])]).await;
    let before = app.get("/sitemap-titles-0.xml").await;
    assert!(!before.text().contains("/anime/doors"));
    app.import(&[title(2, "Doors", 2014, &[])]).await;
    let after = app.get("/sitemap-titles-0.xml").await;
    assert!(after.text().contains("/anime/doors"), "{}", after.text());
    app.outage.begin();
    let during_outage = app.get("/sitemap-titles-0.xml").await;
    assert_eq!(during_outage.text(), after.text());
    let unread = app.get("/sitemap.xml").await;
    assert_eq!(unread.status, StatusCode::SERVICE_UNAVAILABLE);
}
