//! What owners do with their anime lists.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::Browser;

/// A run that was watched to its end.
pub(super) fn run(progress: u64, year: &str) -> Value {
    json!({
        "state": "done", "progress": progress, "started": year, "finished": year, "score": progress,
    })
}

/// Does everything with an anime list that a user can do, with title 5 above all.
pub(super) async fn keep_a_list(owner: &Browser, number: u64) {
    let year = format!("201{number}");
    let runs: Vec<Value> = (0..=number).map(|_| run(3 + number, &year)).collect();
    let status = ["completed", "dropped"][usize::try_from(number).unwrap() - 1];
    for edit in [
        json!({ "runs": runs }),
        json!({ "status": status }),
        json!({ "tags": [format!("Tag {number}")], "private": number == 1 }),
        json!({ "score": number }),
        json!({ "score": 10 + number, "notes": format!("First {number}"), "progress": number }),
        json!({ "notes": format!("Second {number}"), "progress": 1 + number }),
    ] {
        let answer = owner.patch("/api/v1/me/list/5", &edit).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    let preferences = json!({
        "score_scale": ["100", "5_stars"][usize::from(number == 2)],
        "title_language": ["romaji", "japanese"][usize::from(number == 2)],
        "time_zone": ["Europe/Berlin", "Asia/Tokyo"][usize::from(number == 2)],
        "week_start": ["sunday", "saturday"][usize::from(number == 2)],
    });
    owner.patch("/api/v1/me/preferences", &preferences).await;
}
