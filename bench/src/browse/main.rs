//! How long any combination of filters takes, from outside, on a server that has seen none of them.

use std::{collections::HashSet, time::Instant};

use anyhow::{Context as _, Result, ensure};
use bench::{SeededRng, figure, milliseconds_since};
use bytes::Bytes;
use clap::Parser;
use reqwest::{Client, StatusCode, header::ACCEPT_ENCODING};
use serde_json::Value;

/// The number of combinations of filters whose first parts are asked for.
const COMBINATIONS: usize = 3_000;
/// The number of combinations of which a second part is asked for.
const PARTS: usize = 500;
const SORTS: [&str; 6] = [
    "popularity",
    "score",
    "favorites",
    "newest",
    "oldest",
    "title",
];

/// Measures a server on this machine that holds a whole catalogue.
#[derive(Parser)]
struct Browse {
    /// Its address, `http://…`.
    #[arg(long)]
    site: String,
    /// The address of a bare handler, which is asked as often.
    #[arg(long)]
    bare: String,
}

/// The body of an answer, and the milliseconds until it was there.
struct Answer {
    body: Value,
    took: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Browse { site, bare } = Browse::parse();
    let client = Client::builder().no_proxy().build()?;
    let all = ask(&client, &site, "").await?.body;
    let mut rng = SeededRng::new(1);
    let (mut queries, mut known) = (Vec::new(), HashSet::new());
    while queries.len() < COMBINATIONS {
        let query = combined(&mut rng, &all["facets"]);
        if known.insert(query.clone()) {
            queries.push(query);
        }
    }
    let mut first = Vec::new();
    let mut cursors = Vec::new();
    for query in queries {
        let answer = ask(&client, &site, &query).await?;
        first.push(answer.took);
        if let Some(cursor) = answer.body["next"].as_str() {
            cursors.push(format!("{query}&cursor={cursor}"));
        }
    }
    let mut second = Vec::new();
    for query in cursors.iter().take(PARTS) {
        second.push(ask(&client, &site, query).await?.took);
    }
    let mut unread = Vec::new();
    for _ in 0..COMBINATIONS {
        unread.push(time(&client, &format!("{bare}/")).await?.1);
    }
    for (name, mut took) in [("first", first), ("second", second), ("bare", unread)] {
        ensure!(!took.is_empty(), "no {name} part was asked for");
        took.sort_by(f64::total_cmp);
        for percent in [50, 99] {
            let at = (took.len() * percent / 100).min(took.len() - 1);
            figure(&format!("{name}-p{percent}"), took[at]);
        }
    }
    Ok(())
}

async fn ask(client: &Client, site: &str, query: &str) -> Result<Answer> {
    let (body, took) = time(client, &format!("{site}/api/v1/browse?{query}")).await?;
    let body = serde_json::from_slice(&body).context("the answer is no JSON")?;
    Ok(Answer { body, took })
}

/// Asks for an address; returns the answer's body, and the milliseconds until it was there.
async fn time(client: &Client, address: &str) -> Result<(Bytes, f64)> {
    let request = client.get(address);
    let begin = Instant::now();
    let answer = request.header(ACCEPT_ENCODING, "identity").send().await?;
    let status = answer.status();
    let body = answer.bytes().await?;
    let took = milliseconds_since(begin);
    ensure!(status == StatusCode::OK, "{address} was answered {status}");
    Ok((body, took))
}

/// Returns the query of a random order and of a few random filters of those that are offered.
fn combined(rng: &mut SeededRng, facets: &Value) -> String {
    let mut parts = vec![format!("sort={}", SORTS[rng.below(SORTS.len())])];
    for (name, facet, most) in [
        ("genre", "genres", 4),
        ("without", "genres", 4),
        ("type", "types", 3),
        ("status", "statuses", 2),
        ("season", "seasons", 2),
        ("year", "years", 1),
        ("episodes", "episodes", 1),
        ("min_score", "min_scores", 1),
    ] {
        if rng.below(3) == 0 {
            let count = 1 + rng.below(most);
            let words: Vec<String> = (0..count).map(|_| word(rng, &facets[facet])).collect();
            let open = if name == "year" { "-" } else { "" };
            parts.push(format!("{name}={}{open}", words.join(",")));
        }
    }
    parts.join("&")
}

fn word(rng: &mut SeededRng, choices: &Value) -> String {
    let choices = choices.as_array().map_or(&[][..], Vec::as_slice);
    let choice = choices.get(rng.below(choices.len().max(1)));
    match choice.map(|choice| &choice["value"]) {
        Some(Value::String(word)) => word.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
