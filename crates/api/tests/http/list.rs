//! A signed-in user's anime list.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use domain::anime::{Anime, Status};
use serde_json::{Value, json};
use testkit::{Browser, TestApp, anime};

pub(super) const LIST: &str = "/api/v1/me/list";

/// A title of 26 episodes which were all aired.
pub(super) fn finished(id: u32, title: &str) -> Anime {
    let mut anime = anime::popular(id, title, id);
    anime.episodes = Some(26);
    anime.status = Some(Status::Finished);
    anime
}

pub(super) async fn site() -> TestApp {
    let mut coming = anime::popular(4, "Coming", 4);
    coming.status = Some(Status::Upcoming);
    let mut one = finished(1, "One");
    one.title_english = Some("The One".into());
    one.title_japanese = Some("一".into());
    one.kind = Some("TV".into());
    one.year = Some(1998);
    one.score = Some(8.62);
    one.images.jpg.image_url = Some("https://img.example/1.jpg".into());
    TestApp::with(&[one, finished(2, "Two"), finished(3, "Three"), coming]).await
}

pub(super) fn at(id: u32) -> String {
    format!("{LIST}/{id}")
}

/// Edits an entry, which is accepted.
pub(super) async fn edit(browser: &Browser, id: u32, edit: &Value) -> Value {
    let answer = browser.patch(&at(id), edit).await;
    assert_eq!(answer.status, StatusCode::OK, "{edit}: {}", answer.text());
    answer.json()
}

/// The items of a list with the facts of their titles from its columns.
pub(super) fn listed(list: &Value) -> Vec<Value> {
    let mut items = list["items"].as_array().unwrap().clone();
    for (name, column) in list["titles"].as_object().unwrap() {
        let column = column.as_array().unwrap();
        assert_eq!(column.len(), items.len(), "{name}");
        for (item, fact) in items.iter_mut().zip(column) {
            item[name] = fact.clone();
        }
    }
    items
}

pub(super) async fn items(browser: &Browser) -> Value {
    browser.get(LIST).await.json()["items"].take()
}

#[tokio::test]
async fn entry_is_made_edited_and_removed() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let empty = browser.get(LIST).await.json();
    assert_eq!(
        (&empty["version"], &empty["position"], &empty["items"]),
        (&json!(0), &json!("0"), &json!([]))
    );
    let first = json!({ "progress": 1, "today": "2026-03-14", "op_id": "phone-0001" });
    let made = edit(&browser, 1, &first).await;
    assert_eq!(made["event"], 1);
    let expected = json!({
        "mal_id": 1,
        "title": "One",
        "title_english": "The One",
        "title_japanese": "一",
        "image_url": "https://img.example/1.jpg",
        "mean": 8.62,
        "popularity": 1,
        "genres": ["Action"],
        "episodes": 26,
        "airing": "finished",
        "kind": "TV",
        "year": 1998,
        "added_at": "2026-11-01T00:00:00Z",
        "status": "watching",
        "progress": 1,
        "score": null,
        "started": "2026-03-14",
        "finished": null,
        "notes": "",
        "tags": [],
        "private": false,
        "rewatches": 0,
        "runs": [{
            "state": "open", "progress": 1, "started": "2026-03-14", "finished": null, "score": null,
        }],
    });
    assert_eq!(made["item"], expected);
    let list = browser.get(LIST).await.json();
    assert_eq!(listed(&list), [expected]);
    assert_eq!(
        (&list["version"], &list["position"]),
        (&json!(1), &made["position"])
    );
    let record = browser.get("/api/v1/me/record").await.json();
    assert_eq!(record["watchlist"][0]["mal_id"], 1);

    let removed = browser.delete(&at(1)).await.json();
    assert_eq!(
        (&removed["event"], &removed["item"]),
        (&json!(2), &Value::Null)
    );
    let again = browser.delete(&at(1)).await.json();
    assert_eq!(
        (&again["event"], &again["version"]),
        (&Value::Null, &json!(2))
    );
    assert_eq!(items(&browser).await, json!([]));
}

#[tokio::test]
async fn lists_of_users_are_separate() {
    let app = site().await;
    let (browser, other) = (app.signed_up("asuna").await, app.signed_up("sugou").await);
    edit(&browser, 1, &json!({ "notes": "Mine", "private": true })).await;
    assert_eq!(items(&other).await, json!([]));
    edit(&other, 1, &json!({ "notes": "Theirs" })).await;
    other.delete(&at(1)).await;
    assert_eq!(items(&browser).await[0]["notes"], "Mine");
    let theirs = other.post("/api/v1/me/activity/7/undo", &json!({})).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn unchanged_list_is_not_modified_and_changed_one_is_sent() {
    let app = site().await;
    let (browser, other) = (app.signed_up("asuna").await, app.signed_up("sugou").await);
    let ask = async |browser: &Browser, etag: &str| {
        let request = Request::get(LIST).header("if-none-match", etag);
        browser.send(request, "").await
    };
    let first = browser.get(LIST).await;
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let mut etag = first.header("etag").to_owned();
    let record = browser.get("/api/v1/me/record").await;
    assert_ne!(record.header("etag"), etag);
    assert_eq!(ask(&browser, &etag).await.status, StatusCode::NOT_MODIFIED);
    assert_eq!(ask(&other, &etag).await.status, StatusCode::OK);
    for progress in 1..=2 {
        edit(&browser, 1, &json!({ "progress": progress })).await;
        let changed = ask(&browser, &etag).await;
        assert_eq!(changed.json()["items"][0]["progress"], progress);
        changed.header("etag").clone_into(&mut etag);
    }
    app.import(&[finished(1, "One, renamed")]).await;
    let renamed = ask(&browser, &etag).await.json();
    assert_eq!(renamed["titles"]["title"][0], "One, renamed");
}

/// A thousand entries, each like these, are 60 kB at most.
#[tokio::test]
async fn list_answer_is_small() {
    const MAX_BYTES_AN_ENTRY: usize = 60;
    let app = TestApp::built_in().await;
    let browser = app.signed_up("asuna").await;
    let titles = catalogue::titles().unwrap();
    for (number, title) in titles.iter().enumerate() {
        let day = format!(
            "20{:02}-0{}-1{}",
            10 + number % 15,
            1 + number % 9,
            number % 10
        );
        let status = ["watching", "completed", "paused"][number % 3];
        let tag = ["calm", "long", "with friends"][number % 3];
        let form = json!({
            "status": status,
            "started": day,
            "score": 10 * (1 + number % 10),
            "tags": [tag],
        });
        let answer = browser.patch(&at(title.mal_id.get()), &form).await;
        assert!(matches!(answer.status.as_u16(), 200 | 400));
    }
    let plain = browser.get(LIST).await;
    let count = plain.json()["items"].as_array().unwrap().len();
    let packed = async || {
        let request = Request::get(LIST).header("accept-encoding", "br");
        let answer = browser.send(request, "").await;
        assert_eq!(answer.header("content-encoding"), "br");
        answer.body
    };
    let first = packed().await;
    // A body that is read again is compressed more as soon as there is time
    let again = loop {
        let again = packed().await;
        if again.len() < first.len() {
            break again;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    for packed in [&first, &again] {
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut &packed[..], &mut unpacked).unwrap();
        assert_eq!(unpacked, plain.body);
    }
    let bytes = again.len();
    assert!(
        bytes <= count * MAX_BYTES_AN_ENTRY,
        "{bytes} bytes for {count} titles"
    );
}

async fn order(browser: &Browser) -> Vec<Value> {
    let list = items(browser).await;
    let ids: Vec<Value> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["mal_id"].clone())
        .collect();
    let record = browser.get("/api/v1/me/record").await.json();
    let watchlist = record["watchlist"].as_array().unwrap().iter();
    let listed: Vec<Value> = watchlist.map(|entry| entry["mal_id"].clone()).collect();
    assert_eq!(listed, ids);
    ids
}

#[tokio::test]
async fn restored_entry_has_its_former_position() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let kept = json!({ "notes": "Kept" });
    for id in 1..=3 {
        edit(&browser, id, &kept).await;
        app.clock.advance(Duration::from_mins(1));
    }
    for _ in 0..2 {
        let removed = browser.delete(&at(2)).await.json()["event"].take();
        assert_eq!(order(&browser).await, [3, 1]);
        app.clock.advance(Duration::from_mins(1));
        let undo = format!("/api/v1/me/activity/{removed}/undo");
        let undone = browser.post(&undo, &json!({})).await;
        assert_eq!(undone.status, StatusCode::OK);
        assert_eq!(order(&browser).await, [3, 2, 1]);
    }
    // What is put there anew is new
    let removed = browser.delete(&at(2)).await.json()["event"].take();
    edit(&browser, 2, &kept).await;
    assert_eq!(order(&browser).await, [2, 3, 1]);
    // The former entry, in place of the new one, stands where it stood
    let form = json!({ "before": removed, "mal_ids": [2] });
    let restored = browser.post("/api/v1/me/list/restore", &form).await.json();
    assert_eq!(order(&browser).await, [3, 2, 1]);
    let undo = json!({ "events": [restored["results"][0]["event"]] });
    browser.post("/api/v1/me/activity/undo", &undo).await;
    assert_eq!(order(&browser).await, [2, 3, 1]);
}
