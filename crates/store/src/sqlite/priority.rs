//! Priorities of threads. Linux has one for each; elsewhere all threads have that of the process.

use std::{panic, thread};

/// How far the priority of the thread that calls is below the usual one: 0 to 19, or less than 0 above it.
#[cfg(target_os = "linux")]
pub(super) fn of_this_thread() -> i32 {
    rustix::process::getpriority_process(None).unwrap_or(0)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn of_this_thread() -> i32 {
    0
}

/// Runs `work` on a thread of this priority and waits for it. A thread cannot lower its own for a while: raising it
/// again is a privilege.
pub(super) fn run_at(nice: i32, work: impl FnOnce() + Send) {
    let ran = thread::scope(|scope| {
        let low = thread::Builder::new().name("sqlite-low".into());
        let work = move || {
            #[cfg(target_os = "linux")]
            // At the usual priority it works as well, a little at the pages' cost
            let _ = rustix::process::setpriority_process(None, nice);
            work();
        };
        low.spawn_scoped(scope, work).map(|thread| thread.join())
    });
    // No thread, or a job that panicked: this one ends, and whoever waits is told
    match ran {
        Ok(Ok(())) => {}
        Ok(Err(panicked)) => panic::resume_unwind(panicked),
        Err(error) => tracing::error!(%error, "no thread for background work can be started"),
    }
}
