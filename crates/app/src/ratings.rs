//! Ratings: the background task that counts what people say of titles, and what is shown of it.
//!
//! Each server counts what was changed through it, within seconds. What nobody has counted (a server was killed, another
//! program wrote) is found by a scan of all users, at the start and now and then.
//!
//! **Invariant:** nothing is written with a change of a list for it. Counting takes at most a fifth of the time, so that
//! a busy store has the rest for what people do.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    clock::Clock,
    rating::{Counted, Hold, HoldState, RatingStore, Recounted, TitleRatings},
};
use tokio::{sync::Mutex, time::sleep};

use crate::live::Live;

/// The shortest pause between two steps of counting.
const PAUSE: Duration = Duration::from_secs(1);
/// The shortest pause between two steps while a scan goes on.
const SHORT_PAUSE: Duration = Duration::from_millis(50);
/// The pause after a step is at least this many times as long as the step took.
const PAUSE_FACTOR: u32 = 4;
/// The time from the end of a scan of all users to the next scan.
const SCAN_INTERVAL: Duration = Duration::from_mins(10);
/// The largest number of users of one step of a scan.
const BATCH: u32 = 500;

/// The use cases of ratings. Cheap to clone.
#[derive(Clone)]
pub struct Ratings {
    store: Arc<dyn RatingStore>,
    live: Live,
    clock: Arc<dyn Clock>,
    votes: Arc<AtomicU64>,
    /// Held while changes are counted: who counts the last ones waits for those that are under way.
    counting: Arc<Mutex<()>>,
}

/// The state of the scan of all users.
enum ScanState {
    /// The next scan begins at this instant.
    Due(Instant),
    /// The scan goes on behind this user; `None` for its beginning.
    Resume(Option<UserId>),
}

impl Ratings {
    /// Makes the use cases of ratings; users whose lists change through `live` are counted soon.
    pub fn new(store: Arc<dyn RatingStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            live,
            clock,
            votes: Arc::default(),
            counting: Arc::default(),
        }
    }

    /// Returns a title's public ratings; `None` if the catalogue does not hold the title.
    pub async fn of(&self, title: MalId) -> Result<Option<TitleRatings>> {
        self.store.ratings(title).await
    }

    /// Returns the number of votes that this server has counted since its start: those that came, changed or went.
    pub fn votes_counted(&self) -> u64 {
        self.votes.load(Ordering::Relaxed)
    }

    /// Returns the number of bursts of votes that wait for an operator.
    pub async fn open_holds(&self) -> Result<u32> {
        self.store.open_holds().await
    }

    /// Counts votes for ever.
    pub async fn run(self) {
        let mut scan = ScanState::Resume(None);
        loop {
            let begun = Instant::now();
            if let Err(error) = self.step(&mut scan).await {
                tracing::warn!(?error, "votes could not be counted; they are counted later");
            }
            let least = match scan {
                ScanState::Due(_) => PAUSE,
                ScanState::Resume(_) => SHORT_PAUSE,
            };
            sleep(least.max(begun.elapsed() * PAUSE_FACTOR)).await;
        }
    }

    async fn step(&self, scan: &mut ScanState) -> Result<()> {
        self.count_changed().await?;
        let after = match scan {
            ScanState::Due(at) if Instant::now() < *at => return Ok(()),
            ScanState::Due(_) => None,
            ScanState::Resume(last) => last.clone(),
        };
        let uids = self.store.uncounted(after.as_ref(), BATCH).await?;
        // Where counting fails it begins again behind those: one list that cannot be counted holds up no other
        *scan = match uids.last() {
            Some(last) => ScanState::Resume(Some(last.clone())),
            None => ScanState::Due(Instant::now() + SCAN_INTERVAL),
        };
        self.count(&uids).await
    }

    /// Counts the votes that were changed through this server and are not counted yet.
    pub async fn count_changed(&self) -> Result<()> {
        let _counting = self.counting.lock().await;
        let uids: Vec<UserId> = self.live.take_changed().into_iter().collect();
        let counted = self.count(&uids).await;
        if counted.is_err() {
            for uid in uids {
                self.live.note_change(uid);
            }
        }
        counted
    }

    async fn count(&self, uids: &[UserId]) -> Result<()> {
        if uids.is_empty() {
            return Ok(());
        }
        let Counted { votes, holds } = self.store.count_lists(uids, self.clock.now()).await?;
        self.votes.fetch_add(votes, Ordering::Relaxed);
        for Hold { id, mal_id, .. } in holds {
            tracing::warn!(
                hold = id,
                title = mal_id.get(),
                "a burst of extreme votes does not count until it is looked at: mitai rating holds"
            );
        }
        Ok(())
    }
}

/// Operators' commands for ratings, with or without a running server.
pub struct RatingModeration {
    /// The store of ratings.
    pub store: Arc<dyn RatingStore>,
    /// The clock that tells the time of a decision.
    pub clock: Arc<dyn Clock>,
}

impl RatingModeration {
    /// Returns the bursts of votes, newest first: those that wait for a decision, or all.
    pub async fn holds(&self, all: bool) -> Result<Vec<Hold>> {
        self.store.holds(all).await
    }

    /// Decides that the votes of a burst count.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`](domain::Error::NotFound) if there is no such burst.
    pub async fn release(&self, id: u32) -> Result<Hold> {
        let now = self.clock.now();
        self.store.decide_hold(id, HoldState::Released, now).await
    }

    /// Decides that the votes of a burst never count.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`](domain::Error::NotFound) if there is no such burst.
    pub async fn drop_votes(&self, id: u32) -> Result<Hold> {
        let now = self.clock.now();
        self.store.decide_hold(id, HoldState::Dropped, now).await
    }

    /// Counts all votes anew.
    pub async fn recount(&self) -> Result<Recounted> {
        self.store.recount().await
    }
}
