//! Clients that change lists without a pause, wherever they are answered.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use testkit::remote::Browser;
use tokio::task::JoinHandle;

use super::server::{POLL_INTERVAL, TIMEOUT, change, titles};

/// Users who write at once, where a test needs no more.
const USERS: usize = 4;

/// Clients that change lists without a pause.
pub(super) struct Crowd {
    writers: Vec<Writer>,
    done: Arc<AtomicBool>,
}

/// A client of a [`Crowd`].
struct Writer {
    browser: Browser,
    acknowledged: Arc<AtomicUsize>,
    writing: JoinHandle<Story>,
}

/// What one client of a [`Crowd`] was answered.
#[derive(Default)]
pub(super) struct Story {
    /// The last acknowledged state of each title: whether it is on the list.
    listed: HashMap<u64, bool>,
    version: u64,
    /// Longest time between two acknowledgements.
    pub(super) pause: Duration,
    /// The reasons why requests were not acknowledged.
    pub(super) failures: Vec<String>,
}

impl Crowd {
    /// New users, who write to the first of these servers and, when it fails them, to the next.
    pub(super) async fn start(http: &Client, sites: &[String]) -> Self {
        Self::of(USERS, http, sites).await
    }

    /// Starts a crowd of this many users.
    pub(super) async fn of(users: usize, http: &Client, sites: &[String]) -> Self {
        let ids = titles(http, &sites[0]).await;
        let done = Arc::<AtomicBool>::default();
        let mut writers = Vec::new();
        for number in 0..users {
            let name = format!("writer{number}");
            let browser = Browser::sign_up(http, &sites[0], &name).await.unwrap();
            let acknowledged = Arc::<AtomicUsize>::default();
            let writing = write(
                browser.clone(),
                sites.to_vec(),
                ids.clone(),
                Arc::clone(&acknowledged),
                Arc::clone(&done),
            );
            writers.push(Writer {
                browser,
                acknowledged,
                writing: tokio::spawn(writing),
            });
        }
        Self { writers, done }
    }

    /// Returns the uid of each client's account.
    pub(super) async fn uids(&self, site: &str) -> Vec<String> {
        let mut uids = Vec::new();
        for writer in &self.writers {
            uids.push(writer.browser.uid(site).await.unwrap());
        }
        uids
    }

    /// Waits until so many more changes were acknowledged; returns how long the first of them took.
    pub(super) async fn more(&self, count: usize) -> Duration {
        let (start, known) = (Instant::now(), self.acknowledged());
        let mut first = None;
        loop {
            let more = self.acknowledged() - known;
            if more > 0 {
                first.get_or_insert_with(|| start.elapsed());
            }
            if let Some(first) = first.filter(|_| more >= count) {
                return first;
            }
            assert!(start.elapsed() < TIMEOUT, "only {more} more changes");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until so many more changes of each of these clients were acknowledged.
    pub(super) async fn more_of_each(&self, clients: &[usize], count: usize) {
        let of = |client: usize| self.writers[client].acknowledged.load(Ordering::SeqCst);
        let start = Instant::now();
        let wanted = clients.iter().map(|client| (*client, of(*client) + count));
        for (client, wanted) in wanted.collect::<Vec<_>>() {
            while of(client) < wanted {
                assert!(start.elapsed() < TIMEOUT, "client {client} does not go on");
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
    }

    /// Ends the writing; everything that was acknowledged must be there at `site`. Returns the
    /// longest pause that a client had to make.
    pub(super) async fn end(self, site: &str) -> Duration {
        let stories = self.stories(site).await;
        let pauses = stories.iter().map(|story| story.pause);
        pauses.max().unwrap()
    }

    /// Ends the writing as [`Self::end`] does; returns the answers to each client.
    pub(super) async fn stories(self, site: &str) -> Vec<Story> {
        self.done.store(true, Ordering::SeqCst);
        let mut stories = Vec::new();
        for Writer {
            browser, writing, ..
        } in self.writers
        {
            let story = writing.await.unwrap();
            let record = browser.read(site, "me/record").await.unwrap();
            assert!(record["version"].as_u64().unwrap() >= story.version);
            let there: Vec<u64> = record["watchlist"]
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["mal_id"].as_u64().unwrap())
                .collect();
            for (id, listed) in &story.listed {
                assert_eq!(
                    there.contains(id),
                    *listed,
                    "an acknowledged change of {id} is lost"
                );
            }
            stories.push(story);
        }
        stories
    }

    fn acknowledged(&self) -> usize {
        let writers = self.writers.iter();
        writers
            .map(|writer| writer.acknowledged.load(Ordering::SeqCst))
            .sum()
    }
}

/// Puts titles on the list one after the other and takes them off again. Each change is requested
/// until it is acknowledged.
async fn write(
    browser: Browser,
    sites: Vec<String>,
    ids: Vec<u64>,
    acknowledged: Arc<AtomicUsize>,
    done: Arc<AtomicBool>,
) -> Story {
    let mut story = Story::default();
    let (mut site, mut last) = (0, Instant::now());
    for number in 0.. {
        let id = ids[number % ids.len()];
        let (method, listed) = match number / ids.len() % 2 {
            0 => (Method::PUT, true),
            _ => (Method::DELETE, false),
        };
        let version = loop {
            match change(&browser, method.clone(), &sites[site], id).await {
                Ok(version) => break version,
                Err(error) => story.failures.push(format!("{error:#}")),
            }
            site = (site + 1) % sites.len();
            tokio::time::sleep(POLL_INTERVAL).await;
        };
        story.version = story.version.max(version);
        story.listed.insert(id, listed);
        story.pause = story.pause.max(last.elapsed());
        last = Instant::now();
        acknowledged.fetch_add(1, Ordering::SeqCst);
        if done.load(Ordering::SeqCst) {
            break;
        }
    }
    story
}
