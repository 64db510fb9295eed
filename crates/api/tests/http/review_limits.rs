//! How much one account may write, vote and report.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;

use super::{
    list::site,
    reviews::{OWN, at, long, put, write},
};

#[tokio::test]
async fn reviews_votes_and_reports_are_limited() {
    let app = site().await;
    let (author, reader) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    let id = write(&author, &long("It"), false).await["id"].take();
    let vote = json!({ "helpful": true });
    let report = json!({ "reason": "spam" });
    for (end, form, most, word) in [
        ("/vote", vote, 60, "votes"),
        ("/report", report, 10, "reports"),
    ] {
        for _ in 0..most {
            let taken = reader.post(&at(&id, end), &form).await;
            assert!(taken.status.is_success(), "{}", taken.text());
        }
        let refused = reader.post(&at(&id, end), &form).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        let problem = refused.json();
        assert_eq!(problem["code"], "too_many_attempts");
        let sentence = format!("Those were many {word} in a short time.");
        assert!(problem["detail"].as_str().unwrap().starts_with(&sentence));
        let wait: u64 = refused.header("retry-after").parse().unwrap();
        app.clock.advance(Duration::from_secs(wait));
        assert!(reader.post(&at(&id, end), &form).await.status.is_success());
    }
    let mut taken = 0;
    let refused = loop {
        let form = json!({ "text": long(&taken.to_string()), "spoiler": false });
        let answer = put(&author, OWN, &form).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        taken += 1;
    };
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(taken, 20);
    // Others from the same address still write
    assert_eq!(write(&reader, &long("y"), false).await["mal_id"], 1);
}
