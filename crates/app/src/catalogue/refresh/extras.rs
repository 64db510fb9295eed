//! Granting wishes for extras of titles.
//!
//! **Invariant:** the fallback's answer stands only where the primary provider has none. It does not change when the
//! primary one is asked, by wishes or by the mirror.

use domain::{
    Result,
    anime::MalId,
    clock::is_to_come,
    extras::{ExtraKind, TitleExtra},
    mirror::extra_interval,
    provenance::Provenance,
    provider::{ExtraProvider, Fetched, ProviderError, StoredAnswer, TitleIds},
};
use jiff::{SignedDuration, Timestamp};

use super::{Failure, Refresher};
use crate::catalogue::{ingest::ExtraFacts, paged_extra::PagedExtra};

/// The longest time after which a fallback that has answered is asked again.
const FALLBACK_TTL: SignedDuration = SignedDuration::from_hours(3 * 24);

impl Refresher {
    /// Brings an extra of a title, of each provider that was not asked for it lately, and returns as of when it is.
    pub(super) async fn bring_extra(
        &self,
        id: MalId,
        kind: ExtraKind,
    ) -> Result<Timestamp, Failure> {
        let now = self.wishes.clock.now();
        let is_due = self.states.due_extras(id, now).await?.contains(&kind);
        let answer = match self.titles.as_deref().filter(|_| is_due) {
            Some(titles) => Some(self.fetch_extra(titles, id.into(), kind).await),
            None => None,
        };
        let primary = match answer {
            Some(Ok(fetched)) => {
                let has_some = fetched.value.extra.items() > 0;
                let as_of = self.keep_primary(id, fetched).await?;
                if has_some {
                    return Ok(as_of);
                }
                Ok(as_of)
            }
            Some(Err(error)) => Err(error.into()),
            None => Ok(now),
        };
        match (primary, self.fill(id, kind).await) {
            (primary, Ok(filled)) => filled.map_or(primary, Ok),
            (Ok(_), Err(failure)) => Err(failure),
            (Err(first), Err(failure)) => {
                failure.log_beside(&first);
                Err(first)
            }
        }
    }

    /// Asks the fallback for an extra that no other source has stated, and returns the answer's time if it is not empty. An
    /// empty answer is not stored: any later source may fill it.
    async fn fill(&self, id: MalId, kind: ExtraKind) -> Result<Option<Timestamp>, Failure> {
        let fallback = self.fallback.as_deref();
        let Some(fallback) = fallback.filter(|provider| provider.kinds().contains(&kind)) else {
            return Ok(None);
        };
        let source = fallback.source();
        let Some(title) = self.to_fill(id, kind, source).await? else {
            return Ok(None);
        };
        let fetched = self.fetch_extra(fallback, title, kind).await?;
        let (as_of, has_some) = (fetched.as_of, fetched.value.extra.items() > 0);
        if has_some {
            self.keep(id, source, fetched, false).await?;
        }
        // The facts are in the store; this answer notes that the source was asked
        let asked = StoredAnswer {
            body: Vec::new(),
            etag: None,
            fetched_at: as_of,
        };
        let key = answer_key(source, id, kind);
        self.answers.store_answer(&key, &asked).await?;
        Ok(has_some.then_some(as_of))
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
            self.wishes.urgent_are_granted().await;
            paged = paged.with_next_page(provider).await?;
        }
        Ok(paged.into_extra())
    }

    /// The numbers of a title of which `source` is to be asked for an extra; `None` where somebody else has stated it, it was
    /// asked lately, or the title has gone.
    async fn to_fill(&self, id: MalId, kind: ExtraKind, source: &str) -> Result<Option<TitleIds>> {
        let now = self.wishes.clock.now();
        let by = Provenance {
            source: source.into(),
            as_of: now,
        };
        let known = self.extras.known_extras(id).await?.unwrap_or_default();
        let mut known = known.iter().filter(|known| known.kind == kind);
        if known.any(|known| !known.yields_to(1, &by)) {
            return Ok(None);
        }
        let Some(held) = self.store.listed(&[id]).await?.pop() else {
            return Ok(None);
        };
        let stands_for = extra_interval(kind, held.anime.status).min(FALLBACK_TTL);
        let key = answer_key(source, id, kind);
        let asked = self.answers.stored_answer(&key).await?;
        let stands =
            asked.is_some_and(|asked| is_to_come(asked.fetched_at + stands_for, now, stands_for));
        Ok((!stands).then(|| TitleIds::from(&held.anime)))
    }

    async fn keep_primary(
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

/// Returns the key of the last answer of `source` about an extra.
fn answer_key(source: &str, id: MalId, kind: ExtraKind) -> String {
    format!("{source} {id} {}", kind.as_str())
}
