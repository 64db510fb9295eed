//! One stream of a user's changes.

use std::{collections::VecDeque, sync::Arc};

use domain::{
    Error, Result,
    account::Secret,
    library::{Change, Library},
};
use tokio::{
    sync::{broadcast::error::RecvError, watch},
    time::{Instant, Interval, MissedTickBehavior, interval_at},
};

use super::{Event, Live, Subscription};

/// What a listener is told.
#[derive(Debug)]
pub enum Update {
    /// The whole record; what was told before is void.
    Snapshot(Library),
    /// The record's next change.
    Change(Arc<Change>),
    /// Nothing happened for a while.
    Heartbeat,
    /// The session has ended; nothing follows.
    SignedOut,
}

/// One stream of a user's changes. The user is not listened to any more once it is dropped.
pub struct Listener {
    live: Live,
    subscription: Subscription,
    closed: watch::Receiver<bool>,
    session: String,
    secret: Secret,
    heartbeat: Interval,
    /// Version of the record that the listener has.
    position: u64,
    /// Read and not told yet.
    unread: VecDeque<Update>,
    ended: bool,
}

/// Why a listener stopped waiting.
enum Woken {
    Closing,
    Event(Result<Event, RecvError>),
    Heartbeat,
}

/// Ends when all streams are to end.
async fn closing(closed: &mut watch::Receiver<bool>) {
    // An error means that the hub is gone, which ends streams too
    let _ = closed.wait_for(|closed| *closed).await;
}

impl Listener {
    pub(super) async fn begin(
        live: Live,
        subscription: Subscription,
        session: String,
        secret: Secret,
        since: Option<u64>,
    ) -> Result<Self> {
        let mut heartbeat = interval_at(Instant::now() + live.heartbeat, live.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut listener = Self {
            closed: live.closed.subscribe(),
            live,
            subscription,
            session,
            secret,
            heartbeat,
            position: since.unwrap_or_default(),
            unread: VecDeque::new(),
            ended: false,
        };
        match since {
            Some(_) => listener.catch_up().await?,
            None => listener.start_anew().await?,
        }
        Ok(listener)
    }

    /// The next thing to tell; `None` when nothing more will come. When there was something to read
    /// and the store failed, nothing comes either: who listens begins again where it was. While
    /// nothing is told, a store that is away for a time does no harm.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            if let Some(told) = self.unread.pop_front() {
                return Some(told);
            }
            if self.ended {
                return None;
            }
            if let Err(error) = self.wait().await {
                tracing::warn!(%error, "a stream of changes is ended");
                return None;
            }
        }
    }

    /// Waits until there may be something to tell.
    async fn wait(&mut self) -> Result<()> {
        let Some(event) = &mut self.subscription.events else {
            self.ended = true;
            return Ok(());
        };
        let woken = tokio::select! {
            biased;
            () = closing(&mut self.closed) => Woken::Closing,
            event = event.recv() => Woken::Event(event),
            _ = self.heartbeat.tick() => Woken::Heartbeat,
        };
        match woken {
            Woken::Closing | Woken::Event(Err(RecvError::Closed)) => self.ended = true,
            Woken::Event(Ok(event)) => self.hear(event).await?,
            Woken::Event(Err(RecvError::Lagged(_))) => self.look().await?,
            Woken::Heartbeat => {
                match self.look().await {
                    // All streams at once would begin anew, in vain, until the store is back
                    Err(Error::Unavailable { .. }) => {}
                    looked => looked?,
                }
                if self.unread.is_empty() {
                    self.unread.push_back(Update::Heartbeat);
                }
            }
        }
        Ok(())
    }

    async fn hear(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Changed(change) if change.version <= self.position => {}
            Event::Changed(change) if change.version == self.position + 1 => self.add(change),
            Event::Changed(_) => self.catch_up().await?,
            Event::ChangedMuch => self.start_anew().await?,
            Event::SignedOut(session) => {
                if session.is_none_or(|session| *session == *self.session) {
                    self.sign_out();
                }
            }
        }
        Ok(())
    }

    /// Looks whether the session is still open, and for changes that it was not told of.
    async fn look(&mut self) -> Result<()> {
        if self.live.sessions.current(&self.secret).await?.is_none() {
            self.sign_out();
            return Ok(());
        }
        // Streams look often and rarely miss anything: the version alone is the least to ask for
        if self
            .live
            .store
            .library_version(&self.subscription.uid)
            .await?
            != self.position
        {
            self.catch_up().await?;
        }
        Ok(())
    }

    async fn catch_up(&mut self) -> Result<()> {
        let (store, uid) = (&self.live.store, &self.subscription.uid);
        match store.changes_since(uid, self.position).await? {
            Some(changes) => {
                for change in changes {
                    self.add(Arc::new(change));
                }
            }
            None => self.start_anew().await?,
        }
        Ok(())
    }

    async fn start_anew(&mut self) -> Result<()> {
        let record = self.live.store.library(&self.subscription.uid).await?;
        self.position = record.version;
        self.unread = VecDeque::from([Update::Snapshot(record)]);
        Ok(())
    }

    fn add(&mut self, change: Arc<Change>) {
        self.position = change.version;
        self.unread.push_back(Update::Change(change));
    }

    fn sign_out(&mut self) {
        self.unread.push_back(Update::SignedOut);
        self.ended = true;
    }
}
