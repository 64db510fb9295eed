//! Leaves a provider alone that fails again and again.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use domain::provider::ProviderError;
use tokio::{sync::Notify, time::Instant};

use crate::ask::{Answer, Fetch, Question};

const FIRST_REST: Duration = Duration::from_secs(30);
const LONGEST_REST: Duration = Duration::from_mins(10);

/// Opens after some failures in a row and then refuses without asking; after a rest it lets one
/// probe through, whose outcome closes it or doubles the rest.
///
/// Requests that wait further in for a slot when it opens are called back, so that a dead provider
/// is not asked by a queue that came before its death was known.
pub struct Breaker<F> {
    inner: F,
    provider: &'static str,
    most_failures: u32,
    state: Mutex<State>,
    opened: Notify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant, rest: Duration },
    Probing { rest: Duration },
}

impl<F> Breaker<F> {
    /// Guards `inner`, which speaks to `provider` (a name for the log), and opens after
    /// `most_failures` failures in a row.
    pub fn new(inner: F, provider: &'static str, most_failures: u32) -> Self {
        Self {
            inner,
            provider,
            most_failures,
            state: Mutex::new(State::Closed { failures: 0 }),
            opened: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request may pass; as the probe of an open breaker where it carries a rest.
    fn admit(&self) -> Result<Probe<'_, F>, ProviderError> {
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => Ok(Probe(None)),
            State::Open { until, rest } if Instant::now() >= until => {
                *state = State::Probing { rest };
                tracing::info!(provider = self.provider, "asking the provider again");
                Ok(Probe(Some((self, rest))))
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
        let rest = match *state {
            State::Closed { failures } if failures + 1 < self.most_failures => {
                *state = State::Closed {
                    failures: failures + 1,
                };
                return;
            }
            State::Closed { .. } => FIRST_REST,
            State::Probing { rest } => (rest * 2).min(LONGEST_REST),
            State::Open { .. } => return,
        };
        *state = State::Open {
            until: Instant::now() + rest,
            rest,
        };
        tracing::warn!(
            provider = self.provider,
            seconds = rest.as_secs(),
            "the provider failed too often and is left alone"
        );
        self.opened.notify_waiters();
    }
}

/// The probe of an open breaker, where there is one. If it is abandoned the next request probes.
struct Probe<'a, F>(Option<(&'a Breaker<F>, Duration)>);

impl<F> Drop for Probe<'_, F> {
    fn drop(&mut self) {
        if let Some((breaker, rest)) = self.0 {
            let mut state = breaker.lock();
            if matches!(*state, State::Probing { .. }) {
                *state = State::Open {
                    until: Instant::now(),
                    rest,
                };
            }
        }
    }
}

#[async_trait]
impl<F: Fetch> Fetch for Breaker<F> {
    async fn fetch(
        &self,
        question: &Question,
        etag: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        let opened = self.opened.notified();
        let _probe = self.admit()?;
        let answer = tokio::select! {
            biased;
            answer = self.inner.fetch(question, etag) => answer,
            () = opened => return Err(ProviderError::Resting),
        };
        match &answer {
            // Who finds fault with a question is well: no visitor's words silence it for the others
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
        fake::{Script, question},
        rate::{Limited, Limits},
    };

    /// Fails until it is healed.
    #[derive(Default)]
    struct Patient {
        healed: AtomicBool,
        asked: AtomicUsize,
    }

    impl Patient {
        fn asked(&self) -> usize {
            self.asked.load(Ordering::SeqCst)
        }
    }

    #[async_trait]
    impl Fetch for Arc<Patient> {
        async fn fetch(
            &self,
            _question: &Question,
            _etag: Option<&str>,
        ) -> Result<Answer, ProviderError> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            sleep(Duration::from_millis(10)).await;
            if self.healed.load(Ordering::SeqCst) {
                Ok(Answer::Unchanged)
            } else {
                Err(ProviderError::Failed(503))
            }
        }
    }

    async fn ask<F: Fetch>(breaker: &Breaker<F>) -> Result<Answer, ProviderError> {
        breaker.fetch(&question("/a"), None).await
    }

    /// A breaker that three failures have opened.
    async fn opened() -> (Arc<Patient>, Breaker<Arc<Patient>>) {
        let patient = Arc::<Patient>::default();
        let breaker = Breaker::new(Arc::clone(&patient), "test", 3);
        for _ in 0..3 {
            assert_eq!(ask(&breaker).await, Err(ProviderError::Failed(503)));
        }
        (patient, breaker)
    }

    #[tokio::test(start_paused = true)]
    async fn breaker_opens_after_failures_and_then_sends_nothing() {
        let (patient, breaker) = opened().await;
        assert_eq!(ask(&breaker).await, Err(ProviderError::Resting));
        assert_eq!(patient.asked(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn successful_probe_closes_the_breaker() {
        let (patient, breaker) = opened().await;
        patient.healed.store(true, Ordering::SeqCst);
        advance(FIRST_REST).await;
        let answers = join_all((0..5).map(|_| ask(&breaker))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        assert_eq!(patient.asked(), 4, "the others did not reach the provider");
        assert!(ask(&breaker).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn failed_probe_doubles_the_open_time_up_to_ten_minutes() {
        let (patient, breaker) = opened().await;
        for (probes, rest) in [30, 60, 120, 240, 480, 600, 600].into_iter().enumerate() {
            advance(Duration::from_secs(rest - 1)).await;
            assert_eq!(ask(&breaker).await, Err(ProviderError::Resting));
            advance(Duration::from_secs(1)).await;
            assert_eq!(ask(&breaker).await, Err(ProviderError::Failed(503)));
            assert_eq!(patient.asked(), 4 + probes);
        }
    }

    /// Somebody asks every second for a day: a probe every ten minutes, after the first few.
    #[tokio::test(start_paused = true)]
    async fn a_day_of_failures_costs_few_probes() {
        const DAY: u64 = 24 * 60 * 60;
        let (patient, breaker) = opened().await;
        for _ in 0..DAY {
            advance(Duration::from_secs(1)).await;
            ask(&breaker).await.unwrap_err();
        }
        let probes = patient.asked();
        assert!((140..160).contains(&probes), "{probes}");
        patient.healed.store(true, Ordering::SeqCst);
        advance(LONGEST_REST).await;
        assert!(ask(&breaker).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn cancelled_probe_lets_the_next_one_through() {
        let (patient, breaker) = opened().await;
        advance(FIRST_REST).await;
        let short = Duration::from_millis(1);
        tokio::time::timeout(short, ask(&breaker))
            .await
            .unwrap_err();
        patient.healed.store(true, Ordering::SeqCst);
        assert!(ask(&breaker).await.is_ok());
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
            Ok(Answer::Unchanged),
        ]);
        let breaker = Breaker::new(Arc::clone(&script), "test", 3);
        for _ in 0..6 {
            assert_ne!(ask(&breaker).await, Err(ProviderError::Resting));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn client_errors_do_not_open_the_breaker_but_refusals_do() {
        for (status, rests) in [(400, false), (414, false), (422, false), (403, true)] {
            let refused = ProviderError::Refused(status);
            let script = Script::of((0..4).map(|_| Err(refused.clone())));
            let breaker = Breaker::new(Arc::clone(&script), "test", 3);
            for _ in 0..3 {
                assert_eq!(ask(&breaker).await, Err(refused.clone()));
            }
            let resting = ask(&breaker).await == Err(ProviderError::Resting);
            assert_eq!(resting, rests, "{status}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn opening_breaker_fails_queued_requests() {
        let patient = Arc::<Patient>::default();
        let limited = Limited::new(Arc::clone(&patient), Limits::default());
        let breaker = Breaker::new(limited, "test", 3);
        let answers = join_all((0..100).map(|_| ask(&breaker))).await;
        let resting = Err(ProviderError::Resting);
        let called_back = answers.iter().filter(|answer| **answer == resting);
        assert!(called_back.count() >= 96);
        assert!(
            patient.asked() <= 4,
            "three failures and one beside the last"
        );
    }
}
