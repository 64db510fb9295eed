//! Cache of answers in the store.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    clock::Clock,
    provider::{AnswerStore, Fetched, ProviderError, StoredAnswer},
};

use crate::request::{Answer, CachedFetch, Fetch, Request};

/// Returns the stored answer while it is fresh. Otherwise it sends a request, with the `ETag` of the
/// stored answer. If that fails, it returns the stale answer with its true age.
pub struct Cached<F> {
    inner: F,
    answers: Arc<dyn AnswerStore>,
    clock: Arc<dyn Clock>,
    fresh_for: Duration,
}

impl<F: Fetch> Cached<F> {
    /// Caches the answers of `inner` in `answers`; they are fresh for `fresh_for`.
    pub fn new(
        inner: F,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
        fresh_for: Duration,
    ) -> Self {
        Self {
            inner,
            answers,
            clock,
            fresh_for,
        }
    }

    /// The stored answer of a request, if its body is valid. A store that fails costs a request, never the answer.
    async fn stored(&self, request: &Request) -> Option<StoredAnswer> {
        if !request.cacheable {
            return None;
        }
        match self.answers.stored_answer(&request.url).await {
            Ok(stored) => stored.filter(|stored| (request.check)(&stored.body).is_ok()),
            Err(error) => {
                tracing::warn!(%error, "a cached answer cannot be read");
                None
            }
        }
    }

    async fn store(&self, request: &Request, answer: &StoredAnswer) {
        if !request.cacheable {
            return;
        }
        if let Err(error) = self.answers.store_answer(&request.url, answer).await {
            tracing::warn!(%error, "an answer cannot be cached");
        }
    }

    /// An answer from the future, after the clock was set back, is not fresh.
    fn is_fresh(&self, stored: &StoredAnswer) -> bool {
        let age = self.clock.now().duration_since(stored.fetched_at);
        Duration::try_from(age).is_ok_and(|age| age < self.fresh_for)
    }
}

#[async_trait]
impl<F: Fetch> CachedFetch for Cached<F> {
    async fn get(&self, request: &Request) -> Result<Fetched<Bytes>, ProviderError> {
        let stored = self.stored(request).await;
        if let Some(stored) = stored.as_ref().filter(|stored| self.is_fresh(stored)) {
            return Ok(fetched(stored.clone()));
        }
        let etag = stored.as_ref().and_then(|stored| stored.etag.as_deref());
        let answer = match (self.inner.fetch(request, etag).await, stored) {
            (Ok(Answer::Modified { body, etag }), _) => StoredAnswer {
                body: body.into(),
                etag,
                fetched_at: self.clock.now(),
            },
            (Ok(Answer::NotModified), Some(stored)) => StoredAnswer {
                fetched_at: self.clock.now(),
                ..stored
            },
            (Ok(Answer::NotModified), None) => {
                let what = "\"not modified\" although nothing is cached";
                return Err(ProviderError::Malformed(what.into()));
            }
            (Err(_), Some(stale)) => return Ok(fetched(stale)),
            (Err(error), None) => return Err(error),
        };
        self.store(request, &answer).await;
        Ok(fetched(answer))
    }
}

fn fetched(stored: StoredAnswer) -> Fetched<Bytes> {
    Fetched {
        value: stored.body.into(),
        as_of: stored.fetched_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{HandClock, MemoryAnswers, Script, body, new_answer, request};

    const HOUR: Duration = Duration::from_hours(1);

    struct Bench {
        script: Arc<Script>,
        clock: Arc<HandClock>,
        answers: Arc<MemoryAnswers>,
    }

    impl Bench {
        fn of(answers: impl IntoIterator<Item = Result<Answer, ProviderError>>) -> Self {
            Self {
                script: Script::of(answers),
                clock: Arc::default(),
                answers: Arc::default(),
            }
        }

        async fn get(&self, request: &Request) -> Result<Fetched<Bytes>, ProviderError> {
            let (answers, clock) = (self.answers.clone(), self.clock.clone());
            Cached::new(self.script.clone(), answers, clock, HOUR)
                .get(request)
                .await
        }
    }

    #[tokio::test]
    async fn fresh_answer_needs_no_request_and_keeps_its_time() {
        let bench = Bench::of([Ok(new_answer("one", None))]);
        let first = bench.get(&request("/a")).await.unwrap();
        bench.clock.advance(HOUR / 2);
        assert_eq!(bench.get(&request("/a")).await, Ok(first));
        assert_eq!(bench.script.requests(), 1);
    }

    #[tokio::test]
    async fn old_answer_is_revalidated_by_its_etag() {
        let bench = Bench::of([
            Ok(new_answer("one", Some("\"e\""))),
            Ok(Answer::NotModified),
        ]);
        bench.get(&request("/a")).await.unwrap();
        bench.clock.advance(HOUR);
        let second = bench.get(&request("/a")).await.unwrap();
        assert_eq!(body(&second), "one");
        assert_eq!(second.as_of, bench.clock.now());
        assert_eq!(bench.script.etags(), [None, Some("\"e\"".to_owned())]);
        assert_eq!(bench.get(&request("/a")).await, Ok(second));
    }

    #[tokio::test]
    async fn failure_returns_the_stale_answer_with_its_time() {
        let bench = Bench::of([Ok(new_answer("one", None)), Err(ProviderError::TimedOut)]);
        let first = bench.get(&request("/a")).await.unwrap();
        bench.clock.advance(HOUR * 48);
        assert_eq!(bench.get(&request("/a")).await, Ok(first));
        assert_eq!(bench.script.requests(), 2);
    }

    #[tokio::test]
    async fn failure_without_a_cached_answer_is_returned() {
        let bench = Bench::of([Err(ProviderError::Unreachable)]);
        let answer = bench.get(&request("/a")).await;
        assert_eq!(answer, Err(ProviderError::Unreachable));
    }

    #[tokio::test]
    async fn uncacheable_answers_are_not_stored() {
        let bench = Bench::of([Ok(new_answer("one", None)), Ok(new_answer("two", None))]);
        let search = Request {
            cacheable: false,
            ..request("/anime?q=x")
        };
        bench.get(&search).await.unwrap();
        assert_eq!(body(&bench.get(&search).await.unwrap()), "two");
        assert_eq!(bench.answers.len(), 0);
    }

    #[tokio::test]
    async fn failing_cache_store_causes_a_request() {
        let bench = Bench::of([Ok(new_answer("one", None))]);
        bench.answers.break_down();
        assert_eq!(body(&bench.get(&request("/a")).await.unwrap()), "one");
    }
}
