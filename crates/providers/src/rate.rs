//! Keeps the rate of requests below what a provider allows.

#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    iter::repeat_n,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use domain::provider::ProviderError;
use tokio::{
    sync::{Mutex as Turn, Notify},
    time::{Instant, sleep},
};

use crate::request::{Answer, Fetch, Request};

const MIN_WINDOW: Duration = Duration::from_secs(1);
const MAX_WINDOW: Duration = Duration::from_mins(1);
/// The pause after a refusal that does not say for how long.
const DEFAULT_PAUSE: Duration = Duration::from_secs(5);
/// The longest wait for a pause to end; a request that would wait longer fails at once.
const MAX_WAIT: Duration = Duration::from_secs(10);
const MAX_PAUSE: Duration = Duration::from_hours(1);

/// The largest numbers of requests that a provider may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of requests in any second.
    pub per_second: usize,
    /// The largest number of requests in any minute.
    pub per_minute: usize,
}

impl Default for Limits {
    /// Below the 3 and 60 that Jikan documents, since it refused earlier in practice.
    fn default() -> Self {
        Self {
            per_second: 2,
            per_minute: 45,
        }
    }
}

/// Lets requests through in order of arrival, within two sliding windows; the rest wait.
///
/// **Invariant:** no window of a second or a minute, *as the provider's clock sees arrivals*, holds
/// more than the limit. A slot therefore counts from the start of its request until a whole window
/// after its **end**: the arrival lies somewhere between, and counting from starts would let a slow
/// connection push two windows' requests together. (GCRA, as in governor, promises a mean rate
/// and lets a burst and the refill share one window.)
///
/// `Retry-After` pauses every request.
///
/// Where several servers take turns, one that has sent nothing for a minute does not know what another
/// has sent since. It begins with half of a second's limit and a third of a minute's, so that two of
/// them together stay within one and a half and one and a third of them: with the defaults, within what
/// Jikan documents. Three that take turns within one minute may send more.
pub struct Limited<F> {
    inner: F,
    limits: Limits,
    takes_turns: bool,
    /// Held by the one caller who waits for the next slot; the mutex queues the others fairly.
    turn: Turn<()>,
    slots: Mutex<Slots>,
    ended: Notify,
}

#[derive(Default)]
struct Slots {
    in_flight: usize,
    ends: VecDeque<Instant>,
    paused_until: Option<Instant>,
}

enum Next {
    Go,
    WaitUntil(Instant),
    WaitForAnEnd,
    Refuse,
}

impl<F> Limited<F> {
    /// Holds `inner` to `limits`, each at least 1.
    pub fn new(inner: F, limits: Limits) -> Self {
        Self {
            inner,
            limits,
            takes_turns: false,
            turn: Turn::default(),
            slots: Mutex::default(),
            ended: Notify::new(),
        }
    }

    /// Sets whether other servers ask while this one does not.
    #[must_use]
    pub fn in_turns(self, takes_turns: bool) -> Self {
        Self {
            takes_turns,
            ..self
        }
    }

    async fn slot(&self) -> Result<Slot<'_>, ProviderError> {
        let _turn = self.turn.lock().await;
        loop {
            let ended = self.ended.notified();
            let next = self
                .lock()
                .next(self.limits, self.takes_turns, Instant::now());
            match next {
                Next::Go => {
                    return Ok(Slot {
                        slots: &self.slots,
                        ended: &self.ended,
                    });
                }
                Next::WaitUntil(instant) => sleep(instant - Instant::now()).await,
                Next::WaitForAnEnd => ended.await,
                Next::Refuse => return Err(ProviderError::Resting),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pause(&self, retry_after: Option<Duration>) {
        let pause = retry_after.unwrap_or(DEFAULT_PAUSE).min(MAX_PAUSE);
        tracing::warn!(seconds = pause.as_secs(), "provider asks for a pause");
        let until = Instant::now() + pause;
        let mut slots = self.lock();
        slots.paused_until = slots.paused_until.max(Some(until));
    }
}

impl Slots {
    /// Takes a slot, or says what to wait for, or that the wait is too long.
    fn next(&mut self, limits: Limits, takes_turns: bool, now: Instant) -> Next {
        if let Some(until) = self.paused_until.filter(|until| *until > now) {
            let is_short = until - now <= MAX_WAIT;
            return if is_short {
                Next::WaitUntil(until)
            } else {
                Next::Refuse
            };
        }
        while self
            .ends
            .front()
            .is_some_and(|end| now >= *end + MAX_WINDOW)
        {
            self.ends.pop_front();
        }
        if takes_turns && self.in_flight == 0 && self.ends.is_empty() {
            self.allow_for_others(limits, now);
        }
        let windows = [
            (limits.per_second, MIN_WINDOW),
            (limits.per_minute, MAX_WINDOW),
        ];
        let mut until = now;
        for (most, window) in windows {
            if self.in_flight >= most {
                return Next::WaitForAnEnd;
            }
            let crowding = self.ends.len().checked_sub(most - self.in_flight);
            if let Some(end) = crowding.and_then(|last| self.ends.get(last)) {
                until = until.max(*end + window);
            }
        }
        if until > now {
            return Next::WaitUntil(until);
        }
        self.in_flight += 1;
        Next::Go
    }

    /// Counts as if two thirds of a minute's requests had just ended, half of a second's right now.
    fn allow_for_others(&mut self, limits: Limits, now: Instant) {
        let in_minute = limits.per_minute * 2 / 3;
        let in_second = limits.per_second.div_ceil(2).min(in_minute);
        let before = now.checked_sub(MIN_WINDOW).unwrap_or(now);
        self.ends.extend(repeat_n(before, in_minute - in_second));
        self.ends.extend(repeat_n(now, in_second));
    }
}

/// A request in flight. A cancelled one has reached the provider, too.
struct Slot<'a> {
    slots: &'a Mutex<Slots>,
    ended: &'a Notify,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.in_flight -= 1;
        slots.ends.push_back(Instant::now());
        self.ended.notify_one();
    }
}

#[async_trait]
impl<F: Fetch> Fetch for Limited<F> {
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError> {
        let _slot = self.slot().await?;
        let answer = self.inner.fetch(request, etag).await;
        if let Err(ProviderError::RateLimited { retry_after }) = &answer {
            self.pause(*retry_after);
        }
        answer
    }
}
