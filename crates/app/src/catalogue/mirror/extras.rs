//! Going through what is known of titles beside their records.

use std::{collections::VecDeque, fmt::Display, mem, sync::Arc};

use domain::{
    Result,
    anime::MalId,
    clock::is_to_come,
    extras::{ExtraKind, TitleExtra},
    provider::{ExtraProvider, Fetched},
};
use jiff::{SignedDuration, Timestamp};

use super::{Mirror, Step, TITLES_PER_LOOKUP, Task};
use crate::catalogue::{ingest::ExtraFacts, paged_extra::PagedExtra};

/// Where nothing was due, titles are looked up again after this time: that reads all there are.
const LOOKUP_INTERVAL: SignedDuration = SignedDuration::from_mins(5);

/// The mirror's work on extras: what is fetched, and what comes next.
pub(super) struct ExtraWork {
    provider: Arc<dyn ExtraProvider>,
    /// The next titles with due extras, the most popular first.
    titles: VecDeque<MalId>,
    /// The time until which no more titles are looked up.
    rests_until: Timestamp,
    /// The title whose extras are being fetched; `None` between two titles.
    title: Option<MalId>,
    /// The title's extras that are fetched whole, and wait to be written with the others.
    whole: Vec<Fetched<TitleExtra>>,
    /// The title's extra of which pages are missing.
    paged: Option<PagedExtra>,
}

impl ExtraWork {
    pub(super) fn new(provider: Arc<dyn ExtraProvider>) -> Self {
        Self {
            provider,
            titles: VecDeque::new(),
            rests_until: Timestamp::MIN,
            title: None,
            whole: Vec::new(),
            paged: None,
        }
    }

    fn has(&self, kind: ExtraKind) -> bool {
        let mut whole = self.whole.iter();
        whole.any(|fetched| fetched.value.extra.kind() == kind)
    }

    fn release_title(&mut self) {
        self.title = None;
        self.whole.clear();
        self.paged = None;
    }
}

impl Mirror {
    /// Forgets the work on extras: another server may go on where this one was.
    pub(super) fn release_extras(&mut self) {
        if let Some(work) = &mut self.extras {
            work.titles.clear();
            work.release_title();
        }
    }

    /// Returns the next task for the title whose extras are being fetched; `None` if nothing is left to do for it.
    pub(super) async fn begun_extras(&mut self, now: Timestamp) -> Result<Option<Task>> {
        let Some(work) = &mut self.extras else {
            return Ok(None);
        };
        let Some(id) = work.title else {
            return Ok(None);
        };
        // A wish may have fetched some of the extras since
        let due = self.states.due_extras(id, now).await?;
        if let Some(kind) = due.into_iter().find(|kind| !work.has(*kind)) {
            return Ok(Some(Task::Extra(id, kind)));
        }
        if work.whole.is_empty() {
            work.release_title();
            return Ok(None);
        }
        Ok(Some(Task::WriteExtras(id)))
    }

    /// Returns the next task for the most popular title with a due extra; `None` if no title has any.
    pub(super) async fn due_extras(&mut self, now: Timestamp) -> Result<Option<Task>> {
        loop {
            let Some(work) = &mut self.extras else {
                return Ok(None);
            };
            if work.titles.is_empty() {
                if is_to_come(work.rests_until, now, LOOKUP_INTERVAL) {
                    return Ok(None);
                }
                work.titles = self
                    .states
                    .due_for_extras(now, TITLES_PER_LOOKUP)
                    .await?
                    .into();
            }
            work.title = work.titles.pop_front();
            if work.title.is_none() {
                work.rests_until = now + LOOKUP_INTERVAL;
                return Ok(None);
            }
            if let Some(task) = self.begun_extras(now).await? {
                return Ok(Some(task));
            }
        }
    }

    /// Fetches the next page of an extra of a title.
    pub(super) async fn extra(&mut self, id: MalId, kind: ExtraKind) -> Result<Step> {
        let Some(work) = &mut self.extras else {
            return Ok(Step::Nothing);
        };
        let provider = Arc::clone(&work.provider);
        let begun = work.paged.take().filter(|paged| paged.is_of(id, kind));
        let answer = match begun {
            Some(paged) => paged.with_next_page(&*provider).await,
            None => PagedExtra::begin(&*provider, id.into(), kind).await,
        };
        if !self.has_lease().await? {
            return Ok(Step::Nothing);
        }
        let paged = match answer {
            Ok(paged) => paged,
            Err(error) => return self.failed(Task::Extra(id, kind), &error).await,
        };
        if let Some(work) = &mut self.extras {
            if paged.is_whole() {
                work.whole.push(paged.into_extra());
            } else {
                work.paged = Some(paged);
            }
        }
        Ok(Step::Done)
    }

    /// Writes the extras that were fetched of a title.
    pub(super) async fn write_extras(&mut self, id: MalId) -> Result<Step> {
        let Some(work) = &mut self.extras else {
            return Ok(Step::Nothing);
        };
        let facts = ExtraFacts {
            id,
            source: work.provider.source(),
            extras: &work.whole,
            for_mirror: true,
        };
        let refused = facts.ingest(&*self.store).await?;
        for fetched in mem::take(&mut work.whole) {
            let kind = fetched.value.extra.kind();
            if refused.iter().all(|(other, _)| *other != kind) {
                self.failures.remove(&(id, Some(kind)));
            }
        }
        let step = if refused.is_empty() {
            Step::Done
        } else {
            Step::Failed
        };
        for (kind, error) in refused {
            self.put_off_extra(id, kind, &error).await?;
        }
        Ok(step)
    }

    /// Puts an extra of a title off, so that other extras go first.
    pub(super) async fn put_off_extra(
        &mut self,
        id: MalId,
        kind: ExtraKind,
        why: &(dyn Display + Sync),
    ) -> Result<()> {
        tracing::debug!(%id, kind = kind.as_str(), %why, "an extra is put off");
        let until = self.clock.now() + self.pause_after_failure(id, Some(kind));
        self.states.put_off_extra(id, kind, until).await
    }

    /// Puts off all extras that were fetched of a title and could not be written.
    pub(super) async fn put_off_written(
        &mut self,
        id: MalId,
        why: &(dyn Display + Sync),
    ) -> Result<()> {
        let Some(work) = &mut self.extras else {
            return Ok(());
        };
        for fetched in mem::take(&mut work.whole) {
            self.put_off_extra(id, fetched.value.extra.kind(), why)
                .await?;
        }
        Ok(())
    }
}
