//! Imports of lists: what a file would change, doing it, and taking it back.

use std::fmt::Write as _;

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp};

use super::list::{LIST, edit, items, listed, site};

pub(super) const IMPORTS: &str = "/api/v1/me/imports";
pub(super) const UNRESOLVED: &str = "/api/v1/me/unresolved";

pub(super) async fn bring(browser: &Browser, address: &str, file: impl Into<Vec<u8>>) -> Answer {
    let request = Request::post(address).header("content-type", "application/octet-stream");
    browser.send(request, file.into()).await
}

/// Uploads a file that is accepted, and returns its preview.
pub(super) async fn preview(browser: &Browser, file: impl Into<Vec<u8>>) -> Value {
    let answer = bring(browser, &format!("{IMPORTS}?name=list.xml"), file).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

pub(super) async fn apply(browser: &Browser, preview: &Value, wishes: &Value) -> Value {
    let mut form = wishes.clone();
    form["version"] = preview["version"].clone();
    let answer = browser
        .post(&format!("{IMPORTS}/{}/apply", preview["id"]), &form)
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

pub(super) async fn undo(browser: &Browser, preview: &Value) -> Answer {
    let address = format!("{IMPORTS}/{}/undo", preview["id"]);
    browser.post(&address, &json!({})).await
}

/// MyAnimeList's file of these rows: id, name, status and further elements.
pub(super) fn mal(rows: &[(u32, &str, &str, &str)]) -> String {
    let mut file =
        String::from("<myanimelist><myinfo><user_export_type>1</user_export_type></myinfo>");
    for (id, name, status, more) in rows {
        let _ = write!(
            file,
            "<anime><series_animedb_id>{id}</series_animedb_id>\
             <series_title><![CDATA[{name}]]></series_title>\
             <my_status>{status}</my_status>{more}</anime>"
        );
    }
    file + "</myanimelist>"
}

const WATCHED: &str = "<my_watched_episodes>26</my_watched_episodes><my_score>9</my_score>\
     <my_start_date>2019-00-00</my_start_date><my_finish_date>2019-04-05</my_finish_date>\
     <my_storage>DVD / CD</my_storage>";

pub(super) fn counts(of: &Value) -> [u64; 8] {
    [
        "added",
        "changed",
        "kept",
        "equal",
        "proposed",
        "unresolved",
        "refused",
        "skipped",
    ]
    .map(|name| of["counts"][name].as_u64().unwrap())
}

pub(super) fn states(preview: &Value) -> Vec<&str> {
    let items = preview["items"].as_array().unwrap().iter();
    items.map(|item| item["state"].as_str().unwrap()).collect()
}

/// Rows of every kind: of a title that is not on the list, of one that is, of an unknown one, of one that the file
/// has already, of a status that is none.
pub(super) fn mixed() -> String {
    let more = "<my_watched_episodes>7</my_watched_episodes><my_score>8</my_score>";
    mal(&[
        (1, "One", "Completed", WATCHED),
        (2, "Two", "Watching", more),
        (9, "Nobody knows it", "Completed", WATCHED),
        (1, "One", "Dropped", ""),
        (3, "Three", "Considering", ""),
    ])
}

/// A user who has seen some episodes of the second title.
pub(super) async fn reader(app: &TestApp) -> Browser {
    let browser = app.signed_up("asuna").await;
    edit(&browser, 2, &json!({ "progress": 5, "score": 40 })).await;
    browser
}

#[tokio::test]
async fn preview_shows_each_rows_outcome_and_writes_nothing() {
    let app = site().await;
    let browser = reader(&app).await;
    let shown = preview(&browser, mixed()).await;
    assert_eq!(shown["format"], "myanimelist");
    assert_eq!(
        (&shown["rows"], &shown["name"]),
        (&json!(5), &json!("list.xml"))
    );
    assert_eq!(counts(&shown), [1, 0, 1, 0, 0, 1, 2, 0]);
    let named = |item: usize| {
        [
            &shown["items"][item]["name"],
            &shown["items"][item]["number"],
        ]
    };
    assert_eq!(named(2), ["Nobody knows it", "9"]);
    assert_eq!(named(4), ["Three", "3"]);
    assert_eq!(
        states(&shown),
        ["added", "kept", "unresolved", "refused", "refused"]
    );
    // What waits for its title says what the file has of it
    let waiting = shown["items"][2]["changes"].as_array().unwrap();
    assert!(waiting.iter().any(|it| it["field"] == "status"), "{shown}");
    assert_eq!(shown["items"][0]["title"]["title_english"], "The One");
    let kept = &shown["items"][1]["kept"];
    assert_eq!(
        (&kept[0]["field"], &kept[0]["old"], &kept[0]["new"]),
        (&json!("score"), &json!(40), &json!(80))
    );
    assert_eq!(
        (&shown["counts"]["waiting"], &shown["matching"]),
        (&json!(0), &json!(5))
    );
    for (item, reason) in [
        (3, "Row 1 of the file is of the same title."),
        (
            4,
            "Its status is \"Considering\", which is none that Mitai knows.",
        ),
    ] {
        assert_eq!(shown["items"][item]["remarks"][0], reason);
    }
    let address = format!("{IMPORTS}/{}?policy=theirs&state=changed", shown["id"]);
    let changed = browser.get(&address).await.json();
    assert_eq!(counts(&changed), [1, 1, 0, 0, 0, 1, 2, 0]);
    assert_eq!(changed["matching"], 1);
    assert_eq!(states(&changed), ["changed"]);
    assert_eq!(changed["items"][0]["kept"], json!([]));
    assert_eq!(items(&browser).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn applied_file_changes_the_list_once() {
    let app = site().await;
    let browser = reader(&app).await;
    let shown = preview(&browser, mixed()).await;
    let theirs = json!({ "policy": "theirs" });
    let applied = apply(&browser, &shown, &theirs).await;
    assert_eq!(counts(&applied), [1, 1, 0, 0, 0, 1, 2, 0]);
    assert_eq!(applied["left"], json!([]));
    let list = listed(&browser.get(LIST).await.json());
    let [one, two] = &list[..] else {
        panic!("{list:?}");
    };
    for (item, field, value) in [
        (one, "status", json!("completed")),
        (one, "score", json!(90)),
        (one, "started", json!("2019")),
        (one, "finished", json!("2019-04-05")),
        (two, "progress", json!(7)),
        (two, "score", json!(80)),
    ] {
        assert_eq!(item[field], value, "{field}");
    }
    let activity = browser.get("/api/v1/me/activity").await.json();
    assert_eq!(
        (
            &activity["items"][0]["cause"],
            &activity["items"][0]["import"]
        ),
        (&json!("import"), &json!("1"))
    );

    let again = preview(&browser, mixed()).await;
    assert_eq!(counts(&again), [0, 0, 0, 2, 0, 1, 2, 0]);
    assert_eq!(
        (&again["counts"]["waiting"], &again["differing"]),
        (&json!(1), &json!(0))
    );
    let remark = "An earlier import says the same of this title, and waits for it already.";
    assert_eq!(again["items"][2]["remarks"], json!([remark]));
    assert_eq!(
        apply(&browser, &again, &theirs).await["version"],
        applied["version"]
    );
}

#[tokio::test]
async fn undo_of_an_import_keeps_later_changes() {
    let app = site().await;
    let browser = reader(&app).await;
    let shown = preview(&browser, mixed()).await;
    apply(&browser, &shown, &json!({ "policy": "theirs" })).await;
    edit(&browser, 1, &json!({ "notes": "Mine" })).await;
    let undone = undo(&browser, &shown).await.json();
    assert_eq!(undone["restored"], 1);
    assert_eq!(undone["left"][0]["title_english"], "The One");
    let address = format!("{IMPORTS}/{}/undo", shown["id"]);
    let left = browser.get(&address).await.json();
    assert_eq!(left["items"], undone["left"]);
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!(
        (&list[0]["notes"], &list[0]["score"]),
        (&json!("Mine"), &json!(90))
    );
    assert_eq!(
        (&list[1]["progress"], &list[1]["score"]),
        (&json!(5), &json!(40))
    );
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
    let twice = undo(&browser, &shown).await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
    let all = browser.get(IMPORTS).await.json();
    assert_eq!(all["items"][0]["applied"]["changed"], 1);
    assert!(all["items"][0]["undone_at"].is_string());
}

#[tokio::test]
async fn applying_does_what_the_preview_of_the_same_choices_showed() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 2, &json!({ "progress": 5, "score": 40 })).await;
    let shown = preview(
        &browser,
        mal(&[
            (1, "One", "Completed", WATCHED),
            (2, "Two", "Watching", "<my_score>8</my_score>"),
            (3, "Three", "Dropped", ""),
            (9, "Nobody knows it", "Dropped", ""),
        ]),
    )
    .await;
    let address = format!("{IMPORTS}/{}/preview", shown["id"]);
    let wishes = json!({
        "rows": { "2": { "policy": "theirs" }, "3": { "skip": true }, "4": { "mal_id": 3 } },
    });
    let answer = browser.post(&address, &wishes).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let planned = answer.json();
    assert_eq!(counts(&planned), [2, 1, 0, 0, 0, 0, 0, 1]);
    assert_eq!(states(&planned), ["added", "changed", "skipped", "added"]);

    // Of the rows, those of one state, in parts
    let mut part = wishes.clone();
    part["state"] = json!("added");
    part["after"] = json!(1);
    let part = browser.post(&address, &part).await.json();
    assert_eq!(counts(&part), counts(&planned));
    assert_eq!(part["items"].as_array().unwrap().len(), 1);
    assert_eq!(part["items"][0]["row"], 4);

    let unread = browser
        .post(&address, &json!({ "rows": { "x": {} } }))
        .await;
    assert_eq!(unread.status, StatusCode::BAD_REQUEST);
    assert_eq!(items(&browser).await.as_array().unwrap().len(), 1);
    let applied = apply(&browser, &shown, &wishes).await;
    assert_eq!(counts(&applied), counts(&planned));
}

#[tokio::test]
async fn import_is_applied_once_and_keeps_changes_made_after_its_preview() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let shown = preview(
        &browser,
        mal(&[(1, "One", "Completed", ""), (2, "Two", "Dropped", "")]),
    )
    .await;
    edit(&browser, 1, &json!({ "progress": 3 })).await;
    let applied = apply(&browser, &shown, &json!({})).await;
    // The list's stands, as for any row that says something else
    assert_eq!(counts(&applied), [1, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(applied["left"][0]["mal_id"], 1);
    assert_eq!(applied["left"][0]["title"], "One");
    let later = browser.get(&format!("{IMPORTS}/{}", shown["id"])).await;
    let later = later.json();
    assert_eq!(
        (&later["left"], &later["left_count"]),
        (&applied["left"], &json!(1))
    );
    let list = listed(&browser.get(LIST).await.json());
    let of = |title: &str| list.iter().find(|item| item["title"] == title).unwrap();
    assert_eq!(of("One")["progress"], 3);
    assert_eq!(of("Two")["status"], "dropped");
    let address = format!("{IMPORTS}/{}/apply", shown["id"]);
    let twice = browser.post(&address, &json!({})).await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        twice.json()["detail"],
        "This import was applied already, or is forgotten."
    );
}

#[tokio::test]
async fn csv_with_unknown_columns_is_read_by_the_columns_chosen() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = "Serie,Stand,Note\nThe One,Completed,4.5\n";
    let asked = bring(&browser, IMPORTS, file).await;
    assert_eq!(asked.status, StatusCode::BAD_REQUEST);
    assert_eq!(asked.json()["code"], "columns_needed");
    assert_eq!(asked.json()["columns"], json!(["Serie", "Stand", "Note"]));
    let address = format!("{IMPORTS}?columns=title,status,score&score_of=5");
    let read = bring(&browser, &address, file).await;
    assert_eq!(read.status, StatusCode::CREATED);
    let accepted = json!({ "accept_proposals": true });
    apply(&browser, &read.json(), &accepted).await;
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!(
        (&list[0]["title"], &list[0]["score"]),
        (&json!("One"), &json!(90))
    );
}

#[tokio::test]
async fn files_that_are_no_lists_are_refused_with_a_sentence() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for (file, sentence) in [
        (
            &b""[..],
            "This file is empty. Please export your list again.",
        ),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0",
            "This file is not an anime list that Mitai knows. It reads MyAnimeList's XML and JSON, the JSON of AniList, Kitsu, Shikimori, Anime-Planet, Simkl and Trakt, Yamtrack's CSV, CSV with a header line, and its own JSON.",
        ),
        (
            b"<myanimelist><myinfo><user_export_type>2</user_export_type></myinfo></myanimelist>",
            "This list has no anime, only manga, films or shows. Please export your anime list instead.",
        ),
        (
            b"<!DOCTYPE lolz [<!ENTITY a \"b\">]><myanimelist/>",
            "This XML file declares a document type, which no list does. Please export your list again.",
        ),
    ] {
        let refused = bring(&browser, IMPORTS, file).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{sentence}");
        assert_eq!(refused.json()["detail"], sentence);
    }
    for content_type in [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ] {
        let request = Request::post(IMPORTS).header("content-type", content_type);
        let refused = browser.send(request, mixed()).await;
        assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(refused.json()["code"], "unsupported_media_type");
    }
    let large = bring(&browser, IMPORTS, vec![b' '; 33 * 1024 * 1024]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let limit = "A file may have 32 MB. Please send it packed with gzip, or in parts.";
    assert_eq!(large.json()["detail"], limit);
    assert_eq!(browser.get(IMPORTS).await.json()["items"], json!([]));
}

#[tokio::test]
async fn imports_are_their_owners_alone_and_are_forgotten_after_a_day() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let shown = preview(&browser, mal(&[(1, "One", "Completed", "")])).await;
    let other = app.signed_up("kirito").await;
    let address = format!("{IMPORTS}/{}", shown["id"]);
    assert_eq!(other.get(&address).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.delete(&address).await.status, StatusCode::NOT_FOUND);
    let applied = other.post(&format!("{address}/apply"), &json!({})).await;
    assert_eq!(applied.status, StatusCode::NOT_FOUND);
    let stranger = app.browser();
    assert_eq!(
        bring(&stranger, IMPORTS, "x").await.status,
        StatusCode::UNAUTHORIZED
    );

    let second = preview(&browser, mal(&[(2, "Two", "Completed", "")])).await;
    apply(&browser, &second, &json!({})).await;
    app.clock.advance(std::time::Duration::from_hours(25));
    app::imports::Imports::new(app.store.clone(), app.live.clone(), app.clock.clone())
        .sweep()
        .await
        .unwrap();
    assert_eq!(browser.get(&address).await.status, StatusCode::NOT_FOUND);
    // What was applied can still be undone
    assert_eq!(undo(&browser, &second).await.json()["restored"], 1);
    let gone = browser.delete(&address).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}
