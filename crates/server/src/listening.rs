//! Connections of visitors, with a limit to what each may take.
//!
//! **Invariant:** nobody holds a connection without sending or reading: one that is slow with a
//! request's head, or leaves an answer unread, is cut. (The time for a body is the API's to limit.)
//!
//! **Invariant:** a request that was sent is answered, but for the instant in which the port closes. So a
//! server that stops first tells with each answer that it is the last, and closes what is still open and quiet
//! then.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, header},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep},
};
use tower::ServiceExt as _;

/// Most connections at a time: what comes then waits. Live streams are most of them.
const MOST: usize = 20_000;
/// Longest time from an answer, or from connecting, to the end of the next request's head.
const HEAD: Duration = Duration::from_secs(15);
/// Largest head, in bytes: twice what browsers and proxies send. (A hundred headers are most.)
const LARGEST_HEAD: usize = 32 * 1024;
/// Longest time in which nothing of an answer is taken.
const UNREAD: Duration = Duration::from_secs(20);
/// Pause after a connection could not be accepted, for instance because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);
/// How long whoever is connected when the server stops may still send a request: what is on its way arrives
/// in that time, and a connection that is quiet for so long is closed without a loss.
const LAST_REQUESTS: Duration = Duration::from_millis(500);
/// How often it is looked whether all have gone by themselves.
const LOOK: Duration = Duration::from_millis(10);

/// Serves until `stop` ends, and then until all requests that are open then have been answered.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD);
    let router = router.with_state(());
    let places = Arc::new(Semaphore::new(MOST));
    let open = GracefulShutdown::new();
    let stopping = Arc::new(AtomicBool::new(false));
    let begin = |(stream, peer), place: Option<OwnedSemaphorePermit>| {
        let (router, stopping) = (router.clone(), Arc::clone(&stopping));
        let answer =
            service_fn(move |request| answer(router.clone(), peer, Arc::clone(&stopping), request));
        let connection = http.serve_connection(TokioIo::new(Visitor::new(stream)), answer);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // Why a visitor is gone is no concern of ours
            let _ = connection.await;
            drop(place);
        });
    };
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place.ok(), accepted(&listener).await)
        };
        tokio::select! {
            (place, visitor) = next => begin(visitor, place),
            () = &mut stop => break,
        }
    }
    stopping.store(true, Ordering::Relaxed);
    for visitor in waiting(listener) {
        begin(visitor, None);
    }
    let last = Instant::now() + LAST_REQUESTS;
    while open.count() > 0 && Instant::now() < last {
        sleep(LOOK).await;
    }
    open.shutdown().await;
}

async fn answer(
    router: Router,
    peer: SocketAddr,
    stopping: Arc<AtomicBool>,
    request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    let mut answer = router.oneshot(request).await?;
    if stopping.load(Ordering::Relaxed) {
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    Ok(answer)
}

async fn accepted(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small changes of a live stream are not to wait for more
                let _ = stream.set_nodelay(true);
                return (stream, peer);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection cannot be accepted");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Those who have connected and were not accepted yet: to close the port over them would cut what they
/// have sent. So it is for who connects between the last look and the closing, which is an instant.
fn waiting(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let mut waiting = Vec::new();
    let Ok(listener) = listener.into_std() else {
        return waiting;
    };
    loop {
        match listener.accept() {
            Ok((stream, peer)) => {
                let _ = stream.set_nodelay(true);
                let stream = stream.set_nonblocking(true).map(|()| stream);
                if let Ok(stream) = stream.and_then(TcpStream::from_std) {
                    waiting.push((stream, peer));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            // Nobody waits: the port does not block
            Err(_) => return waiting,
        }
    }
}

/// Whether only the visitor who was about to be accepted is gone.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// A visitor's connection, which ends with an error when what is sent stays unread.
struct Visitor {
    stream: TcpStream,
    /// Runs while nothing can be sent.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Visitor {
    fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            patience: None,
        }
    }

    fn in_time(
        &mut self,
        cx: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if sent.is_ready() {
            self.patience = None;
            return sent;
        }
        let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(UNREAD)));
        let over = patience.as_mut().poll(cx);
        over.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Visitor {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.in_time(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
