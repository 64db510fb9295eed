//! What owners write about titles, and say of others' reviews.

use serde_json::{Value, json};
use testkit::TestApp;

use super::{Operation, uid};

/// Gives an owner a review of which each column is another than that of the other owner, hidden, so that nobody else sees
/// whose site it is; and a vote and a report that nothing counts.
pub(super) async fn keep_reviews(app: &TestApp, number: u64) {
    let (owner, title) = (uid(number), 10 + number);
    let status = if number == 1 { "completed" } else { "dropped" };
    let (text, spoiler, reports) = (text(number), number - 1, 5 * (number - 1));
    let at = format!("2026-10-0{number}T12:00:00.000000000Z");
    for sql in [
        format!(
            "INSERT INTO review (mal_id, id, uid, text, is_spoiler, status, progress, score, is_private, shown_score, \
             created_at, edited_at, hidden_for, is_listed, helpful, reports) VALUES ({title}, '0000000000001', '{owner}', \
             '{text}', {spoiler}, '{status}', {number}, 7{number}, 0, 0, '{at}', '{at}', 'Reason {number}', 0, {number}, \
             {reports})"
        ),
        format!(
            "INSERT INTO review_vote (mal_id, review, uid, at) VALUES ({title}, '000000000000{number}', '{owner}', '{at}')"
        ),
        format!(
            "INSERT INTO review_report (mal_id, review, uid, reason, note, at, is_settled) VALUES ({title}, \
             '000000000000{number}', '{owner}', '{}', 'Note {number}', '{at}', 0)",
            ["spam", "abuse"][usize::try_from(number).unwrap() - 1]
        ),
    ] {
        app.db.query(&sql).await.unwrap();
    }
    // Of somebody who is on both sites, and whose reviews everybody may read
    for title in [1, 3, 21, 22] {
        let sql = format!(
            "INSERT INTO review (mal_id, id, uid, text, is_spoiler, is_private, shown_score, created_at, is_listed, helpful, \
             reports) VALUES ({title}, '0000000000001', '{}', 'Everybody may read it', 0, 1, 0, \
             '2026-10-05T12:00:00.000000000Z', 1, 0, 0)",
            uid(3)
        );
        app.db.query(&sql).await.unwrap();
    }
    let somebody = format!(
        "INSERT INTO account (uid, display_name, email, email_folded, created_at) VALUES ('{}', 'Kayaba', 'k@example.org', \
         'k@example.org', '2026-10-05T12:00:00.000000000Z')",
        uid(3)
    );
    app.db.query(&somebody).await.unwrap();
}

/// The text of a review with a link, which waits as long as the account is new.
fn text(number: u64) -> String {
    let words = format!("Text {number} ").repeat(15);
    format!("{words}[more](https://example.org)")
}

/// The title in the address of an owner's request: the own review, none, or somebody else's.
pub(super) fn named(operation: &Operation, number: u64) -> Option<String> {
    let title = match &*operation.name() {
        "GET /api/v1/me/reviews/{mal_id} " | "PUT /api/v1/me/reviews/{mal_id} " => 10 + number,
        "DELETE /api/v1/me/reviews/{mal_id} " => 2,
        "POST /api/v1/reviews/{id}/vote " => 20 + number,
        _ => return None,
    };
    Some(title.to_string())
}

/// What an owner sends: the same text once more, and as a preview, and a vote.
pub(super) fn sent(name: &str, number: u64) -> Option<Value> {
    match name {
        "PUT /api/v1/me/reviews/{mal_id} " => {
            Some(json!({ "text": text(number), "spoiler": number == 2 }))
        }
        "POST /api/v1/reviews/preview " => {
            let times = usize::try_from(number).unwrap();
            Some(json!({ "text": text(number).repeat(times) }))
        }
        "POST /api/v1/reviews/{id}/vote " => Some(json!({ "helpful": number == 1 })),
        _ => None,
    }
}
