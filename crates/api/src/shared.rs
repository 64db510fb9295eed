//! Cache of answers that are the same for every visitor.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use domain::Error;
use moka::{future::Cache, policy::EvictionPolicy};
use tokio::time::timeout;

use crate::{encoded::Encoded, error::ApiError};

/// Size of the cache, in bytes; compressed bodies are together about as long as a plain one.
const CAPACITY: u64 = 16 * 1024 * 1024;
/// Overhead of an entry, in bytes: about the cache's and our own records.
const OVERHEAD: usize = 1_024;
/// Longest life of an entry. Making it again queues wishes for fresh facts.
const MAX_AGE: Duration = Duration::from_mins(1);
/// Size of the stale answers that are sent while the store is unavailable, in bytes. Those that are
/// fresh, too, share their bytes.
const STALE_CAPACITY: u64 = CAPACITY / 2;
/// Longest wait for a new answer where a stale one exists: a silent store takes seconds to fail.
const STALE_TIMEOUT: Duration = Duration::from_secs(3);
/// Longest life of a stale answer that holds what people write: they take it back, or an operator does.
const STALE_LIFE: Duration = Duration::from_mins(1);
/// Pause before the next query of an unavailable store where a stale answer exists.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The cache of answers that are the same for every visitor. **Invariant:** no answer outlives the catalogue's revision
/// that it was made from by more than the time between two calls of [`SharedAnswers::set_revision`].
pub struct SharedAnswers {
    fresh: Answers,
    /// The last answers, however old, for as long as no new one can be made.
    stale: Answers,
    /// The time of the last query, if the store was unavailable then.
    unavailable_since: Mutex<Option<Instant>>,
    revision: AtomicI64,
}

type Answers = Cache<(i64, String), Arc<Encoded>>;

impl Default for SharedAnswers {
    fn default() -> Self {
        Self::new(MAX_AGE, None)
    }
}

impl SharedAnswers {
    /// A cache of what people write, whose entries live for `time` at most, and for a minute while the store is
    /// unavailable.
    pub fn with_max_age(time: Duration) -> Self {
        Self::new(time, Some(STALE_LIFE))
    }

    fn new(time: Duration, stale_life: Option<Duration>) -> Self {
        let answers = |capacity| {
            Cache::builder().max_capacity(capacity).weigher(
                |(_, key): &(i64, String), answer: &Arc<Encoded>| {
                    let bytes = OVERHEAD + key.len() + 2 * answer.plain().len();
                    u32::try_from(bytes).unwrap_or(u32::MAX)
                },
            )
        };
        // The default policy would keep the first answers for ever, since they are only written
        let stale = answers(STALE_CAPACITY).eviction_policy(EvictionPolicy::lru());
        let stale = match stale_life {
            Some(life) => stale.time_to_live(life),
            None => stale,
        };
        Self {
            fresh: answers(CAPACITY).time_to_live(time).build(),
            stale: stale.build(),
            unavailable_since: Mutex::default(),
            revision: AtomicI64::new(0),
        }
    }

    /// Sets the current revision of the catalogue. Answers of another one are not sent any more.
    pub fn set_revision(&self, revision: i64) {
        if self.revision.swap(revision, Ordering::Relaxed) != revision {
            self.stale.invalidate_all();
        }
    }

    /// The current revision of the catalogue.
    pub(crate) fn revision(&self) -> i64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// The cached answer for `key`, else what `make` makes. Concurrent callers of one key share a call
    /// of `make`. While the store is unavailable, the stale answer.
    pub(crate) async fn get(
        &self,
        key: String,
        make: impl AsyncFnOnce() -> Result<Encoded, Error>,
    ) -> Result<Arc<Encoded>, ApiError> {
        let key = (self.revision(), key);
        if let Some(answer) = self.fresh.get(&key).await {
            return Ok(answer);
        }
        // On the heap, since it is large: callers with a cached answer move their own future, too.
        let make = Box::pin(async {
            let answer = Arc::new(make().await?);
            self.stale.insert(key.clone(), Arc::clone(&answer)).await;
            Ok(answer)
        });
        let anew = Box::pin(self.fresh.try_get_with(key.clone(), make));
        let Some(stale) = self.stale.get(&key).await else {
            return anew.await.map_err(|error| self.note_failure(&error));
        };
        if !self.may_ask_store() {
            return Ok(stale);
        }
        match timeout(STALE_TIMEOUT, anew).await {
            Ok(Ok(answer)) => {
                *self.unavailable_since() = None;
                Ok(answer)
            }
            Ok(Err(error)) if !matches!(*error, Error::Unavailable { .. }) => {
                Err(ApiError::from(&*error))
            }
            Ok(Err(_)) | Err(_) => {
                *self.unavailable_since() = Some(Instant::now());
                Ok(stale)
            }
        }
    }

    fn note_failure(&self, error: &Error) -> ApiError {
        if matches!(error, Error::Unavailable { .. }) {
            *self.unavailable_since() = Some(Instant::now());
        }
        ApiError::from(error)
    }

    /// Whether a caller with a stale answer may ask the store. While it is unavailable, one caller at a
    /// time probes it.
    fn may_ask_store(&self) -> bool {
        let mut since = self.unavailable_since();
        match *since {
            Some(asked) if asked.elapsed() < RETRY_DELAY => false,
            Some(_) => {
                *since = Some(Instant::now());
                true
            }
            None => true,
        }
    }

    fn unavailable_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.unavailable_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    impl SharedAnswers {
        fn come_back(&self) {
            *self.unavailable_since.lock().unwrap() = None;
        }
    }

    #[tokio::test]
    async fn stale_answers_are_evicted_by_last_use() {
        let answers = SharedAnswers::with_max_age(Duration::from_nanos(1));
        let large = vec![0; usize::try_from(STALE_CAPACITY / 16).unwrap()];
        let made = async || Encoded::new("text/plain", "no-cache", large.clone());
        for n in 0..100 {
            answers.get(n.to_string(), made).await.unwrap();
            answers.stale.run_pending_tasks().await;
        }
        let away = async || Err(Error::unavailable("the store", "a test"));
        assert!(answers.get("99".into(), away).await.is_ok());
        assert!(answers.get("0".into(), away).await.is_err());
    }

    #[tokio::test]
    async fn unavailable_store_is_not_asked_again_at_once() {
        let answers = SharedAnswers::with_max_age(Duration::from_nanos(1));
        let made = async || Encoded::new("text/plain", "no-cache", "made");
        let away = async || Err(Error::unavailable("the store", "a test"));
        let first = answers.get("page".into(), made).await.unwrap();
        answers.get("other".into(), away).await.unwrap_err();
        let sent = answers.get("page".into(), made).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
    }

    #[tokio::test]
    async fn one_request_at_a_time_waits_for_a_silent_store() {
        let answers = SharedAnswers::with_max_age(Duration::from_nanos(1));
        let made = async || Encoded::new("text/plain", "no-cache", "made");
        let first = answers.get("page".into(), made).await.unwrap();
        let asked = Instant::now();
        let sent = answers.get("page".into(), pending).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
        assert!(asked.elapsed() < 5 * STALE_TIMEOUT);
        let asked = Instant::now();
        answers.get("page".into(), pending).await.unwrap();
        assert!(
            asked.elapsed() < STALE_TIMEOUT / 2,
            "the store is not asked"
        );
        // While one caller probes, others do not wait
        *answers.unavailable_since.lock().unwrap() = Instant::now().checked_sub(RETRY_DELAY);
        assert!(answers.may_ask_store());
        assert!(!answers.may_ask_store());
    }

    #[tokio::test]
    async fn stale_answer_is_sent_while_the_store_is_unavailable() {
        let answers = SharedAnswers::with_max_age(Duration::from_nanos(1));
        let made = async |text: &'static str| Encoded::new("text/plain", "no-cache", text);
        let away = async || Err(Error::unavailable("the store", "a test"));
        let fault = async || Err(Error::internal("testing", "a test"));
        let first = answers
            .get("page".into(), async || made("first").await)
            .await
            .unwrap();
        let sent = answers.get("page".into(), away).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
        answers.come_back();
        assert!(answers.get("page".into(), fault).await.is_err());
        assert!(answers.get("other".into(), away).await.is_err());
        answers.come_back();
        let second = answers
            .get("page".into(), async || made("second").await)
            .await
            .unwrap();
        assert!(!Arc::ptr_eq(&first, &second));
        answers.set_revision(1);
        assert!(answers.get("page".into(), away).await.is_err());
    }
}
