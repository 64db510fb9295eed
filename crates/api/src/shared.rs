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

/// Kept answers. **Invariant:** none outlives the catalogue's revision that it was made from by
/// more than the time between two calls of [`SharedAnswers::set_revision`].
pub struct SharedAnswers {
    kept: Cache<(i64, String), Arc<Encoded>>,
    revision: AtomicI64,
}

impl Default for SharedAnswers {
    fn default() -> Self {
        Self {
            kept: Cache::builder()
                .max_capacity(CAPACITY)
                .weigher(|(_, key): &(i64, String), answer: &Arc<Encoded>| {
                    let bytes = OVERHEAD + key.len() + 2 * answer.plain_len();
                    u32::try_from(bytes).unwrap_or(u32::MAX)
                })
                .time_to_live(KEPT_FOR)
                .build(),
            revision: AtomicI64::new(0),
        }
    }
}

impl SharedAnswers {
    /// Tells which revision of the catalogue is current; answers of another are not sent any more.
    pub fn set_revision(&self, revision: i64) {
        self.revision.store(revision, Ordering::Relaxed);
    }

    /// The current revision of the catalogue.
    pub(crate) fn revision(&self) -> i64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// The answer kept for `key`, else what `make` makes; callers that want the same at the same
    /// time wait for one.
    pub(crate) async fn get(
        &self,
        key: String,
        make: impl Future<Output = Result<Encoded, Error>>,
    ) -> Result<Arc<Encoded>, ApiError> {
        let revision = self.revision();
        let make = async { make.await.map(Arc::new) };
        self.kept
            .try_get_with((revision, key), make)
            .await
            .map_err(|error| ApiError::from(&*error))
    }
}
