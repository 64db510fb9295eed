//! Opening a database.

use anyhow::Result;
use domain::{catalogue::CatalogueStore, pool::Pools as _};

use super::{import, provenance};
use crate::{TestDb, anime};

/// Stores that open the same new database at once all succeed and share it.
pub async fn many_may_open_a_new_database_at_once(db: &TestDb) -> Result<()> {
    let (a, b, c, d) = tokio::join!(db.open(), db.open(), db.open(), db.open());
    let (a, b, c, d) = (a?, b?, c?, d?);
    import(&a, "jikan", &[anime::popular(1, "One", 1)]).await?;
    for store in [b, c, d] {
        assert_eq!(store.revision().await?, 1);
    }
    Ok(())
}

/// Written rows are there when the database is opened again.
pub async fn reopened_database_is_unchanged(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[anime::popular(1, "One", 1)]).await?;
    drop(store);
    let store = db.open().await?;
    assert_eq!(store.popular(1).await?.total, 1);
    Ok(())
}

/// A connection counts as in use as long as somebody holds it.
pub async fn connections_in_use_are_counted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let in_use = || store.pools().iter().map(|pool| pool.in_use).sum::<usize>();
    assert_eq!(in_use(), 0);
    let import = store.begin_import(provenance("jikan")).await?;
    assert_eq!(in_use(), 1);
    import.commit().await?;
    assert_eq!(in_use(), 0);
    assert!(
        store
            .pools()
            .iter()
            .all(|pool| pool.most > 0 && pool.waiting == 0)
    );
    Ok(())
}
