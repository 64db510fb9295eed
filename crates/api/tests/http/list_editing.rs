//! Edits of a signed-in user's anime list, and what they are refused for.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::Browser;

use super::list::{LIST, at, edit, items, site};

/// The sentence with which an edit is refused.
async fn refusal(browser: &Browser, id: u32, edit: &Value) -> String {
    let refused = browser.patch(&at(id), edit).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{edit}");
    assert_eq!(refused.json()["code"], "invalid_request", "{edit}");
    refused.json()["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_field_can_be_set_and_emptied() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let run = json!({
        "state": "done", "progress": 26, "started": "2019", "finished": "2019-04", "score": 70,
    });
    for (field, value, empty) in [
        ("score", json!(85), json!(null)),
        ("score", json!(1), json!(0)),
        ("started", json!("2019"), json!(null)),
        ("finished", json!("2019-04"), json!(null)),
        ("notes", json!("Jazz\n"), json!("")),
        ("tags", json!(["calm", "slow"]), json!([])),
        ("private", json!(true), json!(false)),
        ("status", json!("paused"), json!("planned")),
        ("progress", json!(3), json!(0)),
        (
            "runs",
            json!([run]),
            json!([{ "state": "open", "progress": 0, "started": null, "finished": null, "score": null }]),
        ),
    ] {
        let set = edit(&browser, 1, &json!({ field: value })).await;
        assert_eq!(set["item"][field], value, "{field}");
        assert!(set["event"].is_u64(), "{field}");
        let unset = edit(&browser, 1, &json!({ field: empty })).await;
        let nothing = if empty == json!(0) && field == "score" {
            Value::Null
        } else {
            empty
        };
        assert_eq!(unset["item"][field], nothing, "{field}");
    }
    edit(&browser, 1, &json!({ "tags": ["calm"] })).await;
    let tags = json!({ "add_tags": ["long"], "remove_tags": ["calm"] });
    assert_eq!(
        edit(&browser, 1, &tags).await["item"]["tags"],
        json!(["long"])
    );
}

#[tokio::test]
async fn rewatch_is_a_run_of_its_own() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let done = json!({ "status": "completed", "finished": "2019" });
    edit(&browser, 1, &done).await;
    let again = edit(&browser, 1, &json!({ "rewatch": true, "progress": 2 })).await;
    let item = &again["item"];
    assert_eq!(
        (&item["status"], &item["progress"]),
        (&json!("watching"), &json!(2))
    );
    assert_eq!(item["runs"][0]["finished"], "2019");
    let former = edit(&browser, 1, &json!({ "run": 1, "finished": "2018-05-04" })).await;
    assert_eq!(former["item"]["runs"][0]["finished"], "2018-05-04");
    assert_eq!(former["item"]["finished"], Value::Null);
    let over = edit(&browser, 1, &json!({ "progress": 26 })).await;
    assert_eq!(over["item"]["rewatches"], 1);
}

#[tokio::test]
async fn refusal_names_title_and_count() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for (id, form, sentence) in [
        (
            1,
            json!({ "progress": 27 }),
            "“The One” has 26 episodes, so 27 cannot be seen.",
        ),
        (
            4,
            json!({ "progress": 1 }),
            "“Coming” is not yet aired, so it can only be planned.",
        ),
        (
            1,
            json!({ "run": 3, "progress": 1 }),
            "“The One” has no run 3. Please look at its runs again.",
        ),
        (
            1,
            json!({ "notes": "x".repeat(10_001) }),
            "Please shorten the notes: they have 10001 characters of at most 10000.",
        ),
    ] {
        assert_eq!(refusal(&browser, id, &form).await, sentence);
    }
    assert_eq!(browser.get(LIST).await.json()["version"], 0);
}

#[tokio::test]
async fn refusal_says_what_is_allowed() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for (field, value, sentence) in [
        (
            "score",
            json!(101),
            "Please enter a score from 1 to 100, or 0 for none.",
        ),
        (
            "started",
            json!("04.05.2019"),
            "Please enter a date as 2019, 2019-04 or 2019-04-05, from 1900 to 2200.",
        ),
        (
            "today",
            json!("today"),
            "Please give today as a date like 2026-03-14.",
        ),
        (
            "op_id",
            json!("short"),
            "op_id has 8 to 64 letters, digits, hyphens and underscores.",
        ),
        (
            "tags",
            json!([" "]),
            "Please give each tag 1 to 50 characters in one line.",
        ),
    ] {
        let form = json!({ field: value });
        assert_eq!(refusal(&browser, 1, &form).await, sentence);
    }
    assert_eq!(browser.get(LIST).await.json()["version"], 0);
}

#[tokio::test]
async fn invalid_edit_is_refused() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for form in [
        json!({ "progress": -1 }),
        json!({ "status": "seen" }),
        json!({ "score": "9" }),
    ] {
        refusal(&browser, 1, &form).await;
    }
    for (id, status, code) in [
        ("999", 404, "unknown_title"),
        ("one", 400, "invalid_request"),
        ("-1", 400, "invalid_request"),
        ("2147483648", 400, "invalid_request"),
    ] {
        let refused = browser
            .patch(&format!("{LIST}/{id}"), &json!({ "progress": 1 }))
            .await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["code"]),
            (status, &json!(code)),
            "{id}"
        );
    }
    assert_eq!(browser.get(LIST).await.json()["version"], 0);
}

#[tokio::test]
async fn several_entries_are_edited_and_removed_at_once() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let form = json!({
        "mal_ids": [1, 4, 77, 2],
        "edit": { "status": "completed", "score": 80, "today": "2026-03-14" },
        "op_id": "bulk-0001",
    });
    let first = browser.patch(LIST, &form).await.json();
    let results = first["results"].as_array().unwrap();
    let told = |result: &Value| {
        (
            result["mal_id"].clone(),
            result["event"].clone(),
            result["error"].clone(),
        )
    };
    let told: Vec<_> = results.iter().map(told).collect();
    let coming = "“Coming” is not yet aired, so it can only be planned.";
    assert_eq!(
        told,
        [
            (json!(1), json!(1), Value::Null),
            (json!(4), Value::Null, json!(coming)),
            (
                json!(77),
                Value::Null,
                json!("Mitai does not know this title.")
            ),
            (json!(2), json!(2), Value::Null),
        ]
    );
    assert_eq!(results[3]["item"]["finished"], "2026-03-14");
    assert_eq!(first["version"], 2);
    assert_eq!(
        browser.patch(LIST, &form).await.json(),
        first,
        "it was sent twice"
    );

    let removal = json!({ "mal_ids": [1, 2, 3], "remove": true, "op_id": "bulk-0002" });
    let removed = browser.patch(LIST, &removal).await.json();
    assert_eq!(removed["version"], 4);
    assert_eq!(items(&browser).await, json!([]));
}

#[tokio::test]
async fn invalid_bulk_edit_is_refused() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let many: Vec<u32> = (1..=501).collect();
    for (form, sentence) in [
        (
            json!({ "mal_ids": many, "remove": true }),
            "Please change 1 to 500 titles at once, not 501.",
        ),
        (
            json!({ "mal_ids": [], "remove": true }),
            "Please change 1 to 500 titles at once, not 0.",
        ),
        (
            json!({ "mal_ids": [1] }),
            "Please give either edit, with what is to be changed, or remove: true.",
        ),
        (
            json!({ "mal_ids": [1, 2], "edit": { "notes": "For each" } }),
            "Please edit notes and runs of one title at a time.",
        ),
        (
            json!({ "mal_ids": [1], "edit": {}, "remove": true }),
            "Please give either edit, with what is to be changed, or remove: true.",
        ),
    ] {
        let refused = browser.patch(LIST, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["detail"], sentence);
    }
}

#[tokio::test]
async fn edit_that_is_sent_twice_is_made_once() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let form = json!({ "progress": 3, "op_id": "phone-0001", "base_version": 0 });
    let first = edit(&browser, 1, &form).await;
    edit(&browser, 1, &json!({ "progress": 9 })).await;
    let second = edit(&browser, 1, &form).await;
    assert_eq!(
        (&second["event"], &second["item"]["progress"]),
        (&first["event"], &json!(9))
    );
    let removal = format!("{}?op_id=phone-0002&base_version=2", at(1));
    let removed = browser.delete(&removal).await.json();
    edit(&browser, 1, &json!({ "progress": 1 })).await;
    let again = browser.delete(&removal).await.json();
    assert_eq!(
        (&again["event"], &again["item"]["progress"]),
        (&removed["event"], &json!(1))
    );
}
