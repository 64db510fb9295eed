//! One piece of work under way at a time for each key.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::picture::PictureError;
use futures::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};

/// The result of work, or why it failed.
pub(crate) type Outcome<T> = Result<T, PictureError>;
type Flight<T> = Shared<BoxFuture<'static, Outcome<T>>>;
type InFlight<K, T> = Mutex<HashMap<K, Flight<T>>>;

/// Has concurrent callers share one result. The work is a task of its own: it goes on when the callers leave
/// that wait for it.
pub(crate) struct SingleFlight<K, T>(Arc<InFlight<K, T>>);

impl<K, T> Default for SingleFlight<K, T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

fn lock<K, T>(in_flight: &InFlight<K, T>) -> MutexGuard<'_, HashMap<K, Flight<T>>> {
    in_flight.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K, T> SingleFlight<K, T>
where
    K: Hash + Eq + Clone + Send + 'static,
    T: Clone + Send + Sync + 'static,
{
    /// Waits for the work under way for `key`, or else for the work that `start` gives, which is asked only then and
    /// may refuse.
    pub(crate) async fn join<W>(&self, key: K, start: impl FnOnce() -> Outcome<W>) -> Outcome<T>
    where
        W: Future<Output = Outcome<T>> + Send + 'static,
    {
        let flight = self.flight(key, start)?;
        flight.await
    }

    /// Starts the work like [`join`](Self::join), but does not wait for it.
    pub(crate) fn begin<W>(&self, key: K, start: impl FnOnce() -> Outcome<W>)
    where
        W: Future<Output = Outcome<T>> + Send + 'static,
    {
        // Work that failed has logged why
        let _ = self.flight(key, start);
    }

    fn flight<W>(&self, key: K, start: impl FnOnce() -> Outcome<W>) -> Outcome<Flight<T>>
    where
        W: Future<Output = Outcome<T>> + Send + 'static,
    {
        let mut in_flight = lock(&self.0);
        if let Some(flight) = in_flight.get(&key) {
            return Ok(flight.clone());
        }
        let work = start()?;
        let (registry, landed) = (Arc::clone(&self.0), key.clone());
        let task = tokio::spawn(async move {
            // Made in the task: one that never runs must not want the lock, which is held here
            let _guard = FlightGuard {
                in_flight: registry,
                key: landed,
            };
            work.await
        });
        let flight = async move { task.await.unwrap_or(Err(PictureError::Unreadable)) };
        let flight = flight.boxed().shared();
        in_flight.insert(key, flight.clone());
        Ok(flight)
    }
}

/// Removes a flight from the map, however it ends.
struct FlightGuard<K: Hash + Eq, T> {
    in_flight: Arc<InFlight<K, T>>,
    key: K,
}

impl<K: Hash + Eq, T> Drop for FlightGuard<K, T> {
    fn drop(&mut self) {
        lock(&self.in_flight).remove(&self.key);
    }
}
