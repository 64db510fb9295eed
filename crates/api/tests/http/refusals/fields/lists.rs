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
    let status = if number == 1 { "completed" } else { "dropped" };
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
    let preferences = match number {
        1 => json!({
            "score_scale": "100",
            "title_language": "romaji",
            "time_zone": "Europe/Berlin",
            "week_start": "sunday",
        }),
        _ => json!({
            "score_scale": "5_stars",
            "title_language": "japanese",
            "time_zone": "Asia/Tokyo",
            "week_start": "saturday",
        }),
    };
    owner.patch("/api/v1/me/preferences", &preferences).await;
}
