//! What a signed-in user keeps.

use std::io::Read as _;

use axum::http::{Request, StatusCode};
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp, anime};

const RECORD: &str = "/api/v1/me/record";

async fn record(browser: &Browser) -> Value {
    browser.get(RECORD).await.json()
}

fn ids(list: &Value) -> Vec<u64> {
    let entries = list.as_array().unwrap().iter();
    entries.map(|e| e["mal_id"].as_u64().unwrap()).collect()
}

async fn three_titles() -> TestApp {
    let [mut one, two, three] =
        [(1, "One"), (2, "Two"), (3, "Three")].map(|(id, title)| anime::popular(id, title, id));
    one.score = Some(8.62);
    one.title_english = Some("The One".into());
    one.title_japanese = Some("一".into());
    one.images.jpg.image_url = Some("https://img.example/1.jpg".into());
    TestApp::with(&[one, two, three]).await
}

#[tokio::test]
async fn library_begins_with_defaults_once() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let answers = join_all((0..20).map(|_| browser.get(RECORD))).await;
    for answer in answers {
        assert_eq!(
            answer.json(),
            json!({
                "version": 0,
                "position": "0",
                "displayName": "asuna",
                "bio": "This is a dummy bio. Edit to add your own!",
                "favoriteGenres": "Shonen, Seinen, Slice of Life",
                "preferences": {
                    "score_scale": "10",
                    "title_language": "english",
                    "time_zone": null,
                    "week_start": "monday",
                },
                "watchlist": [],
                "history": [],
            })
        );
    }
}

#[tokio::test]
async fn titles_are_added_to_lists_and_removed() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    for list in ["watchlist", "history"] {
        let before = record(&browser).await["version"].as_u64().unwrap();
        let version = |answer: Answer| answer.json()["version"].as_u64().unwrap() - before;
        let at = |id: u32| format!("/api/v1/me/{list}/{id}");
        assert_eq!(version(browser.put(&at(1)).await), 1);
        assert_eq!(version(browser.put(&at(2)).await), 2);
        assert_eq!(version(browser.put(&at(3)).await), 3);
        assert_eq!(version(browser.put(&at(2)).await), 3, "it was there");
        assert_eq!(ids(&record(&browser).await[list]), [3, 2, 1]);
        assert_eq!(version(browser.delete(&at(2)).await), 4);
        assert_eq!(version(browser.delete(&at(2)).await), 4, "it was gone");
        assert_eq!(version(browser.delete(&at(999)).await), 4);
        assert_eq!(version(browser.put(&at(2)).await), 5);
        assert_eq!(ids(&record(&browser).await[list]), [2, 3, 1]);
    }
    assert_eq!(
        record(&browser).await["watchlist"][2],
        json!({
            "mal_id": 1,
            "title": "One",
            "title_english": "The One",
            "image_url": "https://img.example/1.jpg",
            "score": 8.62,
            "popularity": 1,
            "genres": ["Action"],
        })
    );
    let other = app.signed_up("sugou").await;
    assert_eq!(record(&other).await["watchlist"], json!([]));
}

#[tokio::test]
async fn japanese_names_are_sent_to_users_who_prefer_them() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    for list in ["watchlist", "history"] {
        browser.put(&format!("/api/v1/me/{list}/1")).await;
        browser.put(&format!("/api/v1/me/{list}/2")).await;
    }
    let names = async || {
        let record = record(&browser).await;
        let name = |list: &str| {
            let entries = record[list].as_array().unwrap().iter();
            let names = entries.map(|entry| entry.get("title_japanese").cloned());
            names.collect::<Vec<_>>()
        };
        ["watchlist", "history"].map(name)
    };
    for (language, name) in [("japanese", Some(json!("一"))), ("romaji", None)] {
        let prefer = json!({ "title_language": language });
        browser.patch("/api/v1/me/preferences", &prefer).await;
        assert_eq!(names().await, [[None, name.clone()], [None, name]]);
    }
}

#[tokio::test]
async fn concurrent_adds_leave_one_entry() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    let answers = join_all((0..64).map(|_| browser.put("/api/v1/me/watchlist/1"))).await;
    for answer in answers {
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json()["version"], 1);
    }
    assert_eq!(ids(&record(&browser).await["watchlist"]), [1]);
}

#[tokio::test]
async fn only_titles_of_the_catalogue_can_be_added() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    for (id, status, code) in [
        ("4", 404, "unknown_title"),
        ("0", 404, "unknown_title"),
        ("2147483647", 404, "unknown_title"),
        ("2147483648", 400, "invalid_request"),
        ("-1", 400, "invalid_request"),
        ("one", 400, "invalid_request"),
        ("%ff", 400, "invalid_request"),
    ] {
        for list in ["watchlist", "history"] {
            let refused = browser.put(&format!("/api/v1/me/{list}/{id}")).await;
            assert_eq!(refused.status.as_u16(), status, "{id}");
            assert_eq!(refused.json()["code"], code, "{id}");
        }
    }
    assert_eq!(record(&browser).await["version"], 0);
}

#[tokio::test]
async fn entries_show_the_current_facts_of_their_titles() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    browser.put("/api/v1/me/watchlist/2").await;
    let entry = async || record(&browser).await["watchlist"][0].take();
    assert_eq!(entry().await["score"], Value::Null);
    let mut two = anime::popular(2, "Two", 7);
    two.score = Some(9.1);
    app.import(&[two]).await;
    assert_eq!(entry().await["score"], 9.1);
    assert_eq!(entry().await["popularity"], 7);
    let removed = browser.delete("/api/v1/me/watchlist/2").await;
    assert_eq!(removed.json()["version"], 2);
    assert_eq!(record(&browser).await["watchlist"], json!([]));
}

#[tokio::test]
async fn profile_change_is_all_or_nothing() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let change = async |form: Value| browser.patch(RECORD, &form).await.json();
    let form = json!({
        "displayName": "  Asuna\u{0} ",
        "bio": " Line 1\r\nLine 2\n",
        "favoriteGenres": "Isekai,\nRomance",
    });
    let changed = json!({
        "version": 1,
        "displayName": "Asuna",
        "bio": "Line 1\nLine 2",
        "favoriteGenres": "Isekai, Romance",
    });
    assert_eq!(change(form).await, changed);
    let session = browser.get("/api/v1/session").await.json();
    assert_eq!(session["user"]["displayName"], "Asuna");

    assert_eq!(change(json!({})).await, changed, "nothing was given");
    let blank = json!({ "displayName": "  ", "bio": null });
    assert_eq!(change(blank).await, changed, "a blank name keeps the name");
    let emptied = change(json!({ "bio": "  ", "favoriteGenres": "" })).await;
    assert_eq!(emptied["version"], 2);
    assert_eq!(emptied["bio"], "This is a dummy bio. Edit to add your own!");
    assert_eq!(emptied["favoriteGenres"], "Shonen, Seinen, Slice of Life");
}

#[tokio::test]
async fn texts_that_are_too_long_change_nothing() {
    let app = TestApp::with(&[]).await;
    let browser = app.signed_up("asuna").await;
    let before = record(&browser).await;
    for (field, longest, what) in [
        ("displayName", 100, "the name"),
        ("bio", 2_000, "the text about you"),
        ("favoriteGenres", 500, "the genres"),
    ] {
        let mut form = json!({ "displayName": "New", "bio": "New", "favoriteGenres": "New" });
        form[field] = "見".repeat(longest + 1).into();
        let refused = browser.patch(RECORD, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}");
        assert_eq!(refused.json()["code"], "invalid_request");
        assert_eq!(
            refused.json()["detail"],
            format!("Please keep {what} to at most {longest} characters.")
        );
    }
    assert_eq!(record(&browser).await, before);
    let longest = json!({ "bio": "見".repeat(2_000) });
    assert_eq!(browser.patch(RECORD, &longest).await.status, StatusCode::OK);
}

#[tokio::test]
async fn unchanged_library_is_not_modified_and_changed_one_is_sent() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    let other = app.signed_up("sugou").await;
    let first = browser.get(RECORD).await;
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let mut etag = first.header("etag").to_owned();
    let ask = async |browser: &Browser, etag: &str| {
        let request = Request::get(RECORD).header("if-none-match", etag);
        browser.send(request, "").await
    };
    let unchanged = ask(&browser, &etag).await;
    assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED);
    assert!(unchanged.body.is_empty());
    assert_eq!(unchanged.header("cache-control"), "private, no-cache");
    // The next user of the same browser does not see its cached answer
    assert_eq!(ask(&other, &etag).await.status, StatusCode::OK);

    for bio in ["New", "Newer"] {
        let change = browser.patch(RECORD, &json!({ "bio": bio })).await;
        assert_eq!(change.status, StatusCode::OK);
        let changed = ask(&browser, &etag).await;
        assert_eq!(changed.status, StatusCode::OK);
        changed.header("etag").clone_into(&mut etag);
    }
    browser.put("/api/v1/me/watchlist/1").await;
    app.import(&[anime::popular(1, "One, renamed", 1)]).await;
    let renamed = ask(&browser, &etag).await.json();
    assert_eq!(renamed["watchlist"][0]["title"], "One, renamed");

    let again = app.again().await;
    let etag = browser.get(RECORD).await.header("etag").to_owned();
    let same = again.browser().with_cookie(browser.cookie());
    assert_eq!(ask(&same, &etag).await.status, StatusCode::NOT_MODIFIED);
}

/// The list that was lost and the one that takes its place have the same version.
#[tokio::test]
async fn restored_backup_does_not_match_etag_or_position_of_the_lost_library() {
    let app = three_titles().await;
    let browser = app.signed_up("asuna").await;
    let add = async |id: u32| browser.put(&format!("/api/v1/me/watchlist/{id}")).await;
    add(1).await;
    add(2).await;
    let lost = browser.get(RECORD).await;
    let position = lost.json()["position"].as_str().unwrap().to_owned();
    for sql in [
        "DELETE FROM record_entry WHERE version > 1",
        "DELETE FROM record_change WHERE version > 1",
        "DELETE FROM list_event WHERE version > 1",
        "UPDATE user_record SET version = 1, watchlist_count = 1",
    ] {
        app.db.query(sql).await.unwrap();
    }
    add(3).await;

    let request = Request::get(RECORD).header("if-none-match", lost.header("etag"));
    let answer = browser.send(request, "").await;
    assert_eq!(answer.status, StatusCode::OK);
    let record = answer.json();
    assert_eq!(record["version"], lost.json()["version"]);
    assert_eq!(record["watchlist"][0]["mal_id"], 3);
    for request in [
        Request::get(format!("/api/v1/me/live?since={position}")),
        Request::get("/api/v1/me/live").header("last-event-id", &position),
    ] {
        let event = browser.listen(request).await.next().await.unwrap();
        assert_eq!(event.name, "snapshot");
        assert_eq!(event.json(), record);
    }
}

/// A thousand entries, each like these, are 40 kB at most.
#[tokio::test]
async fn library_answer_is_small() {
    const MAX_BYTES_AN_ENTRY: usize = 40;
    let app = TestApp::built_in().await;
    let browser = app.signed_up("asuna").await;
    let titles = catalogue::titles().unwrap();
    for title in &titles {
        let address = format!("/api/v1/me/watchlist/{}", title.mal_id);
        assert_eq!(browser.put(&address).await.status, StatusCode::OK);
    }
    let plain = browser.get(RECORD).await.body;
    let packed = async |coding: &str| {
        let request = Request::get(RECORD).header("accept-encoding", coding);
        let answer = browser.send(request, "").await;
        assert_eq!(answer.header("content-encoding"), coding);
        answer.body
    };
    let unpacked = |packed: &[u8]| {
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut &*packed, &mut unpacked).unwrap();
        unpacked
    };
    let first = packed("br").await;
    assert_eq!(unpacked(&first), plain);
    assert!(
        first.len() <= titles.len() * MAX_BYTES_AN_ENTRY,
        "{} bytes for {} titles",
        first.len(),
        titles.len()
    );
    let mut gzip = Vec::new();
    flate2::read::GzDecoder::new(&*packed("gzip").await)
        .read_to_end(&mut gzip)
        .unwrap();
    assert_eq!(gzip, plain);
    // A body that is read again is compressed more as soon as there is time
    loop {
        let again = packed("br").await;
        if again.len() < first.len() {
            assert_eq!(unpacked(&again), plain);
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}
