//! What streams look up at their heartbeats, gathered: one query serves many streams.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{Error, Result, account::SecretHash};
use tokio::sync::oneshot;

use crate::session::Sessions;

/// Streams of one query at most.
const BATCH: usize = 500;
/// Longest time for which streams are gathered.
const LONGEST_WINDOW: Duration = Duration::from_millis(250);
/// Part of a heartbeat's interval for which streams are gathered.
const WINDOW_PART: u32 = 60;

/// What a stream learns: the version of the library if the session is open, `None` if it has ended. One
/// failure is every stream's of the query.
pub(super) type Looked = Result<Option<u64>, Arc<Error>>;

/// Where the versions of the owners of open sessions are read.
pub(super) trait Versions: Send + Sync + 'static {
    /// The library's version for each of these sessions that is open.
    fn of(
        &self,
        sessions: &[SecretHash],
    ) -> impl Future<Output = Result<HashMap<SecretHash, u64>>> + Send;
}

impl Versions for Sessions {
    async fn of(&self, sessions: &[SecretHash]) -> Result<HashMap<SecretHash, u64>> {
        self.library_versions(sessions).await
    }
}

struct Waiting {
    session: SecretHash,
    answer: oneshot::Sender<Looked>,
}

/// Gathers what streams look up.
pub(super) struct Heartbeats<V> {
    versions: V,
    window: Duration,
    waiting: Mutex<Vec<Waiting>>,
}

impl<V: Versions> Heartbeats<V> {
    /// For streams whose heart beats every `interval`.
    pub(super) fn new(versions: V, interval: Duration) -> Self {
        Self {
            versions,
            window: (interval / WINDOW_PART).min(LONGEST_WINDOW),
            waiting: Mutex::default(),
        }
    }

    /// How long a look takes beside its query.
    pub(super) fn window(&self) -> Duration {
        self.window
    }

    /// Looks with the other streams of the next query.
    pub(super) fn look(self: &Arc<Self>, session: SecretHash) -> oneshot::Receiver<Looked> {
        let (answer, looked) = oneshot::channel();
        let mut waiting = self.lock();
        waiting.push(Waiting { session, answer });
        if waiting.len() == 1 {
            let gathering = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(gathering.window).await;
                gathering.answer_all().await;
            });
        }
        looked
    }

    async fn answer_all(&self) {
        let mut waiting = std::mem::take(&mut *self.lock());
        while !waiting.is_empty() {
            let rest = waiting.split_off(waiting.len().min(BATCH));
            self.answer(waiting).await;
            waiting = rest;
        }
    }

    async fn answer(&self, batch: Vec<Waiting>) {
        let sessions: Vec<SecretHash> = batch.iter().map(|one| one.session.clone()).collect();
        let versions = self.versions.of(&sessions).await.map_err(Arc::new);
        for Waiting { session, answer } in batch {
            let looked = match &versions {
                Ok(versions) => Ok(versions.get(&session).copied()),
                Err(error) => Err(Arc::clone(error)),
            };
            // The stream may be gone
            let _ = answer.send(looked);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Waiting>> {
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

    impl Versions for Counted {
        async fn of(&self, sessions: &[SecretHash]) -> Result<HashMap<SecretHash, u64>> {
            self.0.lock().unwrap().push(sessions.len());
            let open = sessions.iter().filter(|one| one.as_str() != "ended");
            Ok(open.map(|one| (one.clone(), 7)).collect())
        }
    }

    struct Away;

    impl Versions for Away {
        async fn of(&self, _: &[SecretHash]) -> Result<HashMap<SecretHash, u64>> {
            Err(Error::unavailable("the database", "away"))
        }
    }

    fn heartbeats<V: Versions>(versions: V) -> Arc<Heartbeats<V>> {
        Arc::new(Heartbeats::new(versions, Duration::from_millis(600)))
    }

    async fn look<V: Versions>(heartbeats: &Arc<Heartbeats<V>>, sessions: &[&str]) -> Vec<Looked> {
        let looks = sessions
            .iter()
            .map(|session| heartbeats.look(SecretHash::new(*session)));
        let looked = join_all(looks).await;
        looked.into_iter().map(|looked| looked.unwrap()).collect()
    }

    #[tokio::test]
    async fn one_query_serves_up_to_500_streams() {
        let heartbeats = heartbeats(Counted::default());
        let mut sessions = vec!["open"; 1_200];
        sessions[600] = "ended";
        let looked = look(&heartbeats, &sessions).await;
        for (place, looked) in looked.into_iter().enumerate() {
            let expected = (place != 600).then_some(7);
            assert_eq!(looked.unwrap(), expected, "{place}");
        }
        assert_eq!(*heartbeats.versions.0.lock().unwrap(), [500, 500, 200]);

        look(&heartbeats, &["open"]).await;
        assert_eq!(heartbeats.versions.0.lock().unwrap().len(), 4);
    }

    #[tokio::test]
    async fn each_stream_of_a_failed_query_learns_of_the_failure() {
        for looked in look(&heartbeats(Away), &["a", "b"]).await {
            assert!(matches!(*looked.unwrap_err(), Error::Unavailable { .. }));
        }
    }
}
