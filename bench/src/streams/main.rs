//! The yardstick of open streams: the least that axum does to tell a user's streams what the user has
//! changed. Nothing is stored, nobody is asked who they are, and a stream is fed by a broadcast channel.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use axum::{
    Router,
    extract::State,
    http::{
        HeaderMap, StatusCode,
        header::{CONTENT_TYPE, COOKIE, SET_COOKIE},
    },
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post, put},
    serve::ListenerExt as _,
};
use clap::Parser;
use futures::{Stream, StreamExt as _, stream};
use tokio::{net::TcpListener, sync::broadcast};

/// The largest number of changes that a stream may be behind.
const MAX_LAG: usize = 64;

/// Answers what listening takes as Mitai does, all else with a body of a given size, on a free port of
/// this machine.
#[derive(Parser)]
struct Streams {
    /// Bytes of a page.
    #[arg(long)]
    page: usize,
    /// Bytes of what a stream begins with.
    #[arg(long)]
    snapshot: usize,
    /// The bytes of a change's event.
    #[arg(long)]
    change: usize,
}

struct User {
    version: u64,
    changes: broadcast::Sender<u64>,
}

/// The users who signed up, each known by their place, and the texts of the events of their streams.
struct Hub {
    users: Mutex<Vec<User>>,
    snapshot: String,
    change: String,
}

impl Hub {
    fn users(&self) -> MutexGuard<'_, Vec<User>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let Streams {
        page,
        snapshot,
        change: length,
    } = Streams::parse();
    let hub = Hub {
        users: Mutex::default(),
        snapshot: "m".repeat(snapshot),
        change: "m".repeat(length),
    };
    let page = bytes::Bytes::from(vec![b'm'; page]);
    let page = async move || ([(CONTENT_TYPE, "text/html")], page.clone());
    let router = Router::new()
        .route("/api/v1/auth/signup", post(sign_up))
        .route("/api/v1/me/watchlist/{title}", put(change).delete(change))
        .route("/api/v1/me/live", get(listen))
        .fallback(get(page))
        .with_state(Arc::new(hub));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("The yardstick listens on http://{}", listener.local_addr()?);
    // As Mitai does: events are small and are not to wait for more
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await?;
    Ok(())
}

async fn sign_up(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let mut users = hub.users();
    let (version, changes) = (0, broadcast::Sender::new(MAX_LAG));
    users.push(User { version, changes });
    let place = users.len() - 1;
    (StatusCode::CREATED, [(SET_COOKIE, format!("user={place}"))])
}

async fn change(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, StatusCode> {
    let mut users = hub.users();
    let user = users
        .get_mut(place(&headers)?)
        .ok_or(StatusCode::UNAUTHORIZED)?;
    user.version += 1;
    // A user without open streams is no failure
    let _ = user.changes.send(user.version);
    let body = format!("{{\"version\":{}}}", user.version);
    Ok(([(CONTENT_TYPE, "application/json")], body))
}

async fn listen(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, StatusCode> {
    let (version, changes) = {
        let users = hub.users();
        let user = users
            .get(place(&headers)?)
            .ok_or(StatusCode::UNAUTHORIZED)?;
        (user.version, user.changes.subscribe())
    };
    let first = Event::default().event("snapshot").id(version.to_string());
    let first = first.data(&hub.snapshot);
    let all = stream::once(async { Ok(first) }).chain(events(hub, changes));
    Ok(Sse::new(all).keep_alive(KeepAlive::default()))
}

fn events(
    hub: Arc<Hub>,
    changes: broadcast::Receiver<u64>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((hub, changes), async |(hub, mut changes)| {
        // A stream that falls too far behind ends, and counts as missing
        let version = changes.recv().await.ok()?;
        let event = Event::default().event("change").id(version.to_string());
        let event = event.data(&hub.change);
        Some((Ok(event), (hub, changes)))
    })
}

/// Returns the number of the user who asks, by the cookie given at the sign-up.
fn place(headers: &HeaderMap) -> Result<usize, StatusCode> {
    let cookie = headers.get(COOKIE).and_then(|cookie| cookie.to_str().ok());
    let place = cookie.and_then(|cookie| cookie.strip_prefix("user=")?.parse().ok());
    place.ok_or(StatusCode::UNAUTHORIZED)
}
