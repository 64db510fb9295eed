use axum::http::{Request, StatusCode};
use serde_json::Value;
use testkit::{TestApp, anime};

/// The page's data block.
fn data(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"mitai-data\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn home_page_holds_its_first_screen_and_its_data() {
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
    assert!(page.text().contains("data-rendered=\"/\""));
    assert!(page.text().contains("<h1>/?</h1><p>/api/v1/hero: "));
    let (head, _) = page.text().split_once("</head>").unwrap();
    assert!(head.contains("<link rel=\"modulepreload\" href=\"/assets/.js\">"));
    assert_eq!(page.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn page_in_brotli_is_the_same_page() {
    let app = TestApp::built_in().await;
    // The first is compressed whole; later ones are joined with the common part, as soon as that is compressed.
    for address in ["/", "/?page=2", "/browse", "/anime/5114"] {
        let plain = app.get(address).await;
        let request = Request::get(address).header("accept-encoding", "br");
        let packed = app.send(request).await;
        assert_eq!(packed.header("content-encoding"), "br", "{address}");
        assert_eq!(packed.header("etag"), plain.header("etag"), "{address}");
        let mut page = Vec::new();
        brotli::BrotliDecompress(&mut &packed.body[..], &mut page).unwrap();
        assert_eq!(String::from_utf8(page).unwrap(), plain.text(), "{address}");
    }
}

#[tokio::test]
async fn every_page_has_its_title_and_description() {
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
async fn every_page_is_rendered_with_its_data() {
    let app = TestApp::with(&[anime::popular(1, "Steins;Gate 0", 1)]).await;
    for (address, rendered) in [
        ("/?page=99", "/?"),
        ("/?search=Steins%3BGate+0", "/?search=Steins%3BGate+0"),
        (
            "/Browse?type=tv&sort=score",
            "/browse?type=tv&amp;sort=score",
        ),
        ("/anime/1", "/anime/1?"),
        ("/ANIME/Steins-Gate-0/", "/anime/steins-gate-0?"),
        ("/About", "/about?"),
        ("/watchlist?sort=rating-asc", "/watchlist?"),
    ] {
        let page = app.get(address).await;
        let text = page.text();
        let heading = format!("<h1>{}</h1>", rendered.replace("&amp;", "&#38;"));
        assert!(text.contains(&heading), "{address}: {text}");
        let named = format!("data-rendered=\"{}\"", rendered.trim_end_matches('?'));
        assert!(text.contains(&named), "{address}: {text}");
        for answer in data(text).as_object().unwrap().keys() {
            let shown = format!("<p>{}: ", answer.replace('&', "&#38;"));
            assert!(text.contains(&shown), "{address}: {answer}");
        }
    }
}

#[tokio::test]
async fn drawn_pictures_of_the_first_screen_are_in_the_page() {
    let app = TestApp::with(&[anime::popular(1, "One & \"100 %\" #1", 1)]).await;
    let data = async |address| {
        let drawn = app.get(address).await.text().to_owned();
        let escaped = drawn.replace('%', "%25").replace('#', "%23");
        let escaped = escaped.replace('&', "&amp;").replace('"', "&quot;");
        format!("src=\"data:image/svg+xml,{escaped}\" alt=\"\"")
    };
    let banner = data("/art/banner/mal-1.svg").await;
    let poster = data("/art/poster/1.svg").await;
    let avatar = data("/art/avatar/person-7.svg?name=Conan%20O%27Brien").await;
    let preload = "rel=\"preload\" as=\"image\"";
    for (address, posters) in [("/about", 1), ("/browse", 1), ("/anime/1", 1), ("/", 0)] {
        let page = app.get(address).await;
        let text = page.text();
        assert_eq!(text.matches(&banner).count(), 1, "{address}");
        assert_eq!(text.matches(&poster).count(), posters, "{address}");
        assert_eq!(text.matches(&avatar).count(), posters, "{address}");
        assert_eq!(
            text.matches("src=\"/art/poster/1.svg\"").count(),
            2 - posters,
            "{address}"
        );
        assert!(
            text.contains("src=\"/art/poster/999999999.svg\""),
            "{address}"
        );
        assert!(!text.contains(preload), "{address}");
        assert!(text.contains("modulepreload"), "{address}");
        assert_eq!(
            text.matches("decoding=\"sync\"").count(),
            posters,
            "{address}"
        );
    }
}

#[tokio::test]
async fn page_is_complete_without_markup_when_rendering_fails() {
    let app = TestApp::with(&[]).await;
    let page = app.get("/faq").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("<p>Loading</p>"), "{}", page.text());
    assert!(!page.text().contains("data-rendered"));
    // The engine that failed does not answer for the next page.
    assert!(app.get("/terms").await.text().contains("<h1>/terms?</h1>"));
}

#[tokio::test]
async fn search_page_holds_what_the_search_finds() {
    let app = TestApp::with(&[anime::popular(1, "Steins;Gate 0", 1)]).await;
    let page = app.get("/?search=Steins%3BGate+0").await;
    let found = &data(page.text())["/api/v1/anime?search=Steins%3BGate+0&page=1"];
    assert_eq!(found["items"][0]["title"], "Steins;Gate 0");
}

#[tokio::test]
async fn page_made_during_an_outage_is_complete_and_not_cached() {
    let app = TestApp::built_in().await;
    let cached = app.get("/?page=3").await;
    app.outage.begin();
    assert_eq!(app.get("/?page=3").await.text(), cached.text());

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
async fn search_page_of_an_older_index_is_not_sent() {
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
async fn unknown_addresses_redirect_home() {
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
async fn unknown_title_is_a_page_with_status_404() {
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
async fn assets_are_compressed_and_immutable() {
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
