//! Keeping the index of names as new as the store.

use std::sync::Arc;

use domain::{
    Error, Result,
    anime::MalId,
    catalogue::CatalogueStore,
    search::{IndexState, TitleNames, TitleSearch},
};
use tokio::task;

/// The number of titles that are read from the store at once.
const BATCH: u32 = 1_000;

/// Takes over what changed in the store since the index was written, if anything; makes the index
/// anew where it is missing or does not fit the store. Searches go on meanwhile.
///
/// # Errors
/// Fails if the store does not answer or the index cannot be written; the index stays as it was.
pub async fn follow(store: &dyn CatalogueStore, names: &Arc<dyn TitleSearch>) -> Result<()> {
    let revision = store.revision().await?;
    let indexed = names.indexed();
    if indexed.is_some_and(|indexed| indexed.revision == revision) {
        return Ok(());
    }
    if let Some(indexed) = indexed.filter(|indexed| indexed.revision < revision) {
        let changed = changed_since(store, indexed.revision).await?;
        write(names, move |names| names.update(&changed, revision)).await?;
    }
    fit(store, names, revision).await
}

/// Makes the index anew unless it fits the store: what a start finds may be of another one.
///
/// # Errors
/// Fails as [`follow`] does.
pub async fn check(store: &dyn CatalogueStore, names: &Arc<dyn TitleSearch>) -> Result<()> {
    let revision = store.revision().await?;
    fit(store, names, revision).await
}

/// Makes the index anew unless it is of this revision and holds as many titles as the store: that
/// titles were taken away is seen by nothing else.
async fn fit(
    store: &dyn CatalogueStore,
    names: &Arc<dyn TitleSearch>,
    revision: i64,
) -> Result<()> {
    let titles = store.count().await?;
    if names.indexed() == Some(IndexState { revision, titles }) {
        return Ok(());
    }
    let all = changed_since(store, i64::MIN).await?;
    write(names, move |names| names.rebuild(all, revision)).await
}

async fn changed_since(store: &dyn CatalogueStore, revision: i64) -> Result<Vec<TitleNames>> {
    let mut changed = Vec::new();
    loop {
        let after = changed
            .last()
            .map_or(0, |title: &TitleNames| title.mal_id.get());
        let mut batch = store
            .changed_names(revision, MalId::new(after), BATCH)
            .await?;
        if batch.is_empty() {
            return Ok(changed);
        }
        changed.append(&mut batch);
    }
}

async fn write(
    names: &Arc<dyn TitleSearch>,
    write: impl FnOnce(&dyn TitleSearch) -> Result<()> + Send + 'static,
) -> Result<()> {
    let names = Arc::clone(names);
    task::spawn_blocking(move || write(&*names))
        .await
        .map_err(|error| Error::internal("writing the search index", error))?
}
