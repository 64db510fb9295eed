//! An extra that is fetched page by page.

use domain::{
    anime::MalId,
    extras::{ExtraKind, TitleExtra},
    provider::{Fetched, ProviderError, TitleProvider},
};

use super::refresh::Wishes;

/// Pages that are asked for: the longest extra is over before.
const MOST_PAGES: u32 = 100;

/// What was fetched so far.
pub(super) struct PagedExtra {
    /// As of its first page.
    extra: Fetched<TitleExtra>,
    read: u32,
    pages: u32,
}

impl PagedExtra {
    /// Asks for the first page.
    pub(super) async fn begin(
        provider: &dyn TitleProvider,
        id: MalId,
        kind: ExtraKind,
    ) -> Result<Self, ProviderError> {
        let Fetched { value, as_of } = provider.extra_page(id, kind, 1).await?;
        Ok(Self {
            extra: Fetched {
                value: value.extra,
                as_of,
            },
            read: 1,
            pages: value.pages,
        })
    }

    /// Asks for the next one. Once that has failed, the others are of no use: a list with a gap would take the place of
    /// a whole one.
    pub(super) async fn continued(
        mut self,
        provider: &dyn TitleProvider,
    ) -> Result<Self, ProviderError> {
        let TitleExtra { mal_id, extra } = &mut self.extra.value;
        let next = provider.extra_page(*mal_id, extra.kind(), self.read + 1);
        let page = next.await?.value;
        if page.extra.extra.items() == 0 {
            let page = self.read + 1;
            let said = format!("page {page} of {} is empty", self.pages);
            return Err(ProviderError::Malformed(said));
        }
        extra.append(page.extra.extra);
        self.read += 1;
        self.pages = self.pages.max(page.pages);
        Ok(self)
    }

    /// All of it. Before each further page lists and titles that are wished for go first.
    pub(super) async fn fetch(
        provider: &dyn TitleProvider,
        id: MalId,
        kind: ExtraKind,
        wishes: &Wishes,
    ) -> Result<Fetched<TitleExtra>, ProviderError> {
        let mut paged = Self::begin(provider, id, kind).await?;
        while !paged.is_whole() {
            wishes.first_are_granted().await;
            paged = paged.continued(provider).await?;
        }
        Ok(paged.extra)
    }

    /// Whether no page is missing.
    pub(super) fn is_whole(&self) -> bool {
        self.read >= self.pages.min(MOST_PAGES)
    }

    /// What was fetched.
    pub(super) fn into_extra(self) -> Fetched<TitleExtra> {
        self.extra
    }

    /// Whether it is this extra of this title.
    pub(super) fn is_of(&self, id: MalId, kind: ExtraKind) -> bool {
        let TitleExtra { mal_id, extra } = &self.extra.value;
        (*mal_id, extra.kind()) == (id, kind)
    }
}
