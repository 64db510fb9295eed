//! Imports looked at: rows found and sorted, what an undo has left, and Activity.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::TestApp;

use super::{
    imports::{IMPORTS, apply, counts, mal, mixed, preview, reader, undo},
    list::{at, edit, finished, site},
};

#[tokio::test]
async fn entries_kept_by_an_undo_can_be_read_again_later() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let rows = [
        (1, "One", "Completed", ""),
        (2, "Two", "Completed", ""),
        (3, "Three", "Completed", ""),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    apply(&browser, &shown, &json!({})).await;
    let address = format!("{IMPORTS}/{}/undo", shown["id"]);
    let nothing = json!({ "restored": 0, "items": [] });
    assert_eq!(browser.get(&address).await.json(), nothing);
    edit(&browser, 1, &json!({ "score": 30 })).await;
    // What was taken off by hand is as it was before the import
    browser.delete(&at(2)).await;
    assert_eq!(undo(&browser, &shown).await.json()["restored"], 2);
    // What is done afterwards changes nothing about it
    browser.delete(&at(1)).await;
    edit(&browser, 3, &json!({ "score": 30 })).await;
    let left = browser.get(&address).await.json();
    assert_eq!(left["restored"], 2);
    assert_eq!(
        left["items"],
        json!([{
            "mal_id": 1,
            "title": "One",
            "title_english": "The One",
            "title_japanese": "一",
            "reason": "It was changed after the import, so it stays as it is.",
        }])
    );
}

#[tokio::test]
async fn undo_of_an_import_restores_no_entry_removed_since() {
    let app = site().await;
    let browser = reader(&app).await;
    let shown = preview(&browser, mixed()).await;
    apply(&browser, &shown, &json!({ "policy": "theirs" })).await;
    browser.delete(&at(2)).await;
    let undone = undo(&browser, &shown).await.json();
    let reason = "It was taken off your list after the import, so it stays off.";
    assert_eq!(undone["left"][0]["reason"], reason);
    assert_eq!(undone["left"][0]["title"], "Two");
}

#[tokio::test]
async fn rows_with_remarks_are_counted_and_can_be_filtered() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let rows = [
        (1, "One", "Completed", "<my_score>99</my_score>"),
        (2, "Two", "Completed", "<my_score>7</my_score>"),
        (3, "Three", "Considering", "<my_score>99</my_score>"),
        (
            4,
            "Four",
            "Completed",
            "<my_start_date>2015-13-45</my_start_date>",
        ),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    assert_eq!(shown["counts"]["remarked"], 2);
    let address = format!("{IMPORTS}/{}/preview", shown["id"]);
    let remarked = browser.post(&address, &json!({ "remarked": true })).await;
    let remarked = remarked.json();
    let numbers: Vec<_> = (remarked["items"].as_array().unwrap().iter())
        .map(|item| item["row"].as_u64().unwrap())
        .collect();
    assert_eq!((numbers, &remarked["matching"]), (vec![1, 4], &json!(2)));
    let one = json!({ "rows": { "1": { "skip": true } } });
    let without = browser.post(&address, &one).await.json();
    assert_eq!(without["counts"]["remarked"], 1);
    let applied = apply(&browser, &shown, &json!({})).await;
    assert_eq!(applied["counts"]["remarked"], 2);
}

#[tokio::test]
async fn rows_are_searched_for_and_sorted() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let rows = [
        (3, "Drei", "Completed", ""),
        (1, "Eins", "Completed", ""),
        (2, "Zwei", "Completed", ""),
        (9, "Nobody knows it", "Completed", ""),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    let address = format!("{IMPORTS}/{}/preview", shown["id"]);
    let numbers = |answer: &Value| -> Vec<u64> {
        let items = answer["items"].as_array().unwrap().iter();
        items.map(|item| item["row"].as_u64().unwrap()).collect()
    };
    for (form, expected) in [
        // By a name of the catalogue in any language, and by the file's
        (json!({ "search": "THE  one" }), vec![2]),
        (json!({ "search": "一" }), vec![2]),
        (json!({ "search": "zwei" }), vec![3]),
        (json!({ "search": "zwei", "state": "unresolved" }), vec![]),
        (json!({ "by_title": "romaji" }), vec![4, 2, 1, 3]),
        (json!({ "by_title": "english" }), vec![4, 2, 1, 3]),
        (json!({ "by_title": "romaji", "after": 2 }), vec![1, 3]),
        // Also behind a row that the filter leaves out by now
        (
            json!({ "by_title": "romaji", "after": 4, "state": "added" }),
            vec![2, 1, 3],
        ),
    ] {
        let answer = browser.post(&address, &form).await.json();
        assert_eq!(numbers(&answer), expected, "{form}");
    }
    let one = browser
        .post(&address, &json!({ "search": "one" }))
        .await
        .json();
    assert_eq!((&one["matching"], &one["rows"]), (&json!(1), &json!(4)));
    let long = json!({ "search": "x".repeat(101) });
    let refused = browser.post(&address, &long).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn activity_groups_an_import_and_its_undo() {
    const ACTIVITY: &str = "/api/v1/me/activity";
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let rows = [
        (1, "One", "Completed", ""),
        (2, "Two", "Completed", ""),
        (3, "Three", "Completed", ""),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    apply(&browser, &shown, &json!({})).await;
    edit(&browser, 2, &json!({ "score": 30 })).await;
    undo(&browser, &shown).await;
    let events = async |query: &str| -> Vec<u64> {
        let answer = browser.get(&format!("{ACTIVITY}{query}")).await.json();
        let items = answer["items"].as_array().unwrap().iter();
        items.map(|item| item["event"].as_u64().unwrap()).collect()
    };
    assert_eq!(events("").await, [6, 5, 4, 3, 2, 1]);
    assert_eq!(events("?together=true").await, [6, 4, 3]);
    assert_eq!(events("?together=true&limit=1&before=6").await, [4]);
    assert_eq!(events("?import=1").await, [3, 2, 1]);
    assert_eq!(events("?import=1&before=3&limit=1").await, [2]);
    assert_eq!(events("?undone_import=1").await, [6, 5]);
    let last = browser.get(&format!("{ACTIVITY}?limit=1")).await.json();
    assert_eq!(last["items"][0]["undone_import"], 1);
    let twice = format!("{ACTIVITY}?together=true&import=1");
    assert_eq!(browser.get(&twice).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn rows_are_paged() {
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

#[tokio::test]
async fn rows_with_changes_since_the_preview_are_kept_or_refused() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "progress": 1 })).await;
    edit(&browser, 2, &json!({ "progress": 1 })).await;
    let out_of_range = "<my_score>11</my_score>";
    let rows = [
        (1, "One", "Completed", out_of_range),
        (2, "Two", "Completed", out_of_range),
        (3, "Three", "Completed", out_of_range),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    edit(&browser, 1, &json!({ "progress": 3 })).await;
    browser.delete(&at(2)).await;
    let applied = apply(&browser, &shown, &json!({ "policy": "theirs" })).await;
    assert_eq!(counts(&applied), [1, 0, 1, 0, 0, 0, 1, 0]);
    // What is refused is not taken, so its remark does not count
    assert_eq!(applied["counts"]["remarked"], 2);
    let left = applied["left"].as_array().unwrap().iter();
    let left: BTreeSet<_> = left.map(|it| it["mal_id"].as_u64().unwrap()).collect();
    assert_eq!(left, BTreeSet::from([1, 2]));
    let address = format!("{IMPORTS}/{}", shown["id"]);
    let kept = browser.get(&address).await.json();
    assert_eq!(kept["applied"], applied["counts"]);
}
