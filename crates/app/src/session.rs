//! Which sessions are open.

use std::{collections::HashMap, sync::Arc};

use domain::{
    Result,
    account::{AccountStore, Secret, SecretHash, Session, User, UserId},
    clock::Clock,
    library::{LibraryStore, Position, SessionPosition},
};
use jiff::{SignedDuration, Timestamp};

/// How old the note of a session's last use may become; a note is a write.
const LAST_USE_PRECISION: SignedDuration = SignedDuration::from_hours(1);
/// Notes that one look at many sessions writes at most; the others are written by the next looks.
const MAX_LAST_USE_WRITES: usize = 20;

/// The user who is signed in, and the session.
#[derive(Debug, Clone)]
pub struct Current {
    /// The user of the session.
    pub user: User,
    /// The session that is open.
    pub session: Session,
}

/// Looks up sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    store: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl Sessions {
    /// Makes the look-up of a store's sessions.
    pub fn new(store: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Returns the open session of a secret, which counts as used now; `None` if no session is open.
    pub async fn current(&self, secret: &Secret) -> Result<Option<Current>> {
        let now = self.clock.now();
        let Some((user, session)) = self.store.session(&secret.hash(), now).await? else {
            return Ok(None);
        };
        if is_due(session.last_seen_at, now) {
            self.note(&user.uid, &session.id, now).await;
        }
        Ok(Some(Current { user, session }))
    }

    /// Returns the library's position for each open one of these sessions, 500 at most. They count as used now.
    pub(crate) async fn positions(
        &self,
        libraries: &dyn LibraryStore,
        secrets: &[SecretHash],
    ) -> Result<HashMap<SecretHash, Position>> {
        let now = self.clock.now();
        let sessions = libraries.session_positions(secrets, now).await?;
        let due = sessions.iter().filter(|s| is_due(s.last_seen_at, now));
        for session in due.take(MAX_LAST_USE_WRITES) {
            self.note(&session.uid, &session.id, now).await;
        }
        let position = |session: SessionPosition| (session.secret, session.position);
        Ok(sessions.into_iter().map(position).collect())
    }

    async fn note(&self, uid: &UserId, id: &str, now: Timestamp) {
        if let Err(error) = self.store.touch_session(uid, id, now).await {
            // Reads go on while nothing can be written
            tracing::warn!(%error, "the use of a session could not be noted");
        }
    }
}

/// Whether a session's last use was noted so long ago that it is to be noted again.
fn is_due(last_seen_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(last_seen_at) >= LAST_USE_PRECISION
}
