//! Granting wishes for titles' records.

use domain::{
    Result,
    anime::{Anime, MalId},
    mirror::{Mirrored, full_record_interval},
    provenance::Provenance,
    provider::{FallbackProvider, Fetched, SourceTitle, TitleIds, TitleProvider},
};
use jiff::Timestamp;

use super::{Failure, Refresher};
use crate::catalogue::ingest::Facts;

impl Refresher {
    /// Brings what the primary provider says of a title, else what the fallback fills in, and returns as of when it is.
    pub(super) async fn bring_title(&self, id: MalId) -> Result<Timestamp, Failure> {
        let primary = match &self.titles {
            Some(titles) => Some(self.bring(id, &**titles).await),
            None => None,
        };
        // The primary provider counts as failed also where an old answer is all that it has
        let is_open = match &primary {
            None | Some(Err(Failure::Provider(_))) => true,
            Some(Ok(as_of)) => self.wishes.is_stale(*as_of),
            Some(Err(_)) => false,
        };
        let filled = match self.fallback.as_deref().filter(|_| is_open) {
            Some(fallback) => self.fill_record(id, fallback).await,
            None => Ok(()),
        };
        match (primary, filled) {
            (None, filled) => filled.map(|()| self.wishes.clock.now()),
            (Some(primary), Ok(())) => primary,
            (Some(primary), Err(failure)) => {
                failure.log_beside(primary.as_ref().err().unwrap_or(&Failure::Stale));
                primary
            }
        }
    }

    /// Brings the full record of a title, unless the mirror has just fetched it, and returns as of when
    /// it is.
    async fn bring(&self, id: MalId, titles: &dyn TitleProvider) -> Result<Timestamp, Failure> {
        let whole_at = self.states.whole_at(id).await?;
        if let Some(at) = whole_at.filter(|at| !self.wishes.is_stale(*at)) {
            return Ok(at);
        }
        let Fetched { value, as_of } = titles.full(id).await?;
        // The mirror need not ask for it again; numbers that mean nothing are not for it to remember
        let known = value.is_some() || !self.store.summaries(&[id]).await?.is_empty();
        let mirrored = known.then(|| Mirrored::FullRecord {
            id,
            now: as_of,
            next_at: as_of + full_record_interval(value.as_ref().and_then(SourceTitle::status)),
        });
        let value = value.into_iter().collect();
        Ok(self.import(Fetched { value, as_of }, mirrored).await?.0)
    }

    /// Asks the fallback for what nobody has said of a title that the catalogue holds.
    async fn fill_record(&self, id: MalId, fallback: &dyn FallbackProvider) -> Result<(), Failure> {
        let held = self.store.listed(&[id]).await?.pop().map(|held| held.anime);
        let is_open = |held: &Anime| held.tags.is_empty() || held.streaming.is_empty();
        let Some(held) = held.filter(is_open) else {
            return Ok(());
        };
        let Fetched { value, as_of } = fallback.record_gaps(TitleIds::from(&held)).await?;
        let mut filled = Anime::named(id, held.title);
        if held.tags.is_empty() {
            filled.tags = value.tags;
        }
        if held.streaming.is_empty() {
            filled.streaming = value.streaming;
        }
        if filled.tags.is_empty() && filled.streaming.is_empty() {
            return Ok(());
        }
        let facts = Facts {
            provenance: Provenance {
                source: fallback.source().into(),
                as_of,
            },
            titles: &[filled],
            adult: &[],
        };
        Ok(facts.ingest(&*self.store, Vec::new()).await?)
    }
}
