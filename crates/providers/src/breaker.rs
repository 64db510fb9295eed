//! Circuit breaker: sends nothing to a provider that fails again and again.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use domain::provider::ProviderError;
use tokio::{sync::Notify, time::Instant};

use crate::request::{Answer, Fetch, Request};

const FIRST_OPEN_TIME: Duration = Duration::from_secs(30);
const MAX_OPEN_TIME: Duration = Duration::from_mins(10);

/// A circuit breaker: it opens after some failures in a row and then refuses requests. After a while it lets one
/// probe through: success closes the breaker, failure doubles the time that it stays open.
///
/// Opening also fails the requests that wait for a slot further in. A dead provider does not get the
/// queue of requests that arrived before its death was known.
pub struct Breaker<F> {
    inner: F,
    provider: &'static str,
    max_failures: u32,
    state: Mutex<State>,
    opened: Notify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant, open_time: Duration },
    Probing { open_time: Duration },
}

impl<F> Breaker<F> {
    /// Guards `inner`, which speaks to `provider` (a name for the log), and opens after
    /// `max_failures` failures in a row.
    pub fn new(inner: F, provider: &'static str, max_failures: u32) -> Self {
        Self {
            inner,
            provider,
            max_failures,
            state: Mutex::new(State::Closed { failures: 0 }),
            opened: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a request pass, as the probe if the breaker's time is over; fails while the breaker is open.
    fn admit(&self) -> Result<Probe<'_, F>, ProviderError> {
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => Ok(Probe(None)),
            State::Open { until, open_time } if Instant::now() >= until => {
                *state = State::Probing { open_time };
                tracing::info!(provider = self.provider, "asking the provider again");
                Ok(Probe(Some((self, open_time))))
            }
            State::Open { .. } | State::Probing { .. } => Err(ProviderError::Resting),
        }
    }

    fn succeeded(&self) {
        let mut state = self.lock();
        match *state {
            State::Probing { .. } => {
                tracing::info!(provider = self.provider, "the provider answers again");
                *state = State::Closed { failures: 0 };
            }
            State::Closed { .. } => *state = State::Closed { failures: 0 },
            State::Open { .. } => {}
        }
    }

    fn failed(&self, error: &ProviderError) {
        tracing::warn!(provider = self.provider, %error, "no answer from the provider");
        let mut state = self.lock();
        let open_time = match *state {
            State::Closed { failures } if failures + 1 < self.max_failures => {
                *state = State::Closed {
                    failures: failures + 1,
                };
                return;
            }
            State::Closed { .. } => FIRST_OPEN_TIME,
            State::Probing { open_time } => (open_time * 2).min(MAX_OPEN_TIME),
            State::Open { .. } => return,
        };
        *state = State::Open {
            until: Instant::now() + open_time,
            open_time,
        };
        tracing::warn!(
            provider = self.provider,
            seconds = open_time.as_secs(),
            "the provider failed too often and is left alone"
        );
        self.opened.notify_waiters();
    }
}

/// The probe of an open breaker; `None` while it is closed. If the probe is cancelled, the next request probes.
struct Probe<'a, F>(Option<(&'a Breaker<F>, Duration)>);

impl<F> Drop for Probe<'_, F> {
    fn drop(&mut self) {
        if let Some((breaker, open_time)) = self.0 {
            let mut state = breaker.lock();
            if matches!(*state, State::Probing { .. }) {
                *state = State::Open {
                    until: Instant::now(),
                    open_time,
                };
            }
        }
    }
}

#[async_trait]
impl<F: Fetch> Fetch for Breaker<F> {
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError> {
        let opened = self.opened.notified();
        let _probe = self.admit()?;
        let answer = tokio::select! {
            biased;
            answer = self.inner.fetch(request, etag) => answer,
            () = opened => return Err(ProviderError::Resting),
        };
        match &answer {
            // A provider that rejects a request is healthy: no visitor's text may open the breaker
            Ok(_) | Err(ProviderError::NotFound | ProviderError::Refused(400 | 414 | 422)) => {
                self.succeeded();
            }
            Err(ProviderError::Resting) => {}
            Err(error) => self.failed(error),
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    };

    use futures::future::join_all;
    use tokio::time::{advance, sleep};

    use super::*;
    use crate::{
        fake::{Script, request},
        rate::{Limited, Limits},
    };

    /// A provider that fails until it recovers.
    #[derive(Default)]
    struct FlakyProvider {
        recovered: AtomicBool,
        requests: AtomicUsize,
    }

    impl FlakyProvider {
        fn requests(&self) -> usize {
            self.requests.load(Ordering::SeqCst)
        }
    }

    #[async_trait]
    impl Fetch for Arc<FlakyProvider> {
        async fn fetch(
            &self,
            _question: &Request,
            _etag: Option<&str>,
        ) -> Result<Answer, ProviderError> {
            self.requests.fetch_add(1, Ordering::SeqCst);
            sleep(Duration::from_millis(10)).await;
            if self.recovered.load(Ordering::SeqCst) {
                Ok(Answer::NotModified)
            } else {
                Err(ProviderError::Failed(503))
            }
        }
    }

    async fn get<F: Fetch>(breaker: &Breaker<F>) -> Result<Answer, ProviderError> {
        breaker.fetch(&request("/a"), None).await
    }

    /// A breaker that three failures have opened, and its provider.
    async fn opened() -> (Arc<FlakyProvider>, Breaker<Arc<FlakyProvider>>) {
        let provider = Arc::<FlakyProvider>::default();
        let breaker = Breaker::new(Arc::clone(&provider), "test", 3);
        for _ in 0..3 {
            assert_eq!(get(&breaker).await, Err(ProviderError::Failed(503)));
        }
        (provider, breaker)
    }

    #[tokio::test(start_paused = true)]
    async fn breaker_opens_after_failures_and_then_sends_nothing() {
        let (provider, breaker) = opened().await;
        assert_eq!(get(&breaker).await, Err(ProviderError::Resting));
        assert_eq!(provider.requests(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn successful_probe_closes_the_breaker() {
        let (provider, breaker) = opened().await;
        provider.recovered.store(true, Ordering::SeqCst);
        advance(FIRST_OPEN_TIME).await;
        let answers = join_all((0..5).map(|_| get(&breaker))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        assert_eq!(
            provider.requests(),
            4,
            "the others did not reach the provider"
        );
        assert!(get(&breaker).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn failed_probe_doubles_the_open_time_up_to_ten_minutes() {
        let (provider, breaker) = opened().await;
        for (probes, open_time) in [30, 60, 120, 240, 480, 600, 600].into_iter().enumerate() {
            advance(Duration::from_secs(open_time - 1)).await;
            assert_eq!(get(&breaker).await, Err(ProviderError::Resting));
            advance(Duration::from_secs(1)).await;
            assert_eq!(get(&breaker).await, Err(ProviderError::Failed(503)));
            assert_eq!(provider.requests(), 4 + probes);
        }
    }

    /// Somebody asks every second for a day: a probe every ten minutes, after the first few.
    #[tokio::test(start_paused = true)]
    async fn day_of_failures_costs_few_probes() {
        const DAY: u64 = 24 * 60 * 60;
        let (provider, breaker) = opened().await;
        for _ in 0..DAY {
            advance(Duration::from_secs(1)).await;
            get(&breaker).await.unwrap_err();
        }
        let probes = provider.requests();
        assert!((140..160).contains(&probes), "{probes}");
        provider.recovered.store(true, Ordering::SeqCst);
        advance(MAX_OPEN_TIME).await;
        assert!(get(&breaker).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn cancelled_probe_lets_the_next_one_through() {
        let (provider, breaker) = opened().await;
        advance(FIRST_OPEN_TIME).await;
        let short = Duration::from_millis(1);
        tokio::time::timeout(short, get(&breaker))
            .await
            .unwrap_err();
        provider.recovered.store(true, Ordering::SeqCst);
        assert!(get(&breaker).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn only_consecutive_failures_count() {
        let failure = || Err(ProviderError::Malformed("x".into()));
        let script = Script::of([
            failure(),
            failure(),
            Err(ProviderError::NotFound),
            failure(),
            failure(),
            Ok(Answer::NotModified),
        ]);
        let breaker = Breaker::new(Arc::clone(&script), "test", 3);
        for _ in 0..6 {
            assert_ne!(get(&breaker).await, Err(ProviderError::Resting));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn client_errors_do_not_open_the_breaker_but_refusals_do() {
        for (status, rests) in [(400, false), (414, false), (422, false), (403, true)] {
            let refused = ProviderError::Refused(status);
            let script = Script::of((0..4).map(|_| Err(refused.clone())));
            let breaker = Breaker::new(Arc::clone(&script), "test", 3);
            for _ in 0..3 {
                assert_eq!(get(&breaker).await, Err(refused.clone()));
            }
            let resting = get(&breaker).await == Err(ProviderError::Resting);
            assert_eq!(resting, rests, "{status}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn opening_breaker_fails_queued_requests() {
        let provider = Arc::<FlakyProvider>::default();
        let limited = Limited::new(Arc::clone(&provider), Limits::default());
        let breaker = Breaker::new(limited, "test", 3);
        let answers = join_all((0..100).map(|_| get(&breaker))).await;
        let resting = Err(ProviderError::Resting);
        let called_back = answers.iter().filter(|answer| **answer == resting);
        assert!(called_back.count() >= 96);
        assert!(
            provider.requests() <= 4,
            "three failures and one beside the last"
        );
    }
}
