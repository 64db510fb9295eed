//! Restores of lists, as Activity tells them.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::list::{edit, site};

const ACTIVITY: &str = "/api/v1/me/activity";
const RESTORE: &str = "/api/v1/me/list/restore";

fn ids(activity: &Value) -> Vec<u64> {
    let items = activity["items"].as_array().unwrap().iter();
    items.map(|item| item["mal_id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn activity_groups_a_restore_and_lists_its_changes() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for id in [1, 2, 3] {
        edit(&browser, id, &json!({ "progress": 1 })).await;
    }
    app.clock.advance(Duration::from_hours(24));
    let all = json!({ "at": "2026-10-31", "op_id": "restore-1" });
    browser.post(RESTORE, &all).await;
    let together = browser.get(&format!("{ACTIVITY}?together=true")).await;
    let together = together.json();
    let last = &together["items"][0];
    assert_eq!(
        (&last["cause"], &last["together"]),
        (&json!("restore"), &json!(3))
    );
    assert_eq!(together["items"].as_array().unwrap().len(), 4);
    let of_restore = format!("{ACTIVITY}?restore={}&limit=2", last["event"]);
    let part = browser.get(&of_restore).await.json();
    assert_eq!(ids(&part).len(), 2);
    let rest = format!("{of_restore}&before={}", part["next"]);
    let rest = browser.get(&rest).await.json();
    let mut restored = [ids(&part), ids(&rest)].concat();
    restored.sort_unstable();
    assert_eq!((restored, &rest["next"]), (vec![1, 2, 3], &Value::Null));

    // A restore without an operation id is listed change by change
    browser
        .post(RESTORE, &json!({ "at": "2026-11-01", "mal_ids": [1, 2] }))
        .await;
    let alone = format!("{ACTIVITY}?together=true&limit=2");
    let alone = browser.get(&alone).await.json();
    assert_eq!(
        [0, 1].map(|place| alone["items"][place]["together"].clone()),
        [1, 1]
    );
    for query in [
        "?restore=x",
        "?restore=1&together=true",
        "?restore=1&mal_id=1",
    ] {
        let refused = browser.get(&format!("{ACTIVITY}{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
    }
}
