//! This server among others of the same store.
//!
//! Who changes something tells the others, and goes on: notices wait for the line here. What others
//! tell is handed on to listeners and, where this server leads, to whoever asks providers.
//!
//! **Invariant:** no notice is needed. Whenever a line is new, listeners are told what they may have
//! missed, and each of them looks for itself now and then.

use std::{collections::HashSet, sync::Arc, time::Duration};

use domain::{
    Result,
    cluster::{ClusterConnection, Notice},
};
use tokio::{
    sync::{mpsc, watch},
    time::{MissedTickBehavior, interval, sleep},
};

use crate::{catalogue::refresh::Wishes, live::Live};

/// Notices that wait to be told at most; more are lost.
const WAITING: usize = 10_000;
/// Notices that are told at once at most.
const AT_ONCE: usize = 250;
/// How often the leader looks whether it still leads, and the others whether nobody does.
const LOOK: Duration = Duration::from_secs(1);
/// Pause before a line is made anew.
const PAUSE: Duration = Duration::from_millis(250);

/// Tells the others. Cheap to clone.
#[derive(Clone)]
pub struct ClusterHandle {
    notices: mpsc::Sender<Notice>,
    leads: watch::Receiver<bool>,
}

impl ClusterHandle {
    /// Among the servers of a store, once [`Exchange::connect`] has found them.
    pub fn new(store: Arc<dyn domain::cluster::Cluster>) -> (Self, Exchange) {
        let (notices, to_tell) = mpsc::channel(WAITING);
        let (leading, leads) = watch::channel(false);
        let exchange = Exchange {
            store,
            line: None,
            to_tell,
            untold: Vec::new(),
            may_lead: false,
            leading,
        };
        (Self { notices, leads }, exchange)
    }

    /// A server that has its store to itself.
    pub fn single_server() -> Self {
        let (notices, _) = mpsc::channel(1);
        let (_, leads) = watch::channel(true);
        Self { notices, leads }
    }

    /// Whether this server does what one server does for all.
    pub fn is_leader(&self) -> bool {
        *self.leads.borrow()
    }

    /// Tells the others when there is a line to them.
    pub(crate) fn send(&self, notice: Notice) {
        // There are none, or more is told than they can take: they look for themselves
        let _ = self.notices.try_send(notice);
    }
}

/// Carries notices between this server and the others.
pub struct Exchange {
    store: Arc<dyn domain::cluster::Cluster>,
    line: Option<Box<dyn ClusterConnection>>,
    to_tell: mpsc::Receiver<Notice>,
    /// Taken up and not told yet.
    untold: Vec<Notice>,
    may_lead: bool,
    leading: watch::Sender<bool>,
}

impl Exchange {
    /// Makes a line and finds out who leads, which this server tries if it `may_lead`. Without others
    /// it does, and nothing remains to be done.
    pub async fn connect(mut self, may_lead: bool) -> Result<Option<Self>> {
        let Some(mut line) = self.store.connect().await? else {
            self.leading.send_replace(true);
            return Ok(None);
        };
        self.may_lead = may_lead;
        self.leading
            .send_replace(may_lead && line.try_lead().await?);
        self.line = Some(line);
        Ok(Some(self))
    }

    /// Goes on for ever; a line that breaks is made anew.
    pub async fn run(mut self, live: Live, wishes: Wishes) {
        loop {
            let others = match self.line.take() {
                Some(others) => Ok(Some(others)),
                None => self.store.connect().await,
            };
            let ended = match others {
                Ok(Some(others)) => self.exchange(others, &live, &wishes).await,
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if let Err(error) = ended
                && self.leading.send_replace(false)
            {
                tracing::warn!(?error, "another server may ask the providers now");
            }
            sleep(PAUSE).await;
        }
    }

    /// Tells and hears until the line breaks.
    async fn exchange(
        &mut self,
        mut others: Box<dyn ClusterConnection>,
        live: &Live,
        wishes: &Wishes,
    ) -> Result<()> {
        live.catch_up();
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if !self.untold.is_empty() {
                others.send(&self.untold).await?;
                self.untold.clear();
            }
            tokio::select! {
                heard = others.receive() => {
                    for notice in heard? {
                        hear(notice, live, wishes);
                    }
                }
                _ = self.to_tell.recv_many(&mut self.untold, AT_ONCE) => {
                    let mut told = HashSet::new();
                    self.untold.retain(|notice| told.insert(notice.clone()));
                }
                _ = look.tick(), if self.may_lead => {
                    if others.try_lead().await? && !self.leading.send_replace(true) {
                        tracing::info!("this server asks the providers now");
                        wishes.take_over();
                    }
                }
            }
        }
    }
}

fn hear(notice: Notice, live: &Live, wishes: &Wishes) {
    match notice {
        Notice::LibraryChanged(uid) => live.tell_here(uid),
        Notice::SignedOut(uid, session) => live.end_here(&uid, session.as_deref()),
        Notice::Wish(wish) => wishes.receive(&wish),
    }
}
