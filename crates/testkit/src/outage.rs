//! A store that can go away and come back.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use domain::{
    Error, Result,
    anime::MalId,
    browse::BrowseFacts,
    catalogue::{AnimeKey, AnimeSummary, CatalogueImport, CatalogueStore, FullAnime, TitleAddress},
    provenance::Provenance,
    search::TitleNames,
    selection::{CompanyCount, ListedAnime, Selection, TagCount},
    slice::Slice,
};

/// A store's catalogue, which answers as long as no outage was begun.
pub struct Outage {
    store: Arc<dyn CatalogueStore>,
    away: AtomicBool,
    calls: Mutex<Vec<&'static str>>,
}

impl Outage {
    /// Wraps the catalogue of `store`, which answers until [`Self::begin`].
    pub fn of(store: Arc<dyn CatalogueStore>) -> Self {
        Self {
            store,
            away: AtomicBool::new(false),
            calls: Mutex::default(),
        }
    }

    /// Begins an outage: the catalogue answers nothing from now on.
    pub fn begin(&self) {
        self.away.store(true, Ordering::SeqCst);
    }

    /// How often `company_counts` or `select_ids`, which are costly, was called.
    pub fn calls(&self, method: &str) -> usize {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().filter(|called| **called == method).count()
    }

    fn note(&self, method: &'static str) {
        let calls = self.calls.lock();
        calls.unwrap_or_else(PoisonError::into_inner).push(method);
    }

    /// Ends the outage: the catalogue answers everything from now on.
    pub fn end(&self) {
        self.away.store(false, Ordering::SeqCst);
    }

    fn store(&self) -> Result<&dyn CatalogueStore> {
        if self.away.load(Ordering::SeqCst) {
            Err(Error::unavailable(
                "the store",
                "an outage that a test began",
            ))
        } else {
            Ok(&*self.store)
        }
    }
}

#[async_trait]
impl CatalogueStore for Outage {
    async fn popular(&self, page: u32) -> Result<Slice<AnimeSummary>> {
        self.store()?.popular(page).await
    }

    async fn search(&self, folded: &str, page: u32) -> Result<Slice<AnimeSummary>> {
        self.store()?.search(folded, page).await
    }

    async fn matches(&self, folded: &str, limit: u32) -> Result<Vec<MalId>> {
        self.store()?.matches(folded, limit).await
    }

    async fn select(&self, selection: &Selection) -> Result<Slice<ListedAnime>> {
        self.store()?.select(selection).await
    }

    async fn select_ids(&self, selection: &Selection) -> Result<Vec<MalId>> {
        self.note("select_ids");
        self.store()?.select_ids(selection).await
    }

    async fn listed(&self, ids: &[MalId]) -> Result<Vec<ListedAnime>> {
        self.store()?.listed(ids).await
    }

    async fn tag_counts(&self) -> Result<Vec<TagCount>> {
        self.store()?.tag_counts().await
    }

    async fn company_counts(&self) -> Result<Vec<CompanyCount>> {
        self.note("company_counts");
        self.store()?.company_counts().await
    }

    async fn random_title(&self, candidates: &[u32]) -> Result<Option<ListedAnime>> {
        self.store()?.random_title(candidates).await
    }

    async fn find(&self, key: &AnimeKey) -> Result<Option<FullAnime>> {
        self.store()?.find(key).await
    }

    async fn airing(&self, limit: u32) -> Result<Vec<AnimeSummary>> {
        self.store()?.airing(limit).await
    }

    async fn summaries(&self, ids: &[MalId]) -> Result<Vec<AnimeSummary>> {
        self.store()?.summaries(ids).await
    }

    async fn find_by_names(&self, folded: &[String]) -> Result<Vec<(String, MalId)>> {
        self.store()?.find_by_names(folded).await
    }

    async fn changed_names(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<TitleNames>> {
        self.store()?.changed_names(revision, after, limit).await
    }

    async fn address_blocks(&self) -> Result<Vec<u32>> {
        self.store()?.address_blocks().await
    }

    async fn addresses(&self, block: u32) -> Result<Vec<TitleAddress>> {
        self.store()?.addresses(block).await
    }

    async fn changed_facts(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<BrowseFacts>> {
        self.store()?.changed_facts(revision, after, limit).await
    }

    async fn count(&self) -> Result<u32> {
        self.store()?.count().await
    }

    async fn revision(&self) -> Result<i64> {
        self.store()?.revision().await
    }

    async fn built_in_digest(&self) -> Result<Option<String>> {
        self.store()?.built_in_digest().await
    }

    async fn begin_import(&self, provenance: Provenance) -> Result<Box<dyn CatalogueImport>> {
        self.store()?.begin_import(provenance).await
    }
}
