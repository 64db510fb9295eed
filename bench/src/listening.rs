//! Users who listen to what changes in their lists.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use testkit::remote::{Browser, Events};
use tokio::sync::mpsc;

use crate::Stage;

/// Longest wait for a change to be told.
const PATIENCE: Duration = Duration::from_secs(30);

/// A change, as a stream heard of it.
struct Heard {
    version: u64,
    at: Instant,
    /// Bytes of its data.
    bytes: usize,
}

/// A user and what the user's streams hear: changes, `None` where a stream has ended.
pub struct Listening {
    user: Browser,
    streams: usize,
    mouth: mpsc::UnboundedSender<Option<Heard>>,
    ear: mpsc::UnboundedReceiver<Option<Heard>>,
    /// Changes that were heard, and bytes of their data together.
    heard: usize,
    bytes: usize,
}

impl Listening {
    /// A user who is going to have so many streams.
    pub fn new(user: Browser, streams: usize) -> Self {
        let (mouth, ear) = mpsc::unbounded_channel();
        Self {
            user,
            streams,
            mouth,
            ear,
            heard: 0,
            bytes: 0,
        }
    }

    /// Opens one of the streams; bytes of the record that it begins with.
    pub fn open(&self, stage: &Stage) -> impl Future<Output = Result<usize>> + use<> {
        let (user, mouth, site) = (self.user.clone(), self.mouth.clone(), stage.site.clone());
        async move {
            let mut events = user.listen(&site, None).await?;
            let begun = events.next().await?.context("a stream ended at once")?;
            ensure!(
                begun.name == "snapshot",
                "a stream did not begin with the record"
            );
            tokio::spawn(async move {
                if let Err(error) = hear(events, &mouth).await {
                    eprintln!("a stream has failed: {error:#}");
                }
                // Nobody listens any more when the measurement is over
                let _ = mouth.send(None);
            });
            Ok(begun.data.len())
        }
    }

    /// Changes the list; milliseconds from the moment at which the request leaves until each stream
    /// has heard of it.
    pub async fn change(&mut self, stage: &Stage, method: Method, title: u32) -> Result<Vec<f64>> {
        let begin = Instant::now();
        let version = stage.change(&self.user, method, title).await?;
        let mut took = Vec::new();
        for _ in 0..self.streams {
            let heard = tokio::time::timeout(PATIENCE, self.ear.recv()).await;
            let heard = heard.context("a change was not told")?.flatten();
            let heard = heard.context("a stream ended")?;
            let told = heard.version;
            ensure!(told == version, "version {told} was told and not {version}");
            took.push(heard.at.duration_since(begin).as_secs_f64() * 1000.0);
            self.heard += 1;
            self.bytes += heard.bytes;
        }
        Ok(took)
    }

    /// Bytes of a change's data in the mean.
    pub fn length(&self) -> usize {
        self.bytes / self.heard.max(1)
    }
}

async fn hear(mut events: Events, mouth: &mpsc::UnboundedSender<Option<Heard>>) -> Result<()> {
    while let Some(event) = events.next().await? {
        let (at, bytes) = (Instant::now(), event.data.len());
        let version = event.version();
        mouth.send(Some(Heard { version, at, bytes }))?;
    }
    Ok(())
}
