//! A client that changes lists as fast as it is answered, wherever the server is.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use domain::library::List;
use reqwest::{Method, StatusCode};
use testkit::remote::{self, Browser};
use tokio::sync::watch;

use super::history::{Request, Slot, Wish};

/// Pause before a server that is away is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Pseudo-random choices, the same in every run.
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: usize) -> Self {
        // The multiplier of Knuth's generator scatters small seeds; zero would stay zero
        Self((seed as u64 + 1).wrapping_mul(6_364_136_223_846_793_005))
    }

    /// A number below `sides` (xorshift).
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// What the clients of a user share.
#[derive(Clone)]
pub(super) struct Scene {
    /// The browser that is signed in as the user.
    pub(super) browser: Browser,
    /// The present address of the server, which changes when it is started again.
    pub(super) site: watch::Receiver<String>,
    /// The highest version that any of the clients was answered.
    pub(super) newest: Arc<AtomicU64>,
    /// The number of requests that were answered.
    pub(super) answered: Arc<watch::Sender<usize>>,
    /// Whether the clients are to end.
    pub(super) done: Arc<AtomicBool>,
}

/// One of a user's clients.
pub(super) struct Client {
    pub(super) number: usize,
    pub(super) scene: Scene,
    /// Titles that only this client asks for.
    pub(super) own: Vec<u32>,
    /// Titles that all clients of the user ask for.
    pub(super) shared: Vec<u32>,
}

impl Client {
    /// Sends requests until the scene is over, and returns them.
    ///
    /// # Panics
    /// Panics if the server answers with anything but success.
    pub(super) async fn run(self) -> Vec<Request> {
        let mut rng = SeededRng::new(self.number);
        let mut requests = Vec::new();
        while !self.scene.done.load(Ordering::Relaxed) {
            let mut request = self.next(&mut rng);
            match self.send(&request).await {
                Ok((status, body)) => {
                    let version = remote::version(status, &body).unwrap();
                    self.scene.newest.fetch_max(version, Ordering::SeqCst);
                    self.scene.answered.send_modify(|count| *count += 1);
                    request.answer = Some(version);
                    requests.push(request);
                }
                // Without a connection the request never left, so it is sent again
                Err(error) if error.is_connect() => tokio::time::sleep(PAUSE).await,
                Err(_) => requests.push(request),
            }
        }
        requests
    }

    fn next(&self, rng: &mut SeededRng) -> Request {
        let titles = [&self.own, &self.shared][rng.roll(2)];
        let list = [List::Watchlist, List::Watchlist, List::History][rng.roll(3)];
        Request {
            client: self.number,
            slot: Slot {
                list,
                id: titles[rng.roll(titles.len())],
            },
            wish: [Wish::Add, Wish::Remove][rng.roll(2)],
            floor: self.scene.newest.load(Ordering::SeqCst),
            answer: None,
        }
    }

    async fn send(&self, request: &Request) -> reqwest::Result<(StatusCode, Vec<u8>)> {
        let method = match request.wish {
            Wish::Add => Method::PUT,
            Wish::Remove => Method::DELETE,
        };
        let Scene { browser, site, .. } = &self.scene;
        let (site, path) = (site.borrow().clone(), format!("me/{}", request.slot));
        let answer = browser.request(method, &site, &path).send().await?;
        Ok((answer.status(), answer.bytes().await?.into()))
    }
}
