//! Keeps the rate of requests below what a provider allows.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use domain::provider::ProviderError;
use tokio::{
    sync::{Mutex as Turn, Notify},
    time::{Instant, sleep},
};

use crate::ask::{Answer, Fetch, Question};

const LONGEST_WINDOW: Duration = Duration::from_mins(1);
/// After a refusal that does not say for how long.
const DEFAULT_PAUSE: Duration = Duration::from_secs(5);
/// Whoever would have to wait longer for a pause to end is told so at once.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// Most requests that a provider may see in any second and in any minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// In any second.
    pub per_second: usize,
    /// In any minute.
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

/// Lets requests through in the order they came, within two sliding windows; the rest wait.
///
/// **Invariant:** no window of a second or a minute, *as the provider's clock sees arrivals*, holds
/// more than the limit. A slot therefore counts from the start of its request until a whole window
/// after its **end**: the arrival lies somewhere between, and counting from starts would let a slow
/// connection push two windows' requests together. (GCRA, as in governor, promises a mean rate
/// and lets a burst and the refill share one window.)
///
/// `Retry-After` pauses every request.
pub struct Limited<F> {
    inner: F,
    limits: Limits,
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
            turn: Turn::default(),
            slots: Mutex::default(),
            ended: Notify::new(),
        }
    }

    async fn slot(&self) -> Result<Slot<'_>, ProviderError> {
        let _turn = self.turn.lock().await;
        loop {
            let ended = self.ended.notified();
            let next = self.lock().next(self.limits, Instant::now());
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

    fn pause(&self, asked: Option<Duration>) {
        let pause = asked.unwrap_or(DEFAULT_PAUSE).min(LONGEST_PAUSE);
        tracing::warn!(seconds = pause.as_secs(), "provider asks for a pause");
        let until = Instant::now() + pause;
        let mut slots = self.lock();
        slots.paused_until = slots.paused_until.max(Some(until));
    }
}

impl Slots {
    /// Takes a slot, or says what to wait for.
    fn next(&mut self, limits: Limits, now: Instant) -> Next {
        if let Some(until) = self.paused_until.filter(|until| *until > now) {
            let patient = until - now <= PATIENCE;
            return if patient {
                Next::WaitUntil(until)
            } else {
                Next::Refuse
            };
        }
        while self
            .ends
            .front()
            .is_some_and(|end| now >= *end + LONGEST_WINDOW)
        {
            self.ends.pop_front();
        }
        let windows = [
            (limits.per_second, Duration::from_secs(1)),
            (limits.per_minute, LONGEST_WINDOW),
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
}

/// A request under way; also one that is abandoned has reached the provider.
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
    async fn fetch(
        &self,
        question: &Question,
        etag: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        let _slot = self.slot().await?;
        let answer = self.inner.fetch(question, etag).await;
        if let Err(ProviderError::RateLimited { retry_after }) = &answer {
            self.pause(*retry_after);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures::future::join_all;

    use super::*;
    use crate::fake::{Script, question};

    /// A provider whose requests arrive after a delay of their own and take as long again.
    #[derive(Default)]
    struct Remote {
        arrivals: Mutex<Vec<Instant>>,
        asked: Mutex<Vec<String>>,
    }

    #[async_trait]
    impl Fetch for Arc<Remote> {
        async fn fetch(
            &self,
            question: &Question,
            _etag: Option<&str>,
        ) -> Result<Answer, ProviderError> {
            let number = {
                let mut asked = self.asked.lock().unwrap();
                asked.push(question.url.clone());
                asked.len() as u64
            };
            let delay = Duration::from_millis(number * 37 % 900);
            sleep(delay).await;
            self.arrivals.lock().unwrap().push(Instant::now());
            sleep(delay).await;
            Ok(Answer::Unchanged)
        }
    }

    /// Most arrivals in any window of this length; they are in their order.
    fn most_within(arrivals: &[Instant], window: Duration) -> usize {
        let within = |(first, start): (usize, &Instant)| {
            let from_here = arrivals[first..].iter();
            from_here.take_while(|at| **at < *start + window).count()
        };
        arrivals.iter().enumerate().map(within).max().unwrap_or(0)
    }

    #[tokio::test(start_paused = true)]
    async fn no_window_holds_more_than_its_limit() {
        let remote = Arc::<Remote>::default();
        let limits = Limits::default();
        let limited = Limited::new(Arc::clone(&remote), limits);
        let questions: Vec<_> = (0..200).map(|n| question(&format!("/{n}"))).collect();
        join_all(
            questions
                .iter()
                .map(|question| limited.fetch(question, None)),
        )
        .await;

        let mut arrivals = remote.arrivals.lock().unwrap().clone();
        arrivals.sort();
        assert_eq!(arrivals.len(), 200);
        assert_eq!(
            most_within(&arrivals, Duration::from_secs(1)),
            limits.per_second
        );
        assert_eq!(most_within(&arrivals, LONGEST_WINDOW), limits.per_minute);
    }

    /// Six questions of each: five at any time, one at noon.
    #[tokio::test(start_paused = true)]
    async fn a_day_of_ten_thousand_users_stays_within_the_limits() {
        const USERS: u64 = 10_000;
        const DAY: u64 = 24 * 60 * 60;
        let remote = Arc::<Remote>::default();
        let limits = Limits::default();
        let limited = Limited::new(Arc::clone(&remote), limits);
        let question = question("/any");
        let user = |number: u64| {
            let (limited, question) = (&limited, &question);
            async move {
                let mut now = 0;
                for look in 1..=6 {
                    let spread = (number * 6 + look) * 53_399 % (DAY / 6);
                    let at = if look == 4 {
                        DAY / 2
                    } else {
                        now.max((look - 1) * DAY / 6 + spread)
                    };
                    sleep(Duration::from_secs(at - now)).await;
                    now = at;
                    limited.fetch(question, None).await.unwrap();
                }
            }
        };
        join_all((0..USERS).map(user)).await;
        let mut arrivals = remote.arrivals.lock().unwrap().clone();
        arrivals.sort();
        assert_eq!(arrivals.len(), 60_000);
        assert_eq!(
            most_within(&arrivals, Duration::from_secs(1)),
            limits.per_second
        );
        assert_eq!(most_within(&arrivals, LONGEST_WINDOW), limits.per_minute);
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_wait_are_served_in_their_order() {
        let remote = Arc::<Remote>::default();
        let limited = Limited::new(Arc::clone(&remote), Limits::default());
        let questions: Vec<_> = (0..60).map(|n| question(&format!("/{n}"))).collect();
        join_all(
            questions
                .iter()
                .map(|question| limited.fetch(question, None)),
        )
        .await;
        let asked = remote.asked.lock().unwrap().clone();
        assert!(
            asked
                .iter()
                .eq(questions.iter().map(|question| &question.url))
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_given_up_counts_like_any_other() {
        let remote = Arc::<Remote>::default();
        let limits = Limits {
            per_second: 1,
            per_minute: 1,
        };
        let limited = Limited::new(Arc::clone(&remote), limits);
        let started = Instant::now();
        let given_up = Duration::from_millis(10);
        let question = question("/a");
        tokio::time::timeout(given_up, limited.fetch(&question, None))
            .await
            .unwrap_err();
        limited.fetch(&question, None).await.unwrap();
        let second = remote.arrivals.lock().unwrap()[0];
        assert!(second - started >= given_up + LONGEST_WINDOW);
    }

    fn refusal(seconds: u64) -> Result<Answer, ProviderError> {
        Err(ProviderError::RateLimited {
            retry_after: Some(Duration::from_secs(seconds)),
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_short_retry_after_delays_everyone() {
        let script = Script::of([refusal(7), Ok(Answer::Unchanged)]);
        let limited = Limited::new(script, Limits::default());
        let started = Instant::now();
        limited.fetch(&question("/a"), None).await.unwrap_err();
        limited.fetch(&question("/b"), None).await.unwrap();
        assert!(started.elapsed() >= Duration::from_secs(7));
    }

    #[tokio::test(start_paused = true)]
    async fn during_a_long_retry_after_nobody_waits_and_nothing_is_sent() {
        let script = Script::of([refusal(120), Ok(Answer::Unchanged)]);
        let limited = Limited::new(Arc::clone(&script), Limits::default());
        limited.fetch(&question("/a"), None).await.unwrap_err();
        for _ in 0..3 {
            let answer = limited.fetch(&question("/b"), None).await;
            assert_eq!(answer, Err(ProviderError::Resting));
        }
        assert_eq!(script.asked(), 1);
        sleep(Duration::from_mins(2)).await;
        limited.fetch(&question("/b"), None).await.unwrap();
    }
}
