//! The way to a server, which can fall silent: what is sent is accepted and goes nowhere, without
//! an error.

use std::{
    io::Result,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::{JoinHandle, JoinSet},
};

/// A proxy to a port of this machine, which can hold all bytes back.
#[derive(Debug)]
pub struct SilentProxy {
    /// The proxy's own port.
    pub port: u16,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    open: watch::Sender<bool>,
    /// A count that is raised to end all present connections.
    ended: watch::Sender<u32>,
    /// The number of bytes that were sent, in both directions together.
    sent: AtomicUsize,
}

impl SilentProxy {
    /// Starts a proxy to `port`, which lets everything through.
    ///
    /// # Errors
    /// Fails if this machine has no free port.
    pub async fn to(port: u16) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let own = listener.local_addr()?.port();
        let state = Arc::new(State {
            open: watch::Sender::new(true),
            ended: watch::Sender::new(0),
            sent: AtomicUsize::new(0),
        });
        let target = SocketAddr::from(([127, 0, 0, 1], port));
        let accepting = tokio::spawn(accept(listener, target, state.clone()));
        Ok(Self {
            port: own,
            state,
            accepting,
        })
    }

    /// Holds back all bytes in both directions from now on.
    pub fn fall_silent(&self) {
        self.state.open.send_replace(false);
    }

    /// Lets all bytes through from now on, those that were held back first.
    pub fn open(&self) {
        self.state.open.send_replace(true);
    }

    /// Returns the number of bytes that were sent so far, in both directions together.
    pub fn sent(&self) -> usize {
        self.state.sent.load(Ordering::SeqCst)
    }

    /// Ends the present connections; new ones are taken.
    pub fn cut(&self) {
        self.state.ended.send_modify(|times| *times += 1);
    }

    /// Ends the present connections and takes no others.
    pub async fn end(mut self) {
        self.accepting.abort();
        // The aborted task reports that it was aborted
        let _ = (&mut self.accepting).await;
    }
}

impl Drop for SilentProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, target: SocketAddr, state: Arc<State>) {
    let mut connections = JoinSet::new();
    while let Ok((near, _)) = listener.accept().await {
        let (state, mut ended) = (state.clone(), state.ended.subscribe());
        ended.mark_unchanged();
        connections.spawn(async move {
            tokio::select! {
                () = carry(near, target, &state) => (),
                _ = ended.changed() => (),
            }
        });
    }
}

async fn carry(near: TcpStream, target: SocketAddr, state: &State) {
    let Ok(far) = TcpStream::connect(target).await else {
        return;
    };
    let ((from, back), (answers, to)) = (near.into_split(), far.into_split());
    // Whichever direction ends first ends both
    tokio::select! {
        () = forward(from, to, state) => (),
        () = forward(answers, back, state) => (),
    }
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: &State) {
    let mut open = state.open.subscribe();
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        state.sent.fetch_add(count, Ordering::SeqCst);
        let is_open = open.wait_for(|open| *open).await.is_ok();
        if !is_open || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
