//! The clients and listeners of one user.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use testkit::remote::Browser;
use tokio::{sync::watch, task::JoinHandle};

use super::{
    client::{Client, Scene},
    history::{History, Request, SeenChange, Wish},
    listener::{self, Listener, View},
};

/// Longest wait for anything that is bound to come.
const TIMEOUT: Duration = Duration::from_mins(1);
/// The number of titles that a client has to itself, and the number that all clients share.
const OWN: usize = 3;
const SHARED: usize = 8;
/// The number of events after which a fickle listener leaves and comes back.
const FICKLE: usize = 40;

/// The numbers of a user's clients and listeners.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) clients: usize,
    /// The number of listeners, of which the first is fickle.
    pub(super) listeners: usize,
}

/// All clients and listeners of a user, at work.
pub(super) struct Crowd {
    name: &'static str,
    scene: Scene,
    clients: Vec<JoinHandle<Vec<Request>>>,
    listeners: Vec<Listener>,
}

impl Crowd {
    /// Signs `name` up and sets the user's clients and listeners to work.
    pub(super) async fn gather(
        name: &'static str,
        members: Size,
        site: watch::Receiver<String>,
    ) -> Self {
        let http = testkit::remote::http().unwrap();
        let address = site.borrow().clone();
        let browser = Browser::sign_up(&http, &address, name).await.unwrap();
        let scene = Scene {
            browser,
            site,
            newest: Arc::default(),
            answered: Arc::default(),
            done: Arc::default(),
        };
        let listeners = (0..members.listeners).map(|number| {
            let stay = if number == 0 { FICKLE } else { usize::MAX };
            Listener::start(scene.browser.clone(), scene.site.clone(), stay)
        });
        let mut listeners: Vec<Listener> = listeners.collect();
        for listener in &mut listeners {
            // Each listener is to listen from the very first change on
            listener.at(0, TIMEOUT).await;
        }
        let titles = catalogue::titles().unwrap();
        let mut titles = titles.iter().map(|title| title.mal_id.get());
        let shared: Vec<u32> = titles.by_ref().take(SHARED).collect();
        let clients = (0..members.clients).map(|number| {
            let client = Client {
                number,
                scene: scene.clone(),
                own: titles.by_ref().take(OWN).collect(),
                shared: shared.clone(),
            };
            assert_eq!(client.own.len(), OWN, "there are too few titles");
            tokio::spawn(client.run())
        });
        Self {
            name,
            clients: clients.collect(),
            scene,
            listeners,
        }
    }

    /// Waits until `more` further requests were answered.
    pub(super) async fn answered(&self, more: usize) {
        let mut answered = self.scene.answered.subscribe();
        let target = *answered.borrow() + more;
        let reached = answered.wait_for(|count| *count >= target);
        let reached = tokio::time::timeout(TIMEOUT, reached).await;
        assert!(reached.is_ok(), "{}: requests are not answered", self.name);
    }

    /// Waits until each listener has begun to listen `streams` times.
    pub(super) async fn listening(&mut self, streams: usize) {
        for listener in &mut self.listeners {
            listener.began(streams, TIMEOUT).await;
        }
    }

    /// Stops all clients; the listeners go on.
    pub(super) async fn stop(&mut self) -> Vec<Request> {
        self.scene.done.store(true, Ordering::Relaxed);
        let mut requests = Vec::new();
        for client in self.clients.drain(..) {
            requests.extend(client.await.unwrap());
        }
        requests
    }

    /// Compares requests, answers, events and the stored library, and returns their numbers.
    ///
    /// # Panics
    /// Panics if there is a fault in any of these.
    pub(super) async fn judge(mut self, requests: Vec<Request>) -> Tally {
        let address = self.scene.site.borrow().clone();
        let record = self.scene.browser.read(&address, "me/record").await;
        let stored = listener::stored_library(&record.unwrap());
        let mut changes = BTreeMap::new();
        let mut faults = Vec::new();
        let mut streams = 0;
        for listener in &mut self.listeners {
            let view = listener.at(stored.version, TIMEOUT).await;
            if view.library.as_ref() != Some(&stored) {
                faults.push(format!(
                    "a listener has {:?} and not {stored:?}",
                    view.library
                ));
            }
            streams += view.streams;
            faults.extend(merge(&mut changes, view));
        }
        let history = History {
            requests,
            changes,
            stored,
        };
        faults.extend(history.faults());
        let name = self.name;
        assert!(
            faults.is_empty(),
            "{name}: {} faults: {faults:#?}",
            faults.len()
        );
        let unanswered = history
            .requests
            .iter()
            .filter(|request| request.answer.is_none());
        let tally = Tally {
            unanswered: unanswered.count(),
            streams,
        };
        let (asked, changes) = (history.requests.len(), history.stored.version);
        println!("{name}: {asked} asked, {changes} changes, {tally:?}");
        tally
    }
}

/// The numbers of what happened to a crowd.
#[derive(Debug)]
pub(super) struct Tally {
    /// The number of requests whose answer was lost.
    pub(super) unanswered: usize,
    /// The number of streams of all listeners together.
    pub(super) streams: usize,
}

/// Merges a listener's events into `changes`, and returns its faults.
fn merge(changes: &mut BTreeMap<u64, SeenChange>, view: View) -> Vec<String> {
    let mut faults = view.faults;
    for (version, new) in view.seen {
        let known = changes.entry(version).or_insert(new);
        if known.slot != new.slot {
            faults.push(format!(
                "version {version} was sent as {known:?} and as {new:?}"
            ));
        }
        // A late client saw an addition as removed
        if new.wish == Wish::Add {
            known.wish = Wish::Add;
        }
    }
    faults
}
