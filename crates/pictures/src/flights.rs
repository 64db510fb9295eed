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

/// What the work comes to: a file.
pub(crate) type Outcome = Result<Arc<[u8]>, PictureError>;
type Flight = Shared<BoxFuture<'static, Outcome>>;
type Board<K> = Mutex<HashMap<K, Flight>>;

/// Whoever wants what is being made waits for that. The work is a task of its own: it goes on when
/// those leave who wait for it.
pub(crate) struct Flights<K>(Arc<Board<K>>);

impl<K> Default for Flights<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

fn lock<K>(board: &Board<K>) -> MutexGuard<'_, HashMap<K, Flight>> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Hash + Eq + Clone + Send + 'static> Flights<K> {
    /// What is made for `key`, else what `work` makes.
    pub(crate) async fn join(
        &self,
        key: K,
        work: impl Future<Output = Outcome> + Send + 'static,
    ) -> Outcome {
        let (board, landed) = (Arc::clone(&self.0), key.clone());
        // The task starts when it is awaited, not under the lock, which it takes at its end
        let start = move || {
            let landing = Landing { board, key: landed };
            let flight = async move {
                let task = tokio::spawn(async move {
                    let _landing = landing;
                    work.await
                });
                task.await.unwrap_or(Err(PictureError::Unreadable))
            };
            flight.boxed().shared()
        };
        let flight = lock(&self.0).entry(key).or_insert_with(start).clone();
        flight.await
    }
}

/// Takes a flight off the board, however it ends.
struct Landing<K: Hash + Eq> {
    board: Arc<Board<K>>,
    key: K,
}

impl<K: Hash + Eq> Drop for Landing<K> {
    fn drop(&mut self) {
        lock(&self.board).remove(&self.key);
    }
}
