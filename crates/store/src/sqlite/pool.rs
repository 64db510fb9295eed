//! Connections on threads of their own, leased one at a time.
//!
//! Statements of a low-priority thread run only on idle cores, unless a page waits for a connection of the
//! pool: it would wait behind work that gets no core.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
};

use domain::{Result, pool::PoolUsage};
use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::priority;
use crate::error;

struct Job {
    work: Box<dyn FnOnce(&Connection) + Send>,
    /// Whether the job runs only on idle cores.
    is_background: bool,
}

/// A pool of a fixed number of connections.
#[derive(Debug, Clone)]
pub(super) struct Pool {
    free: Arc<Mutex<Vec<Worker>>>,
    permits: Arc<Semaphore>,
    size: usize,
    waiting: Arc<Waiting>,
    /// The niceness of the threads that opened the pool; a thread above it does background work.
    nice: i32,
}

/// How many callers wait for a connection of a pool.
#[derive(Debug, Default)]
struct Waiting {
    all: AtomicUsize,
    /// The callers among them whose threads do not have a low priority.
    foreground: AtomicUsize,
}

/// A thread with its connection. It runs jobs in the order in which they were sent and ends when
/// this value is dropped, which waits for it: SQLite takes its log away when the last connection is
/// closed, and not if the process is gone before.
///
/// **Invariant:** no job has a pool or a lease, whose thread would then wait for itself.
#[derive(Debug)]
struct Worker {
    jobs: mpsc::Sender<Job>,
    // Waited for after there are no more jobs: fields are dropped in their order
    _thread: Joined,
}

/// A thread whose end is awaited when this value is dropped.
#[derive(Debug)]
struct Joined(Option<JoinHandle<()>>);

impl Drop for Joined {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // The caller of the job that panicked has noticed
            let _ = thread.join();
        }
    }
}

/// A connection that nobody else uses until this value is dropped.
#[derive(Debug)]
pub(super) struct Lease {
    worker: Option<Worker>,
    free: Arc<Mutex<Vec<Worker>>>,
    waiting: Arc<Waiting>,
    nice: i32,
    // Given back after the worker: fields are dropped after `drop`
    _permit: OwnedSemaphorePermit,
}

impl Pool {
    /// Opens a pool of `size` connections to the file at `path`, each by `open`.
    pub(super) async fn open(
        size: usize,
        path: &Path,
        open: fn(&Path) -> rusqlite::Result<Connection>,
    ) -> Result<Self> {
        let mut workers = Vec::with_capacity(size);
        for _ in 0..size {
            workers.push(Worker::start(path.to_owned(), open).await?);
        }
        Ok(Self {
            free: Arc::new(Mutex::new(workers)),
            permits: Arc::new(Semaphore::new(size)),
            size,
            waiting: Arc::default(),
            nice: priority::of_this_thread(),
        })
    }

    /// The pool's usage now; `name` is the pool's name.
    pub(super) fn figures(&self, name: &'static str) -> PoolUsage {
        PoolUsage {
            name,
            most: self.size,
            in_use: self.size - self.permits.available_permits().min(self.size),
            waiting: self.waiting.all.load(Ordering::SeqCst),
        }
    }

    /// Whether a caller waits for a connection.
    pub(super) fn is_waited_for(&self) -> bool {
        self.waiting.all.load(Ordering::SeqCst) > 0
    }

    /// Waits for a free connection and leases it.
    pub(super) async fn lease(&self) -> Result<Lease> {
        let is_background = priority::of_this_thread() > self.nice;
        let waiter = Waiter::begin(&self.waiting, is_background);
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(error::gone)?;
        drop(waiter);
        Ok(Lease {
            worker: lock(&self.free).pop(),
            free: Arc::clone(&self.free),
            waiting: Arc::clone(&self.waiting),
            nice: self.nice,
            _permit: permit,
        })
    }
}

/// A caller who waits for a connection; dropped when the wait ends, or is given up.
struct Waiter {
    waiting: Arc<Waiting>,
    is_background: bool,
}

impl Waiter {
    fn begin(waiting: &Arc<Waiting>, is_background: bool) -> Self {
        waiting.all.fetch_add(1, Ordering::SeqCst);
        if !is_background {
            waiting.foreground.fetch_add(1, Ordering::SeqCst);
        }
        Self {
            waiting: Arc::clone(waiting),
            is_background,
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.waiting.all.fetch_sub(1, Ordering::SeqCst);
        if !self.is_background {
            self.waiting.foreground.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Worker {
    async fn start(path: PathBuf, open: fn(&Path) -> rusqlite::Result<Connection>) -> Result<Self> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (ready, opened) = oneshot::channel();
        let thread = thread::Builder::new()
            .name("sqlite".into())
            .spawn(move || match open(&path) {
                Ok(mut connection) => {
                    let _ = ready.send(Ok(()));
                    for job in inbox {
                        if job.is_background {
                            priority::run_when_idle(|| (job.work)(&mut connection));
                        } else {
                            (job.work)(&connection);
                        }
                    }
                }
                Err(error) => {
                    let _ = ready.send(Err(error));
                }
            })
            .map_err(|source| error::unavailable("no thread can be started", source))?;
        opened.await.map_err(error::gone)?.map_err(error::sqlite)?;
        Ok(Self {
            jobs,
            _thread: Joined(Some(thread)),
        })
    }
}

impl Lease {
    /// Runs `job` on the connection's thread. It is run to its end even if this is not awaited.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        self.send(move |connection| {
            let _ = answer.send(job(connection));
        });
        answered.await.map_err(error::gone)?.map_err(error::sqlite)
    }

    /// Has `job` run after those sent before, without waiting for it.
    pub(super) fn send(&self, job: impl FnOnce(&Connection) + Send + 'static) {
        let is_free = self.waiting.foreground.load(Ordering::SeqCst) == 0;
        let job = Job {
            work: Box::new(job),
            is_background: is_free && priority::of_this_thread() > self.nice,
        };
        if let Some(worker) = &self.worker {
            // A dead thread drops the job, and its caller notices
            let _ = worker.jobs.send(job);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            lock(&self.free).push(worker);
        }
    }
}

fn lock(free: &Mutex<Vec<Worker>>) -> std::sync::MutexGuard<'_, Vec<Worker>> {
    free.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{error::Error, future, task::Poll};

    use tokio::runtime::{Builder, Runtime};

    use super::*;

    type Outcome = std::result::Result<(), Box<dyn Error + Send + Sync>>;

    fn runtime() -> std::io::Result<Runtime> {
        Builder::new_current_thread().build()
    }

    #[test]
    fn background_work_waits_for_an_idle_core_unless_a_page_waits_for_its_connection() -> Outcome {
        let (page, folder) = (runtime()?, tempfile::tempdir()?);
        let file = folder.path().join("mitai.db");
        let pool = page.block_on(Pool::open(1, &file, |path| Connection::open(path)))?;
        let (ask, requests) = mpsc::channel();
        let (name, named) = mpsc::channel();
        let of_background = pool.clone();
        let background = thread::spawn(move || name_threads(&of_background, &requests, &name));

        ask.send(())?;
        assert_eq!(named.recv()?, "sqlite-idle");
        page.block_on(async {
            let mut lease = Box::pin(pool.lease());
            future::poll_fn(|context| Poll::Ready(lease.as_mut().poll(context).is_pending())).await;
            ask.send(())?;
            assert_eq!(named.recv()?, "sqlite");
            Outcome::Ok(())
        })?;
        ask.send(())?;
        assert_eq!(named.recv()?, "sqlite-idle");
        drop(ask);
        background.join().map_err(|_| "the thread has panicked")?
    }

    /// Has a connection at a low priority and tells which thread does its jobs, as often as that is asked.
    fn name_threads(
        pool: &Pool,
        requests: &mpsc::Receiver<()>,
        name: &mpsc::Sender<String>,
    ) -> Outcome {
        rustix::process::nice(5)?;
        runtime()?.block_on(async {
            let lease = pool.lease().await?;
            for () in requests {
                let job = |_: &Connection| Ok(thread::current().name().map(str::to_owned));
                name.send(lease.run(job).await?.unwrap_or_default())?;
            }
            Ok(())
        })
    }
}
