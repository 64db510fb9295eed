//! Filling the catalogue from a provider and keeping it fresh, in the background.
//!
//! Lists bring most facts, 25 titles a request: what airs every 6 hours, what is upcoming every
//! day, everything every 30 days. Whole records bring the rest (relations, songs, links), popular
//! titles first, one request each: those that were never fetched, then those that are old. Where the
//! store still has the facts as an answer left them, the provider is only asked whether they have changed.
//! Extras come after that, title by title in the same order; those of a title are written together.
//!
//! **Invariant:** finished steps are not repeated: the progress is in the store, written with the
//! facts themselves, or after them if one was refused. One server of a store runs the mirror at a
//! time. Visitors' wishes for lists and titles go first: while one is pending, the mirror pauses for half a minute at
//! most. A third of the provider's limit is reserved for wishes, including those for extras.

mod backoff;
mod extras;
mod lists;
mod progress;
mod update;

use std::{
    collections::{HashMap, VecDeque},
    fmt::Display,
    mem,
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use domain::{
    Code, Result,
    anime::MalId,
    catalogue::CatalogueStore,
    clock::{Clock, is_to_come},
    extras::ExtraKind,
    mirror::{
        CachedAnswer, ListState, MirrorProvider, MirrorRequest, MirrorStore, Mirrored,
        full_record_interval,
    },
    provider::{ExtraProvider, ProviderError},
};
use futures::FutureExt as _;
use jiff::{SignedDuration, Timestamp};

pub use self::progress::ProgressReader;
use self::{
    backoff::{pause_after, retry_delay},
    extras::ExtraWork,
    update::MirrorUpdate,
};
use super::{
    ingest::{Facts, provenance},
    refresh::Wishes,
};

/// The time for which a server takes the lease at once; after the server's end another one takes the work over.
pub const LEASE_DURATION: SignedDuration = SignedDuration::from_secs(20);
/// Pause where there is nothing to do.
const IDLE: Duration = Duration::from_secs(10);
/// How long visitors' wishes go first; where they never end, a step is made this often.
const MAX_WAIT: SignedDuration = SignedDuration::from_secs(30);
/// The number of failures after which a page is left out, if other requests are answered meanwhile.
const MAX_FAILURES: u32 = 6;
/// The number of due titles that are looked up at once.
const TITLES_PER_LOOKUP: u32 = 50;
/// The number of whole records after which a line is logged.
const LOG_INTERVAL: u32 = 1_000;

/// Mirrors a provider.
pub struct Mirror {
    store: Arc<dyn CatalogueStore>,
    states: Arc<dyn MirrorStore>,
    provider: Arc<dyn MirrorProvider>,
    wishes: Wishes,
    clock: Arc<dyn Clock>,
    /// The name that tells this server from others.
    holder: String,
    pace: Duration,
    titles: VecDeque<MalId>,
    /// The work on extras; `None` where extras are left out.
    extras: Option<ExtraWork>,
    /// The numbers of failures of a title's record or extra since its last answer, or since the start.
    failures: HashMap<(MalId, Option<ExtraKind>), u32>,
    whole: u32,
    /// Whether the provider has answered anything since a page failed last.
    answered: bool,
}

/// The request or the writing of one step.
#[derive(Clone)]
enum Task {
    /// Fetches the next page of a list.
    Page(ListState),
    /// Fetches the whole record of a title.
    Title(MalId),
    /// Fetches the next page of an extra.
    Extra(MalId, ExtraKind),
    /// Writes the fetched extras of a title, without a request.
    WriteExtras(MalId),
}

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The provider answered, or what it answered is stored.
    Done,
    /// The request failed, or the store refused what was fetched.
    Failed,
    /// A step that failed before has failed again, which says nothing about the provider.
    FailedAgain,
    /// There is nothing to do now, or another server does it.
    Nothing,
}

impl Mirror {
    /// Mirrors `provider` for the server called `holder`, with one request each `pace` at most.
    pub fn new(
        store: Arc<dyn CatalogueStore>,
        states: Arc<dyn MirrorStore>,
        provider: Arc<dyn MirrorProvider>,
        wishes: Wishes,
        clock: Arc<dyn Clock>,
        holder: String,
        pace: Duration,
    ) -> Self {
        Self {
            store,
            states,
            provider,
            wishes,
            clock,
            holder,
            pace,
            titles: VecDeque::new(),
            extras: None,
            failures: HashMap::new(),
            whole: 0,
            answered: false,
        }
    }

    /// Mirrors extras from `provider`, too, which is the same service.
    #[must_use]
    pub fn with_extras(mut self, provider: Arc<dyn ExtraProvider>) -> Self {
        self.extras = Some(ExtraWork::new(provider));
        self
    }

    /// Goes on for ever. While the provider or the store fails, ever longer pauses are made.
    pub async fn run(mut self) {
        let mut pause = self.pace;
        loop {
            self.rest(pause).await;
            let until = self.clock.now() + MAX_WAIT;
            while self.wishes.has_waiting() && is_to_come(until, self.clock.now(), MAX_WAIT) {
                self.rest(self.pace).await;
                self.renew_lease().await;
            }
            let step = self.step().await;
            if let Err(error) = &step {
                tracing::warn!(?error, "mirroring waits for the store");
            }
            pause = pause_after(&step, pause, self.pace);
        }
    }

    /// Does nothing for a while, but keeps the work: another server would ask a provider that fails in a
    /// rhythm of its own.
    async fn rest(&self, pause: Duration) {
        let mut left = pause;
        while left > IDLE {
            tokio::time::sleep(IDLE).await;
            left -= IDLE;
            self.renew_lease().await;
        }
        tokio::time::sleep(left).await;
    }

    /// Extends this server's lease. A failure is left to the next step, which notices it.
    async fn renew_lease(&self) {
        let _ = self.has_lease().await;
    }

    /// Asks for what is most urgent, once. What ends in a panic, or is refused by the store for what it is,
    /// is put off like what fails.
    pub async fn step(&mut self) -> Result<Step> {
        let Some(task) = self.most_urgent().await? else {
            return Ok(Step::Nothing);
        };
        let doing = AssertUnwindSafe(self.carry_out(task.clone()));
        let step = match doing.catch_unwind().await {
            Ok(Err(error)) if error.code() == Code::Internal => self.put_off(task, &error).await?,
            Ok(step) => step?,
            Err(_) => self.put_off(task, &"it ended unexpectedly").await?,
        };
        self.answered |= step == Step::Done;
        Ok(step)
    }

    /// Has the work for this server, or returns that another one has it. Who does not lead lets it go: the
    /// leader asks for wishes, and what the provider allows is for both.
    async fn has_lease(&self) -> Result<bool> {
        if !self.wishes.are_granted_here() {
            return Ok(false);
        }
        let now = self.clock.now();
        self.states
            .acquire_lease(&self.holder, now, now + LEASE_DURATION)
            .await
    }

    async fn most_urgent(&mut self) -> Result<Option<Task>> {
        if !self.has_lease().await? {
            self.titles.clear();
            self.release_extras();
            return Ok(None);
        }
        let now = self.clock.now();
        if let Some(state) = self.due_list(now).await? {
            return Ok(Some(Task::Page(state)));
        }
        if let Some(begun) = self.begun_extras(now).await? {
            return Ok(Some(begun));
        }
        if let Some(id) = self.due_title(now).await? {
            return Ok(Some(Task::Title(id)));
        }
        self.due_extras(now).await
    }

    /// Returns the most popular title whose whole record is due.
    async fn due_title(&mut self, now: Timestamp) -> Result<Option<MalId>> {
        loop {
            if self.titles.is_empty() {
                self.titles = self.states.due(now, TITLES_PER_LOOKUP).await?.into();
            }
            let Some(id) = self.titles.pop_front() else {
                return Ok(None);
            };
            // A wish may have fetched the record since the titles were looked up
            if self.states.is_due(id, now).await? {
                return Ok(Some(id));
            }
        }
    }

    async fn carry_out(&mut self, task: Task) -> Result<Step> {
        match task {
            Task::Page(state) => self.page(state).await,
            Task::Title(id) => self.title(id).await,
            Task::Extra(id, kind) => self.extra(id, kind).await,
            Task::WriteExtras(id) => self.write_extras(id).await,
        }
    }

    async fn failed(&mut self, task: Task, error: &ProviderError) -> Result<Step> {
        if is_its_own(error) {
            self.put_off(task, error).await
        } else {
            Ok(Step::Failed)
        }
    }

    /// Lets others go first. A page that goes on failing while others do not is left out.
    async fn put_off(&mut self, task: Task, why: &(dyn Display + Sync)) -> Result<Step> {
        let now = self.clock.now();
        let has_failed = match &task {
            Task::Title(id) => self.failures.contains_key(&(*id, None)),
            Task::Extra(id, kind) => self.failures.contains_key(&(*id, Some(*kind))),
            Task::Page(_) | Task::WriteExtras(_) => false,
        };
        match task {
            Task::Page(mut state) => {
                state.failures += u32::from(mem::take(&mut self.answered));
                state.next_at = now + retry_delay(state.failures);
                if state.failures >= MAX_FAILURES {
                    tracing::warn!(list = state.list.as_str(), page = state.page, %why,
                        "a page is left out of the mirror");
                    state.page += 1;
                    state.failures = 0;
                }
                self.states.set_list(&state).await?;
            }
            Task::Title(id) => {
                let until = now + self.pause_after_failure(id, None);
                self.states.put_off(id, now, until).await?;
            }
            Task::Extra(id, kind) => self.put_off_extra(id, kind, why).await?,
            Task::WriteExtras(id) => self.put_off_written(id, why).await?,
        }
        Ok(if has_failed {
            Step::FailedAgain
        } else {
            Step::Failed
        })
    }

    /// Counts one more failure of a title's record or extra, and returns how long not to ask for it.
    fn pause_after_failure(&mut self, id: MalId, extra: Option<ExtraKind>) -> SignedDuration {
        let failures = self.failures.entry((id, extra)).or_default();
        *failures += 1;
        retry_delay(*failures)
    }

    async fn title(&mut self, id: MalId) -> Result<Step> {
        let now = self.clock.now();
        let request = MirrorRequest::FullRecord(id);
        let cached = self.states.cached_answer(request).await?;
        let answer = self.provider.full_record(id, cached).await;
        if !self.has_lease().await? {
            return Ok(Step::Nothing);
        }
        let update = match answer {
            Ok(answer) => MirrorUpdate::record(answer),
            Err(error) => return self.failed(Task::Title(id), &error).await,
        };
        let mirrored = Mirrored::FullRecord {
            id,
            now: self.clock.now(),
            next_at: now + full_record_interval(update.metadata.status),
        };
        let step = self.save(request, update, mirrored).await?;
        self.failures.remove(&(id, None));
        self.whole += 1;
        if self.whole.is_multiple_of(LOG_INTERVAL) {
            tracing::info!(titles = self.whole, "whole records are mirrored");
        }
        Ok(step)
    }

    async fn save(
        &self,
        request: MirrorRequest,
        update: MirrorUpdate,
        mirrored: Mirrored,
    ) -> Result<Step> {
        let MirrorUpdate { metadata, facts } = update;
        let Some(new) = facts else {
            self.states.save(mirrored).await?;
            return Ok(Step::Done);
        };
        let mut remembered = vec![mirrored];
        if let Some(etag) = new.etag {
            let answer = CachedAnswer { etag, metadata };
            remembered.push(Mirrored::Answer { request, answer });
        }
        let facts = Facts {
            provenance: provenance(new.as_of),
            titles: &new.titles,
            adult: &new.adult,
        };
        facts.ingest(&*self.store, remembered).await?;
        Ok(Step::Done)
    }
}

/// Whether a failure may be about what was requested, rather than the provider as a whole.
const fn is_its_own(error: &ProviderError) -> bool {
    matches!(
        error,
        ProviderError::Failed(_)
            | ProviderError::Malformed(_)
            | ProviderError::TimedOut
            | ProviderError::NotFound
    )
}
