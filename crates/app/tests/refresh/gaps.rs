//! Gaps of records that Kitsu fills in.

use std::time::Duration;

use app::catalogue::refresh::Wish;
use serde_json::json;
use testkit::stub_provider::{Mode, kitsu_number};

use super::fallback::{ID, Scene, title};

#[tokio::test]
async fn kitsu_fills_gaps_of_a_record_without_a_jikan_answer() {
    let mut open = title();
    open.tags.clear();
    let scene = Scene::with(open).await;
    scene.jikan.set(Mode::status(403));
    let wish = Wish::Title(ID);
    let link = json!({
        "name": "Tide Stream", "url": format!("https://stream.example/{}", kitsu_number(1)),
    });
    let state = async || {
        scene.app.follow_revision().await;
        let title = scene.app.get(&format!("/api/v1/anime/{ID}")).await.json();
        let links = scene.section("links").await["streaming"].take();
        (title["title"].clone(), title["genres"].clone(), links)
    };
    assert_eq!(state().await, (json!("One"), json!([]), json!([])));
    for refresher in [scene.together(), scene.alone()] {
        refresher.fulfil(wish.clone()).await;
        let filled = (json!("One"), json!(["Comedy"]), json!([link]));
        assert_eq!(state().await, filled);
        assert_eq!(scene.kitsu.seen().len(), 2, "the number and the facts");
    }

    scene.jikan.set(Mode::Normal);
    scene.together().fulfil(wish).await;
    let (name, genres, links) = state().await;
    assert_ne!(name, json!("One"));
    // The Jikan-compatible service says more of genres, and nothing of links
    assert_ne!(genres, json!(["Comedy"]));
    assert_eq!(links, json!([link]));
    assert_eq!(scene.kitsu.seen().len(), 2);
}

#[tokio::test]
async fn kitsu_fills_gaps_of_a_stale_jikan_record() {
    let scene = Scene::with(title()).await;
    let links = async || {
        scene.app.follow_revision().await;
        let links = scene.section("links").await["streaming"].take();
        links.as_array().map(Vec::len)
    };
    scene.together().fulfil(Wish::Title(ID)).await;
    assert_eq!((links().await, scene.kitsu.seen().len()), (Some(0), 0));
    scene.app.clock.advance(Duration::from_hours(7));
    scene.jikan.set(Mode::status(403));
    scene.together().fulfil(Wish::Title(ID)).await;
    assert_eq!(links().await, Some(1));
}
