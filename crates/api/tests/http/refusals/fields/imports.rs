//! What owners do with files of lists.
//!
//! The first import is applied and undone, the second one is applied, the third one and the last wait.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testkit::Browser;

use super::Operation;
use crate::http::imports::{apply, bring, preview, undo};

/// What is done with a row: its title is not on the list, is there as another entry, is there as another one that
/// stays, is there as the same one, is left out.
const PARTS: [&str; 5] = ["added", "changed", "kept", "equal", "skipped"];
/// Titles of the first file and of the third, those of the second, and those of the last.
const FIRST: u32 = 8;
const SECOND: u32 = FIRST + 15;
const WAITING: u32 = SECOND + 15;
/// The id of the last title of a file.
pub(super) const LAST: u32 = WAITING + 15;

/// Titles of one owner in a part of a file. The second one has twice as many of everything.
fn titles(first: u32, part: &str, number: u64) -> impl Iterator<Item = u32> {
    let part = PARTS.iter().position(|it| *it == part).unwrap();
    let before = first + 3 * u32::try_from(part).unwrap();
    (1..=3)
        .filter(move |n| (*n == 1) == (number == 1))
        .map(move |n| before + n)
}

/// A row: its title's number and name, its status, what else it says. The second owner's are of Yamtrack's form.
fn row([id, name, status, progress, score, notes, tags]: [&str; 7], number: u64) -> String {
    match number {
        1 => format!("{id};{name};{status};{progress};{score};{notes};{tags}\n"),
        _ => format!("{id},mal,anime,{name},{status},{progress},{score},{notes},{tags}\n"),
    }
}

const fn head(number: u64) -> &'static str {
    match number {
        1 => "MAL ID;Title;Status;Episodes watched;Score;Notes;Tags\n",
        _ => "media_id,source,media_type,title,status,progress,score,notes,tags\n",
    }
}

/// A score of the scale that the rows are of: of five, as one guesses, and of ten.
const fn score(number: u64) -> &'static str {
    match number {
        1 => "1",
        _ => "3",
    }
}

fn whole(id: u32, name: &str, status: &str, number: u64) -> String {
    let [id, progress] = [id.to_string(), number.to_string()];
    let [notes, tags] = ["Words", "Tagged"].map(|it| format!("{it} {number}"));
    let cells = [&id, name, status, &progress, score(number), &notes, &tags];
    row(cells, number)
}

fn planned(id: u32, score: &str, number: u64) -> String {
    let cells = [&id.to_string(), "", "Plan to Watch", "", score, "", ""];
    row(cells, number)
}

/// A file with rows of each kind.
fn file(first: u32, number: u64) -> String {
    let mut rows = head(number).to_owned();
    for part in PARTS {
        for id in titles(first, part, number) {
            let status = if number == 1 { "Completed" } else { "Dropped" };
            rows.push_str(&match part {
                "kept" => planned(id, score(number), number),
                // A value that cannot be taken
                "equal" => {
                    let score = format!("<my_score>{}</my_score>", 90 + number);
                    planned(id, &score, number)
                }
                _ => whole(id, &format!("Called {id}"), status, number),
            });
        }
    }
    // Those of the second file are the ones that others ask for
    let (unknown, name) = match first {
        SECOND => (90, "Title"),
        _ => (930, "English"),
    };
    for n in titles(0, PARTS[0], number) {
        let status = if number == 1 { "Completed" } else { "Dropped" };
        rows += &whole(unknown + n, &format!("Unknown {n}"), status, number);
        // It has no number
        rows += &whole(0, &format!("{name} {n}"), status, number);
        rows += &whole(1000 + n, "Refused", &format!("Status {number}"), number);
    }
    // Refused, too: the file has them already
    for id in titles(first, PARTS[0], number) {
        rows += &whole(id, "Once more", "Completed", number);
    }
    rows
}

/// An owner's choices for the rows of a file.
fn wishes(first: u32, number: u64) -> Value {
    let kept = titles(first, "kept", number).zip(2 * number + 1..);
    let kept = kept.map(|(_, row)| (row.to_string(), json!({ "policy": "mine" })));
    let skipped = titles(first, "skipped", number).zip(4 * number + 1..);
    let skipped = skipped.map(|(_, row)| (row.to_string(), json!({ "skip": true })));
    let rows = kept.chain(skipped);
    let rows: serde_json::Map<_, _> = rows.collect();
    json!({ "policy": "theirs", "rows": rows })
}

async fn put(owner: &Browser, first: u32, number: u64) {
    for part in ["changed", "kept", "equal"] {
        for id in titles(first, part, number) {
            let edit = match part {
                "changed" | "kept" => json!({ "score": 90 + number }),
                _ => json!({ "status": "planned" }),
            };
            let answer = owner.patch(&format!("/api/v1/me/list/{id}"), &edit).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
    }
}

/// Edits the notes of entries.
async fn note(owner: &Browser, ids: impl Iterator<Item = u32>, words: &str) {
    for id in ids {
        let edit = json!({ "notes": words });
        let answer = owner.patch(&format!("/api/v1/me/list/{id}"), &edit).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
}

/// Brings Mitai's own file, of an unknown title and of one that the catalogue loses.
async fn bring_own_file(owner: &Browser, number: u64) {
    let address = format!("/api/v1/me/exports/json?private=true&tag=Tag%20{number}");
    let mut file = owner.get(&address).await.json();
    for row in file["entries"].as_array_mut().unwrap() {
        row["entry"]["foreign_fields"] = json!({ "my_storage": format!("Shelf {number}") });
        if row["mal_id"] == 5 {
            row["mal_id"] = json!(990 + number);
        }
    }
    let shown = preview(owner, file.to_string()).await;
    apply(owner, &shown, &json!({})).await;
}

/// Brings a file of `AniList`, of titles that have no number at MyAnimeList.
async fn bring_foreign_file(owner: &Browser, number: u64) {
    let entry = |n| json!({ "mediaId": n, "status": "CURRENT", "media": { "idMal": null } });
    let entries: Vec<Value> = (0..number).map(|n| entry(9000 + 10 * number + n)).collect();
    let file = json!({ "data": { "MediaListCollection": { "lists": [{ "entries": entries }] } } });
    let shown = preview(owner, file.to_string()).await;
    apply(owner, &shown, &json!({})).await;
}

/// Does everything with files that a user can do; returns the version of which the third one's preview is.
pub(super) async fn bring_files(owner: &Browser, number: u64) -> u64 {
    for first in [FIRST, SECOND] {
        put(owner, first, number).await;
        let name = format!("/api/v1/me/imports?name=List {number}").replace(' ', "%20");
        let brought = bring(owner, &name, file(first, number)).await;
        assert_eq!(brought.status, StatusCode::CREATED, "{}", brought.text());
        let shown = brought.json();
        if first == FIRST {
            // What was changed after the preview is named
            note(owner, titles(FIRST, "kept", number), "Changed after it").await;
        }
        apply(owner, &shown, &wishes(first, number)).await;
        if first == FIRST {
            let changed = titles(FIRST, "changed", number).take(1);
            note(owner, changed, "Stays when it is taken back").await;
            assert_eq!(undo(owner, &shown).await.status, StatusCode::OK);
        }
    }
    let third = preview(owner, file(FIRST, number)).await;
    // These stay as they are when the second one is undone and the third one is applied
    let changed = titles(FIRST, "changed", number).take(1);
    let changed = titles(SECOND, "added", number).chain(changed);
    note(owner, changed, "Changed since").await;
    bring_own_file(owner, number).await;
    bring_foreign_file(owner, number).await;
    let name = format!("/api/v1/me/imports?name=Last%20{number}");
    put(owner, WAITING, number).await;
    bring(owner, &name, file(WAITING, number)).await;
    third["version"].as_u64().unwrap()
}

/// What only an import has that was applied, where one that waits is asked for, or the other way round.
pub(super) fn is_of_another_state(field: &str) -> bool {
    let is_of = |parts: &[&str]| parts.iter().any(|part| field.contains(part));
    let of_waiting = is_of(&[".items[]", ".matching", ".differing"]);
    let of_applied = is_of(&[".applied", ".undone_at", ".left"]);
    (field.starts_with("GET /api/v1/me/imports/{id} ") && of_waiting)
        || (field.starts_with("POST /api/v1/me/imports/{id}/preview ") && of_applied)
}

/// What stands in the owner's address: the import that has the most to show, or an unresolved entry.
pub(super) fn named(operation: &Operation, number: u64) -> String {
    match &*operation.name() {
        "GET /api/v1/me/imports/{id} " | "GET /api/v1/me/imports/{id}/undo " => "1".into(),
        "POST /api/v1/me/imports/{id}/undo " => "2".into(),
        "POST /api/v1/me/imports/{id}/apply " => "3".into(),
        "POST /api/v1/me/imports/{id}/preview " => "6".into(),
        name if name.contains("{year}") => number.to_string(),
        name if name.contains("/unresolved/") => format!("3:mal:93{number}"),
        _ => "5".into(),
    }
}

/// The body that the owner sends to an operation on an import.
pub(super) fn own_body(name: &str, number: u64, seen: u64) -> Option<Value> {
    Some(match name {
        "POST /api/v1/me/imports/{id}/preview " => {
            let rows = json!({ "9": { "skip": true } });
            match number {
                1 => json!({ "policy": "mine" }),
                _ => json!({ "policy": "theirs", "rows": rows }),
            }
        }
        "POST /api/v1/me/imports/{id}/apply " => {
            let mut wishes = wishes(FIRST, number);
            wishes["version"] = seen.into();
            wishes
        }
        "PUT /api/v1/me/unresolved/{key} " => json!({ "mal_id": 2 + number }),
        _ => return None,
    })
}
