//! Remembers answers between runs.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    clock::Clock,
    provider::{AnswerStore, Fetched, ProviderError, StoredAnswer},
};

use crate::ask::{Answer, Ask, Fetch, Question};

/// Answers from the store while that answer is fresh; else asks, with its `ETag` where there is
/// one; and where no answer can be had, gives the stale one with its true age.
pub struct Cached<F> {
    inner: F,
    answers: Arc<dyn AnswerStore>,
    clock: Arc<dyn Clock>,
    fresh_for: Duration,
}

impl<F: Fetch> Cached<F> {
    /// Remembers what `inner` answers in `answers`; younger than `fresh_for` it is not asked again.
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

    /// A store that does not answer costs a request, never the answer.
    async fn kept(&self, question: &Question) -> Option<StoredAnswer> {
        if !question.keep {
            return None;
        }
        match self.answers.stored_answer(&question.url).await {
            Ok(kept) => kept.filter(|kept| (question.check)(&kept.body).is_ok()),
            Err(error) => {
                tracing::warn!(%error, "a kept answer cannot be read");
                None
            }
        }
    }

    async fn keep(&self, question: &Question, answer: &StoredAnswer) {
        if !question.keep {
            return;
        }
        if let Err(error) = self.answers.store_answer(&question.url, answer).await {
            tracing::warn!(%error, "an answer cannot be kept");
        }
    }

    /// An answer from the future, after the clock was set back, is not fresh.
    fn is_fresh(&self, kept: &StoredAnswer) -> bool {
        let age = self.clock.now().duration_since(kept.fetched_at);
        Duration::try_from(age).is_ok_and(|age| age < self.fresh_for)
    }
}

#[async_trait]
impl<F: Fetch> Ask for Cached<F> {
    async fn ask(&self, question: &Question) -> Result<Fetched<Bytes>, ProviderError> {
        let kept = self.kept(question).await;
        if let Some(kept) = kept.as_ref().filter(|kept| self.is_fresh(kept)) {
            return Ok(fetched(kept.clone()));
        }
        let etag = kept.as_ref().and_then(|kept| kept.etag.as_deref());
        let answer = match (self.inner.fetch(question, etag).await, kept) {
            (Ok(Answer::New { body, etag }), _) => StoredAnswer {
                body: body.into(),
                etag,
                fetched_at: self.clock.now(),
            },
            (Ok(Answer::Unchanged), Some(kept)) => StoredAnswer {
                fetched_at: self.clock.now(),
                ..kept
            },
            (Ok(Answer::Unchanged), None) => {
                let what = "\"not modified\" although nothing is kept";
                return Err(ProviderError::Malformed(what.into()));
            }
            (Err(_), Some(stale)) => return Ok(fetched(stale)),
            (Err(error), None) => return Err(error),
        };
        self.keep(question, &answer).await;
        Ok(fetched(answer))
    }
}

fn fetched(kept: StoredAnswer) -> Fetched<Bytes> {
    Fetched {
        value: kept.body.into(),
        as_of: kept.fetched_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{HandClock, MemoryAnswers, Script, body, new_answer, question};

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

        async fn ask(&self, question: &Question) -> Result<Fetched<Bytes>, ProviderError> {
            let (answers, clock) = (self.answers.clone(), self.clock.clone());
            Cached::new(self.script.clone(), answers, clock, HOUR)
                .ask(question)
                .await
        }
    }

    #[tokio::test]
    async fn fresh_answer_needs_no_request_and_keeps_its_time() {
        let bench = Bench::of([Ok(new_answer("one", None))]);
        let first = bench.ask(&question("/a")).await.unwrap();
        bench.clock.advance(HOUR / 2);
        assert_eq!(bench.ask(&question("/a")).await, Ok(first));
        assert_eq!(bench.script.asked(), 1);
    }

    #[tokio::test]
    async fn old_answer_is_revalidated_by_its_etag() {
        let bench = Bench::of([Ok(new_answer("one", Some("\"e\""))), Ok(Answer::Unchanged)]);
        bench.ask(&question("/a")).await.unwrap();
        bench.clock.advance(HOUR);
        let second = bench.ask(&question("/a")).await.unwrap();
        assert_eq!(body(&second), "one");
        assert_eq!(second.as_of, bench.clock.now());
        assert_eq!(bench.script.etags(), [None, Some("\"e\"".to_owned())]);
        assert_eq!(bench.ask(&question("/a")).await, Ok(second));
    }

    #[tokio::test]
    async fn failure_returns_the_stale_answer_with_its_time() {
        let bench = Bench::of([Ok(new_answer("one", None)), Err(ProviderError::TimedOut)]);
        let first = bench.ask(&question("/a")).await.unwrap();
        bench.clock.advance(HOUR * 48);
        assert_eq!(bench.ask(&question("/a")).await, Ok(first));
        assert_eq!(bench.script.asked(), 2);
    }

    #[tokio::test]
    async fn failure_without_a_cached_answer_is_returned() {
        let bench = Bench::of([Err(ProviderError::Unreachable)]);
        let answer = bench.ask(&question("/a")).await;
        assert_eq!(answer, Err(ProviderError::Unreachable));
    }

    #[tokio::test]
    async fn uncacheable_answers_are_not_stored() {
        let bench = Bench::of([Ok(new_answer("one", None)), Ok(new_answer("two", None))]);
        let search = Question {
            keep: false,
            ..question("/anime?q=x")
        };
        bench.ask(&search).await.unwrap();
        assert_eq!(body(&bench.ask(&search).await.unwrap()), "two");
        assert_eq!(bench.answers.len(), 0);
    }

    #[tokio::test]
    async fn failing_store_costs_only_a_request() {
        let bench = Bench::of([Ok(new_answer("one", None))]);
        bench.answers.break_down();
        assert_eq!(body(&bench.ask(&question("/a")).await.unwrap()), "one");
    }
}
