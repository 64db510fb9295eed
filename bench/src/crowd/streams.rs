//! Thousands of open streams: what they hold, and how soon they hear.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use bench::{Stage, figure, mark, median, milliseconds_since, quantile};
use futures::{StreamExt as _, TryStreamExt as _, future::try_join_all, stream};
use reqwest::Method;
use testkit::remote::{Browser, Events};
use tokio::{sync::mpsc, time::sleep};

/// Streams of each user; a user may have 64.
const EACH: usize = 50;
/// Entries of each user.
const LENGTH: usize = 10;
/// Streams that are opened at once.
const AT_ONCE: usize = 64;
/// Times in which all users change their lists, one after the other.
const ROUNDS: usize = 5;
/// Times in which all users change their lists at once.
const STORMS: usize = 5;
/// Sign-ups at once: each hashes a password.
const SIGN_UPS: usize = 2;
/// How long the server stands still before its memory is looked at.
const STILL: Duration = Duration::from_secs(2);
/// Longest wait for a change to be told.
const PATIENCE: Duration = Duration::from_secs(30);

/// A version, when somebody heard of it.
type Heard = (u64, Instant);

/// Users whose streams are open.
pub(crate) struct Listeners {
    users: Vec<(Browser, mpsc::UnboundedReceiver<Heard>)>,
}

/// Opens so many streams.
pub(crate) async fn open(stage: &Stage, count: usize) -> Result<Listeners> {
    let names: Vec<_> = (0..count / EACH).map(|user| format!("fan{user}")).collect();
    let users = stream::iter(&names).map(|name| stage.user(name, LENGTH, 1));
    let users: Vec<Browser> = users.buffered(SIGN_UPS).try_collect().await?;
    sleep(STILL).await;
    mark("before-streams");
    let begin = Instant::now();
    let mut listeners = Vec::new();
    let mut opening = Vec::new();
    for user in &users {
        let (mouth, ear) = mpsc::unbounded_channel();
        opening.extend((0..EACH).map(|_| listen(stage, user.clone(), mouth.clone())));
        listeners.push((user.clone(), ear));
    }
    let opening = stream::iter(opening).buffer_unordered(AT_ONCE);
    opening.try_for_each(|()| async { Ok(()) }).await?;
    figure("opened", milliseconds_since(begin) / 1000.0);
    sleep(STILL).await;
    mark("with-streams");
    Ok(Listeners { users: listeners })
}

/// A stream, once it has begun.
async fn listen(stage: &Stage, user: Browser, mouth: mpsc::UnboundedSender<Heard>) -> Result<()> {
    let mut events = user.listen(&stage.site, None).await?;
    let begun = events.next().await?;
    ensure!(
        begun.is_some_and(|event| event.name == "snapshot"),
        "a stream did not begin with the record"
    );
    tokio::spawn(hear(events, mouth));
    Ok(())
}

async fn hear(mut events: Events, mouth: mpsc::UnboundedSender<Heard>) -> Result<()> {
    while let Some(event) = events.next().await? {
        let at = Instant::now();
        mouth.send((event.id.parse()?, at))?;
    }
    Ok(())
}

impl Listeners {
    /// Changes lists and tells when each stream has heard of it.
    pub(crate) async fn measure(mut self, stage: &Stage) -> Result<()> {
        let (mut each, mut last) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            for user in &mut self.users {
                let heard = heard(stage, user, method(round)).await?;
                last.push(heard.iter().copied().fold(0.0, f64::max));
                each.extend(heard);
            }
        }
        figure("heard-p50", median(&mut each));
        figure("heard-p99", quantile(&mut each, 0.99));
        figure("heard-by-all-p99", quantile(&mut last, 0.99));
        let mut storms = Vec::new();
        for storm in 0..STORMS {
            let begin = Instant::now();
            let users = self.users.iter_mut();
            let heard = users.map(|user| heard(stage, user, method(ROUNDS + storm)));
            let heard: usize = try_join_all(heard).await?.iter().map(Vec::len).sum();
            let heard = f64::from(u32::try_from(heard)?);
            storms.push(heard / begin.elapsed().as_secs_f64());
        }
        figure("told-rate", median(&mut storms));
        mark("after-streams");
        Ok(())
    }
}

/// A title is put on every list and taken off again.
fn method(round: usize) -> Method {
    [Method::PUT, Method::DELETE][round % 2].clone()
}

/// Changes a list; milliseconds until each stream has heard of it.
async fn heard(
    stage: &Stage,
    (user, ear): &mut (Browser, mpsc::UnboundedReceiver<Heard>),
    method: Method,
) -> Result<Vec<f64>> {
    let begin = Instant::now();
    let version = stage.change(user, method, stage.titles[LENGTH]).await?;
    let mut took = Vec::new();
    for _ in 0..EACH {
        let heard = tokio::time::timeout(PATIENCE, ear.recv()).await;
        let (told, at) = heard
            .context("a change was not told")?
            .context("a stream ended")?;
        ensure!(told == version, "version {told} was told and not {version}");
        took.push(at.duration_since(begin).as_secs_f64() * 1000.0);
    }
    Ok(took)
}
