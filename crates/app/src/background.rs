//! Threads for work that takes long: they leave the cores to the threads that serve pages.

use std::{sync::Arc, thread, time::Duration};

use domain::{Error, Result};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};

/// How far the priority is below that of the threads that serve. Where these leave a core nothing, threads of
/// Linux still get a tenth of it.
#[cfg(target_os = "linux")]
pub(crate) const NICE: i32 = 10;

const THREADS: usize = 2;

/// The longest wait, at the end, for work that goes on without a pause.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

/// Threads of low priority, and those of their `spawn_blocking`. Cheap to clone. They end with the last clone.
#[derive(Clone)]
pub struct Background {
    handle: Handle,
    _threads: Arc<Threads>,
}

struct Threads(Option<Runtime>);

impl Background {
    /// Starts the threads.
    ///
    /// # Errors
    /// Fails with [`Error::Internal`] if the system gives no thread.
    pub fn start() -> Result<Self> {
        let priority = LowPriority::of_this_thread();
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("background")
            .on_thread_start(move || priority.take())
            .enable_all()
            .build()
            .map_err(|error| Error::internal("starting threads for long work", error))?;
        Ok(Self {
            handle: runtime.handle().clone(),
            _threads: Arc::new(Threads(Some(runtime))),
        })
    }

    /// Does `work` on the background threads, to its end even if the caller does not await it.
    ///
    /// # Errors
    /// Fails with [`Error::Internal`] if `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T> {
        let working = self.spawn(work);
        working
            .await
            .map_err(|error| Error::internal("long work", error))
    }

    /// Starts `work` on the background threads.
    fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.handle.spawn(work)
    }
}

impl Drop for Threads {
    /// Waits for the work to be dropped, lest what it holds, such as the database, is still open when the process ends.
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // Where others are served, a thread may not wait for a runtime by itself
            let end = thread::spawn(move || runtime.shutdown_timeout(SHUTDOWN_TIMEOUT));
            let _ = end.join();
        }
    }
}

/// A priority that leaves the cores to the threads that serve. Elsewhere than on Linux the priority is the process's and
/// stays.
#[derive(Clone, Copy)]
pub(crate) struct LowPriority {
    #[cfg(target_os = "linux")]
    nice: i32,
}

impl LowPriority {
    /// The one below that of the thread that calls, from which threads inherit theirs.
    pub(crate) fn of_this_thread() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            nice: rustix::process::getpriority_process(None)
                .map_or(NICE, |nice| (nice + NICE).min(19)),
        }
    }

    /// Gives the low priority to the thread that calls.
    pub(crate) fn take(self) {
        #[cfg(target_os = "linux")]
        // At the usual priority it works as well, a little at the pages' cost
        let _ = rustix::process::setpriority_process(None, self.nice);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_threads_of_background_work_have_the_same_low_priority() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let low = (nice() + NICE).min(19);
        let background = Background::start().unwrap();
        let both = background.run(async move {
            let blocking = tokio::task::spawn_blocking(nice).await.unwrap();
            (nice(), blocking)
        });
        assert_eq!(both.await.unwrap(), (low, low));
    }

    #[tokio::test]
    async fn data_held_by_background_work_is_dropped_with_the_threads() {
        let held = Arc::new(());
        let background = Background::start().unwrap();
        let of_work = Arc::clone(&held);
        let work = background.spawn(async move {
            std::future::pending::<()>().await;
            drop(of_work);
        });
        drop(background);
        assert_eq!(Arc::strong_count(&held), 1);
        assert!(work.await.unwrap_err().is_cancelled());
    }
}
