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
    assert!(
        app.get("/art/poster/1.svg")
            .await
            .text()
            .contains("One &amp; ")
    );
}

#[tokio::test]
async fn there_is_no_art_of_nothing() {
    let app = TestApp::with(&[]).await;
    for address in [
        "/art/poster/1.svg",
        "/art/poster/x.svg",
        "/art/poster/1.png",
        "/art/banner/x.svg",
    ] {
        assert_eq!(app.get(address).await.status.as_u16(), 404, "{address}");
    }
}
