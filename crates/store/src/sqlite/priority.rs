//! Priorities of threads. Linux has one for each; elsewhere all threads have that of the process.

use std::{
    panic,
    thread::{self, ScopedJoinHandle},
};

/// The niceness of the thread that calls: 0 at the usual priority, up to 19 below it.
pub(super) fn of_this_thread() -> i32 {
    #[cfg(target_os = "linux")]
    return rustix::process::getpriority_process(None).unwrap_or(0);
    #[cfg(not(target_os = "linux"))]
    0
}

/// Runs `work` when a core has nothing else to do, and waits for it. It has a thread of its own, since raising one's
/// priority again is a privilege.
///
/// A low priority alone is not enough: Linux lets a running thread go on for up to three milliseconds, and gives a page
/// that core as readily as a free one.
pub(super) fn run_when_idle(work: impl FnOnce() + Send) {
    let ran = thread::scope(|scope| {
        let thread = thread::Builder::new().name("sqlite-idle".into());
        let work = move || {
            leave_cores_to_others();
            work();
        };
        thread.spawn_scoped(scope, work).map(ScopedJoinHandle::join)
    });
    // A caller whose job did not run to its end gets an error
    match ran {
        Ok(Ok(())) => {}
        Ok(Err(panicked)) => panic::resume_unwind(panicked),
        Err(error) => tracing::error!(%error, "no thread for background work can be started"),
    }
}

#[cfg(target_os = "linux")]
fn leave_cores_to_others() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };

    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    // At the usual priority it works as well, a little at the pages' cost
    let _ = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
}

#[cfg(not(target_os = "linux"))]
fn leave_cores_to_others() {}
