//! How long a title and its ratings take that nobody has asked for since the server was started.

use std::time::Instant;

use anyhow::{Result, ensure};
use bench::{Stage, figure, milliseconds_since};
use reqwest::{Client, StatusCode};

/// Titles that are asked for before, so that connections and statements are there.
const WARM_UP: usize = 30;
/// What the server makes when it was started: the answer waits for it.
const FIRST: [&str; 2] = ["browse?sort=score", "anime?search=frieren"];

/// Asks for the first `looked_at` titles, once each.
pub(crate) async fn measure(stage: &Stage, looked_at: usize) -> Result<()> {
    let client = Client::builder().no_proxy().build()?;
    let call = async |path: &str| {
        let address = format!("{}/api/v1/{path}", stage.site);
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
    for title in stage.titles.iter().rev().take(WARM_UP) {
        call(&format!("anime/{title}")).await?;
        call(&format!("anime/{title}/ratings")).await?;
    }
    for (place, title) in stage.titles.iter().take(looked_at).enumerate() {
        let took = call(&format!("anime/{title}")).await?;
        figure(&format!("title-{place}"), took);
        let took = call(&format!("anime/{title}/ratings")).await?;
        figure(&format!("ratings-{place}"), took);
    }
    Ok(())
}
