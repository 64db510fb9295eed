//! Listening to a library.

use std::{collections::BTreeSet, fmt::Display, time::Duration};

use axum::http::{Request, StatusCode, request::Builder};
use futures::future::{join, join_all};
use serde_json::json;
use testkit::{Browser, Event, Events, TestApp, anime};

use super::list::{LIST, listed};

pub(super) const LIVE: &str = "/api/v1/me/live";
/// A heartbeat that comes in no test, so that nothing is found by looking for it.
pub(super) const NEVER: Duration = Duration::from_hours(1);

pub(super) fn live() -> Builder {
    Request::get(LIVE)
}

pub(super) fn since(position: impl Display) -> Builder {
    Request::get(format!("{LIVE}?since={position}"))
}

pub(super) async fn site() -> TestApp {
    let titles: Vec<_> = (1..=40)
        .map(|id| anime::popular(id, &format!("Title {id}"), id))
        .collect();
    TestApp::with(&titles).await
}

pub(super) async fn add(browser: &Browser, id: u32) {
    let answer = browser.put(&format!("/api/v1/me/watchlist/{id}")).await;
    assert_eq!(answer.status, StatusCode::OK);
}

pub(super) async fn next(events: &mut Events) -> Event {
    events.next().await.unwrap()
}

/// Reads changes up to a version and checks that none is missing or doubled.
pub(super) async fn read_up_to(events: &mut Events, mut version: u64, last: u64) {
    while version < last {
        let event = next(events).await;
        assert_eq!(event.name, "change");
        assert_eq!(event.version(), version + 1);
        assert_eq!(event.json()["version"], version + 1);
        assert_eq!(event.json()["position"], event.id);
        version += 1;
    }
}

#[tokio::test]
async fn stream_sends_a_snapshot_and_then_changes() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    add(&browser, 1).await;
    let mut events = browser.listen(live()).await;
    let snapshot = next(&mut events).await;
    assert_eq!((&*snapshot.name, snapshot.version()), ("snapshot", 1));
    let record = browser.get("/api/v1/me/record").await.json();
    assert_eq!(snapshot.json(), record);

    add(&browser, 2).await;
    add(&browser, 2).await;
    browser.delete("/api/v1/me/watchlist/1").await;
    browser.put("/api/v1/me/history/2").await;
    let texts = json!({ "displayName": "Asuna", "bio": "New" });
    browser.patch("/api/v1/me/record", &texts).await;
    let entry = browser.get("/api/v1/me/record").await.json()["watchlist"][0].take();
    assert_eq!(entry["title"], "Title 2");
    let item = listed(&browser.get(LIST).await.json()).remove(0);
    let preferences = browser.get("/api/v1/me/preferences").await.json();
    for (version, mut data) in [
        (
            2,
            json!({
                "version": 2,
                "kind": "added",
                "list": "watchlist",
                "entry": entry,
                "item": item,
            }),
        ),
        (
            3,
            json!({ "version": 3, "kind": "removed", "list": "watchlist", "mal_id": 1 }),
        ),
        (
            4,
            json!({
                "version": 4,
                "kind": "added",
                "list": "history",
                "entry": entry,
                "item": null,
            }),
        ),
        (
            5,
            json!({
                "version": 5,
                "kind": "profile",
                "displayName": "Asuna",
                "bio": "New",
                "favoriteGenres": "Shonen, Seinen, Slice of Life",
                "preferences": preferences,
            }),
        ),
    ] {
        let event = next(&mut events).await;
        assert_eq!((&*event.name, event.version()), ("change", version));
        data["position"] = event.id.clone().into();
        assert_eq!(event.json(), data);
    }
}

#[tokio::test]
async fn stream_sends_edits_and_preferences() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let mut events = browser.listen(live()).await;
    next(&mut events).await;
    let address = "/api/v1/me/list/1";
    let made = browser.patch(address, &json!({ "progress": 1 })).await;
    let added = next(&mut events).await.json();
    let of_made = made.json();
    assert_eq!(added["kind"], "added");
    assert_eq!(
        (&added["position"], &added["item"]),
        (&of_made["position"], &of_made["item"])
    );

    let edited = browser
        .patch(address, &json!({ "notes": "Mine" }))
        .await
        .json();
    let expected = json!({
        "version": 2,
        "position": edited["position"],
        "kind": "edited",
        "mal_id": 1,
        "item": edited["item"],
    });
    assert_eq!(next(&mut events).await.json(), expected);

    let stars = json!({ "score_scale": "5_stars" });
    let preferences = browser.patch("/api/v1/me/preferences", &stars).await;
    let profile = next(&mut events).await.json();
    assert_eq!(
        (&profile["kind"], &profile["version"]),
        (&json!("profile"), &json!(3))
    );
    assert_eq!(profile["preferences"], preferences.json());

    browser.delete(address).await;
    let removed = next(&mut events).await.json();
    assert_eq!(
        (&removed["kind"], &removed["version"]),
        (&json!("removed"), &json!(4))
    );
}

#[tokio::test]
async fn reconnecting_client_receives_missed_changes() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for id in 1..=5 {
        add(&browser, id).await;
    }
    let mut events = browser.listen(since(2)).await;
    read_up_to(&mut events, 2, 5).await;
    add(&browser, 6).await;
    read_up_to(&mut events, 5, 6).await;

    // The browser repeats the address it began with, and what it saw last goes before that
    let mut events = browser.listen(since(2).header("last-event-id", "4")).await;
    read_up_to(&mut events, 4, 6).await;

    let again = app.again().await;
    let browser = again.browser().with_cookie(browser.cookie());
    let mut events = browser.listen(since(6)).await;
    add(&browser, 7).await;
    read_up_to(&mut events, 6, 7).await;
}

#[tokio::test]
async fn client_with_an_unknown_version_receives_a_snapshot() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    add(&browser, 1).await;
    for request in [
        since(7),
        since(u64::from(u32::MAX)),
        live().header("last-event-id", "yesterday"),
        live().header("last-event-id", ""),
    ] {
        let mut events = browser.listen(request).await;
        let event = next(&mut events).await;
        assert_eq!((&*event.name, event.version()), ("snapshot", 1));
        add(&browser, 1).await;
    }
    let refused = browser.get(&format!("{LIVE}?since=yesterday")).await;
    assert_eq!(refused.json()["code"], "invalid_request");
}

#[tokio::test]
async fn forgotten_changes_are_replaced_by_a_snapshot() {
    let app = TestApp::with_heartbeat(&[anime::popular(1, "One", 1)], NEVER).await;
    let browser = app.signed_up("asuna").await;
    let mut listening = browser.listen(since(0)).await;
    let elsewhere = app.again().await;
    let same = elsewhere.browser().with_cookie(browser.cookie());
    for _ in 0..501 {
        add(&same, 1).await;
        same.delete("/api/v1/me/watchlist/1").await;
    }
    let mut events = browser.listen(since(1)).await;
    assert_eq!(next(&mut events).await.name, "snapshot");
    let mut events = browser.listen(since(2)).await;
    read_up_to(&mut events, 2, 1_002).await;

    // Of one change this process is notified, and it finds a thousand that it did not
    add(&browser, 1).await;
    let snapshot = next(&mut listening).await;
    assert_eq!((&*snapshot.name, snapshot.version()), ("snapshot", 1003));
    browser.delete("/api/v1/me/watchlist/1").await;
    read_up_to(&mut listening, 1_003, 1_004).await;
}

#[tokio::test]
async fn stream_has_changes_of_its_own_user_only() {
    let app = site().await;
    let [asuna, kirito] = [app.signed_up("asuna").await, app.signed_up("kirito").await];
    let mut events = asuna.listen(since(0)).await;
    add(&kirito, 1).await;
    add(&asuna, 2).await;
    assert_eq!(next(&mut events).await.json()["entry"]["mal_id"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_listeners_receive_all_changes_in_order() {
    const ROUNDS: u32 = 15;
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let mut listeners = Vec::new();
    for _ in 0..4 {
        let mut events = browser.listen(live()).await;
        next(&mut events).await;
        listeners.push(events);
    }
    let writers = join_all((0..6).map(|writer| {
        let browser = &browser;
        async move {
            for round in 0..ROUNDS {
                let address = format!("/api/v1/me/watchlist/{}", (writer * 7 + round) % 12 + 1);
                match (writer + round) % 3 {
                    0 => browser.delete(&address).await,
                    _ => browser.put(&address).await,
                };
            }
            browser
                .patch("/api/v1/me/record", &json!({ "bio": writer.to_string() }))
                .await
        }
    }));
    let received = join_all(listeners.into_iter().map(|mut events| async move {
        let (mut version, mut profiles) = (0, 0);
        let mut held = BTreeSet::new();
        while profiles < 6 {
            let change = next(&mut events).await.json();
            version += 1;
            assert_eq!(change["version"], version);
            match change["kind"].as_str().unwrap() {
                "added" => assert!(held.insert(change["entry"]["mal_id"].as_u64().unwrap())),
                // Sent as removed under both versions if it was removed before it was sent
                "removed" => _ = held.remove(&change["mal_id"].as_u64().unwrap()),
                _ => profiles += 1,
            }
        }
        (version, held, events)
    }));
    let (_, received) = join(writers, received).await;
    let record = browser.get("/api/v1/me/record").await.json();
    let stored: BTreeSet<u64> = record["watchlist"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["mal_id"].as_u64().unwrap())
        .collect();
    for (mut version, mut held, mut events) in received {
        while version < record["version"].as_u64().unwrap() {
            let change = next(&mut events).await.json();
            version += 1;
            match change["kind"].as_str().unwrap() {
                "added" => _ = held.insert(change["entry"]["mal_id"].as_u64().unwrap()),
                _ => _ = held.remove(&change["mal_id"].as_u64().unwrap()),
            }
        }
        assert_eq!(held, stored);
    }
}

#[tokio::test]
async fn slow_listener_misses_nothing() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let mut events = browser.listen(since(0)).await;
    for id in 1..=40 {
        add(&browser, id).await;
    }
    read_up_to(&mut events, 0, 40).await;
}

/// A browser closes its connection while its change is being made.
#[tokio::test]
async fn change_of_a_client_that_left_reaches_listeners() {
    let app = TestApp::with_heartbeat(&[anime::popular(1, "One", 1)], NEVER).await;
    let browser = app.signed_up("asuna").await;
    let mut events = browser.listen(since(0)).await;
    let (mut seen, mut abandoned) = (0, 0);
    for round in 0..60 {
        let address = "/api/v1/me/watchlist/1";
        let changing = async {
            match round % 2 {
                0 => browser.put(address).await,
                _ => browser.delete(address).await,
            }
        };
        let timeout = Duration::from_micros(round * 50);
        if tokio::time::timeout(timeout, changing).await.is_err() {
            abandoned += 1;
        }
        let record = browser.get("/api/v1/me/record").await.json();
        let version = record["version"].as_u64().unwrap();
        read_up_to(&mut events, seen, version).await;
        seen = version;
    }
    assert!(abandoned > 0 && seen > 0, "{abandoned} {seen}");
}

/// An event `signed_out` would be wrong: the browser has just signed in.
#[tokio::test]
async fn stream_polls_for_missed_changes() {
    let app =
        TestApp::with_heartbeat(&[anime::popular(1, "One", 1)], Duration::from_millis(50)).await;
    let browser = app.signed_up("asuna").await;
    let mut events = browser.listen(since(0)).await;
    let comment = async |events: &mut Events| {
        let event = events.next_or_comment().await.unwrap();
        assert!(event.is_comment, "{event:?}");
    };
    comment(&mut events).await;
    comment(&mut events).await;

    // Another process writes
    let elsewhere = app.again().await;
    let same = elsewhere.browser().with_cookie(browser.cookie());
    add(&same, 1).await;
    read_up_to(&mut events, 0, 1).await;
    // and this one goes on from there
    browser.delete("/api/v1/me/watchlist/1").await;
    read_up_to(&mut events, 1, 2).await;

    // Another process ends the session
    same.post("/api/v1/auth/logout", &json!({})).await;
    assert_eq!(next(&mut events).await.name, "signed_out");
    assert_eq!(events.next().await, None);
}
