//! What was done to a user's list, taking it back, and the list as it was.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Browser, TestApp};

use super::list::{at, edit, items, site};

const ACTIVITY: &str = "/api/v1/me/activity";
const UNDO_ALL: &str = "/api/v1/me/activity/undo";
const RESTORE: &str = "/api/v1/me/list/restore";
const DAY: Duration = Duration::from_hours(24);

async fn activity(browser: &Browser, query: &str) -> Value {
    browser.get(&format!("{ACTIVITY}{query}")).await.json()
}

async fn undo(browser: &Browser, event: u64) -> Value {
    let address = format!("{ACTIVITY}/{event}/undo");
    let answer = browser.post(&address, &json!({})).await;
    assert_eq!(answer.status, StatusCode::OK);
    answer.json()
}

fn events(activity: &Value) -> Vec<u64> {
    let items = activity["items"].as_array().unwrap().iter();
    items.map(|item| item["event"].as_u64().unwrap()).collect()
}

/// A field's change that its owner made by hand.
fn change(field: &str, run: Option<u16>, old: &Value, new: &Value) -> Value {
    json!({
        "field": field, "run": run, "tag": null, "old": old, "new": new, "by_rule": false,
        "overruled": false,
    })
}

fn by_rule(mut change: Value) -> Value {
    change["by_rule"] = true.into();
    change
}

#[tokio::test]
async fn activity_shows_fields_time_and_browser_of_a_change() {
    let app = site().await;
    let browser = app.browser();
    let form =
        json!({ "fullName": "Asuna", "email": "asuna@example.org", "password": "starburst" });
    let request = Request::post("/api/v1/auth/signup").header("user-agent", "Firefox/128");
    let signed_up = browser.send_json(request, &form).await;
    assert_eq!(signed_up.status, StatusCode::CREATED);
    browser.put("/api/v1/me/watchlist/1").await;
    app.clock.advance(DAY);
    let form = json!({ "progress": 1, "add_tags": ["calm"], "today": "2026-11-02" });
    edit(&browser, 1, &form).await;
    let status = change("status", None, &json!("planned"), &json!("watching"));
    let mut tag = change("tag", None, &Value::Null, &json!(true));
    tag["tag"] = "calm".into();
    let started = change("started", Some(1), &Value::Null, &json!("2026-11-02"));
    assert_eq!(
        activity(&browser, "?limit=1").await["items"][0],
        json!({
            "event": 2,
            "at": "2026-11-02T00:00:00Z",
            "made_at": null,
            "mal_id": 1,
            "title": "One",
            "title_english": "The One",
            "title_japanese": "一",
            "image_url": "https://img.example/1.jpg",
            "kind": "edited",
            "cause": "hand",
            "undoes": null,
            "restores": null,
            "import": null,
            "undone_import": null,
            "device": "Firefox/128",
            "changes": [
                by_rule(status),
                tag,
                change("progress", Some(1), &json!(0), &json!(1)),
                by_rule(started),
            ],
            "can_undo": true,
            "together": 1,
        })
    );
}

#[tokio::test]
async fn activity_shows_kind_and_cause_of_a_change() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    browser.put("/api/v1/me/watchlist/1").await;
    edit(&browser, 2, &json!({ "score": 90 })).await;
    browser.delete(&at(2)).await;
    undo(&browser, 3).await;
    let all = activity(&browser, "").await;
    assert_eq!(
        (events(&all), &all["next"]),
        (vec![4, 3, 2, 1], &Value::Null)
    );
    let [undone, removed, edited, planned] = [0, 1, 2, 3].map(|place| &all["items"][place]);
    assert_eq!(
        (&undone["kind"], &undone["cause"]),
        (&json!("added"), &json!("undo"))
    );
    assert_eq!(undone["undoes"], 3);
    assert_eq!(
        (&removed["kind"], &removed["cause"]),
        (&json!("removed"), &json!("hand"))
    );
    assert_eq!(
        (&removed["changes"], &removed["can_undo"]),
        (&json!([]), &json!(false))
    );
    let score = change("score", None, &Value::Null, &json!(90));
    assert_eq!(edited["changes"], json!([score]));
    assert_eq!(
        (&planned["changes"], &planned["can_undo"]),
        (&json!([]), &json!(true))
    );
}

#[tokio::test]
async fn activity_is_paged_and_filtered_by_title() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for progress in 1..=4 {
        for id in [1, 2] {
            edit(&browser, id, &json!({ "progress": progress })).await;
        }
    }
    let first = activity(&browser, "?limit=3").await;
    assert_eq!((events(&first), &first["next"]), (vec![8, 7, 6], &json!(6)));
    let second = activity(&browser, "?limit=5&before=6").await;
    assert_eq!(
        (events(&second), &second["next"]),
        (vec![5, 4, 3, 2, 1], &Value::Null)
    );
    let of_two = activity(&browser, "?mal_id=2&limit=2").await;
    assert_eq!((events(&of_two), &of_two["next"]), (vec![8, 6], &json!(6)));
    for query in [
        "?limit=0",
        "?limit=201",
        "?before=x",
        "?mal_id=-1",
        "?before=-1",
        "?before=9223372036854775808",
    ] {
        let refused = browser.get(&format!("{ACTIVITY}{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let other = app.signed_up("sugou").await;
    assert_eq!(activity(&other, "").await["items"], json!([]));
}

#[tokio::test]
async fn change_is_undone_and_the_undo_is_undone() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "score": 80, "notes": "First" })).await;
    edit(&browser, 1, &json!({ "score": 90, "notes": "Second" })).await;
    edit(&browser, 1, &json!({ "notes": "Third" })).await;
    let undone = undo(&browser, 2).await;
    assert_eq!(
        (&undone["event"], &undone["item"]["score"]),
        (&json!(4), &json!(80))
    );
    assert_eq!(undone["item"]["notes"], "Third");
    let notes = json!({ "field": "notes", "run": null, "tag": null });
    assert_eq!(undone["changed_since"], json!([notes]));
    let redone = undo(&browser, 4).await;
    assert_eq!(redone["item"]["score"], 90);
    assert_eq!(
        undo(&browser, 4).await["event"],
        Value::Null,
        "it is undone"
    );

    let same = json!({ "op_id": "phone-0001" });
    let address = format!("{ACTIVITY}/5/undo");
    let first = browser.post(&address, &same).await.json();
    edit(&browser, 1, &json!({ "score": 10 })).await;
    let second = browser.post(&address, &same).await.json();
    assert_eq!(
        (&second["event"], &second["item"]["score"]),
        (&first["event"], &json!(10))
    );
    for (event, status) in [("99", 404), ("0", 404), ("x", 400), ("-1", 400)] {
        let refused = browser
            .post(&format!("{ACTIVITY}/{event}/undo"), &json!({}))
            .await;
        assert_eq!(refused.status.as_u16(), status, "{event}");
    }
}

#[tokio::test]
async fn changes_of_many_titles_are_undone_at_once() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "score": 80 })).await;
    let bulk = json!({ "mal_ids": [1, 2, 3], "edit": { "add_tags": ["All"] } });
    browser.patch("/api/v1/me/list", &bulk).await;
    edit(&browser, 2, &json!({ "notes": "Mine" })).await;
    let all = json!({ "events": [4, 2, 3], "op_id": "phone-0001" });
    let undone = browser.post(UNDO_ALL, &all).await.json();
    let result = |title: usize| &undone["results"][title - 1];
    assert_eq!(ids(&undone["results"]), [1, 2, 3]);
    assert_eq!(
        (&result(1)["event"], &result(3)["event"]),
        (&json!(6), &json!(7))
    );
    assert_eq!(
        (&result(1)["item"]["notes"], &result(1)["item"]["score"]),
        (&json!(""), &json!(80))
    );
    assert_eq!(result(3)["item"], Value::Null);
    let notes = json!({ "field": "notes", "run": null, "tag": null });
    assert_eq!(
        (&result(2)["event"], &result(2)["changed_since"]),
        (&Value::Null, &json!([notes]))
    );
    let newest = activity(&browser, "?limit=2").await;
    assert_eq!(
        [0, 1].map(|place| newest["items"][place]["undoes"].clone()),
        [json!(4), json!(2)]
    );

    edit(&browser, 1, &json!({ "notes": "Again" })).await;
    let again = browser.post(UNDO_ALL, &all).await.json();
    assert_eq!(
        (&again["version"], &again["results"][0]["event"]),
        (&json!(8), &json!(6))
    );
    assert_eq!(again["results"][0]["item"]["notes"], "Again");
}

#[tokio::test]
async fn bulk_undo_refuses_unknown_and_overwritten_events() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "score": 80 })).await;
    edit(&browser, 1, &json!({ "score": 90 })).await;
    let many: Vec<u64> = (1..=501).collect();
    for (events, status) in [
        (json!([1, 99]), StatusCode::NOT_FOUND),
        (json!([1, 2]), StatusCode::BAD_REQUEST),
        (json!([]), StatusCode::BAD_REQUEST),
        (json!(many), StatusCode::BAD_REQUEST),
        (json!([-1]), StatusCode::BAD_REQUEST),
    ] {
        let refused = browser.post(UNDO_ALL, &json!({ "events": events })).await;
        assert_eq!(refused.status, status, "{events}");
    }
    assert_eq!(activity(&browser, "").await["items"][0]["event"], 2);
}

#[tokio::test]
async fn entry_is_restored_by_event_despite_equal_times() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    // The clock stands still: no instant tells these changes apart
    edit(&browser, 1, &json!({ "progress": 5, "notes": "Kept" })).await;
    let removal = json!({ "mal_ids": [1], "remove": true });
    let removed = browser.patch("/api/v1/me/list", &removal).await.json();
    edit(&browser, 1, &json!({ "progress": 1 })).await;
    let before = json!({ "before": removed["results"][0]["event"], "mal_ids": [1] });
    let restored = browser.post(RESTORE, &before).await.json();
    let back = &restored["results"][0]["item"];
    assert_eq!(
        (&back["progress"], &back["notes"]),
        (&json!(5), &json!("Kept"))
    );
    let unknown = browser.post(RESTORE, &json!({ "before": 99 })).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    let both = json!({ "before": 2, "at": "2026-11-01" });
    let refused = browser.post(RESTORE, &both).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

fn ids(items: &Value) -> Vec<u64> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
}

/// A user who had titles 1 and 2 on the first of November, and has title 3 a day later.
async fn user_with_a_removed_list(app: &TestApp) -> Browser {
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "progress": 5, "notes": "Kept" })).await;
    edit(&browser, 2, &json!({ "status": "paused" })).await;
    app.clock.advance(DAY);
    let removal = json!({ "mal_ids": [1, 2], "remove": true });
    browser.patch("/api/v1/me/list", &removal).await;
    edit(&browser, 3, &json!({ "progress": 1 })).await;
    browser
}

#[tokio::test]
async fn list_is_shown_as_it_was() {
    let app = site().await;
    let browser = user_with_a_removed_list(&app).await;
    let then = async |at: &str| {
        let then = browser.get(&format!("/api/v1/me/list?at={at}")).await;
        assert_eq!(then.header("cache-control"), "private, no-cache");
        then.json()
    };
    let before = then("2026-11-01").await;
    assert_eq!(
        (ids(&before["items"]).len(), &before["version"]),
        (2, &json!(5))
    );
    assert_eq!(ids(&then("2026-11-02").await["items"]), [3]);
    assert_eq!(ids(&then("2026-10-31").await["items"]), [0; 0]);
    assert_eq!(ids(&then("2026-11-01T00:00:00Z").await["items"]).len(), 2);
    let now = then("2026-11-02T00:00:00Z").await;
    assert_eq!(now["items"], items(&browser).await);
    for at in ["yesterday", "2026-02-30", "2026-11-01&at=2026-11-02", ""] {
        let refused = browser.get(&format!("/api/v1/me/list?at={at}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{at}");
    }
}

#[tokio::test]
async fn list_is_restored_as_it_was() {
    let app = site().await;
    let browser = user_with_a_removed_list(&app).await;
    let one = json!({ "at": "2026-11-01", "mal_ids": [1], "op_id": "restore-1" });
    let restored = browser.post(RESTORE, &one).await.json();
    assert_eq!(restored["results"][0]["item"]["notes"], "Kept");
    assert_eq!(ids(&items(&browser).await), [3, 1]);
    let again = browser.post(RESTORE, &one).await.json();
    let of_again = (&again["results"], &again["version"]);
    assert_eq!(of_again, (&json!([]), &restored["version"]));
    let paused = json!({ "at": "2026-11-01", "status": "paused" });
    browser.post(RESTORE, &paused).await;
    assert_eq!(ids(&items(&browser).await), [3, 2, 1]);
    browser.post(RESTORE, &json!({ "at": "2026-11-01" })).await;
    assert_eq!(ids(&items(&browser).await), [2, 1]);
    let last = &activity(&browser, "?limit=1").await["items"][0];
    assert_eq!(
        (&last["cause"], &last["kind"]),
        (&json!("restore"), &json!("removed"))
    );
    assert_eq!(last["restores"], "2026-11-01T23:59:59.999999999Z");
    undo(&browser, last["event"].as_u64().unwrap()).await;
    assert_eq!(ids(&items(&browser).await), [3, 2, 1]);
    for form in [json!({ "at": "yesterday" }), json!({}), json!({ "at": 1 })] {
        let refused = browser.post(RESTORE, &form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{form}");
    }
}

#[tokio::test]
async fn day_ends_at_midnight_in_the_users_time_zone() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "progress": 1 })).await;
    // In Tokyo it is nine o'clock in the morning; in Honolulu it is the day before
    for (zone, day, count) in [
        ("Asia/Tokyo", "2026-10-31", 0),
        ("Asia/Tokyo", "2026-11-01", 1),
        ("Pacific/Honolulu", "2026-10-31", 1),
        ("Pacific/Honolulu", "2026-10-30", 0),
    ] {
        let form = json!({ "time_zone": zone });
        browser.patch("/api/v1/me/preferences", &form).await;
        let then = browser
            .get(&format!("/api/v1/me/list?at={day}"))
            .await
            .json();
        assert_eq!(ids(&then["items"]).len(), count, "{zone} {day}");
    }
    // So do the dates of rules, where the client gives none
    let begun = edit(&browser, 2, &json!({ "progress": 1 })).await;
    assert_eq!(begun["item"]["started"], "2026-10-31");
}
