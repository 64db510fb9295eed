//! How soon a score shows a rating.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use bench::{Fixture, figure, median, milliseconds_since, quantile};
use reqwest::{Method, StatusCode, header::CONTENT_TYPE};
use serde_json::{Value, json};
use testkit::remote::Browser;

/// Pause between two looks at the score, and the longest wait for it to change.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
const TIMEOUT: Duration = Duration::from_mins(1);

/// One new user rates each of the first `looked_at` titles, one after the other.
pub(crate) async fn measure(fixture: &Fixture, looked_at: usize) -> Result<()> {
    let user = fixture.user("rater", 0, 1).await?;
    let mut took = Vec::new();
    for title in &fixture.titles[..looked_at] {
        let before = raters(fixture, &user, *title).await?;
        let begin = Instant::now();
        rate(fixture, &user, *title).await?;
        while raters(fixture, &user, *title).await? == before {
            ensure!(
                begin.elapsed() < TIMEOUT,
                "the rating of {title} never shows"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        took.push(milliseconds_since(begin) / 1000.0);
    }
    figure("shown", median(&mut took));
    figure("shown-worst", quantile(&mut took, 1.0));
    Ok(())
}

async fn rate(fixture: &Fixture, user: &Browser, title: u32) -> Result<()> {
    let path = format!("me/list/{title}");
    let edit = json!({ "op_id": format!("rating_01-{title}"), "today": "2026-01-01", "score": 70 });
    let request = user
        .request(Method::PATCH, &fixture.site, &path)
        .header(CONTENT_TYPE, "application/json");
    let status = request.body(edit.to_string()).send().await?.status();
    ensure!(
        status == StatusCode::OK,
        "rating {title} was answered {status}"
    );
    Ok(())
}

async fn raters(fixture: &Fixture, user: &Browser, title: u32) -> Result<u64> {
    let path = format!("anime/{title}/ratings");
    let answer = user
        .request(Method::GET, &fixture.site, &path)
        .send()
        .await?;
    let answer: Value = serde_json::from_slice(&answer.bytes().await?)?;
    let raters = answer["own"]["raters"].as_u64();
    raters.with_context(|| format!("title {title} has no score"))
}
