//! How long visitors wait who search a running server.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, StatusCode, Url, header::ACCEPT_ENCODING};
use serde_json::Value;
use testkit::search::Query;

use super::measured::{figure, milliseconds, quantile};

/// Longest wait for a new server's index.
const TIMEOUT: Duration = Duration::from_mins(1);
/// A query with an error that only an index forgives.
const TYPO: &str = "naruot";
/// The milliseconds of a tick of Linux's clock, in which it counts the processor time of a process.
const TICK: f64 = 10.0;

/// Each query is asked once, so that no answer was kept; those of `warm` are asked before.
pub(crate) async fn measure(
    site: &str,
    process: u32,
    warm: &[Query],
    queries: &[Query],
) -> Result<()> {
    let client = Client::builder().no_proxy().build()?;
    let begin = Instant::now();
    while ask(&client, site, "suggest?q", TYPO).await?.items == 0 {
        ensure!(begin.elapsed() < TIMEOUT, "the server has made no index");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for (name, address) in [("search", "anime?search"), ("suggest", "suggest?q")] {
        for query in warm {
            ask(&client, site, address, &query.text).await?;
        }
        let mut took = Vec::new();
        let before = computed(process)?;
        for query in queries {
            took.push(ask(&client, site, address, &query.text).await?.took);
        }
        let count = f64::from(u32::try_from(took.len())?);
        figure(
            &format!("{name}-cpu"),
            (computed(process)? - before) / count,
        );
        took.sort_by(f64::total_cmp);
        figure(&format!("{name}-p50"), quantile(&took, 50));
        figure(&format!("{name}-p99"), quantile(&took, 99));
    }
    Ok(())
}

struct Answer {
    /// The milliseconds that the answer took.
    took: f64,
    /// The number of titles that were found.
    items: usize,
}

async fn ask(client: &Client, site: &str, address: &str, text: &str) -> Result<Answer> {
    let (path, name) = address.split_once('?').context("no parameter")?;
    let url = Url::parse_with_params(&format!("{site}/api/v1/{path}"), [(name, text)])?;
    let request = client.get(url);
    let begin = Instant::now();
    let answer = request.header(ACCEPT_ENCODING, "identity").send().await?;
    let status = answer.status();
    let body = answer.bytes().await?;
    let took = milliseconds(begin.elapsed());
    ensure!(status == StatusCode::OK, "{text:?} was answered {status}");
    let body: Value = serde_json::from_slice(&body)?;
    let items = body["items"].as_array().context("no items")?.len();
    Ok(Answer { took, items })
}

/// Returns the processor time that a process has used so far, in milliseconds.
fn computed(process: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name before may hold spaces; user and system time are the 14th and 15th field of all.
    let (_, fields) = stat.rsplit_once(')').context("stat is broken")?;
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: Result<Vec<f64>, _> = times.map(str::parse).collect();
    Ok(ticks?.iter().sum::<f64>() * TICK)
}
