use axum::http::{Request, StatusCode};
use serde_json::Value;
use testkit::{TestApp, anime};

/// The page's data block.
fn data(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"mitai-data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn the_home_page_holds_its_first_screen_and_its_data() {
    let app = TestApp::built_in().await;
    let page = app.get("/").await;
    let hero = app.get("/api/v1/hero").await.json();
    let data = data(page.text());
    assert_eq!(data["/api/v1/hero"], hero);
    assert_eq!(
        data["/api/v1/anime?list=popular&page=1"]["items"]
            .as_array()
            .unwrap()
            .len(),
        25
    );
    let id = hero["items"][0]["id"].as_str().unwrap();
    let preload = format!("<link rel=\"preload\" as=\"image\" href=\"/art/banner/{id}.svg\"");
    assert!(page.text().contains(&preload));
    assert!(page.text().contains("<h1>Re:ZERO"));
    assert_eq!(page.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn every_page_says_what_it_is() {
    let app = TestApp::built_in().await;
    for (address, title, canonical) in [
        ("/", "Trending Anime · Mitai", Some("/")),
        (
            "/?page=3",
            "Trending Anime, page 3 · Mitai",
            Some("/?page=3"),
        ),
        ("/?page=99", "Trending Anime · Mitai", Some("/")),
        (
            "/?search=%3Cb%3E",
            "Search Results for &quot;&lt;b&gt;&quot; · Mitai",
            None,
        ),
        ("/About", "About Us · Mitai", Some("/about")),
        ("/ContactUs", "Contact Us · Mitai", Some("/contactus")),
        (
            "/anime/16498",
            "Attack on Titan (2013) · Mitai",
            Some("/anime/attack-on-titan"),
        ),
        ("/watchlist", "Watch-list · Mitai", None),
        ("/shell", "Mitai", None),
    ] {
        let page = app.get(address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        assert!(
            page.text().contains(&format!("<title>{title}</title>")),
            "{address}: {}",
            page.text()
        );
        let link =
            canonical.map(|path| format!("rel=\"canonical\" href=\"https://mitai.example{path}\""));
        match link {
            Some(link) => assert!(page.text().contains(&link), "{address}"),
            None => assert!(page.text().contains("noindex"), "{address}"),
        }
    }
}

#[tokio::test]
async fn a_title_shows_before_the_app_runs() {
    let mut pictured = anime::popular(1, "Cowboy \"Bebop\"", 1);
    pictured.title_japanese = Some("カウボーイビバップ".into());
    pictured.synopsis = Some("Bounties <b>& debts.\n\n\"Bang.\"\n".into());
    pictured.images.jpg.large_image_url = Some("https://pictures.example/1l.jpg".into());
    let app = TestApp::with(&[pictured, anime::popular(2, "Trigun", 2)]).await;
    let page = app.get("/anime/1").await;
    let text = page.text();
    assert!(text.contains("<h1>Cowboy &quot;Bebop&quot;</h1>"), "{text}");
    assert!(text.contains("<p lang=\"ja\">カウボーイビバップ</p>"));
    let synopsis = "<p>Bounties &lt;b&gt;&amp; debts.\n\n&quot;Bang.&quot;</p>";
    assert!(text.contains(synopsis), "{text}");
    assert!(text.contains("<img src=\"https://pictures.example/1l.jpg\">"));
    assert!(text.contains("<img src=\"/art/banner/mal-1.svg\">"));
    let drawn = app.get("/anime/2").await;
    assert!(drawn.text().contains("<img src=\"/art/poster/2.svg\">"));
    let none = "<p>No description available.</p>";
    assert!(drawn.text().contains(none), "{}", drawn.text());
}

#[tokio::test]
async fn a_long_synopsis_is_begun_before_the_app_runs() {
    let titles = [(1, 600), (2, 601)].map(|(id, length)| {
        let mut title = anime::popular(id, "Trigun", id);
        title.synopsis = Some("あ".repeat(length));
        title
    });
    let app = TestApp::with(&titles).await;
    let (short, long) = (app.get("/anime/1").await, app.get("/anime/2").await);
    assert!(
        short
            .text()
            .contains(&format!("<p>{}</p>", "あ".repeat(600)))
    );
    let begun = format!("<p class=\"begun\">{}</p>", "あ".repeat(601));
    assert!(long.text().contains(&begun), "{}", long.text());
}

#[tokio::test]
async fn a_search_page_holds_what_the_search_finds() {
    let app = TestApp::with(&[anime::popular(1, "Steins;Gate 0", 1)]).await;
    let page = app.get("/?search=Steins%3BGate+0").await;
    let found = &data(page.text())["/api/v1/anime?search=Steins%3BGate+0&page=1"];
    assert_eq!(found["items"][0]["title"], "Steins;Gate 0");
}

#[tokio::test]
async fn a_page_made_while_the_store_is_away_is_whole_and_not_kept() {
    let app = TestApp::built_in().await;
    let kept = app.get("/?page=3").await;
    app.outage.begin();
    assert_eq!(app.get("/?page=3").await.text(), kept.text());

    let addresses = [
        ("/", "Trending Anime · Mitai"),
        ("/?page=2", "Trending Anime, page 2 · Mitai"),
        (
            "/?search=naruto",
            "Search Results for &quot;naruto&quot; · Mitai",
        ),
        ("/anime/attack-on-titan", "Mitai"),
    ];
    for (address, title) in addresses {
        let page = app.get(address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        let title = format!("<title>{title}</title>");
        assert!(page.text().contains(&title), "{address}: {}", page.text());
        assert!(page.text().contains("<p>Loading</p>"), "{address}");
        // What search engines know of a title stays
        let left_out = page.text().contains("noindex");
        assert_eq!(left_out, address.contains("search"), "{address}");
        assert_eq!(data(page.text()), serde_json::json!({}), "{address}");
        assert_eq!(page.header("cache-control"), "no-cache");
    }
    let list = app.get("/api/v1/anime?list=popular&page=1").await;
    assert_eq!(list.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(list.json()["code"], "unavailable");

    app.outage.end();
    for (address, _) in addresses {
        let page = app.get(address).await;
        assert_ne!(data(page.text()), serde_json::json!({}), "{address}");
    }
    let list = app.get("/api/v1/anime?list=popular&page=1").await;
    assert_eq!(list.status, StatusCode::OK);
}

#[tokio::test]
async fn what_an_older_index_found_is_not_sent_once_there_is_another() {
    let app = TestApp::with(&[anime::popular(1, "Bebop", 1)]).await;
    app.follow_names().await;
    app.import(&[anime::popular(2, "Trigun", 2)]).await;
    app.follow_revision().await;
    let addresses = ["/?search=trigun", "/v4/anime?q=trigun"];
    for address in addresses {
        app.get(address).await;
    }
    app.follow_names().await;
    for address in addresses {
        let found = app.get(address).await;
        assert!(
            found.text().contains("Trigun"),
            "{address}: {}",
            found.text()
        );
    }
}

#[tokio::test]
async fn other_addresses_lead_home() {
    let app = TestApp::with(&[]).await;
    for (address, to) in [
        ("/no-such-page", "/"),
        ("/contact", "/contactus"),
        ("/index.html", "/"),
    ] {
        let page = app.get(address).await;
        assert!(page.status.is_redirection(), "{address}");
        assert_eq!(page.header("location"), to, "{address}");
    }
}

#[tokio::test]
async fn an_unknown_title_is_a_page_with_status_404() {
    let app = TestApp::with(&[]).await;
    let page = app.get("/anime/unheard-of").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text().contains("noindex"));
    assert!(page.text().contains("Loading"));
    let etag = page.header("etag").to_owned();
    let again = Request::get("/anime/unheard-of").header("if-none-match", etag);
    let again = app.send(again).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert!(again.text().contains("Loading"));
}

#[tokio::test]
async fn assets_are_sent_packed_and_for_ever() {
    let app = TestApp::with(&[]).await;
    let packed = app
        .send(Request::get("/assets/app-1.js").header("accept-encoding", "gzip, br"))
        .await;
    assert_eq!(packed.header("content-encoding"), "br");
    assert_eq!(packed.text(), "packed");
    assert!(packed.header("cache-control").contains("immutable"));
    let plain = app.get("/assets/app-1.js").await;
    assert_eq!(plain.text(), "let a = 1");
    assert_eq!(plain.header("content-type"), "text/javascript");
    assert_eq!(
        app.get("/assets/missing.js").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        app.get("/favicon.svg").await.header("content-type"),
        "image/svg+xml"
    );
}
