//! A person's page with a long list, as somebody who leafs through it and compares it reads it.

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use bench::{Fixture, figure, median, milliseconds_since};
use reqwest::{Method, StatusCode};
use serde_json::json;
use testkit::remote::Browser;

use crate::entries::{LONG, bulk};

/// The number of parts that are read, each of them once.
const PARTS: usize = 100;

/// How long a part takes of a list, and of a comparison, that nobody has asked for yet.
pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    let owner = fixture.user("page-owner", 0, 1).await?;
    let reader = fixture.user("page-reader", 0, 1).await?;
    let titles = fixture.titles.get(..LONG);
    let titles = titles.context("there are too few titles")?;
    let scored = json!({ "status": "planned", "score": 80 });
    bulk(fixture, &owner, titles, &scored).await?;
    let page = json!({
        "name": "page-owner",
        "audience": "everyone",
        "list_audience": "everyone",
        "favorites": [],
    });
    let request = owner.request(Method::PUT, &fixture.site, "me/page");
    let request = request.header("content-type", "application/json");
    let made = request.body(page.to_string()).send().await?;
    ensure!(made.status() == StatusCode::OK, "there is no page");
    for (key, path) in [
        ("page-list", "users/page-owner/list?sort=title"),
        (
            "page-compared",
            "users/page-owner/comparison?of=only_theirs",
        ),
    ] {
        let mut took = Vec::new();
        for part in 1..=PARTS {
            took.push(read(fixture, &reader, &format!("{path}&page={part}")).await?);
        }
        figure(&format!("{key}-first"), took[0]);
        figure(key, median(&mut took));
    }
    Ok(())
}

/// Reads a path; returns the milliseconds that the answer took.
async fn read(fixture: &Fixture, reader: &Browser, path: &str) -> Result<f64> {
    let begin = Instant::now();
    let answer = reader.request(Method::GET, &fixture.site, path);
    let answer = answer.send().await?;
    ensure!(answer.status() == StatusCode::OK, "{path} was refused");
    answer.bytes().await?;
    Ok(milliseconds_since(begin))
}
