//! Live updates of a user's devices.
//!
//! After a commit, the hub reads the user's new changes from the store once and sends them to all listeners.
//! The other servers of the store are notified and do the same for theirs. Each listener knows its position and
//! passes no change on twice. What it misses (it was slow, a notice was lost) it reads from the store itself.
//!
//! **Invariant:** a listener sends versions in their order, each once, or a whole library instead. A
//! user without listeners costs nothing.

mod heartbeats;
mod listener;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domain::{
    Error, Result,
    account::{Secret, UserId},
    cluster::Notice,
    library::{Change, LibraryStore, Position},
};
use jiff::SignedDuration;
use tokio::sync::{Mutex as AsyncMutex, broadcast, watch};

use crate::{
    cluster::{ClusterHandle, NoticeHandler},
    session::{Current, Sessions},
};
use heartbeats::{Heartbeats, StorePositions};
pub use listener::{Listener, Update};

/// How often a listener checks for missed changes, and shows that the stream is alive.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// Streams of a user at most. A browser has one, however many tabs it shows.
const MAX_STREAMS: usize = 64;
/// The time after which a user with too many streams may try again: some end with their browsers.
const RETRY_AFTER: SignedDuration = SignedDuration::from_mins(1);
/// The largest number of users whose positions one query reads.
const BATCH: usize = 500;
/// The largest number of events that wait for a listener; a listener that falls behind reads from the store.
const CAPACITY: usize = 16;

/// What the hub sends to the listeners of a user.
#[derive(Debug, Clone)]
enum Event {
    /// The library has this change.
    Changed(Arc<Change>),
    /// The library has more changes than the store remembers.
    ChangedMuch,
    /// The session of this name has ended; `None` if all sessions of the user have.
    SignedOut(Option<Arc<str>>),
}

/// The listeners of a user.
struct Channel {
    events: broadcast::Sender<Event>,
    /// The position up to which changes were sent; `None` until the first listener has read it.
    sent: AsyncMutex<Option<Position>>,
}

/// A listener's slot, released when dropped.
struct Subscription {
    live: Live,
    uid: UserId,
    channel: Arc<Channel>,
    /// The receiver of the channel's events; `None` only while the subscription is dropped.
    events: Option<broadcast::Receiver<Event>>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut channels = self.live.lock();
        self.events = None;
        if self.channel.events.receiver_count() == 0 {
            channels.remove(&self.uid);
        }
    }
}

/// The hub between changes and listeners. Cheap to clone.
#[derive(Clone)]
pub struct Live {
    store: Arc<dyn LibraryStore>,
    heartbeats: Arc<Heartbeats<StorePositions>>,
    cluster: ClusterHandle,
    heartbeat: Duration,
    channels: Arc<Mutex<HashMap<UserId, Arc<Channel>>>>,
    /// Users whose libraries were changed through this server, until somebody takes them.
    changed: Arc<Mutex<HashSet<UserId>>>,
    closed: Arc<watch::Sender<bool>>,
}

impl Live {
    /// A hub without listeners, whose heart beats every `heartbeat`; `cluster` is notified of local
    /// changes.
    pub fn new(
        store: Arc<dyn LibraryStore>,
        sessions: Sessions,
        cluster: ClusterHandle,
        heartbeat: Duration,
    ) -> Self {
        let libraries = Arc::clone(&store);
        let stored = StorePositions {
            sessions,
            libraries,
        };
        Self {
            store,
            heartbeats: Arc::new(Heartbeats::new(stored, heartbeat)),
            cluster,
            heartbeat,
            channels: Arc::default(),
            changed: Arc::default(),
            closed: Arc::new(watch::Sender::new(false)),
        }
    }

    /// Begins to listen: after `since` if what followed is still known, else with the whole library.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the user has [`MAX_STREAMS`] already.
    pub async fn listen(
        &self,
        current: &Current,
        secret: Secret,
        since: Option<Position>,
    ) -> Result<Listener> {
        let uid = &current.user.uid;
        let subscription = self.join(uid)?;
        {
            let mut sent = subscription.channel.sent.lock().await;
            if sent.is_none() {
                *sent = Some(self.store.library_state(uid).await?.position);
            }
        }
        Listener::begin(
            self.clone(),
            subscription,
            current.session.id.clone(),
            secret.hash(),
            since,
        )
        .await
    }

    /// Notifies the listeners of all servers of a change. The caller does not wait for them.
    pub(crate) fn changed(&self, uid: UserId) {
        self.note_change(uid.clone());
        self.cluster.send(Notice::LibraryChanged(uid.clone()));
        self.notify_local(uid);
    }

    /// Records that a library was changed through this server; [`take_changed`](Self::take_changed) returns it.
    pub(crate) fn note_change(&self, uid: UserId) {
        self.changed_users().insert(uid);
    }

    /// Users whose libraries were changed through this server since the last call.
    pub(crate) fn take_changed(&self) -> HashSet<UserId> {
        std::mem::take(&mut *self.changed_users())
    }

    fn changed_users(&self) -> std::sync::MutexGuard<'_, HashSet<UserId>> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies the listeners of this server alone.
    fn notify_local(&self, uid: UserId) {
        if let Some(channel) = self.channel(&uid) {
            let live = self.clone();
            tokio::spawn(async move { live.send_changes(&uid, &channel).await });
        }
    }

    /// Ends the streams of a session on all servers.
    pub(crate) fn sign_out(&self, uid: &UserId, session: &str) {
        self.end(uid, Some(session));
    }

    /// Ends all streams of a user on all servers.
    pub(crate) fn sign_out_everywhere(&self, uid: &UserId) {
        self.end(uid, None);
    }

    fn end(&self, uid: &UserId, session: Option<&str>) {
        let notice = Notice::SignedOut(uid.clone(), session.map(str::to_owned));
        self.cluster.send(notice);
        self.end_local(uid, session);
    }

    /// Ends the streams of a session, or all streams of a user, on this server alone.
    fn end_local(&self, uid: &UserId, session: Option<&str>) {
        if let Some(channel) = self.channel(uid) {
            let _ = channel
                .events
                .send(Event::SignedOut(session.map(Into::into)));
        }
    }

    /// Sends listeners of this server what it missed of other servers' notices. The caller does not wait.
    fn catch_up(&self) {
        let live = self.clone();
        tokio::spawn(async move {
            let uids: Vec<UserId> = live.lock().keys().cloned().collect();
            for uids in uids.chunks(BATCH) {
                if let Err(error) = live.send_missed(uids).await {
                    // Listeners compare their position with the store's at their next heartbeat
                    tracing::warn!(%error, "missed notices of other servers could not be caught up on");
                    return;
                }
            }
        });
    }

    async fn send_missed(&self, uids: &[UserId]) -> Result<()> {
        for (uid, position) in self.store.library_positions(uids).await? {
            let Some(channel) = self.channel(&uid) else {
                continue;
            };
            let sent = *channel.sent.lock().await;
            if sent.is_some_and(|sent| sent != position) {
                self.send_changes(&uid, &channel).await;
            }
        }
        Ok(())
    }

    /// Ends all streams of this server, as the process is about to end.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }

    /// Returns the number of users who have listeners on this server.
    pub fn users(&self) -> usize {
        self.lock().len()
    }

    /// Returns the number of streams that are open on this server.
    pub fn streams(&self) -> usize {
        let channels = self.lock();
        let of_user = |channel: &Arc<Channel>| channel.events.receiver_count();
        channels.values().map(of_user).sum()
    }

    async fn send_changes(&self, uid: &UserId, channel: &Channel) {
        let mut sent = channel.sent.lock().await;
        // The first listener is about to read the library, and will see this change
        let Some(since) = *sent else { return };
        match self.events_since(uid, since).await {
            Ok((newest, events)) => {
                *sent = Some(newest);
                for event in events {
                    // An error means that nobody listens any more
                    let _ = channel.events.send(event);
                }
            }
            // Listeners compare their position with the store's at their next heartbeat
            Err(error) => tracing::warn!(%error, "changes of a record could not be sent"),
        }
    }

    /// Returns the events after `since`, and the position after them.
    async fn events_since(&self, uid: &UserId, since: Position) -> Result<(Position, Vec<Event>)> {
        let Some(changes) = self.store.changes_since(uid, since).await? else {
            // Read before the events are sent, so a client that reads the library after an event finds this
            // position or a later one
            let newest = self.store.library_state(uid).await?.position;
            return Ok((newest, vec![Event::ChangedMuch]));
        };
        let newest = changes.last().map_or(since, Change::position);
        let events = changes.into_iter().map(Arc::new).map(Event::Changed);
        Ok((newest, events.collect()))
    }

    fn channel(&self, uid: &UserId) -> Option<Arc<Channel>> {
        self.lock().get(uid).cloned()
    }

    fn join(&self, uid: &UserId) -> Result<Subscription> {
        let mut channels = self.lock();
        let channel = channels.entry(uid.clone()).or_insert_with(|| {
            Arc::new(Channel {
                events: broadcast::Sender::new(CAPACITY),
                sent: AsyncMutex::new(None),
            })
        });
        if channel.events.receiver_count() >= MAX_STREAMS {
            return Err(Error::TooManyAttempts {
                retry_after: RETRY_AFTER,
            });
        }
        Ok(Subscription {
            live: self.clone(),
            uid: uid.clone(),
            channel: Arc::clone(channel),
            events: Some(channel.events.subscribe()),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<UserId, Arc<Channel>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NoticeHandler for Live {
    fn connected(&self) {
        self.catch_up();
    }

    fn handle(&self, notice: &Notice) {
        match notice {
            Notice::LibraryChanged(uid) => self.notify_local(uid.clone()),
            Notice::SignedOut(uid, session) => self.end_local(uid, session.as_deref()),
            Notice::Wish(_) => {}
        }
    }
}
