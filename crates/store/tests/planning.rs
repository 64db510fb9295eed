//! What PostgreSQL's planner knows of the tables.

use anyhow::Result;
use domain::{
    anime::{Anime, MalId},
    catalogue::CatalogueStore as _,
    provenance::Provenance,
};
use jiff::Timestamp;
use testkit::TestDb;

async fn import(db: &TestDb, ids: std::ops::RangeInclusive<u32>) -> Result<()> {
    let provenance = Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    };
    let store = db.open().await?;
    let mut import = store.begin_import(provenance).await?;
    let titles: Vec<Anime> = ids
        .map(|id| Anime::named(MalId::new(id), format!("Title {id}")))
        .collect();
    import.put(&titles).await?;
    Ok(import.commit().await?)
}

#[tokio::test]
async fn titles_are_counted_once_many_were_imported() -> Result<()> {
    let db = TestDb::postgres().await?;
    let counted = "SELECT reltuples::BIGINT FROM pg_class WHERE oid = 'anime'::regclass";
    import(&db, 1..=1).await?;
    assert_eq!(db.query(counted).await?, [[Some("-1".to_owned())]]);
    import(&db, 1..=1_100).await?;
    assert_eq!(db.query(counted).await?, [[Some("1100".to_owned())]]);
    Ok(())
}
