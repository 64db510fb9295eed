//! Looking at the mirror.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{
    Result,
    clock::{Clock, is_to_come},
    mirror::{ExtrasProgress, MirrorStore, Progress},
};
use jiff::{SignedDuration, Timestamp};

/// How long a count of extras is used again: counting looks at eight extras of each title.
const COUNT_TTL: SignedDuration = SignedDuration::from_mins(1);

/// Tells how far the mirror is. Cheap to clone; clones share the last count of extras.
#[derive(Clone)]
pub struct ProgressReader {
    states: Arc<dyn MirrorStore>,
    clock: Arc<dyn Clock>,
    takes_extras: bool,
    /// The last count of extras, and the instant until which it is used.
    counted: Arc<Mutex<Option<(ExtrasProgress, Timestamp)>>>,
}

impl ProgressReader {
    /// Makes a reader of the progress that the mirror keeps in `states`.
    pub fn new(states: Arc<dyn MirrorStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            states,
            clock,
            takes_extras: true,
            counted: Arc::default(),
        }
    }

    /// Tells whether the mirror takes extras; where it does not, no extra counts as due.
    #[must_use]
    pub fn with_extras(mut self, takes_extras: bool) -> Self {
        self.takes_extras = takes_extras;
        self
    }

    /// Returns how far the mirror is with titles now.
    pub async fn progress(&self) -> Result<Progress> {
        self.states.progress(self.clock.now()).await
    }

    /// Returns how far the mirror is with extras, counted within the last minute.
    pub async fn extras(&self) -> Result<ExtrasProgress> {
        let now = self.clock.now();
        if let Some(progress) = self.counted_at(now) {
            return Ok(progress);
        }
        let mut progress = self.states.extras_progress(now).await?;
        if !self.takes_extras {
            progress.due = 0;
        }
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        *counted = Some((progress, now + COUNT_TTL));
        Ok(progress)
    }

    fn counted_at(&self, now: Timestamp) -> Option<ExtrasProgress> {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, until) = (*counted)?;
        is_to_come(until, now, COUNT_TTL).then_some(progress)
    }
}
