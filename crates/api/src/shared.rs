//! Answers that are the same for every visitor, kept ready to send.

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

/// All kept answers together, in bytes; compressed bodies are together about as long as a plain one.
const CAPACITY: u64 = 16 * 1024 * 1024;
/// What keeping an answer costs beside its bodies, in bytes: about the cache's and our own records.
const OVERHEAD: usize = 1_024;
/// An answer is made anew after this time at the latest, so that looking at it keeps wishing for
/// fresh facts.
const KEPT_FOR: Duration = Duration::from_mins(1);
/// Answers that are sent on while the store is away, in bytes. Those still kept are the same bytes.
const LAST_CAPACITY: u64 = CAPACITY / 2;
/// How long a new answer is waited for where the last one can be sent: a store that is silent takes
/// seconds to say so.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a store that was away is not asked again where the last answer can be sent.
const LEFT_ALONE: Duration = Duration::from_secs(1);

/// Kept answers. **Invariant:** none outlives the catalogue's revision that it was made from by
/// more than the time between two calls of [`SharedAnswers::set_revision`].
pub struct SharedAnswers {
    kept: Answers,
    /// What was made last, however long ago, for as long as nothing can be made.
    last: Answers,
    /// When the store was asked last, if it was away then.
    away: Mutex<Option<Instant>>,
    revision: AtomicI64,
}

type Answers = Cache<(i64, String), Arc<Encoded>>;

impl Default for SharedAnswers {
    fn default() -> Self {
        Self::keeping_for(KEPT_FOR)
    }
}

impl SharedAnswers {
    /// Answers that are made anew after this time at the latest.
    pub fn keeping_for(time: Duration) -> Self {
        let answers = |capacity| {
            Cache::builder().max_capacity(capacity).weigher(
                |(_, key): &(i64, String), answer: &Arc<Encoded>| {
                    let bytes = OVERHEAD + key.len() + 2 * answer.plain_len();
                    u32::try_from(bytes).unwrap_or(u32::MAX)
                },
            )
        };
        Self {
            kept: answers(CAPACITY).time_to_live(time).build(),
            // By default what is only ever written would keep the first answers for ever
            last: answers(LAST_CAPACITY)
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            away: Mutex::default(),
            revision: AtomicI64::new(0),
        }
    }

    /// Tells which revision of the catalogue is current; answers of another are not sent any more.
    pub fn set_revision(&self, revision: i64) {
        if self.revision.swap(revision, Ordering::Relaxed) != revision {
            self.last.invalidate_all();
        }
    }

    /// The current revision of the catalogue.
    pub(crate) fn revision(&self) -> i64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// The answer kept for `key`, else what `make` makes; callers that want the same at the same
    /// time wait for one. While the store is away, what was made last.
    pub(crate) async fn get(
        &self,
        key: String,
        make: impl Future<Output = Result<Encoded, Error>>,
    ) -> Result<Arc<Encoded>, ApiError> {
        let key = (self.revision(), key);
        let make = async {
            let answer = Arc::new(make.await?);
            self.last.insert(key.clone(), Arc::clone(&answer)).await;
            Ok(answer)
        };
        if let Some(answer) = self.kept.get(&key).await {
            return Ok(answer);
        }
        let anew = Box::pin(self.kept.try_get_with(key.clone(), make));
        let Some(last) = self.last.get(&key).await else {
            return anew.await.map_err(|error| self.failed(&error));
        };
        if !self.is_to_be_asked() {
            return Ok(last);
        }
        match timeout(PATIENCE, anew).await {
            Ok(Ok(answer)) => {
                *self.away() = None;
                Ok(answer)
            }
            Ok(Err(error)) if !matches!(*error, Error::Unavailable { .. }) => {
                Err(ApiError::from(&*error))
            }
            Ok(Err(_)) | Err(_) => {
                *self.away() = Some(Instant::now());
                Ok(last)
            }
        }
    }

    fn failed(&self, error: &Error) -> ApiError {
        if matches!(error, Error::Unavailable { .. }) {
            *self.away() = Some(Instant::now());
        }
        ApiError::from(error)
    }

    /// Whether the store is to be asked by one who could do without. While it is away one at a time
    /// finds out whether it is back.
    fn is_to_be_asked(&self) -> bool {
        let mut away = self.away();
        match *away {
            Some(asked) if asked.elapsed() < LEFT_ALONE => false,
            Some(_) => {
                *away = Some(Instant::now());
                true
            }
            None => true,
        }
    }

    fn away(&self) -> MutexGuard<'_, Option<Instant>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    impl SharedAnswers {
        fn come_back(&self) {
            *self.away.lock().unwrap() = None;
        }
    }

    #[tokio::test]
    async fn stale_answers_are_evicted_by_last_use() {
        let answers = SharedAnswers::keeping_for(Duration::from_nanos(1));
        let large = vec![0; usize::try_from(LAST_CAPACITY / 16).unwrap()];
        let made = async || Encoded::new("text/plain", "no-cache", large.clone());
        for n in 0..100 {
            answers.get(n.to_string(), made()).await.unwrap();
            answers.last.run_pending_tasks().await;
        }
        let away = async || Err(Error::unavailable("the store", "a test"));
        assert!(answers.get("99".into(), away()).await.is_ok());
        assert!(answers.get("0".into(), away()).await.is_err());
    }

    #[tokio::test]
    async fn unavailable_store_is_not_asked_again_at_once() {
        let answers = SharedAnswers::keeping_for(Duration::from_nanos(1));
        let made = async || Encoded::new("text/plain", "no-cache", "made");
        let away = async || Err(Error::unavailable("the store", "a test"));
        let first = answers.get("page".into(), made()).await.unwrap();
        answers.get("other".into(), away()).await.unwrap_err();
        let sent = answers.get("page".into(), made()).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
    }

    #[tokio::test]
    async fn one_request_at_a_time_waits_for_a_silent_store() {
        let answers = SharedAnswers::keeping_for(Duration::from_nanos(1));
        let made = async || Encoded::new("text/plain", "no-cache", "made");
        let first = answers.get("page".into(), made()).await.unwrap();
        let asked = Instant::now();
        let sent = answers.get("page".into(), pending()).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
        assert!(asked.elapsed() < 5 * PATIENCE);
        let asked = Instant::now();
        answers.get("page".into(), pending()).await.unwrap();
        assert!(asked.elapsed() < PATIENCE / 2, "it is left alone");
        // While one finds out, others are not kept waiting
        *answers.away.lock().unwrap() = Instant::now().checked_sub(LEFT_ALONE);
        assert!(answers.is_to_be_asked());
        assert!(!answers.is_to_be_asked());
    }

    #[tokio::test]
    async fn stale_answer_is_sent_while_the_store_is_unavailable() {
        let answers = SharedAnswers::keeping_for(Duration::from_nanos(1));
        let made = async |text: &'static str| Encoded::new("text/plain", "no-cache", text);
        let away = async || Err(Error::unavailable("the store", "a test"));
        let fault = async || Err(Error::internal("testing", "a test"));
        let first = answers.get("page".into(), made("first")).await.unwrap();
        let sent = answers.get("page".into(), away()).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
        answers.come_back();
        assert!(answers.get("page".into(), fault()).await.is_err());
        assert!(answers.get("other".into(), away()).await.is_err());
        answers.come_back();
        let second = answers.get("page".into(), made("second")).await.unwrap();
        assert!(!Arc::ptr_eq(&first, &second));
        answers.set_revision(1);
        assert!(answers.get("page".into(), away()).await.is_err());
    }
}
