//! What every store keeps to, on every engine.
//!
//! Each case is a function over a database of its own; `crates/store/tests/contract.rs` runs every
//! one of them on each engine.
#![expect(
    clippy::missing_panics_doc,
    reason = "a case fails by panic: that is its purpose"
)]

pub mod answers;
pub mod importing;
pub mod lists;
pub mod opening;
pub mod records;
pub mod searching;

use anyhow::Result;
use domain::{
    anime::{Anime, MalId},
    catalogue::{AnimeSummary, CatalogueStore, Outcome, Provenance},
};
use jiff::Timestamp;
use store::Store;

/// A source, with an instant that has nanoseconds to lose.
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
