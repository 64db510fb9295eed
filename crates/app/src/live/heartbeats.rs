//! The checks of streams at their heartbeats, in batches: one query serves many streams.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{
    Error, Result,
    account::SecretHash,
    library::{LibraryStore, Position},
};
use tokio::sync::oneshot;

use crate::session::Sessions;

/// The largest number of streams that one query checks.
const BATCH: usize = 500;
/// The longest time for which checks are gathered.
const MAX_WINDOW: Duration = Duration::from_millis(250);
/// The part of a heartbeat's interval for which checks are gathered: one in this many.
const WINDOW_PART: u32 = 60;

/// The result of a stream's heartbeat: the library's position if the session is open, `None` if it has ended. One
/// failure is every stream's of the query.
pub(super) type Checked = Result<Option<Position>, Arc<Error>>;

/// The source of the positions of the libraries of sessions' owners.
pub(super) trait Positions: Send + Sync + 'static {
    /// Returns the position of the library of each of these sessions that is open.
    fn of(
        &self,
        sessions: &[SecretHash],
    ) -> impl Future<Output = Result<HashMap<SecretHash, Position>>> + Send;
}

/// The positions that the store has.
pub(super) struct StorePositions {
    pub(super) sessions: Sessions,
    pub(super) libraries: Arc<dyn LibraryStore>,
}

impl Positions for StorePositions {
    async fn of(&self, sessions: &[SecretHash]) -> Result<HashMap<SecretHash, Position>> {
        self.sessions.positions(&*self.libraries, sessions).await
    }
}

struct PendingCheck {
    session: SecretHash,
    answer: oneshot::Sender<Checked>,
}

/// Gathers the checks of streams, so that one query checks many.
pub(super) struct Heartbeats<V> {
    positions: V,
    window: Duration,
    waiting: Mutex<Vec<PendingCheck>>,
}

impl<V: Positions> Heartbeats<V> {
    /// Makes the checks of streams whose heart beats every `interval`.
    pub(super) fn new(positions: V, interval: Duration) -> Self {
        Self {
            positions,
            window: (interval / WINDOW_PART).min(MAX_WINDOW),
            waiting: Mutex::default(),
        }
    }

    /// Returns how long a check waits for others.
    pub(super) fn window(&self) -> Duration {
        self.window
    }

    /// Checks a session with the next query; the receiver gets the result.
    pub(super) fn check(self: &Arc<Self>, session: SecretHash) -> oneshot::Receiver<Checked> {
        let (answer, checked) = oneshot::channel();
        let mut waiting = self.lock();
        waiting.push(PendingCheck { session, answer });
        if waiting.len() == 1 {
            let gathering = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(gathering.window).await;
                gathering.answer_all().await;
            });
        }
        checked
    }

    async fn answer_all(&self) {
        let mut waiting = std::mem::take(&mut *self.lock());
        while !waiting.is_empty() {
            let rest = waiting.split_off(waiting.len().min(BATCH));
            self.answer(waiting).await;
            waiting = rest;
        }
    }

    async fn answer(&self, batch: Vec<PendingCheck>) {
        let sessions: Vec<SecretHash> = batch.iter().map(|one| one.session.clone()).collect();
        let positions = self.positions.of(&sessions).await.map_err(Arc::new);
        for PendingCheck { session, answer } in batch {
            let checked = match &positions {
                Ok(positions) => Ok(positions.get(&session).copied()),
                Err(error) => Err(Arc::clone(error)),
            };
            // The stream may have ended meanwhile
            let _ = answer.send(checked);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PendingCheck>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::*;

    /// Answers that every session but "ended" is open, and notes how many each query was for.
    #[derive(Default)]
    struct Counted(Mutex<Vec<usize>>);

    impl Positions for Counted {
        async fn of(&self, sessions: &[SecretHash]) -> Result<HashMap<SecretHash, Position>> {
            self.0.lock().unwrap().push(sessions.len());
            let open = sessions.iter().filter(|one| one.as_str() != "ended");
            Ok(open.map(|one| (one.clone(), Position::from(7))).collect())
        }
    }

    struct Away;

    impl Positions for Away {
        async fn of(&self, _: &[SecretHash]) -> Result<HashMap<SecretHash, Position>> {
            Err(Error::unavailable("the database", "away"))
        }
    }

    fn heartbeats<V: Positions>(positions: V) -> Arc<Heartbeats<V>> {
        Arc::new(Heartbeats::new(positions, Duration::from_millis(600)))
    }

    async fn check<V: Positions>(
        heartbeats: &Arc<Heartbeats<V>>,
        sessions: &[&str],
    ) -> Vec<Checked> {
        let checks = sessions
            .iter()
            .map(|session| heartbeats.check(SecretHash::new(*session)));
        let checked = join_all(checks).await;
        checked
            .into_iter()
            .map(|checked| checked.unwrap())
            .collect()
    }

    #[tokio::test]
    async fn one_query_serves_up_to_500_streams() {
        let heartbeats = heartbeats(Counted::default());
        let mut sessions = vec!["open"; 1_200];
        sessions[600] = "ended";
        let checked = check(&heartbeats, &sessions).await;
        for (place, checked) in checked.into_iter().enumerate() {
            let expected = (place != 600).then_some(Position::from(7));
            assert_eq!(checked.unwrap(), expected, "{place}");
        }
        assert_eq!(*heartbeats.positions.0.lock().unwrap(), [500, 500, 200]);

        check(&heartbeats, &["open"]).await;
        assert_eq!(heartbeats.positions.0.lock().unwrap().len(), 4);
    }

    #[tokio::test]
    async fn each_stream_of_a_failed_query_learns_of_the_failure() {
        for checked in check(&heartbeats(Away), &["a", "b"]).await {
            assert!(matches!(*checked.unwrap_err(), Error::Unavailable { .. }));
        }
    }
}
