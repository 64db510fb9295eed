//! Browsing the whole catalogue by combined filters.
//!
//! The columns for filters, orders and counts are in memory: a few megabytes that every answer
//! reads once, while the cards of a page come from the store by their ids. The reasons are in
//! `docs/adr/0009-browse.md`.
//!
//! **Invariant:** the table is derived from the store, and one answer is made from one table.

mod airtimes;
mod count;
mod filter;
mod table;

use std::sync::{Arc, PoisonError, RwLock};

use domain::{
    Error, Result,
    anime::MalId,
    browse::{BrowseFacts, Facets, Filter, Sort, SortKey},
    catalogue::{AnimeSummary, CatalogueStore, PAGE_SIZE},
    provenance::Provenance,
};
use tokio::{sync::Mutex, task};

use self::{filter::CompiledFilter, table::Table};
use super::{in_order, newest};
pub(crate) use airtimes::AirFilter;
pub use airtimes::YearSeasons;

/// The number of titles that are read from the store at once.
const BATCH: u32 = 1_000;

/// A part of the titles that a filter lets through.
#[derive(Debug, Clone, PartialEq)]
pub struct BrowseResult {
    /// The titles of the part, at most [`PAGE_SIZE`].
    pub items: Vec<AnimeSummary>,
    /// The number of titles that the filter lets through.
    pub total: u32,
    /// The place of the last title in the order; `None` if no title follows.
    pub next: Option<SortKey>,
    /// The number of titles that each choice would leave; only with the first page.
    pub facets: Option<Facets>,
    /// The source of the newest facts of the titles; `None` if there are no titles.
    pub provenance: Option<Provenance>,
}

/// Browsing's use cases.
#[derive(Clone)]
pub struct Browsing {
    store: Arc<dyn CatalogueStore>,
    cache: Arc<TableCache>,
}

#[derive(Default)]
struct TableCache {
    current: RwLock<Option<CurrentTable>>,
    /// The lock of whoever makes or changes the table.
    changing: Mutex<()>,
}

/// The table, and the catalogue's revision that it shows.
#[derive(Clone)]
struct CurrentTable {
    revision: i64,
    table: Arc<Table>,
}

impl Browsing {
    /// Use cases over a store, which is read when somebody first browses or
    /// [`follow`](Self::follow) is called.
    pub fn new(store: Arc<dyn CatalogueStore>) -> Self {
        Self {
            store,
            cache: Arc::default(),
        }
    }

    /// The titles that `filter` lets through in the order of `sort`: those that stand behind
    /// `after`, or the first ones.
    ///
    /// Following each part's [`next`](BrowseResult::next) yields every title once that neither
    /// comes, goes nor moves meanwhile.
    pub async fn page(
        &self,
        filter: &Filter,
        sort: Sort,
        after: Option<&SortKey>,
    ) -> Result<BrowseResult> {
        let table = self.table().await?;
        let mut counted = count::count(&table, &CompiledFilter::new(filter, &table));
        let found = table.page(sort, &counted.matches, after, PAGE_SIZE as usize);
        let facets = after.is_none().then(|| counted.take_facets(&table));
        let items = in_order(&*self.store, &found.ids).await?;
        Ok(BrowseResult {
            provenance: newest(items.iter().map(|title| &title.provenance)),
            items,
            total: counted.total,
            next: found.next,
            facets,
        })
    }

    /// Returns the revision of the catalogue that answers are made from.
    ///
    /// # Errors
    /// Fails if nothing was read from the store yet and it does not answer.
    pub async fn revision(&self) -> Result<i64> {
        Ok(self.shown().await?.revision)
    }

    /// Takes over what changed in the store, if anything. Answers go on meanwhile.
    ///
    /// # Errors
    /// Fails if the store does not answer; the table stays as it was.
    pub async fn follow(&self) -> Result<()> {
        let _changing = self.cache.changing.lock().await;
        let revision = self.store.revision().await?;
        let known = self.current();
        if known.as_ref().map(|known| known.revision) == Some(revision) {
            return Ok(());
        }
        if let Some(known) = known.filter(|known| known.revision < revision) {
            let changed = self.changed_since(known.revision).await?;
            let table = changed_table(known.table, changed).await?;
            // Only the number of titles shows that titles were deleted
            if table.len() == self.store.count().await? {
                self.show(CurrentTable { revision, table });
                return Ok(());
            }
        }
        let all = self.changed_since(i64::MIN).await?;
        let table = changed_table(Arc::default(), all).await?;
        self.show(CurrentTable { revision, table });
        Ok(())
    }

    async fn table(&self) -> Result<Arc<Table>> {
        Ok(self.shown().await?.table)
    }

    async fn shown(&self) -> Result<CurrentTable> {
        if let Some(current) = self.current() {
            return Ok(current);
        }
        self.follow().await?;
        self.current()
            .ok_or_else(|| Error::internal("browsing", "there is no table"))
    }

    fn current(&self) -> Option<CurrentTable> {
        let current = self.cache.current.read();
        let current = current.unwrap_or_else(PoisonError::into_inner);
        current.clone()
    }

    fn show(&self, current: CurrentTable) {
        let shown = self.cache.current.write();
        *shown.unwrap_or_else(PoisonError::into_inner) = Some(current);
    }

    async fn changed_since(&self, revision: i64) -> Result<Vec<BrowseFacts>> {
        let mut changed = Vec::new();
        loop {
            let after = changed
                .last()
                .map_or(MalId::new(0), |title: &BrowseFacts| title.mal_id);
            let mut batch = self.store.changed_facts(revision, after, BATCH).await?;
            if batch.is_empty() {
                return Ok(changed);
            }
            changed.append(&mut batch);
        }
    }
}

/// Returns the table with the changed titles; the same table where no title changed, as after most imports.
async fn changed_table(known: Arc<Table>, changed: Vec<BrowseFacts>) -> Result<Arc<Table>> {
    if changed.is_empty() {
        return Ok(known);
    }
    task::spawn_blocking(move || Arc::new(known.changed(changed)))
        .await
        .map_err(|error| Error::internal("making the table of browsing", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn table_is_reused_while_no_title_changes() {
        let known = Arc::new(Table::default());
        let same = changed_table(Arc::clone(&known), Vec::new()).await.unwrap();
        assert!(Arc::ptr_eq(&known, &same));
    }
}
