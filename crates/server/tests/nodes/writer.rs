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

use super::node::{LOOK, TIMEOUT, change, titles};

/// Users who write at once.
const USERS: usize = 4;

/// Clients at work.
pub(super) struct Crowd {
    acknowledged: Arc<AtomicUsize>,
    done: Arc<AtomicBool>,
    clients: Vec<(Browser, JoinHandle<Story>)>,
}

/// The answer to one of them.
struct Story {
    /// What was acknowledged last of each title: whether it is on the list.
    listed: HashMap<u64, bool>,
    version: u64,
    /// Longest time between two acknowledgements.
    pause: Duration,
}

impl Crowd {
    /// New users, who write to the first of these servers and, when it fails them, to the next.
    pub(super) async fn start(http: &Client, sites: &[String]) -> Self {
        let ids = titles(http, &sites[0]).await;
        let (acknowledged, done) = (Arc::new(AtomicUsize::new(0)), Arc::default());
        let mut clients = Vec::new();
        for number in 0..USERS {
            let name = format!("writer{number}");
            let browser = Browser::sign_up(http, &sites[0], &name).await.unwrap();
            let writing = write(
                browser.clone(),
                sites.to_vec(),
                ids.clone(),
                Arc::clone(&acknowledged),
                Arc::clone(&done),
            );
            clients.push((browser, tokio::spawn(writing)));
        }
        Self {
            acknowledged,
            done,
            clients,
        }
    }

    /// Waits until so many more changes were acknowledged; returns how long the first of them took.
    pub(super) async fn more(&self, count: usize) -> Duration {
        let (start, known) = (Instant::now(), self.acknowledged.load(Ordering::SeqCst));
        let mut first = None;
        loop {
            let more = self.acknowledged.load(Ordering::SeqCst) - known;
            if more > 0 {
                first.get_or_insert_with(|| start.elapsed());
            }
            if let Some(first) = first.filter(|_| more >= count) {
                return first;
            }
            assert!(start.elapsed() < TIMEOUT, "only {more} more changes");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Ends the writing; everything that was acknowledged must be there at `site`. Tells the
    /// longest pause that a client had to make.
    pub(super) async fn end(self, site: &str) -> Duration {
        self.done.store(true, Ordering::SeqCst);
        let mut longest = Duration::ZERO;
        for (browser, writing) in self.clients {
            let story = writing.await.unwrap();
            longest = longest.max(story.pause);
            let record = browser.read(site, "me/record").await.unwrap();
            assert!(record["version"].as_u64().unwrap() >= story.version);
            let there: Vec<u64> = record["watchlist"]
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["mal_id"].as_u64().unwrap())
                .collect();
            for (id, listed) in story.listed {
                assert_eq!(
                    there.contains(&id),
                    listed,
                    "an acknowledged change of {id} is lost"
                );
            }
        }
        longest
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
    let mut story = Story {
        listed: HashMap::new(),
        version: 0,
        pause: Duration::ZERO,
    };
    let (mut site, mut last) = (0, Instant::now());
    for number in 0.. {
        let id = ids[number % ids.len()];
        let (method, listed) = match number / ids.len() % 2 {
            0 => (Method::PUT, true),
            _ => (Method::DELETE, false),
        };
        let version = loop {
            if let Ok(version) = change(&browser, method.clone(), &sites[site], id).await {
                break version;
            }
            site = (site + 1) % sites.len();
            tokio::time::sleep(LOOK).await;
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
