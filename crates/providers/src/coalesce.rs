//! One question under way at a time for each address.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use bytes::Bytes;
use domain::provider::{Fetched, ProviderError};
use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};

use crate::ask::{Ask, Question};

type Outcome = Result<Fetched<Bytes>, ProviderError>;
type Flight = Shared<BoxFuture<'static, Outcome>>;

/// Whoever asks what is already being asked gets the same answer.
///
/// The work runs on its own task: callers who leave, the first among them, take nothing from the
/// others, and the answer is kept even when all have left.
pub struct Coalesced<A> {
    inner: Arc<A>,
    in_flight: Arc<InFlight>,
}

#[derive(Default)]
struct InFlight(Mutex<HashMap<String, Flight>>);

impl InFlight {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Flight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: Ask + 'static> Coalesced<A> {
    /// Coalesces what `inner` is asked.
    pub fn new(inner: A) -> Self {
        Self {
            inner: Arc::new(inner),
            in_flight: Arc::default(),
        }
    }

    /// The task starts when the flight is first awaited, not yet here: a closing runtime drops it
    /// at once, and it takes the lock on its way.
    fn flight(&self, question: &Question) -> Flight {
        let landing = Landing {
            in_flight: Arc::clone(&self.in_flight),
            url: question.url.clone(),
        };
        let inner = Arc::clone(&self.inner);
        let question = question.clone();
        let outcome = async move {
            let task = tokio::spawn(async move {
                let _landing = landing;
                inner.ask(&question).await
            });
            // A task that panicked or was ended with the runtime has no answer.
            task.await.unwrap_or(Err(ProviderError::Unreachable))
        };
        outcome.boxed().shared()
    }
}

/// Takes a flight off the board, however it ends.
struct Landing {
    in_flight: Arc<InFlight>,
    url: String,
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.in_flight.lock().remove(&self.url);
    }
}

#[async_trait]
impl<A: Ask + 'static> Ask for Coalesced<A> {
    async fn ask(&self, question: &Question) -> Outcome {
        let flight = self
            .in_flight
            .lock()
            .entry(question.url.clone())
            .or_insert_with(|| self.flight(question))
            .clone();
        flight.await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::fake::question;

    /// Answers once it is let to.
    struct Gate {
        asked: Arc<AtomicUsize>,
        open: Arc<Semaphore>,
    }

    #[async_trait]
    impl Ask for Gate {
        async fn ask(&self, question: &Question) -> Outcome {
            self.asked.fetch_add(1, Ordering::SeqCst);
            let _permit = self.open.acquire().await;
            assert_ne!(question.url, "/panic");
            Ok(Fetched {
                value: Bytes::from(question.url.clone()),
                as_of: jiff::Timestamp::UNIX_EPOCH,
            })
        }
    }

    fn gate() -> (Coalesced<Gate>, Arc<AtomicUsize>, Arc<Semaphore>) {
        let (asked, open) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let gate = Gate {
            asked: Arc::clone(&asked),
            open: Arc::clone(&open),
        };
        (Coalesced::new(gate), asked, open)
    }

    #[tokio::test]
    async fn concurrent_callers_share_one_request_per_address() {
        let (coalesced, asked, open) = gate();
        let questions: Vec<_> = (0..1000)
            .map(|n| question(&format!("/{}", n % 4)))
            .collect();
        let callers = join_all(questions.iter().map(|question| coalesced.ask(question)));
        let opener = async { open.add_permits(4) };
        let (answers, ()) = futures::join!(callers, opener);
        for (answer, question) in answers.into_iter().zip(&questions) {
            assert_eq!(answer.unwrap().value, question.url.as_bytes());
        }
        assert_eq!(asked.load(Ordering::SeqCst), 4);
        assert!(coalesced.in_flight.lock().is_empty());
    }

    #[tokio::test]
    async fn shared_request_outlives_its_first_caller() {
        let (coalesced, asked, open) = gate();
        let question = question("/a");
        let mut first = Box::pin(coalesced.ask(&question));
        assert!(futures::poll!(&mut first).is_pending());
        let second = coalesced.ask(&question);
        drop(first);
        open.add_permits(1);
        assert!(second.await.is_ok());
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn panic_fails_its_callers_and_not_later_ones() {
        let (coalesced, asked, open) = gate();
        open.add_permits(1);
        let question = question("/panic");
        for tries in 1..=2 {
            let answer = coalesced.ask(&question).await;
            assert_eq!(answer, Err(ProviderError::Unreachable));
            assert_eq!(asked.load(Ordering::SeqCst), tries);
        }
    }

    /// Without an end if the task were started under the lock.
    #[test]
    fn closed_runtime_is_unreachable() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        drop(runtime);
        let _entered = handle.enter();
        let (coalesced, asked, _open) = gate();
        let answer = futures::executor::block_on(coalesced.ask(&question("/a")));
        assert_eq!(answer, Err(ProviderError::Unreachable));
        assert_eq!(asked.load(Ordering::SeqCst), 0);
        assert!(coalesced.in_flight.lock().is_empty());
    }
}
