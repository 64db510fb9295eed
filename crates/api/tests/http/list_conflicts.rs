//! Edits and removals of a signed-in user's anime list that had not seen one another.

use std::time::Duration;

use serde_json::{Value, json};

use super::list::{LIST, at, edit, site};

#[tokio::test]
async fn stale_edit_and_stale_removal_lose_no_progress() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "progress": 3 })).await;
    edit(&browser, 1, &json!({ "progress": 9 })).await;
    let late = edit(
        &browser,
        1,
        &json!({ "progress": 5, "notes": "Late", "base_version": 1 }),
    )
    .await;
    assert_eq!(
        (&late["item"]["progress"], &late["item"]["notes"]),
        (&json!(9), &json!("Late"))
    );
    let kept = browser
        .delete(&format!("{}?base_version=1", at(1)))
        .await
        .json();
    assert_eq!(
        (&kept["event"], &kept["item"]["progress"]),
        (&Value::Null, &json!(9))
    );
}

#[tokio::test]
async fn later_of_an_edit_and_a_removal_wins_whichever_comes_first() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let ages = [(30_000, 20_000), (20_000, 30_000)];
    let orders = [true, false];
    let cases = ages
        .iter()
        .flat_map(|ages| orders.map(|order| (*ages, order)));
    for (case, ((edited, removed), edit_comes_first)) in cases.enumerate() {
        let begun = edit(&browser, 1, &json!({ "notes": "" })).await;
        let base = &begun["version"];
        app.clock.advance(Duration::from_mins(1));
        let notes = json!({
            "notes": "Jazz", "op_id": format!("laptop_{case}-1"), "base_version": base, "age_ms": edited,
        });
        let removal = format!(
            "{}?op_id=phone_0{case}-1&base_version={base}&age_ms={removed}",
            at(1)
        );
        let made = async |is_edit: bool| {
            if is_edit {
                edit(&browser, 1, &notes).await
            } else {
                browser.delete(&removal).await.json()
            }
        };
        made(edit_comes_first).await;
        let last = made(!edit_comes_first).await;
        assert!(last["event"].is_u64(), "{case}");
        let kept = if edited < removed {
            json!("Jazz")
        } else {
            Value::Null
        };
        assert_eq!(last["item"]["notes"], kept, "{case}");
        let newest = browser.get("/api/v1/me/activity?limit=2").await.json();
        let made_at: Vec<&Value> = newest["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["made_at"])
            .collect();
        assert!(made_at.iter().all(|at| at.is_string()), "{made_at:?}");
    }
}

/// A browser adds a title and takes it off again, and the server gets both half a minute later, the addition twice.
#[tokio::test]
async fn removing_an_own_addition_keeps_a_later_one_of_another_device() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    // The other device adds it so many seconds ago
    for (case, (added_elsewhere, stays)) in [(Some(10), true), (Some(25), false), (None, false)]
        .into_iter()
        .enumerate()
    {
        let base = edit(&browser, 2, &json!({ "notes": format!("{case}") })).await;
        let sent = |number: u32, seconds: u32| {
            let base = &base["version"];
            format!("op_id=phone_0{case}-{number}&base_version={base}&age_ms={seconds}000")
        };
        app.clock.advance(Duration::from_mins(1));
        let watchlist = "/api/v1/me/watchlist/1";
        if let Some(seconds) = added_elsewhere {
            let other = format!("{watchlist}?op_id=tablet_0{case}-1&age_ms={seconds}000");
            browser.put(&other).await;
        }
        for _ in 0..2 {
            let addition = browser.put(&format!("{watchlist}?{}", sent(1, 30))).await;
            assert_eq!(addition.status, 200);
        }
        let removal = format!("{}?{}", at(1), sent(2, 20));
        let left = browser.delete(&removal).await.json();
        assert_eq!(left["item"].is_object(), stays, "{case}: {left}");
        browser.delete(watchlist).await;
    }
}

#[tokio::test]
async fn overruled_removal_is_reported() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({})).await;
    app.clock.advance(Duration::from_mins(1));
    edit(&browser, 1, &json!({ "notes": "Jazz", "age_ms": 10_000 })).await;
    let form = json!({
        "mal_ids": [1], "remove": true, "op_id": "phone_01-1", "base_version": 1, "age_ms": 20_000,
    });
    let removed = browser.patch(LIST, &form).await.json();
    assert_eq!(removed["results"][0]["item"]["notes"], "Jazz");
    let newest = browser.get("/api/v1/me/activity?limit=1").await.json();
    let told = &newest["items"][0];
    assert_eq!(
        (&told["kind"], &told["can_undo"]),
        (&json!("edited"), &json!(false))
    );
    assert_eq!(
        told["changes"],
        json!([{
            "field": "listed", "run": null, "tag": null, "old": true, "new": null, "by_rule": false,
            "overruled": true,
        }])
    );
}

#[tokio::test]
async fn later_edit_wins_and_the_loser_is_reported() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    edit(&browser, 1, &json!({ "notes": "First" })).await;
    let of = |device: &str, notes: &str, age: u64| json!({ "notes": notes, "op_id": format!("{device}-1"), "base_version": 1, "age_ms": age });
    app.clock.advance(Duration::from_mins(1));
    edit(&browser, 1, &of("laptop_1", "Later", 1_000)).await;
    let earlier = of("phone_01", "Earlier", 30_000);
    let late = edit(&browser, 1, &earlier).await;
    assert_eq!(
        (&late["event"], &late["item"]["notes"]),
        (&json!(3), &json!("Later"))
    );
    let newest = browser.get("/api/v1/me/activity?limit=1").await.json();
    let told = &newest["items"][0];
    assert_eq!(
        (&told["made_at"], &told["can_undo"]),
        (&json!("2026-11-01T00:00:30Z"), &json!(false))
    );
    assert_eq!(
        told["changes"],
        json!([{
            "field": "notes", "run": null, "tag": null, "old": "Later", "new": "Earlier",
            "by_rule": false, "overruled": true,
        }])
    );
    let again = edit(&browser, 1, &earlier).await;
    assert_eq!((&again["event"], &again["version"]), (&json!(3), &json!(3)));
}
