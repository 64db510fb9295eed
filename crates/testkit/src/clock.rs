//! A clock that tests set.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use domain::clock::Clock;
use jiff::Timestamp;

/// A clock that stands still until a test moves it. Begins at 2026-11-01T00:00:00Z.
#[derive(Debug)]
pub struct MockClock {
    now: Mutex<Timestamp>,
}

impl Default for MockClock {
    fn default() -> Self {
        // 2026-11-01T00:00:00Z in seconds of Unix time
        Self::at(Timestamp::constant(1_793_491_200, 0))
    }
}

impl MockClock {
    /// Returns a clock that shows `now`.
    pub const fn at(now: Timestamp) -> Self {
        Self {
            now: Mutex::new(now),
        }
    }

    /// Moves the clock forward by `time`.
    pub fn advance(&self, time: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now += time;
    }

    /// Moves the clock back by `time`, like somebody who corrects a wrong clock.
    pub fn set_back(&self, time: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now -= time;
    }
}

impl Clock for MockClock {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
