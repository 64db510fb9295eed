//! Granting wishes for what is known of a title beside its record.
//!
//! **Invariant:** what the fallback says stands only where the first provider says nothing, and the mirror asks that one
//! all the same.

use domain::{
    Result,
    anime::MalId,
    extras::{ExtraKind, TitleExtra},
    mirror::extra_for,
    provenance::Provenance,
    provider::{ExtraProvider, FallbackProvider, Fetched, ProviderError, TitleIds},
};
use jiff::{SignedDuration, Timestamp};

use super::{Failure, Refresher};
use crate::catalogue::{ingest::ExtraFacts, paged_extra::PagedExtra};

/// What the fallback said is asked for again after this time at most, of the first provider before.
const FALLBACK_FOR: SignedDuration = SignedDuration::from_hours(3 * 24);

/// What the first provider said, which may be turned off.
type First = Option<Result<Fetched<TitleExtra>, ProviderError>>;

impl Refresher {
    /// Brings an extra of a title, unless it was asked for lately, and returns as of when it is.
    pub(super) async fn bring_extra(
        &self,
        id: MalId,
        kind: ExtraKind,
    ) -> Result<Timestamp, Failure> {
        let now = self.wishes.clock.now();
        if !self.states.due_extras(id, now).await?.contains(&kind) {
            return Ok(now);
        }
        let first: First = match &self.titles {
            Some(titles) => Some(self.fetch_extra(&**titles, id.into(), kind).await),
            None => None,
        };
        let is_enough = matches!(&first, Some(Ok(fetched)) if fetched.value.extra.items() > 0);
        let fallback = self.fallback.as_deref().filter(|_| !is_enough);
        let fallback = fallback.filter(|provider| provider.kinds().contains(&kind));
        match (first, fallback) {
            (first, Some(fallback)) => self.fill(id, kind, first, fallback).await,
            (Some(first), None) => self.keep_first(id, first?).await,
            (None, None) => Ok(now),
        }
    }

    /// Asks the fallback where the first provider failed or has nothing.
    async fn fill(
        &self,
        id: MalId,
        kind: ExtraKind,
        first: First,
        fallback: &dyn FallbackProvider,
    ) -> Result<Timestamp, Failure> {
        let source = fallback.source();
        let filled = match self.to_fill(id, kind, source).await? {
            Some(title) => Some(self.fetch_extra(fallback, title, kind).await),
            None => None,
        };
        match (first, filled) {
            (Some(Ok(first)), filled) => {
                let as_of = self.keep_first(id, first).await?;
                if let Some(Ok(filled)) = filled
                    && filled.value.extra.items() > 0
                {
                    self.keep(id, source, filled, false).await?;
                }
                Ok(as_of)
            }
            (_, Some(Ok(filled))) => self.keep_for_now(id, kind, source, filled).await,
            (Some(Err(error)), _) | (None, Some(Err(error))) => Err(error.into()),
            (None, None) => Ok(self.wishes.clock.now()),
        }
    }

    /// Fetches all pages of an extra. Lists and titles that are wished for go before each further page.
    async fn fetch_extra(
        &self,
        provider: &dyn ExtraProvider,
        title: TitleIds,
        kind: ExtraKind,
    ) -> Result<Fetched<TitleExtra>, ProviderError> {
        let mut paged = PagedExtra::begin(provider, title, kind).await?;
        while !paged.is_whole() {
            self.wishes.first_are_granted().await;
            paged = paged.continued(provider).await?;
        }
        Ok(paged.into_extra())
    }

    /// The numbers of a title of which `source` may state an extra; `None` where somebody else has stated it, or the
    /// title has gone.
    async fn to_fill(&self, id: MalId, kind: ExtraKind, source: &str) -> Result<Option<TitleIds>> {
        let by = Provenance {
            source: source.into(),
            as_of: self.wishes.clock.now(),
        };
        let known = self.extras.known_extras(id).await?.unwrap_or_default();
        let mut known = known.iter().filter(|known| known.kind == kind);
        if known.any(|known| !known.yields_to(1, &by)) {
            return Ok(None);
        }
        let held = self.store.listed(&[id]).await?.pop();
        Ok(held.map(|title| TitleIds::from(&title.anime)))
    }

    async fn keep_first(
        &self,
        id: MalId,
        fetched: Fetched<TitleExtra>,
    ) -> Result<Timestamp, Failure> {
        let source = self
            .titles
            .as_ref()
            .map_or("", |provider| provider.source());
        self.keep(id, source, fetched, true).await
    }

    /// Writes what the fallback said in place of the first provider, which is asked again soon.
    async fn keep_for_now(
        &self,
        id: MalId,
        kind: ExtraKind,
        source: &'static str,
        fetched: Fetched<TitleExtra>,
    ) -> Result<Timestamp, Failure> {
        let as_of = self.keep(id, source, fetched, false).await?;
        let status = self.store.summaries(&[id]).await?.pop();
        let status = status.and_then(|title| title.status);
        let until = as_of + extra_for(kind, status).min(FALLBACK_FOR);
        self.states.put_off_extra(id, kind, until).await?;
        Ok(as_of)
    }

    async fn keep(
        &self,
        id: MalId,
        source: &'static str,
        fetched: Fetched<TitleExtra>,
        for_mirror: bool,
    ) -> Result<Timestamp, Failure> {
        let as_of = fetched.as_of;
        let facts = ExtraFacts {
            id,
            source,
            extras: &[fetched],
            for_mirror,
        };
        match facts.ingest(&*self.store).await?.pop() {
            Some((_, error)) => Err(error.into()),
            None => Ok(as_of),
        }
    }
}
