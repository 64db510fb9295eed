//! Files that arrive.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use axum::http::StatusCode;
use domain::{Error, account::UserId};
use jiff::SignedDuration;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::ApiError;

/// Files that arrive at once at most, of all owners and of one: each may take as much memory as the largest, and a slow
/// one keeps its place for minutes.
const PLACES: usize = 8;
const PLACES_OF_ONE: usize = 2;
/// When a place of one's own may be free again.
const WAIT: SignedDuration = SignedDuration::from_secs(10);

/// The places of files that arrive.
pub(crate) struct Arriving {
    all: Semaphore,
    taken: Mutex<HashMap<UserId, usize>>,
}

/// A place, until it is dropped.
pub(crate) struct Place<'a> {
    arriving: &'a Arriving,
    owner: UserId,
    _of_all: SemaphorePermit<'a>,
}

impl Arriving {
    /// All places are free.
    pub(crate) fn new() -> Self {
        Self {
            all: Semaphore::new(PLACES),
            taken: Mutex::default(),
        }
    }

    /// Takes a place for a file of an owner.
    pub(crate) fn take(&self, owner: &UserId) -> Result<Place<'_>, ApiError> {
        let mut taken = self.taken();
        if taken.get(owner).is_some_and(|it| *it >= PLACES_OF_ONE) {
            return Err(Error::TooManyAttempts { retry_after: WAIT }.into());
        }
        let busy = |_| ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE);
        let of_all = self.all.try_acquire().map_err(busy)?;
        *taken.entry(owner.clone()).or_default() += 1;
        Ok(Place {
            arriving: self,
            owner: owner.clone(),
            _of_all: of_all,
        })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut taken = self.arriving.taken();
        if let Some(count) = taken.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_places() {
        let arriving = Arriving::new();
        let of = |number: usize| UserId::new(format!("user{number}"));
        let own: Vec<_> = (0..PLACES_OF_ONE)
            .map(|_| arriving.take(&of(0)).unwrap())
            .collect();
        let code = |error: Option<ApiError>| error.map(|it| it.is(domain::Code::TooManyAttempts));
        assert_eq!(code(arriving.take(&of(0)).err()), Some(true));
        let others: Vec<_> = (PLACES_OF_ONE..PLACES)
            .map(|it| arriving.take(&of(it)).unwrap())
            .collect();
        assert_eq!(code(arriving.take(&of(99)).err()), Some(false));
        drop(own);
        let again = arriving.take(&of(0)).unwrap();
        drop((again, others));
        assert!(arriving.taken().is_empty());
        assert_eq!(arriving.all.available_permits(), PLACES);
    }
}
