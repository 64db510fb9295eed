//! An extra that is fetched page by page.

use domain::{
    anime::MalId,
    extras::{ExtraKind, TitleExtra},
    provider::{ExtraProvider, Fetched, ProviderError, TitleIds},
};

/// The largest number of pages that are fetched: the longest extra has fewer.
const MAX_PAGES: u32 = 100;

/// An extra, as far as its pages were fetched.
pub(super) struct PagedExtra {
    title: TitleIds,
    /// The items so far, as of the first page.
    extra: Fetched<TitleExtra>,
    read: u32,
    pages: u32,
}

impl PagedExtra {
    /// Fetches the first page.
    pub(super) async fn begin(
        provider: &dyn ExtraProvider,
        title: TitleIds,
        kind: ExtraKind,
    ) -> Result<Self, ProviderError> {
        let Fetched { value, as_of } = provider.extra_page(title, kind, 1).await?;
        Ok(Self {
            title,
            extra: Fetched {
                value: value.extra,
                as_of,
            },
            read: 1,
            pages: value.pages,
        })
    }

    /// Asks for the next one. Once that has failed, the others are of no use: a list with a gap would replace
    /// a whole one.
    pub(super) async fn with_next_page(
        mut self,
        provider: &dyn ExtraProvider,
    ) -> Result<Self, ProviderError> {
        let extra = &mut self.extra.value.extra;
        let next = provider.extra_page(self.title, extra.kind(), self.read + 1);
        let page = next.await?.value;
        if page.is_blank {
            let page = self.read + 1;
            let reason = format!("page {page} of {} is empty", self.pages);
            return Err(ProviderError::Malformed(reason));
        }
        extra.append(page.extra.extra);
        self.read += 1;
        self.pages = self.pages.max(page.pages);
        Ok(self)
    }

    /// Whether no page of the extra is missing.
    pub(super) fn is_whole(&self) -> bool {
        self.read >= self.pages.min(MAX_PAGES)
    }

    /// Returns the extra as far as it was fetched.
    pub(super) fn into_extra(self) -> Fetched<TitleExtra> {
        self.extra
    }

    /// Whether this is the extra of that kind of that title.
    pub(super) fn is_of(&self, id: MalId, kind: ExtraKind) -> bool {
        let TitleExtra { mal_id, extra } = &self.extra.value;
        (*mal_id, extra.kind()) == (id, kind)
    }
}
