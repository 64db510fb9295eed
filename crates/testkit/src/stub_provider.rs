//! A real HTTP server that plays a Jikan-compatible service and Kitsu, and fails in every way they
//! were seen to fail.
//!
//! Jikan stands under `/v4`, Kitsu under `/api/edge`; pictures under `/images` are always served.

mod extras;
mod kitsu;
mod mode;
mod titles;
mod wire;

use std::{
    collections::HashSet,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

pub use extras::{CAST, FIRST_CHARACTER, FIRST_PERSON, UNKNOWN_PERSON, episodes_of, has_news};
pub use kitsu::kitsu_number;
pub use mode::Mode;
pub use titles::{FIRST_ID, NEW_SYNOPSIS, TITLES};
use wire::{Reply, Request};

/// A running stub of Jikan and Kitsu; dropping it ends it.
pub struct StubProvider {
    address: SocketAddr,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

/// A request that reached the provider.
#[derive(Debug, Clone, Serialize)]
pub struct Seen {
    /// The time from the stub's start to the request's arrival.
    #[serde(serialize_with = "as_milliseconds")]
    pub at: Duration,
    /// The path and the query as sent.
    pub target: String,
    /// Whether the request was conditional: it named an `ETag`.
    pub conditional: bool,
    /// Whether the answer was 304.
    pub unchanged: bool,
}

struct Shared {
    base: String,
    titles: u32,
    started: Instant,
    mode: Mutex<Mode>,
    seen: Mutex<Vec<Seen>>,
    changed_synopses: Mutex<HashSet<u32>>,
}

impl StubProvider {
    /// Starts a stub on a free port of 127.0.0.1, in normal mode.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_on(0).await
    }

    /// Starts a stub on a free port with `titles` titles.
    pub async fn with_titles(titles: u32) -> anyhow::Result<Self> {
        Self::start_with(0, titles).await
    }

    /// Starts a stub on `port` of 127.0.0.1.
    pub async fn start_on(port: u16) -> anyhow::Result<Self> {
        Self::start_with(port, TITLES).await
    }

    async fn start_with(port: u16, titles: u32) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port))
            .await
            .with_context(|| format!("port {port} is not free"))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            base: format!("http://{address}"),
            titles,
            started: Instant::now(),
            mode: Mutex::new(Mode::Normal),
            seen: Mutex::default(),
            changed_synopses: Mutex::default(),
        });
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Self {
            address,
            shared,
            server,
        })
    }

    /// Returns the address that the stub listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base address for a Jikan client.
    pub fn jikan_url(&self) -> String {
        format!("{}/v4", self.shared.base)
    }

    /// Returns the base address for a Kitsu client.
    pub fn kitsu_url(&self) -> String {
        format!("{}/api/edge", self.shared.base)
    }

    /// Returns the mode that was set last.
    pub fn mode(&self) -> Mode {
        lock(&self.shared.mode).clone()
    }

    /// Behaves as `mode` says from now on.
    pub fn set(&self, mode: Mode) {
        *lock(&self.shared.mode) = mode;
    }

    /// Answers another synopsis of a title from now on.
    pub fn change_synopsis(&self, id: u32) {
        lock(&self.shared.changed_synopses).insert(id);
    }

    /// Returns every request so far, in the order of arrival.
    pub fn seen(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }

    /// Returns the largest number of requests that arrived in any window of this length.
    pub fn most_within(&self, window: Duration) -> usize {
        let seen = self.seen();
        let starting_at = |(first, start): (usize, &Seen)| {
            let in_window = seen[first..]
                .iter()
                .take_while(|seen| seen.at < start.at + window);
            in_window.count()
        };
        seen.iter()
            .enumerate()
            .map(starting_at)
            .max()
            .unwrap_or_default()
    }

    /// Serves until the process ends.
    pub async fn wait(mut self) -> anyhow::Result<()> {
        Ok((&mut self.server).await?)
    }
}

impl Drop for StubProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, Arc::clone(&shared)));
    }
}

/// Answers one request; a client that goes away is no fault of the stub.
async fn answer(mut stream: TcpStream, shared: Arc<Shared>) {
    let Ok(request) = Request::read(&mut stream).await else {
        return;
    };
    let reply = match request.path() {
        "/__mode" => shared.change_mode(&request.body),
        "/__requests" => Reply::json(200, &json!(*lock(&shared.seen))),
        path if path.starts_with("/images/") => Reply::picture(),
        _ => {
            let (mode, place) = shared.note(&request);
            let known = request.etag.as_deref().filter(|_| mode == Mode::Normal);
            let page = shared.page(&request, known);
            lock(&shared.seen)[place].unchanged = page.is_unchanged();
            let _ = mode.play(&mut stream, page).await;
            return;
        }
    };
    let _ = reply.send(&mut stream).await;
}

impl Shared {
    /// Notes a request; returns the mode that answers it, and its place in [`Self::seen`].
    fn note(&self, request: &Request) -> (Mode, usize) {
        let mut seen = lock(&self.seen);
        seen.push(Seen {
            at: self.started.elapsed(),
            target: request.target.clone(),
            conditional: request.etag.is_some(),
            unchanged: false,
        });
        let mode = lock(&self.mode).clone();
        let mode = match mode {
            Mode::FailsOneIn(calls) if seen.len().is_multiple_of(calls) => Mode::Truncated,
            Mode::FailsOneIn(_) => Mode::Normal,
            mode => mode,
        };
        (mode, seen.len() - 1)
    }

    fn change_mode(&self, body: &[u8]) -> Reply {
        match Mode::parse(body) {
            Ok(mode) => {
                *lock(&self.mode) = mode;
                Reply::json(200, &json!({ "ok": true }))
            }
            Err(error) => Reply::json(400, &json!({ "error": error.to_string() })),
        }
    }

    /// The right answer, whatever the mode makes of it; without a body where its `ETag` is `known`.
    fn page(&self, request: &Request, known: Option<&str>) -> Reply {
        let found = match request.path().strip_prefix("/api/edge") {
            Some(path) => kitsu::kitsu_answer(&self.base, self.titles, path, request),
            None => self.jikan(request),
        };
        found.map_or_else(
            || Reply::jikan_error(404, "HttpException", "Not Found"),
            |mut body| {
                titles::change_synopsis(&mut body, &lock(&self.changed_synopses));
                Reply::json(200, &body).with_etag(known)
            },
        )
    }

    fn jikan(&self, request: &Request) -> Option<Value> {
        let page = || {
            request
                .query("page")
                .and_then(|page| page.parse().ok())
                .unwrap_or(1)
        };
        let path = request.path().strip_prefix("/v4")?;
        match path {
            "/top/anime" => {
                let filter = request.query("filter").unwrap_or_default();
                let count = self.titles;
                Some(titles::jikan_page(&self.base, count, "", &filter, page()))
            }
            "/anime" => {
                let text = request.query("q").unwrap_or_default();
                let count = self.titles;
                Some(titles::jikan_page(&self.base, count, &text, "", page()))
            }
            _ => {
                let (what, rest) = path.strip_prefix('/')?.split_once('/')?;
                let (id, part) = rest.split_once('/')?;
                let (base, id) = (&self.base, id.parse::<u32>().ok()?);
                match (what, part) {
                    ("anime", "full") => titles::jikan_full(base, self.titles, id),
                    ("anime", part) => extras::jikan_extra(base, self.titles, id, part, page()),
                    ("people", "full") => extras::jikan_person(base, id),
                    ("characters", "full") => extras::jikan_character(base, self.titles, id),
                    _ => None,
                }
            }
        }
    }
}

fn as_milliseconds<S: serde::Serializer>(at: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(at.as_secs_f64() * 1000.0)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
