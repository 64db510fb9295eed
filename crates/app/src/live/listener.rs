//! One stream of a user's changes.

use std::{collections::VecDeque, error::Error as _, sync::Arc};

use domain::{
    Error, Result,
    account::SecretHash,
    library::{Change, Library, Position},
};
use tokio::{
    sync::{
        broadcast::error::RecvError,
        oneshot::{self, error::RecvError as Abandoned},
        watch,
    },
    time::{Instant, Interval, MissedTickBehavior, interval_at},
};

use super::{Event, Live, Subscription, heartbeats::Checked};

/// The events that a listener sends.
#[derive(Debug)]
pub enum Update {
    /// The whole library, in place of everything before.
    Snapshot(Library),
    /// The library's next change.
    Change(Arc<Change>),
    /// Nothing has changed for a while; the stream is alive.
    Heartbeat,
    /// The session has ended; nothing follows.
    SignedOut,
}

/// One stream of a user's changes. Dropping it ends the subscription.
pub struct Listener {
    live: Live,
    subscription: Subscription,
    closed: watch::Receiver<bool>,
    session: String,
    secret: SecretHash,
    heartbeat: Interval,
    /// The check that is on its way; `None` if there is none.
    check: Option<oneshot::Receiver<Checked>>,
    /// The position up to which the listener has read the library; `unread` may still hold updates up to it.
    position: Position,
    /// The updates that were read and are not passed on yet.
    unread: VecDeque<Update>,
    ended: bool,
}

/// Why a listener stopped waiting.
enum WakeReason {
    Closing,
    Event(Result<Event, RecvError>),
    Heartbeat,
    Checked(Result<Checked, Abandoned>),
}

/// Returns when all streams are to end.
async fn closing(closed: &mut watch::Receiver<bool>) {
    // An error means that the hub is gone, which ends streams too
    let _ = closed.wait_for(|closed| *closed).await;
}

/// Returns the result of a check; waits for ever if there is none.
async fn checked(check: &mut Option<oneshot::Receiver<Checked>>) -> Result<Checked, Abandoned> {
    match check {
        Some(check) => check.await,
        None => std::future::pending().await,
    }
}

impl Listener {
    pub(super) async fn begin(
        live: Live,
        subscription: Subscription,
        session: String,
        secret: SecretHash,
        since: Option<Position>,
    ) -> Result<Self> {
        // The first check starts early enough to end when the heartbeat is due
        let first = live.heartbeat.saturating_sub(live.heartbeats.window());
        let mut heartbeat = interval_at(Instant::now() + first, live.heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut listener = Self {
            closed: live.closed.subscribe(),
            live,
            subscription,
            session,
            secret,
            heartbeat,
            check: None,
            position: since.unwrap_or(Position::from(0)),
            unread: VecDeque::new(),
            ended: false,
        };
        match since {
            Some(_) => listener.catch_up().await?,
            None => listener.start_anew().await?,
        }
        Ok(listener)
    }

    /// The next update; `None` when nothing more will come. When there was something to read
    /// and the store failed, nothing comes either: the client begins again where it was. While
    /// nothing changes, a store that is away for a time does no harm.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            if let Some(update) = self.unread.pop_front() {
                return Some(update);
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

    /// Waits until there may be an update.
    async fn wait(&mut self) -> Result<()> {
        let Some(event) = &mut self.subscription.events else {
            self.ended = true;
            return Ok(());
        };
        let woken = tokio::select! {
            biased;
            () = closing(&mut self.closed) => WakeReason::Closing,
            event = event.recv() => WakeReason::Event(event),
            checked = checked(&mut self.check) => WakeReason::Checked(checked),
            _ = self.heartbeat.tick() => WakeReason::Heartbeat,
        };
        match woken {
            WakeReason::Closing | WakeReason::Event(Err(RecvError::Closed)) => self.ended = true,
            WakeReason::Event(Ok(event)) => self.handle(event).await?,
            WakeReason::Event(Err(RecvError::Lagged(_))) | WakeReason::Heartbeat => {
                self.begin_check();
            }
            WakeReason::Checked(checked) => {
                self.check = None;
                match self.act_on(checked).await {
                    // Were the streams ended, all would begin anew at once, in vain, until the store is back
                    Err(Error::Unavailable { .. }) => {}
                    done => done?,
                }
                if self.unread.is_empty() {
                    self.unread.push_back(Update::Heartbeat);
                }
            }
        }
        Ok(())
    }

    async fn handle(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Changed(change) if change.version <= self.position.version => {}
            Event::Changed(change) if change.version == self.position.version + 1 => {
                self.add(change);
            }
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

    /// Begins to check whether the session is still open, and whether changes were missed.
    fn begin_check(&mut self) {
        self.check = Some(self.live.heartbeats.check(self.secret.clone()));
    }

    async fn act_on(&mut self, checked: Result<Checked, Abandoned>) -> Result<()> {
        let failed = |cause| Error::internal("checking for missed changes", cause);
        let checked = checked.map_err(|abandoned| failed(abandoned.to_string()))?;
        match checked {
            Ok(None) => self.sign_out(),
            Ok(Some(position)) if position == self.position => {}
            Ok(Some(position)) => {
                self.catch_up().await?;
                // A listener that began with a version alone knows the change, too, from now on
                if self.position.version == position.version {
                    self.position = position;
                }
            }
            Err(error) if matches!(*error, Error::Unavailable { .. }) => {}
            Err(error) => return Err(failed(format!("{error}: {:?}", error.source()))),
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
        self.position = record.position();
        self.unread = VecDeque::from([Update::Snapshot(record)]);
        Ok(())
    }

    fn add(&mut self, change: Arc<Change>) {
        self.position = change.position();
        self.unread.push_back(Update::Change(change));
    }

    fn sign_out(&mut self) {
        self.unread.push_back(Update::SignedOut);
        self.ended = true;
    }
}
