//! Users who listen to what changes in their lists.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use testkit::remote::{Browser, Events};
use tokio::sync::mpsc;

use crate::Fixture;

/// Longest wait for a change to be reported.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A change that a stream has received.
struct ReceivedChange {
    version: u64,
    at: Instant,
    /// The number of bytes of the change's data.
    bytes: usize,
}

/// A user and the changes that the user's streams receive, `None` where a stream has ended.
pub struct Listening {
    user: Browser,
    streams: usize,
    sender: mpsc::UnboundedSender<Option<ReceivedChange>>,
    receiver: mpsc::UnboundedReceiver<Option<ReceivedChange>>,
    /// The number of changes that were received, and that of the bytes of their data together.
    received: usize,
    bytes: usize,
}

impl Listening {
    /// Makes a user who is going to have this many streams.
    pub fn new(user: Browser, streams: usize) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        Self {
            user,
            streams,
            sender,
            receiver,
            received: 0,
            bytes: 0,
        }
    }

    /// Opens one of the streams; returns the number of bytes of the record that the stream begins with.
    pub fn open(&self, fixture: &Fixture) -> impl Future<Output = Result<usize>> + use<> {
        let (user, sender, site) = (self.user.clone(), self.sender.clone(), fixture.site.clone());
        async move {
            let mut events = user.listen(&site, None).await?;
            let begun = events.next().await?.context("a stream ended at once")?;
            ensure!(
                begun.name == "snapshot",
                "a stream did not begin with the record"
            );
            tokio::spawn(async move {
                if let Err(error) = receive(events, &sender).await {
                    eprintln!("a stream has failed: {error:#}");
                }
                // Nobody listens any more when the measurement is over
                let _ = sender.send(None);
            });
            Ok(begun.data.len())
        }
    }

    /// Changes the list; milliseconds from the moment at which the request leaves until each stream
    /// has received it.
    pub async fn change(
        &mut self,
        fixture: &Fixture,
        method: Method,
        title: u32,
    ) -> Result<Vec<f64>> {
        let begin = Instant::now();
        let version = fixture.change(&self.user, method, title).await?;
        let mut took = Vec::new();
        for _ in 0..self.streams {
            let change = tokio::time::timeout(TIMEOUT, self.receiver.recv()).await;
            let change = change.context("a change was not reported")?.flatten();
            let change = change.context("a stream ended")?;
            let got = change.version;
            ensure!(
                got == version,
                "version {got} was reported and not {version}"
            );
            took.push(change.at.duration_since(begin).as_secs_f64() * 1000.0);
            self.received += 1;
            self.bytes += change.bytes;
        }
        Ok(took)
    }

    /// Returns the mean number of bytes of a change's data.
    pub fn length(&self) -> usize {
        self.bytes / self.received.max(1)
    }
}

async fn receive(
    mut events: Events,
    sender: &mpsc::UnboundedSender<Option<ReceivedChange>>,
) -> Result<()> {
    while let Some(event) = events.next().await? {
        let (at, bytes) = (Instant::now(), event.data.len());
        let version = event.version();
        sender.send(Some(ReceivedChange { version, at, bytes }))?;
    }
    Ok(())
}
