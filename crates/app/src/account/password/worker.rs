//! Threads that work on passwords.
//!
//! They have a low priority: a password takes a core for some 20 ms, for which no page waits. Each keeps its
//! memory from password to password: freed on one thread and asked for on another, it would pile up in the
//! allocator.

use std::{sync::mpsc, thread};

use argon2::Block;
use domain::{Error, Result};

use super::MEMORY_KIB;
use crate::background::LowPriority;

/// The memory for hashing a password.
pub(super) type Memory = Vec<Block>;

type Job = Box<dyn FnOnce(&mut Memory) + Send>;

/// A thread that works on one password after the other. It ends with the last of its clones.
#[derive(Clone)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
}

impl Worker {
    pub(super) fn start() -> Result<Self> {
        let (jobs, queued) = mpsc::channel::<Job>();
        let priority = LowPriority::of_this_thread();
        let run = move || {
            priority.take();
            let mut memory = memory();
            for job in queued {
                job(&mut memory);
            }
        };
        thread::Builder::new()
            .name("password".to_owned())
            .spawn(run)
            .map_err(|e| Error::internal("starting a thread for passwords", e))?;
        Ok(Self { jobs })
    }

    /// Works on a password. Where the thread is gone, which only a fault of ours ends, the job is dropped.
    pub(super) fn run(&self, job: impl FnOnce(&mut Memory) + Send + 'static) {
        let _ = self.jobs.send(Box::new(job));
    }
}

/// Allocates the memory for hashing one password.
pub(super) fn memory() -> Memory {
    vec![Block::default(); MEMORY_KIB as usize]
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::background::NICE;

    #[test]
    fn worker_has_a_lower_priority_than_the_threads_that_serve() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let (answer, answered) = mpsc::channel();
        let before = nice();
        Worker::start()
            .unwrap()
            .run(move |memory| answer.send((nice(), memory.len())).unwrap());
        let (worker, blocks) = answered.recv().unwrap();
        assert_eq!(worker, (before + NICE).min(19));
        assert_eq!(blocks, MEMORY_KIB as usize);
        assert_eq!(nice(), before);
    }
}
