//! Answers that are the same for every visitor, kept ready to send.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use domain::Error;
use moka::future::Cache;

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

/// Kept answers. **Invariant:** none outlives the catalogue's revision that it was made from by
/// more than the time between two calls of [`SharedAnswers::set_revision`].
pub struct SharedAnswers {
    kept: Answers,
    /// What was made last, however long ago, for as long as nothing can be made.
    last: Answers,
    revision: AtomicI64,
}

type Answers = Cache<(i64, String), Arc<Encoded>>;

impl Default for SharedAnswers {
    fn default() -> Self {
        Self::keeping_for(KEPT_FOR)
    }
}

impl SharedAnswers {
    fn keeping_for(time: Duration) -> Self {
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
            last: answers(LAST_CAPACITY).build(),
            revision: AtomicI64::new(0),
        }
    }

    /// Tells which revision of the catalogue is current; answers of another are not sent any more.
    pub fn set_revision(&self, revision: i64) {
        self.revision.store(revision, Ordering::Relaxed);
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
        match self.kept.try_get_with(key.clone(), make).await {
            Ok(answer) => Ok(answer),
            Err(error) => {
                let away = matches!(*error, Error::Unavailable { .. });
                let last = if away {
                    self.last.get(&key).await
                } else {
                    None
                };
                last.ok_or_else(|| ApiError::from(&*error))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_made_last_is_sent_while_the_store_is_away() {
        let answers = SharedAnswers::keeping_for(Duration::from_nanos(1));
        let made = async |text: &'static str| Encoded::new("text/plain", "no-cache", text);
        let away = async || Err(Error::unavailable("the store", "a test"));
        let fault = async || Err(Error::internal("testing", "a test"));
        let first = answers.get("page".into(), made("first")).await.unwrap();
        let sent = answers.get("page".into(), away()).await.unwrap();
        assert!(Arc::ptr_eq(&first, &sent));
        assert!(answers.get("page".into(), fault()).await.is_err());
        assert!(answers.get("other".into(), away()).await.is_err());
        let second = answers.get("page".into(), made("second")).await.unwrap();
        assert!(!Arc::ptr_eq(&first, &second));
        answers.set_revision(1);
        assert!(answers.get("page".into(), away()).await.is_err());
    }
}
