//! Slots for files that are being uploaded.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use axum::http::StatusCode;
use domain::{Error, account::UserId};
use jiff::SignedDuration;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::ApiError;

/// The largest number of uploads at once, of all owners and of one: each may take as much memory as the largest, and a
/// slow one keeps its slot for minutes.
const SLOTS: usize = 8;
const SLOTS_PER_USER: usize = 2;
/// The time after which a slot of a user may be free again.
const RETRY_AFTER: SignedDuration = SignedDuration::from_secs(10);

/// The slots of uploads, of all users together and of each.
pub(crate) struct UploadSlots {
    all: Semaphore,
    in_use: Mutex<HashMap<UserId, usize>>,
}

/// A slot, taken until it is dropped.
pub(crate) struct UploadSlot<'a> {
    slots: &'a UploadSlots,
    owner: UserId,
    _of_all: SemaphorePermit<'a>,
}

impl UploadSlots {
    /// Slots that are all free.
    pub(crate) fn new() -> Self {
        Self {
            all: Semaphore::new(SLOTS),
            in_use: Mutex::default(),
        }
    }

    /// Takes a slot for an upload of a user.
    pub(crate) fn take(&self, owner: &UserId) -> Result<UploadSlot<'_>, ApiError> {
        let mut in_use = self.lock();
        if in_use.get(owner).is_some_and(|it| *it >= SLOTS_PER_USER) {
            return Err(Error::TooManyAttempts {
                retry_after: RETRY_AFTER,
            }
            .into());
        }
        let busy = |_| ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE);
        let of_all = self.all.try_acquire().map_err(busy)?;
        *in_use.entry(owner.clone()).or_default() += 1;
        Ok(UploadSlot {
            slots: self,
            owner: owner.clone(),
            _of_all: of_all,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadSlot<'_> {
    fn drop(&mut self) {
        let mut in_use = self.slots.lock();
        if let Some(count) = in_use.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                in_use.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_takes_two_slots_at_most() {
        let slots = UploadSlots::new();
        let of = |number: usize| UserId::new(format!("user{number}"));
        let own: Vec<_> = (0..SLOTS_PER_USER)
            .map(|_| slots.take(&of(0)).unwrap())
            .collect();
        let code = |error: Option<ApiError>| error.map(|it| it.is(domain::Code::TooManyAttempts));
        assert_eq!(code(slots.take(&of(0)).err()), Some(true));
        let others: Vec<_> = (SLOTS_PER_USER..SLOTS)
            .map(|it| slots.take(&of(it)).unwrap())
            .collect();
        assert_eq!(code(slots.take(&of(99)).err()), Some(false));
        drop(own);
        let again = slots.take(&of(0)).unwrap();
        drop((again, others));
        assert!(slots.lock().is_empty());
        assert_eq!(slots.all.available_permits(), SLOTS);
    }
}
