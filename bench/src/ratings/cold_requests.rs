//! Latency of the first requests for a title, its ratings, its page and its reviews since the server was started.

use std::time::Instant;

use anyhow::{Result, ensure};
use bench::{Fixture, figure, milliseconds_since};
use reqwest::{Client, StatusCode};

/// Titles that are asked for before, so that connections and statements are there.
const WARM_UP: usize = 30;
/// Calls whose first answers wait for what the server makes after its start.
const FIRST: [&str; 2] = ["/api/v1/browse?sort=score", "/api/v1/anime?search=frieren"];

const REVIEWS: &str = "reviews";

/// Asks for the calls of each of the first `looked_at` titles once, and reports how long they took.
pub(crate) async fn measure(fixture: &Fixture, looked_at: usize) -> Result<()> {
    let client = Client::builder().no_proxy().build()?;
    let call = async |path: &str| {
        let address = format!("{}{path}", fixture.site);
        let begin = Instant::now();
        let answer = client.get(&address).send().await?;
        let status = answer.status();
        answer.bytes().await?;
        let took = milliseconds_since(begin);
        ensure!(status == StatusCode::OK, "{address} was answered {status}");
        Ok(took)
    };
    for path in FIRST {
        call(path).await?;
    }
    for title in fixture.titles.iter().rev().take(WARM_UP) {
        for (_, path) in of_title(*title) {
            call(&path).await?;
        }
    }
    let (looked_at, others) = fixture.titles.split_at(looked_at);
    for (place, (title, other)) in looked_at.iter().zip(others).enumerate() {
        for (what, path) in of_title(*title) {
            figure(&format!("{what}-{place}"), call(&path).await?);
        }
        // After the same calls, because an answer is slower after a page than after its like
        for (what, path) in of_title(*other) {
            let took = call(&path).await?;
            if what == REVIEWS {
                figure(&format!("few-{what}-{place}"), took);
            }
        }
    }
    Ok(())
}

/// What is asked of a title. Its page has neither ratings nor reviews in it: those are asked for once a reader is near.
fn of_title(title: u32) -> [(&'static str, String); 4] {
    [
        ("title", format!("/api/v1/anime/{title}")),
        ("ratings", format!("/api/v1/anime/{title}/ratings")),
        ("page", format!("/anime/{title}")),
        (REVIEWS, format!("/api/v1/anime/{title}/reviews")),
    ]
}
