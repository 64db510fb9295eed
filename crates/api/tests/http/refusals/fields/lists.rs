//! What owners do with their anime lists.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::Browser;

/// A run that was watched to its end.
fn run(progress: u64, year: &str) -> Value {
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
    // Made before some of these, and sent after all of them
    let mut late = json!({
        "notes": format!("Late {number}"),
        "op_id": format!("late_{number}-1"),
        "base_version": 0,
        "age_ms": 60_000 * number,
    });
    if number == 2 {
        late["score"] = 99.into();
    }
    let answer = owner.patch("/api/v1/me/list/5", &late).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let lost = format!("/api/v1/me/list/{}", 6 + number);
    let all = json!({
        "runs": runs,
        "status": status,
        "tags": [format!("Tag {number}")],
        "notes": format!("Notes {number}"),
        "score": number,
        "private": number == 1,
    });
    let answer = owner.patch(&lost, &all).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let preferences = match number {
        1 => json!({
            "score_scale": "100",
            "title_language": "japanese",
            "time_zone": "Europe/Berlin",
            "week_start": "sunday",
        }),
        _ => json!({
            "score_scale": "5_stars",
            "title_language": "romaji",
            "time_zone": "Asia/Tokyo",
            "week_start": "saturday",
        }),
    };
    owner.patch("/api/v1/me/preferences", &preferences).await;
}

/// The value that somebody else sends as a field.
pub(super) fn word(field: &str) -> Value {
    match field {
        "status" => "dropped".into(),
        "progress" | "score" | "run_score" | "run" | "mal_id" => 1.into(),
        "started" | "finished" | "today" | "at" => "2026-11-01".into(),
        "notes" | "note" => "Somebody's".into(),
        "tags" | "add_tags" | "remove_tags" => json!(["somebody's"]),
        "private" | "rewatch" | "remove" | "accept_proposals" | "remarked" | "spoiler"
        | "helpful" => true.into(),
        "runs" => json!([run(1, "2019")]),
        "op_id" => "somebody-s".into(),
        "base_version" | "before" | "age_ms" | "version" | "after" => 0.into(),
        "events" | "favorites" => json!([1]),
        "policy" => "theirs".into(),
        "rows" => json!({ "1": { "mal_id": 1 } }),
        "state" => "added".into(),
        "mal_ids" => json!([1, 3, 5]),
        "edit" => json!({ "notes": "Somebody's" }),
        "score_scale" => "100".into(),
        "title_language" | "by_title" => "romaji".into(),
        "search" => "a".into(),
        "time_zone" => "Asia/Tokyo".into(),
        "name" => "Somebody-s".into(),
        "audience" | "list_audience" => "everyone".into(),
        "week_start" => "sunday".into(),
        "known_version" => Value::Null,
        "text" => "Somebody's ".repeat(20).into(),
        "reason" => "spam".into(),
        field => panic!("say what somebody else may send as {field}"),
    }
}
