//! Which sessions are open.

use std::sync::Arc;

use domain::{
    Result,
    account::{AccountStore, Secret, Session, User},
    clock::Clock,
};
use jiff::SignedDuration;

/// How old the note of a session's last use may become; a note is a write.
const NOTED_WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// Who is signed in, and with which session.
#[derive(Debug, Clone)]
pub struct Current {
    /// The account.
    pub user: User,
    /// The session.
    pub session: Session,
}

/// Looks up sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    store: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl Sessions {
    /// Sessions of a store.
    pub fn new(store: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// The open session of a secret, which counts as used now.
    pub async fn current(&self, secret: &Secret) -> Result<Option<Current>> {
        let now = self.clock.now();
        let Some((user, session)) = self.store.session(&secret.hash(), now).await? else {
            return Ok(None);
        };
        if now.duration_since(session.last_seen_at) >= NOTED_WITHIN
            && let Err(error) = self.store.touch_session(&session.id, now).await
        {
            // Whoever can read goes on reading when nothing can be written
            tracing::warn!(%error, "the use of a session could not be noted");
        }
        Ok(Some(Current { user, session }))
    }
}
