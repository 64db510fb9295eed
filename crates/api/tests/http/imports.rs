//! Imports of lists: what a file would change, doing it, and taking it back.

use std::fmt::Write as _;

use axum::http::{Request, StatusCode};
use domain::anime::{Anime, ForeignId, Site};
use serde_json::{Value, json};
use testkit::{Answer, Browser, TestApp};

use super::list::{LIST, at, edit, finished, items, listed, site};

const IMPORTS: &str = "/api/v1/me/imports";
const UNRESOLVED: &str = "/api/v1/me/unresolved";

async fn bring(browser: &Browser, address: &str, file: impl Into<Vec<u8>>) -> Answer {
    let request = Request::post(address).header("content-type", "application/octet-stream");
    browser.send(request, file.into()).await
}

/// Brings a file that is taken, and returns its preview.
async fn preview(browser: &Browser, file: impl Into<Vec<u8>>) -> Value {
    let answer = bring(browser, &format!("{IMPORTS}?name=list.xml"), file).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

async fn apply(browser: &Browser, preview: &Value, wishes: &Value) -> Value {
    let mut form = wishes.clone();
    form["version"] = preview["version"].clone();
    let answer = browser
        .post(&format!("{IMPORTS}/{}/apply", preview["id"]), &form)
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn undo(browser: &Browser, preview: &Value) -> Answer {
    let address = format!("{IMPORTS}/{}/undo", preview["id"]);
    browser.post(&address, &json!({})).await
}

/// MyAnimeList's file of these rows: id, name, status and further elements.
fn mal(rows: &[(u32, &str, &str, &str)]) -> String {
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

fn counts(of: &Value) -> [u64; 7] {
    [
        "added",
        "changed",
        "equal",
        "proposed",
        "unresolved",
        "refused",
        "skipped",
    ]
    .map(|name| of["counts"][name].as_u64().unwrap())
}

fn states(preview: &Value) -> Vec<&str> {
    let items = preview["items"].as_array().unwrap().iter();
    items.map(|item| item["state"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn file_is_previewed_applied_and_taken_back() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 2, &json!({ "progress": 5, "score": 40 })).await;
    let file = mal(&[
        (1, "One", "Completed", WATCHED),
        (
            2,
            "Two",
            "Watching",
            "<my_watched_episodes>7</my_watched_episodes><my_score>8</my_score>",
        ),
        (9, "Nobody knows it", "Completed", WATCHED),
        (1, "One", "Dropped", ""),
        (3, "Three", "Considering", ""),
    ]);
    let shown = preview(&browser, file.clone()).await;
    assert_eq!(shown["format"], "myanimelist");
    assert_eq!(
        (&shown["rows"], &shown["name"]),
        (&json!(5), &json!("list.xml"))
    );
    assert_eq!(counts(&shown), [1, 0, 1, 0, 1, 2, 0]);
    assert_eq!(
        states(&shown),
        ["added", "equal", "unresolved", "refused", "refused"]
    );
    assert_eq!(shown["items"][0]["title"]["title_english"], "The One");
    let kept = &shown["items"][1]["kept"];
    assert_eq!(kept[0]["field"], "score");
    assert_eq!((&kept[0]["old"], &kept[0]["new"]), (&json!(40), &json!(80)));
    assert_eq!(shown["differing"], 1);
    assert_eq!(
        shown["items"][3]["remarks"][0],
        "Row 1 of the file is of the same title."
    );
    assert_eq!(
        shown["items"][4]["remarks"][0],
        "Its status is \"Considering\", which is none that Mitai knows."
    );
    // Nothing is written before it is applied
    assert_eq!(items(&browser).await.as_array().unwrap().len(), 1);

    let theirs = json!({ "policy": "theirs" });
    let address = format!("{IMPORTS}/{}?policy=theirs&state=changed", shown["id"]);
    let changed = browser.get(&address).await.json();
    assert_eq!(counts(&changed), [1, 1, 0, 0, 1, 2, 0]);
    assert_eq!(changed["items"].as_array().unwrap().len(), 1);
    assert_eq!(changed["items"][0]["kept"], json!([]));
    let applied = apply(&browser, &shown, &theirs).await;
    assert_eq!(counts(&applied), [1, 1, 0, 0, 1, 2, 0]);
    assert_eq!(applied["left"], json!([]));

    let list = listed(&browser.get(LIST).await.json());
    let [one, two] = &list[..] else {
        panic!("{list:?}");
    };
    assert_eq!(
        (&one["status"], &one["score"]),
        (&json!("completed"), &json!(90))
    );
    assert_eq!(
        (&one["started"], &one["finished"]),
        (&json!("2019"), &json!("2019-04-05"))
    );
    assert_eq!((&two["progress"], &two["score"]), (&json!(7), &json!(80)));
    let activity = browser.get("/api/v1/me/activity").await.json();
    assert_eq!(activity["items"][0]["cause"], "import");
    assert_eq!(activity["items"][0]["import"], "1");

    // The same file again changes nothing
    let again = preview(&browser, file).await;
    assert_eq!(counts(&again), [0, 0, 2, 0, 1, 2, 0]);
    assert_eq!(again["differing"], 0);
    let version = applied["version"].clone();
    assert_eq!(apply(&browser, &again, &theirs).await["version"], version);

    // What was changed afterwards stays, the rest is as before
    edit(&browser, 1, &json!({ "notes": "Mine" })).await;
    let undone = undo(&browser, &shown).await.json();
    assert_eq!(undone["restored"], 1);
    assert_eq!(undone["left"][0]["title"], "The One");
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
    assert_eq!(all["items"][1]["applied"]["changed"], 1);
    assert!(all["items"][1]["undone_at"].is_string());
}

#[tokio::test]
async fn preview_of_wishes_is_what_applying_them_does() {
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
    let wished = browser.post(&address, &wishes).await;
    assert_eq!(wished.status, StatusCode::OK, "{}", wished.text());
    let wished = wished.json();
    assert_eq!(counts(&wished), [2, 1, 0, 0, 0, 0, 1]);
    assert_eq!(states(&wished), ["added", "changed", "skipped", "added"]);

    // Of the rows, those of one state, in parts
    let mut part = wishes.clone();
    part["state"] = json!("added");
    part["after"] = json!(1);
    let part = browser.post(&address, &part).await.json();
    assert_eq!(counts(&part), counts(&wished));
    assert_eq!(part["items"].as_array().unwrap().len(), 1);
    assert_eq!(part["items"][0]["row"], 4);

    let unread = browser
        .post(&address, &json!({ "rows": { "x": {} } }))
        .await;
    assert_eq!(unread.status, StatusCode::BAD_REQUEST);
    assert_eq!(items(&browser).await.as_array().unwrap().len(), 1);
    let applied = apply(&browser, &shown, &wishes).await;
    assert_eq!(counts(&applied), counts(&wished));
}

#[tokio::test]
async fn import_is_applied_once_and_leaves_what_was_changed_after_its_preview() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let shown = preview(
        &browser,
        mal(&[(1, "One", "Completed", ""), (2, "Two", "Dropped", "")]),
    )
    .await;
    edit(&browser, 1, &json!({ "progress": 3 })).await;
    let applied = apply(&browser, &shown, &json!({})).await;
    assert_eq!(counts(&applied), [1, 0, 0, 0, 0, 1, 0]);
    assert_eq!(applied["left"][0]["mal_id"], 1);
    assert_eq!(applied["left"][0]["title"], "One");
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
async fn name_proposes_a_title_and_its_owner_accepts_it() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let planet = json!({
        "user": { "name": "asuna" }, "export": { "type": "anime", "version": "1" },
        "entries": [
            { "name": "The One", "status": "watched", "eps": 26, "rating": 4.5, "times": 2, "started": null, "completed": null },
            { "name": "Two", "status": "stalled", "eps": 3, "rating": 0, "times": 0, "started": null, "completed": null },
            { "name": "Three", "status": "dropped", "eps": 1, "rating": 0, "times": 0, "started": null, "completed": null },
            { "name": "Other", "status": "dropped", "eps": 1, "rating": 0, "times": 0, "started": null, "completed": null },
        ],
    });
    let shown = preview(&browser, planet.to_string()).await;
    assert_eq!(counts(&shown), [0, 0, 0, 3, 1, 0, 0]);
    assert_eq!(shown["items"][0]["proposal"]["mal_id"], 1);
    let wishes = json!({ "rows": { "1": { "mal_id": 1 }, "2": { "skip": true } } });
    let applied = apply(&browser, &shown, &wishes).await;
    assert_eq!(counts(&applied), [1, 0, 0, 1, 1, 0, 1]);
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!(
        (&list[0]["mal_id"], &list[0]["score"]),
        (&json!(1), &json!(90))
    );
    assert_eq!(list[0]["rewatches"], 1);

    // What was not accepted is kept, and can be accepted later or forgotten
    let kept = browser.get(UNRESOLVED).await.json();
    let kept = kept["items"].as_array().unwrap();
    assert_eq!(kept.len(), 2);
    let three = kept.iter().find(|it| it["name"] == "Three").unwrap();
    assert_eq!(three["proposal"]["mal_id"], 3);
    let key = |entry: &Value| entry["key"].as_str().unwrap().to_owned();
    let resolve = Request::put(format!("{UNRESOLVED}/{}", key(three)));
    let resolved = browser.send_json(resolve, &json!({ "mal_id": 3 })).await;
    assert_eq!(resolved.json()["item"]["status"], "dropped");
    let other = kept.iter().find(|it| it["name"] == "Other").unwrap();
    let forgotten = browser
        .delete(&format!("{UNRESOLVED}/{}", key(other)))
        .await;
    assert_eq!(forgotten.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
    // What was accepted later is of the import, too
    assert_eq!(undo(&browser, &shown).await.json()["restored"], 2);
}

#[tokio::test]
async fn unresolved_entry_comes_to_the_list_once_the_catalogue_knows_its_title() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let anilist = json!({ "data": { "MediaListCollection": { "lists": [{ "entries": [
        { "mediaId": 777, "status": "CURRENT", "score": 0, "progress": 4, "media": { "idMal": null } },
    ] }] } } });
    let shown = preview(&browser, anilist.to_string()).await;
    apply(&browser, &shown, &json!({})).await;
    let other = preview(&browser, mal(&[(8, "Eight", "Completed", "")])).await;
    apply(&browser, &other, &json!({})).await;
    assert_eq!(
        browser.get(UNRESOLVED).await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );

    let mut seven: Anime = finished(7, "Seven");
    seven.foreign_ids = vec![ForeignId {
        site: Site::AniList,
        id: 777,
    }];
    app.import(&[seven, finished(8, "Eight")]).await;
    let imports =
        app::imports::Imports::new(app.store.clone(), app.live.clone(), app.clock.clone());
    assert_eq!(imports.resolve_known().await.unwrap(), 2);
    assert_eq!(imports.resolve_known().await.unwrap(), 0);
    let list = listed(&browser.get(LIST).await.json());
    let of = |title: &str| list.iter().find(|item| item["title"] == title).unwrap();
    assert_eq!(of("Seven")["progress"], 4);
    assert_eq!(of("Eight")["progress"], 26);
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
    // Now the file's number says which title it is
    let again = preview(&browser, anilist.to_string()).await;
    assert_eq!(counts(&again), [0, 0, 1, 0, 0, 0, 0]);
}

#[tokio::test]
async fn csv_of_unknown_columns_is_read_by_chosen_ones() {
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
            "This file is not an anime list that Mitai knows. It reads MyAnimeList's XML, the JSON of AniList, Kitsu, Shikimori, Anime-Planet, Simkl and Trakt, Yamtrack's CSV, CSV with a header line, and its own JSON.",
        ),
        (
            b"<myanimelist><myinfo><user_export_type>2</user_export_type></myinfo></myanimelist>",
            "This is a list of manga. Please export your anime list instead.",
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
    let large = bring(&browser, IMPORTS, vec![b' '; 33 * 1024 * 1024]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
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
    let accounts: &dyn domain::account::AccountStore = &*app.store;
    accounts
        .sweep(domain::clock::Clock::now(&*app.clock))
        .await
        .unwrap();
    assert_eq!(browser.get(&address).await.status, StatusCode::NOT_FOUND);
    // What was applied can still be taken back
    assert_eq!(undo(&browser, &second).await.json()["restored"], 1);
    let gone = browser.delete(&address).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert_eq!(
        browser.get(&at(1)).await.status,
        StatusCode::METHOD_NOT_ALLOWED
    );
}

#[tokio::test]
async fn rows_are_shown_part_by_part() {
    let app = TestApp::with(
        &(1..=150)
            .map(|n| finished(n, &format!("Title {n}")))
            .collect::<Vec<_>>(),
    )
    .await;
    let browser = app.signed_up("asuna").await;
    let names: Vec<String> = (1..=150).map(|n| format!("Title {n}")).collect();
    let rows: Vec<_> = (1..=150)
        .zip(&names)
        .map(|(n, name)| (n, name.as_str(), "Watching", ""))
        .collect();
    let shown = preview(&browser, mal(&rows)).await;
    assert_eq!(shown["items"].as_array().unwrap().len(), 100);
    assert_eq!(shown["next"], 100);
    let address = format!("{IMPORTS}/{}", shown["id"]);
    let rest = browser.get(&format!("{address}?after=100")).await.json();
    assert_eq!(rest["items"].as_array().unwrap().len(), 50);
    assert_eq!(
        (&rest["items"][0]["row"], &rest["next"]),
        (&json!(101), &Value::Null)
    );
    let one = browser
        .get(&format!("{address}?row=7&policy=theirs"))
        .await
        .json();
    assert_eq!(one["items"].as_array().unwrap().len(), 1);
    assert_eq!(one["items"][0]["row"], 7);
}
