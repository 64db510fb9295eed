//! What the server does beside answering, for as long as it runs.

use std::{sync::Arc, time::Duration};

use api::SharedAnswers;
use app::{
    account::Accounts,
    catalogue::{browsing::Browsing, search_index},
    imports::Imports,
    reviews::Reviews,
};
use domain::{Result, catalogue::CatalogueStore, search::TitleSearch};

/// How often the server checks whether another process changed the catalogue.
const REVISION_INTERVAL: Duration = Duration::from_secs(1);
/// Pause before imported entries without titles are looked at again, if the catalogue has changed.
const RESOLVING_INTERVAL: Duration = Duration::from_secs(20);
/// Longest pause after a failed write of the search index.
const MAX_PAUSE: Duration = Duration::from_mins(5);
/// How often expired rows are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_mins(10);

/// Sets the revision of the shared answers. A store that does not answer changes nothing: cached
/// answers are still sent.
pub(super) async fn follow_revision(store: Arc<dyn CatalogueStore>, shared: Arc<SharedAnswers>) {
    loop {
        tokio::time::sleep(REVISION_INTERVAL).await;
        if let Ok(revision) = store.revision().await {
            shared.set_revision(revision);
        }
    }
}

/// Gives imported entries their titles once the catalogue knows them. Several servers may do so at once: each entry is
/// given one.
pub(super) async fn resolve_imports(store: Arc<dyn CatalogueStore>, imports: Imports) {
    let mut done = None;
    loop {
        if let Ok(revision) = store.revision().await
            && done != Some(revision)
        {
            match imports.resolve_known().await {
                Ok(_) => done = Some(revision),
                Err(error) => tracing::debug!(%error, "imported entries stay without titles"),
            }
        }
        tokio::time::sleep(RESOLVING_INTERVAL).await;
    }
}

/// Updates the columns of browsing. A store that does not answer changes nothing, as above.
pub(super) async fn follow_facts(browsing: Browsing) {
    loop {
        if let Err(error) = browsing.follow().await {
            tracing::debug!(%error, "what browsing looks at is not up to date");
        }
        tokio::time::sleep(REVISION_INTERVAL).await;
    }
}

/// Builds the index of names if there is no current one, and keeps it up to date.
pub(super) async fn follow_names(store: Arc<dyn CatalogueStore>, names: Arc<dyn TitleSearch>) {
    let mut done = search_index::check(&*store, &names).await;
    let mut pause = REVISION_INTERVAL;
    loop {
        pause = match done {
            Ok(()) => REVISION_INTERVAL,
            Err(error) => {
                tracing::warn!(
                    ?error,
                    "the search index is not up to date; it is tried again"
                );
                (pause * 2).min(MAX_PAUSE)
            }
        };
        tokio::time::sleep(pause).await;
        done = search_index::follow(&*store, &names).await;
    }
}

/// Deletes expired rows, now and periodically.
pub(super) async fn sweep(accounts: Accounts, imports: Imports, reviews: Reviews) {
    loop {
        warn_unless(reviews.sweep().await, "deleted reviews");
        warn_unless(imports.sweep().await, "old imports");
        warn_unless(accounts.sweep().await, "expired sessions and links");
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

fn warn_unless<T>(swept: Result<T>, what: &str) {
    if let Err(error) = swept {
        tracing::warn!(%error, "{what} could not be swept away");
    }
}
