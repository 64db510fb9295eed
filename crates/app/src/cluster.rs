//! This server among the other servers of one store.
//!
//! A change queues a notice for the other servers and goes on. Notices from them go to the
//! [`NoticeHandler`]s.
//!
//! **Invariant:** no notice is needed. Handlers catch up whenever a connection is new, and each of
//! them reads the store now and then.

use std::{collections::HashSet, sync::Arc, time::Duration};

use domain::{
    Result,
    cluster::{Cluster, ClusterConnection, Notice},
};
use tokio::{
    sync::{mpsc, watch},
    time::{MissedTickBehavior, interval, sleep},
};

/// Capacity of the queue of outgoing notices; further ones are dropped.
const QUEUE_CAPACITY: usize = 10_000;
/// The largest number of notices that are sent at once.
const BATCH: usize = 250;
/// How often the leader confirms its lock, and the others try to take it.
const ELECTION_INTERVAL: Duration = Duration::from_secs(1);
/// Pause before a broken connection is opened again.
const RECONNECT_PAUSE: Duration = Duration::from_millis(250);

/// Acts on what the other servers of a store send. No method waits.
pub trait NoticeHandler: Send + Sync {
    /// Called when a connection was opened: notices sent before it are lost.
    fn connected(&self) {}
    /// Called with each `notice` that another server sent.
    fn handle(&self, notice: &Notice);
    /// Called when this server becomes the leader.
    fn elected(&self) {}
}

/// Queues notices for the other servers, and knows the leader. Cheap to clone.
#[derive(Clone)]
pub struct ClusterHandle {
    outgoing: mpsc::Sender<Notice>,
    is_leader: watch::Receiver<bool>,
}

impl ClusterHandle {
    /// Returns the handle and the task of a server of `store`.
    pub fn new(store: Arc<dyn Cluster>) -> (Self, Exchange) {
        let (outgoing, queued) = mpsc::channel(QUEUE_CAPACITY);
        let (elected, is_leader) = watch::channel(false);
        let exchange = Exchange {
            store,
            connection: None,
            queued,
            unsent: Vec::new(),
            may_lead: false,
            elected,
        };
        let handle = Self {
            outgoing,
            is_leader,
        };
        (handle, exchange)
    }

    /// Returns the handle of a server that has its store to itself.
    pub fn single_server() -> Self {
        let (outgoing, _) = mpsc::channel(1);
        let (_, is_leader) = watch::channel(true);
        Self {
            outgoing,
            is_leader,
        }
    }

    /// Whether this server does the work that one server does for all.
    pub fn is_leader(&self) -> bool {
        *self.is_leader.borrow()
    }

    /// Queues `notice` for the other servers.
    pub(crate) fn send(&self, notice: Notice) {
        // Without other servers or with a full queue the notice is dropped; handlers read the store
        let _ = self.outgoing.try_send(notice);
    }
}

/// The task that exchanges notices with the other servers.
pub struct Exchange {
    store: Arc<dyn Cluster>,
    connection: Option<Box<dyn ClusterConnection>>,
    queued: mpsc::Receiver<Notice>,
    /// The notices that were taken from the queue and are not sent yet.
    unsent: Vec<Notice>,
    may_lead: bool,
    elected: watch::Sender<bool>,
}

impl Exchange {
    /// Connects, and takes the lead if this server `may_lead` and no other leads. `None` if the store
    /// has no other servers: this one leads, and there is nothing to run.
    pub async fn connect(mut self, may_lead: bool) -> Result<Option<Self>> {
        let Some(mut connection) = self.store.connect().await? else {
            self.elected.send_replace(true);
            return Ok(None);
        };
        self.may_lead = may_lead;
        let is_leader = may_lead && connection.try_lead().await?;
        self.elected.send_replace(is_leader);
        self.connection = Some(connection);
        Ok(Some(self))
    }

    /// Runs for ever, and reconnects when a connection breaks.
    pub async fn run(mut self, handlers: Vec<Arc<dyn NoticeHandler>>) {
        loop {
            let connection = match self.connection.take() {
                Some(connection) => Ok(Some(connection)),
                None => self.store.connect().await,
            };
            let ended = match connection {
                Ok(Some(connection)) => self.exchange(connection, &handlers).await,
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if let Err(error) = ended
                && self.elected.send_replace(false)
            {
                tracing::warn!(?error, "another server may ask the providers now");
            }
            sleep(RECONNECT_PAUSE).await;
        }
    }

    /// Sends and receives until the connection breaks.
    async fn exchange(
        &mut self,
        mut connection: Box<dyn ClusterConnection>,
        handlers: &[Arc<dyn NoticeHandler>],
    ) -> Result<()> {
        for handler in handlers {
            handler.connected();
        }
        let mut election = interval(ELECTION_INTERVAL);
        election.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if !self.unsent.is_empty() {
                connection.send(&self.unsent).await?;
                self.unsent.clear();
            }
            tokio::select! {
                received = connection.receive() => {
                    deliver(&received?, handlers);
                }
                _ = self.queued.recv_many(&mut self.unsent, BATCH) => {
                    let mut seen = HashSet::new();
                    self.unsent.retain(|notice| seen.insert(notice.clone()));
                }
                _ = election.tick(), if self.may_lead => {
                    if connection.try_lead().await? {
                        self.lead(handlers);
                    }
                }
            }
        }
    }

    fn lead(&self, handlers: &[Arc<dyn NoticeHandler>]) {
        if self.elected.send_replace(true) {
            return;
        }
        tracing::info!("this server asks the providers now");
        for handler in handlers {
            handler.elected();
        }
    }
}

fn deliver(notices: &[Notice], handlers: &[Arc<dyn NoticeHandler>]) {
    for notice in notices {
        for handler in handlers {
            handler.handle(notice);
        }
    }
}
