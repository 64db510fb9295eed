//! Threads that render, and the queue in front of them.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use domain::{
    Error, Result,
    render::{PageRenderer, PageRequest, RenderedPage},
};
use tokio::sync::oneshot;

use crate::engine::{Bundle, Engine, Limits, RenderError};

/// The largest number of renders that wait, for each thread; more are refused at once.
const QUEUE: usize = 32;
/// The longest time that a render may wait for its turn before nobody waits for it any more.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// The size of a thread's stack in bytes: the engine's own and what Rust needs besides.
const THREAD_STACK: usize = 4 * 1024 * 1024;

struct Job {
    page: PageRequest,
    queued: Instant,
    reply: oneshot::Sender<Result<RenderedPage, RenderError>>,
}

/// Renders pages on threads of its own.
pub struct Renderer {
    queue: SyncSender<Job>,
}

impl Renderer {
    /// Starts `threads` threads, each of which loads `bundle` in the background.
    ///
    /// # Errors
    /// Fails if a thread cannot be started.
    pub fn start(bundle: &Bundle, threads: usize, limits: Limits) -> std::io::Result<Self> {
        let (queue, jobs) = sync_channel(QUEUE * threads);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let (jobs, bundle) = (Arc::clone(&jobs), bundle.clone());
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(THREAD_STACK)
                .spawn(move || work(&jobs, &bundle, limits))?;
        }
        Ok(Self { queue })
    }
}

#[async_trait]
impl PageRenderer for Renderer {
    async fn render(&self, page: PageRequest) -> Result<RenderedPage> {
        let (reply, rendered) = oneshot::channel();
        let job = Job {
            page,
            queued: Instant::now(),
            reply,
        };
        self.queue
            .try_send(job)
            .map_err(|_| Error::unavailable("the renderer", "too many pages wait for it"))?;
        match rendered.await {
            Ok(rendered) => rendered.map_err(|error| Error::internal("rendering a page", error)),
            Err(_) => Err(Error::unavailable(
                "the renderer",
                "the page waited too long",
            )),
        }
    }
}

/// Renders the queue's pages until the queue is closed.
fn work(jobs: &Mutex<Receiver<Job>>, bundle: &Bundle, limits: Limits) {
    let mut engine = Engine::load(bundle, limits);
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job {
            page,
            queued,
            reply,
        }) = job
        else {
            return;
        };
        if reply.is_closed() || queued.elapsed() > MAX_WAIT {
            continue;
        }
        let rendered = match &engine {
            Ok(engine) => engine.render(&page),
            Err(error) => Err(error.clone()),
        };
        let failed = rendered.is_err();
        // The visitor may have gone.
        let _ = reply.send(rendered);
        if failed {
            // An exception may have left the app's own state in disorder.
            engine = Engine::load(bundle, limits);
        }
    }
}
