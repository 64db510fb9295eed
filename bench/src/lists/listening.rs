//! Telling who listens.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use bench::{Stage, figure, median, quantile};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Method;
use testkit::remote::{Browser, Events};
use tokio::sync::mpsc;

const USERS: usize = 100;
/// Streams of each user.
const STREAMS: usize = 10;
/// Changes, which go round the users.
const CHANGES: usize = 2_000;
/// Entries of each user.
const LENGTH: usize = 10;
/// How long the server stands still before and after a mark.
const STILL: Duration = Duration::from_secs(1);
/// Longest wait for a change to be told.
const PATIENCE: Duration = Duration::from_secs(10);

/// A version, when somebody heard of it.
type Heard = (u64, Instant);

/// From the moment at which a request leaves to the moment at which another device of the user
/// hears of the change.
pub(crate) async fn measure(stage: &Stage) -> Result<()> {
    let names: Vec<_> = (0..USERS).map(|user| format!("listener{user}")).collect();
    let users = stream::iter(&names).map(|name| stage.user(name, LENGTH, 1));
    let users: Vec<Browser> = users.buffered(2).try_collect().await?;
    stand_still("before-streams").await;
    let mut ears = Vec::new();
    for user in &users {
        ears.push(listen(stage, user).await?);
    }
    stand_still("with-streams").await;

    let mut took = Vec::new();
    for change in 0..CHANGES {
        let (user, ears) = (&users[change % USERS], &mut ears[change % USERS]);
        let method = [Method::PUT, Method::DELETE][change / USERS % 2].clone();
        let begin = Instant::now();
        let version = stage.change(user, method, stage.titles[LENGTH]).await?;
        for _ in 0..STREAMS {
            let heard = tokio::time::timeout(PATIENCE, ears.recv()).await;
            let (told, at) = heard
                .context("a change was not told")?
                .context("a stream ended")?;
            ensure!(told == version, "version {told} was told and not {version}");
            took.push(at.duration_since(begin).as_secs_f64() * 1000.0);
        }
    }
    figure("told", median(&mut took));
    figure("told-p99", quantile(&mut took, 0.99));
    Ok(())
}

/// Opens all streams of a user.
async fn listen(stage: &Stage, user: &Browser) -> Result<mpsc::UnboundedReceiver<Heard>> {
    let (mouth, ear) = mpsc::unbounded_channel();
    for _ in 0..STREAMS {
        let mut events = user.listen(&stage.site, None).await?;
        let begun = events.next().await?;
        ensure!(
            begun.is_some_and(|event| event.name == "snapshot"),
            "a stream did not begin with the record"
        );
        tokio::spawn(hear(events, mouth.clone()));
    }
    Ok(ear)
}

async fn hear(mut events: Events, mouth: mpsc::UnboundedSender<Heard>) -> Result<()> {
    while let Some(event) = events.next().await? {
        let at = Instant::now();
        mouth.send((event.id.parse()?, at))?;
    }
    Ok(())
}

async fn stand_still(name: &str) {
    tokio::time::sleep(STILL).await;
    bench::mark(name);
    tokio::time::sleep(STILL).await;
}
