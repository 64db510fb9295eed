//! Single flight: one request at a time for each address.

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

use crate::request::{CachedFetch, Request};

type Outcome = Result<Fetched<Bytes>, ProviderError>;
type Flight = Shared<BoxFuture<'static, Outcome>>;

/// Concurrent requests for one address share one answer.
///
/// The work runs on its own task. Callers that leave, the first one too, do not disturb the others, and
/// the answer is cached even when all have left.
pub struct SingleFlight<A> {
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

impl<A: CachedFetch + 'static> SingleFlight<A> {
    /// Lets concurrent requests to `inner` share one answer for each address.
    pub fn new(inner: A) -> Self {
        Self {
            inner: Arc::new(inner),
            in_flight: Arc::default(),
        }
    }

    /// The shared answer to a request. Its task starts when it is first awaited, not yet here: a closing runtime drops
    /// the task at once, and the task takes the lock on its way.
    fn flight(&self, request: &Request) -> Flight {
        let guard = FlightGuard {
            in_flight: Arc::clone(&self.in_flight),
            url: request.url.clone(),
        };
        let inner = Arc::clone(&self.inner);
        let request = request.clone();
        let outcome = async move {
            let task = tokio::spawn(async move {
                let _guard = guard;
                inner.get(&request).await
            });
            // A task that panicked or was ended with the runtime has no answer.
            task.await.unwrap_or(Err(ProviderError::Unreachable))
        };
        outcome.boxed().shared()
    }
}

/// Removes a flight from the map, however it ends.
struct FlightGuard {
    in_flight: Arc<InFlight>,
    url: String,
}

impl Drop for FlightGuard {
    fn drop(&mut self) {
        self.in_flight.lock().remove(&self.url);
    }
}

#[async_trait]
impl<A: CachedFetch + 'static> CachedFetch for SingleFlight<A> {
    async fn get(&self, request: &Request) -> Outcome {
        let flight = self
            .in_flight
            .lock()
            .entry(request.url.clone())
            .or_insert_with(|| self.flight(request))
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
    use crate::fake::request;

    /// A source that answers once a test opens it.
    struct Gate {
        requests: Arc<AtomicUsize>,
        open: Arc<Semaphore>,
    }

    #[async_trait]
    impl CachedFetch for Gate {
        async fn get(&self, request: &Request) -> Outcome {
            self.requests.fetch_add(1, Ordering::SeqCst);
            let _permit = self.open.acquire().await;
            assert_ne!(request.url, "/panic");
            Ok(Fetched {
                value: Bytes::from(request.url.clone()),
                as_of: jiff::Timestamp::UNIX_EPOCH,
            })
        }
    }

    fn gate() -> (SingleFlight<Gate>, Arc<AtomicUsize>, Arc<Semaphore>) {
        let (requests, open) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let gate = Gate {
            requests: Arc::clone(&requests),
            open: Arc::clone(&open),
        };
        (SingleFlight::new(gate), requests, open)
    }

    #[tokio::test]
    async fn concurrent_callers_share_one_request_per_address() {
        let (single_flight, requests, open) = gate();
        let questions: Vec<_> = (0..1000).map(|n| request(&format!("/{}", n % 4))).collect();
        let callers = join_all(questions.iter().map(|request| single_flight.get(request)));
        let opener = async { open.add_permits(4) };
        let (answers, ()) = futures::join!(callers, opener);
        for (answer, request) in answers.into_iter().zip(&questions) {
            assert_eq!(answer.unwrap().value, request.url.as_bytes());
        }
        assert_eq!(requests.load(Ordering::SeqCst), 4);
        assert!(single_flight.in_flight.lock().is_empty());
    }

    #[tokio::test]
    async fn shared_request_outlives_its_first_caller() {
        let (single_flight, requests, open) = gate();
        let request = request("/a");
        let mut first = Box::pin(single_flight.get(&request));
        assert!(futures::poll!(&mut first).is_pending());
        let second = single_flight.get(&request);
        drop(first);
        open.add_permits(1);
        assert!(second.await.is_ok());
        assert_eq!(requests.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn panic_fails_its_callers_and_not_later_ones() {
        let (single_flight, requests, open) = gate();
        open.add_permits(1);
        let request = request("/panic");
        for tries in 1..=2 {
            let answer = single_flight.get(&request).await;
            assert_eq!(answer, Err(ProviderError::Unreachable));
            assert_eq!(requests.load(Ordering::SeqCst), tries);
        }
    }

    /// The test would not end if the task were started under the lock.
    #[test]
    fn shutdown_of_the_runtime_fails_callers() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        drop(runtime);
        let _entered = handle.enter();
        let (single_flight, requests, _open) = gate();
        let answer = futures::executor::block_on(single_flight.get(&request("/a")));
        assert_eq!(answer, Err(ProviderError::Unreachable));
        assert_eq!(requests.load(Ordering::SeqCst), 0);
        assert!(single_flight.in_flight.lock().is_empty());
    }
}
