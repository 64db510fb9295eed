//! What every store keeps to, on every engine.
//!
//! Each case is a function over a database of its own; `crates/store/tests/contract.rs` runs every
//! one of them on each engine.
#![expect(
    clippy::missing_panics_doc,
    reason = "a case fails by panic: that is its purpose"
)]

pub mod accounts;
pub mod adult;
mod anime_list;
pub mod answers;
pub mod browsing;
pub mod budgets;
pub mod changes;
pub mod companies;
pub mod credits;
pub mod deleting;
pub mod entries;
pub mod extras;
pub mod extras_lists;
pub mod franchises;
pub mod import_limits;
pub mod import_outcomes;
pub mod importing;
pub mod list_activity;
pub mod list_conflicts;
pub mod list_editing;
pub mod list_history;
pub mod list_imports;
pub mod list_limits;
pub mod list_sequences;
pub mod lists;
pub mod lookups;
pub mod mirroring;
pub mod mirroring_extras;
pub mod opening;
pub mod origins;
pub mod orphaned_entries;
mod people;
pub mod preferring;
pub mod profiles;
pub mod rating_holds;
pub mod ratings;
pub mod records;
pub mod resets;
pub mod review_cases;
pub mod review_votes;
mod review_writing;
pub mod reviews;
pub mod searching;
pub mod secrets;
pub mod selecting;
pub mod sessions;
pub mod sign_in;
pub mod unresolved_entries;
pub mod user_pages;
pub mod writing_at_once;

use std::sync::Arc;

use anyhow::Result;
use domain::{
    anime::{Anime, MalId},
    catalogue::{AnimeSummary, CatalogueStore, Outcome},
    provenance::Provenance,
};
use jiff::Timestamp;
use store::Store;

use crate::TestDb;

/// Returns a source's provenance, with an instant that has nanoseconds to lose.
fn provenance(source: &str) -> Provenance {
    Provenance {
        source: source.into(),
        as_of: Timestamp::constant(1_793_491_200, 123_456_789),
    }
}

/// Imports `titles` as one batch from `source`.
async fn import(store: &Store, source: &str, titles: &[Anime]) -> Result<Vec<Outcome>> {
    let mut import = store.begin_import(provenance(source)).await?;
    let outcomes = import.put(titles).await?;
    import.commit().await?;
    Ok(outcomes)
}

fn ids(summaries: &[AnimeSummary]) -> Vec<u32> {
    summaries.iter().map(|s| s.mal_id.get()).collect()
}

fn id(number: u32) -> MalId {
    MalId::new(number)
}

/// Signs up somebody, and applies an import of so many titles to their list.
pub async fn import_list(store: &Store, owner: u32, titles: u32) -> Result<()> {
    let owner = people::sign_up(store, owner).await?;
    let ids: Vec<MalId> = (1..=titles).map(id).collect();
    let rows = (1..=titles).map(list_imports::by_number).collect();
    let number = list_imports::bring(store, &owner, rows).await?;
    list_imports::apply(store, &owner, number, &ids, &[]).await?;
    Ok(())
}

/// Answers of `count` calls that begin at once, half of them in another process as it were.
async fn at_once<T: Send + 'static, F>(
    db: &TestDb,
    count: u32,
    call: impl Fn(Arc<Store>, u32) -> F,
) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    let stores = [Arc::new(db.open().await?), Arc::new(db.open().await?)];
    let tasks: Vec<_> = (0..count)
        .zip(stores.iter().cycle())
        .map(|(n, store)| tokio::spawn(call(Arc::clone(store), n)))
        .collect();
    let mut answers = Vec::with_capacity(tasks.len());
    for task in tasks {
        answers.push(task.await??);
    }
    Ok(answers)
}
