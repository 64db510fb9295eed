//! Connections of visitors, with a limit to what each may take.
//!
//! **Invariant:** a connection that is slow with a request's head, or leaves an answer unread, is cut.
//! (The API limits the time for a body.)
//!
//! **Invariant:** a request that was sent is answered, except in the instant in which the port closes. So a
//! server that stops first sends `Connection: close` with each answer, and then closes idle connections.

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

/// The largest number of connections at a time; further ones wait. Live streams are most of them.
const MAX_CONNECTIONS: usize = 20_000;
/// Longest time from an answer, or from connecting, to the end of the next request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Largest head, in bytes: twice what browsers and proxies send. (A hundred headers are most.)
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// Longest time without progress while an answer is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after a connection could not be accepted, for instance because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How long open connections may still send a request when the server stops: requests on their way
/// arrive in that time, and closing a connection that is idle for so long loses nothing.
const LAST_REQUEST_TIME: Duration = Duration::from_millis(500);
/// How often the server checks whether all connections are closed.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Serves until `stop` ends, and then until all requests that are open then have been answered.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES);
    let router = router.with_state(());
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let open = GracefulShutdown::new();
    let stopping = Arc::new(AtomicBool::new(false));
    let spawn_connection = |(stream, peer), permit: Option<OwnedSemaphorePermit>| {
        let (router, stopping) = (router.clone(), Arc::clone(&stopping));
        let answer =
            service_fn(move |request| answer(router.clone(), peer, Arc::clone(&stopping), request));
        let connection = http.serve_connection(TokioIo::new(TimedStream::new(stream)), answer);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // The reason why a visitor is gone does not matter
            let _ = connection.await;
            drop(permit);
        });
    };
    let mut stop = pin!(stop);
    loop {
        let next = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (permit.ok(), accept(&listener).await)
        };
        tokio::select! {
            (permit, visitor) = next => spawn_connection(visitor, permit),
            () = &mut stop => break,
        }
    }
    stopping.store(true, Ordering::Relaxed);
    for visitor in accept_backlog(listener) {
        spawn_connection(visitor, None);
    }
    let last = Instant::now() + LAST_REQUEST_TIME;
    while open.count() > 0 && Instant::now() < last {
        sleep(POLL_INTERVAL).await;
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

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
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
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Connections that were not accepted yet. Closing the port would cut them and lose their requests. It
/// does so for those that connect between the last `accept` and the closing, which is an instant.
fn accept_backlog(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let mut accept_backlog = Vec::new();
    let Ok(listener) = listener.into_std() else {
        return accept_backlog;
    };
    loop {
        match listener.accept() {
            Ok((stream, peer)) => {
                let _ = stream.set_nodelay(true);
                let stream = stream.set_nonblocking(true).map(|()| stream);
                if let Ok(stream) = stream.and_then(TcpStream::from_std) {
                    accept_backlog.push((stream, peer));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            // An error means that no connection waits: the port does not block
            Err(_) => return accept_backlog,
        }
    }
}

/// Whether the error concerns a single connection, whose visitor is gone.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// A visitor's connection. Writing to it fails when an answer stays unread.
struct TimedStream {
    stream: TcpStream,
    /// The timer that runs while nothing can be sent; `None` while bytes go out.
    write_timeout: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            write_timeout: None,
        }
    }

    fn within_write_timeout(
        &mut self,
        cx: &mut Context<'_>,
        sent: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if sent.is_ready() {
            self.write_timeout = None;
            return sent;
        }
        let write_timeout = self
            .write_timeout
            .get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        let over = write_timeout.as_mut().poll(cx);
        over.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.within_write_timeout(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.within_write_timeout(cx, sent)
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
