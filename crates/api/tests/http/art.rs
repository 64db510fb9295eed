use axum::http::{Request, StatusCode};
use testkit::{TestApp, anime};

#[tokio::test]
async fn posters_and_banners_are_drawn() {
    let app = TestApp::with(&[anime::popular(1, "One & \"Two\"", 1)]).await;
    for address in [
        "/art/poster/1.svg",
        "/art/banner/mal-1.svg",
        "/art/banner/kitsu-5.svg",
    ] {
        let drawn = app.get(address).await;
        assert_eq!(drawn.header("content-type"), "image/svg+xml", "{address}");
        assert!(drawn.text().starts_with("<svg"), "{address}");
        assert!(drawn.body.len() < 8_000, "{address}");
    }
    let poster = app.get("/art/poster/1.svg").await;
    assert!(
        poster.text().contains("<title>One &amp; "),
        "{}",
        poster.text()
    );
}

#[tokio::test]
async fn sharing_cards_are_small_pngs_without_content_encoding() {
    let app = TestApp::with(&[anime::popular(1, "One & \"Two\"", 1)]).await;
    for address in ["/art/og/1.png", "/art/og/site.png"] {
        let asked = Request::get(address).header("accept-encoding", "gzip, br");
        let drawn = app.send(asked).await;
        assert_eq!(drawn.header("content-type"), "image/png", "{address}");
        assert!(!drawn.headers.contains_key("content-encoding"), "{address}");
        assert!(drawn.body.len() < 150_000, "{address}");
        let (head, size) = (&drawn.body[..8], &drawn.body[16..24]);
        assert_eq!(head, b"\x89PNG\r\n\x1a\n", "{address}");
        assert_eq!(
            size,
            [1200_u32.to_be_bytes(), 630_u32.to_be_bytes()].concat()
        );
        let etag = drawn.header("etag").to_owned();
        let again = app
            .send(Request::get(address).header("if-none-match", etag))
            .await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{address}");
    }
}

#[tokio::test]
async fn addresses_of_no_picture_are_not_found() {
    let app = TestApp::with(&[]).await;
    for address in [
        "/art/poster/1.svg",
        "/art/poster/x.svg",
        "/art/poster/1.png",
        "/art/banner/x.svg",
        "/art/og/1.png",
        "/art/og/1.svg",
        "/art/og/x.png",
    ] {
        assert_eq!(app.get(address).await.status.as_u16(), 404, "{address}");
    }
}

#[tokio::test]
async fn avatars_are_drawn_for_any_name() {
    let app = TestApp::with(&[]).await;
    let uid = "0123456789abcdefghjkmnpqrs";
    for (query, text) in [
        ("?name=Yuuki+Asuna", "<title>Yuuki Asuna<"),
        ("?name=%3Cscript%3E&x=1", "&lt;"),
        ("?name=", "<svg"),
        ("", "<svg"),
    ] {
        let drawn = app.get(&format!("/art/avatar/{uid}.svg{query}")).await;
        assert_eq!(drawn.header("content-type"), "image/svg+xml", "{query}");
        assert!(drawn.header("cache-control").contains("immutable"));
        assert!(drawn.text().contains(text), "{query}: {}", drawn.text());
        assert!(!drawn.text().contains("<script"), "{query}");
    }
    let long = "x".repeat(101);
    for (address, status) in [
        (format!("/art/avatar/{uid}.png"), 404),
        ("/art/avatar/ab.svg".into(), 404),
        ("/art/avatar/a.name.svg".into(), 404),
        (format!("/art/avatar/{}.svg", uid.to_uppercase()), 404),
        (format!("/art/avatar/{uid}.svg?name={long}"), 400),
        (format!("/art/avatar/{uid}.svg?name=a&name=b"), 400),
    ] {
        assert_eq!(app.get(&address).await.status.as_u16(), status, "{address}");
    }
}
