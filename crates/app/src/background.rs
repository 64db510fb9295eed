//! Threads for work that takes long: they leave the cores to the threads that serve pages.

use std::sync::Arc;

use domain::{Error, Result};
use tokio::runtime::{Builder, Runtime};

/// How far the priority is below that of the threads that serve. Where these leave a core nothing, threads of
/// Linux still get a tenth of it.
#[cfg(target_os = "linux")]
pub(crate) const NICE: i32 = 10;

const THREADS: usize = 2;

/// Threads of low priority, and those of their `spawn_blocking`. Cheap to clone. They end with the last clone.
#[derive(Clone)]
pub struct Background(Arc<Threads>);

struct Threads(Option<Runtime>);

impl Background {
    /// Starts them.
    ///
    /// # Errors
    /// [`Error::Internal`] if the system gives no thread.
    pub fn start() -> Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("background")
            .on_thread_start(lower_priority)
            .enable_all()
            .build()
            .map_err(|error| Error::internal("starting threads for long work", error))?;
        Ok(Self(Arc::new(Threads(Some(runtime)))))
    }

    /// Does `work` on these threads, to its end even if this is not awaited.
    ///
    /// # Errors
    /// [`Error::Internal`] if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T> {
        let Some(runtime) = &self.0.0 else {
            return Err(Error::internal("long work", "its threads have ended"));
        };
        let working = runtime.spawn(work);
        working
            .await
            .map_err(|error| Error::internal("long work", error))
    }
}

impl Drop for Threads {
    /// A runtime that waited for its threads must not be dropped where others are served.
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Leaves the cores to the threads that serve. Elsewhere than on Linux the priority is the process's and stays.
pub(crate) fn lower_priority() {
    #[cfg(target_os = "linux")]
    // At the usual priority it works as well, a little at the pages' cost
    let _ = rustix::process::nice(NICE);
}
