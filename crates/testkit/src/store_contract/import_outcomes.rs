//! What applying imports has led to.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use domain::{
    Error,
    anime_list::{CurrentEntry, Decision},
    library::{
        ApplyOutcome, Applying, ImportCounts, ImportStore as _, ListImport, UnchangedByApply,
        UnchangedTitle, Unwritten,
    },
};

use super::{
    anime_list::{aired, listed},
    id,
    list_imports::{bring, operation, watched},
    people::{NOW, sign_up},
};
use crate::TestDb;

/// An import stores the entries that it left unchanged. Imports of older versions have the counts alone.
pub async fn import_stores_the_entries_that_it_left(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    aired(&store, 2).await?;
    let number = bring(&store, &owner, Vec::new()).await?;
    let counts = ImportCounts {
        added: 1,
        refused: 1,
        ..ImportCounts::default()
    };
    let outcome = |left: &[Unwritten<'_>]| ApplyOutcome {
        counts,
        left: of(left),
    };
    let applying = Applying {
        ids: &[id(1), id(2)],
        unresolved: &[],
        names: &BTreeMap::new(),
        outcome: &outcome,
    };
    let operation = operation(number);
    let applied = store.apply_import(&owner, number, applying, &operation, &all_but_the_first);
    assert_eq!(applied.await?.entries.len(), 1);
    assert_eq!(listed(&store, &owner).await?.len(), 1);
    let kept = ApplyOutcome {
        counts,
        left: of(&[(id(1), &Error::ListFull)]),
    };
    let read = || async { anyhow::Ok(store.read_import(&owner, number, &[]).await?.import) };
    assert_eq!(read().await?.outcome.as_ref(), Some(&kept));
    let newest = store.imports(&owner, None, 1).await?.pop();
    let newest: ListImport = newest.context("it is there")?;
    assert_eq!(newest.outcome, Some(kept));

    let before = serde_json::to_string(&counts)?;
    db.query(&format!("UPDATE list_import SET counts = '{before}'"))
        .await?;
    let outcome = read().await?.outcome.context("it is applied")?;
    assert_eq!(outcome.counts, counts);
    assert_eq!(outcome.left, UnchangedByApply::default());
    Ok(())
}

fn of(left: &[Unwritten<'_>]) -> UnchangedByApply {
    let named = left.iter().map(|(mal_id, error)| UnchangedTitle {
        mal_id: *mal_id,
        name: None,
        reason: error.to_string(),
    });
    UnchangedByApply {
        // The count is larger than the number of named titles by six
        count: 7,
        named: named.collect(),
    }
}

fn all_but_the_first(current: &CurrentEntry) -> domain::Result<Decision> {
    if current.mal_id == id(1) {
        return Err(Error::ListFull);
    }
    Ok(Decision {
        entry: Some(watched(3).entry(current.facts.as_ref(), NOW)),
        ..Decision::default()
    })
}
