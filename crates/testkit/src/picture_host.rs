//! A real HTTP server that plays a host of pictures, and does what such hosts should not.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, StatusCode, Uri, header},
    response::Response,
};
use futures::stream;
use tokio::{net::TcpListener, task::JoinHandle};

/// Pause between two bytes of [`Served::Dripping`].
const DRIP: Duration = Duration::from_millis(20);

/// What the host answers at an address.
#[derive(Debug, Clone)]
pub enum Served {
    /// The bytes of this file.
    File(Vec<u8>),
    /// An empty answer with this status.
    Status(u16),
    /// A redirect to this address.
    Redirect(String),
    /// Endless bytes without a `Content-Length`.
    Endless,
    /// Endless bytes with this `Content-Length`.
    ClaimedLength(u64),
    /// No answer at all, while the connection stays open.
    Stalled,
    /// A byte now and then, without end.
    Dripping,
}

#[derive(Default)]
struct HostState {
    served: HashMap<String, Served>,
    requests: Vec<String>,
}

type Shared = Arc<Mutex<HostState>>;

/// A host of pictures on a free port of 127.0.0.1; dropping it ends it.
pub struct PictureHost {
    address: SocketAddr,
    shared: Shared,
    server: JoinHandle<()>,
}

impl PictureHost {
    /// Starts a host that has no pictures yet.
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let shared = Shared::default();
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            // The server ends with its task, which dropping the host aborts
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            address,
            shared,
            server,
        })
    }

    /// Returns the host's address, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers `path` as `served` says from now on, and returns the whole address.
    pub fn serve(&self, path: &str, served: Served) -> String {
        lock(&self.shared).served.insert(path.into(), served);
        format!("{}{path}", self.url())
    }

    /// Returns the paths requested so far, in order of arrival.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.shared).requests.clone()
    }
}

impl Drop for PictureHost {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn answer(State(shared): State<Shared>, uri: Uri) -> Response {
    let served = {
        let mut state = lock(&shared);
        state.requests.push(uri.path().to_owned());
        state.served.get(uri.path()).cloned()
    };
    let mut response = Response::default();
    match served {
        None => *response.status_mut() = StatusCode::NOT_FOUND,
        Some(Served::File(file)) => *response.body_mut() = Body::from(file),
        Some(Served::Status(status)) => {
            *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
        }
        Some(Served::Redirect(to)) => {
            *response.status_mut() = StatusCode::FOUND;
            if let Ok(to) = HeaderValue::from_str(&to) {
                response.headers_mut().insert(header::LOCATION, to);
            }
        }
        Some(Served::Stalled) => std::future::pending().await,
        Some(Served::Dripping) => *response.body_mut() = dripping(),
        Some(Served::Endless) => *response.body_mut() = endless(),
        Some(Served::ClaimedLength(length)) => {
            *response.body_mut() = endless();
            response
                .headers_mut()
                .insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
    }
    response
}

fn endless() -> Body {
    let part = Bytes::from(vec![0; 64 * 1024]);
    let parts = stream::repeat_with(move || Ok::<_, std::io::Error>(part.clone()));
    Body::from_stream(parts)
}

fn dripping() -> Body {
    let drops = stream::unfold((), |()| async {
        tokio::time::sleep(DRIP).await;
        Some((Ok::<_, std::io::Error>(Bytes::from_static(&[0xff])), ()))
    });
    Body::from_stream(drops)
}

fn lock(shared: &Shared) -> MutexGuard<'_, HostState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
