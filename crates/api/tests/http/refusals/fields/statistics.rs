//! What owners have finished, and how far they are with the rest, so that their statistics differ.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::Browser;

use super::imports;

/// Titles beyond those of imports that are on these lists alone.
pub(super) const LAST: u32 = imports::LAST + 6;

/// The same for every owner here: a number that is the same for all, what needs five scores of one genre, and what the
/// catalogue knows of all titles.
pub(super) fn is_same(field: &str) -> bool {
    let same = [
        " .least_scored",
        ".lift.points",
        ".lift.margin",
        ".lift.liking",
        ".untimed",
        " .kinds.unknown",
        " .years.unknown",
    ];
    field.contains("/me/statistics") && same.iter().any(|part| field.ends_with(part))
}

fn done(progress: u64, finished: &str) -> Value {
    json!({
        "state": "done", "progress": progress, "started": null, "finished": finished, "score": null,
    })
}

/// One owner has finished two titles in the year 2011, one of them again; the other has finished both again in 2012, and
/// more nobody knows when.
pub(super) async fn finish(owner: &Browser, number: u64) {
    let before = done(3 + number, &format!("200{number}"));
    let year = format!("201{number}");
    let day = done(4 + number, &format!("{year}-0{number}-0{number}"));
    let first = json!({
        "runs": [before, day],
        "status": "completed",
        "score": 20 + number,
    });
    let second = match number {
        1 => json!({ "runs": [done(1, &year)], "status": "completed" }),
        _ => json!({
            "runs": [before, done(20, &year), done(2, &year)],
            "status": "completed",
            "score": 90,
        }),
    };
    let third = json!({ "status": "completed", "runs": [done(1, &year)] });
    let undated = json!({
        "status": "completed",
        "runs": [{ "state": "done", "progress": 1, "started": null, "finished": null, "score": null }],
    });
    let mut edits = vec![(number, first), (2 + number, second)];
    if number == 2 {
        edits.extend([
            (1, undated),
            (3, json!({ "status": "paused", "progress": 1 })),
            (5, third),
            (6, json!({ "status": "dropped", "progress": 1 })),
        ]);
    }
    for (place, edit) in edits {
        let address = format!("/api/v1/me/list/{}", u64::from(imports::LAST) + place);
        let answer = owner.patch(&address, &edit).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
}
