//! What PostgreSQL's planner knows of the tables.

use anyhow::Result;
use domain::{
    anime::{Anime, MalId},
    catalogue::CatalogueStore as _,
    extras::{Extra, TitleExtra, ViewerCounts},
    provenance::Provenance,
};
use jiff::Timestamp;
use testkit::{TestDb, store_contract::import_list};

fn provenance() -> Provenance {
    Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    }
}

/// A database whose tables nothing counts but the store: PostgreSQL's own autovacuum comes once a minute.
async fn database() -> Result<TestDb> {
    let db = TestDb::postgres().await?;
    db.open().await?;
    let alone = "DO $$ DECLARE name REGCLASS; BEGIN \
        FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = CURRENT_SCHEMA()::REGNAMESPACE \
        LOOP EXECUTE FORMAT('ALTER TABLE %s SET (autovacuum_enabled = false)', name); END LOOP; END $$";
    db.query(alone).await?;
    Ok(db)
}

async fn import(db: &TestDb, ids: std::ops::RangeInclusive<u32>) -> Result<()> {
    let store = db.open().await?;
    let mut import = store.begin_import(provenance()).await?;
    let titles: Vec<Anime> = ids
        .map(|id| Anime::named(MalId::new(id), format!("Title {id}")))
        .collect();
    import.put(&titles).await?;
    Ok(import.commit().await?)
}

/// The catalogue's tables of which PostgreSQL has statistics.
async fn counted(db: &TestDb) -> Result<Vec<String>> {
    let sql = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'anime%' AND reltuples >= 0 \
        AND pg_table_is_visible(oid) ORDER BY relname";
    let rows = db.query(sql).await?;
    Ok(rows.into_iter().flatten().flatten().collect())
}

/// To read a sample of each table takes seconds where a catalogue is large.
#[tokio::test]
async fn tables_untouched_by_an_import_are_not_analysed() -> Result<()> {
    let db = database().await?;
    import(&db, 1..=1_100).await?;
    assert_eq!(counted(&db).await?, ["anime", "anime_name"]);
    let statistics = |number| TitleExtra {
        mal_id: MalId::new(number),
        extra: Extra::Statistics(ViewerCounts::default()),
    };
    let store = db.open().await?;
    let mut import = store.begin_import(provenance()).await?;
    let extras: Vec<TitleExtra> = (1..=1_100).map(statistics).collect();
    import.put_extras(&extras).await?;
    import.commit().await?;
    assert_eq!(counted(&db).await?, ["anime", "anime_extra", "anime_name"]);
    Ok(())
}

/// Where a page is not known to be seen by all, an index that has all that is asked for does not suffice.
#[tokio::test]
async fn tables_are_vacuumed_after_a_large_import() -> Result<()> {
    let db = database().await?;
    import(&db, 1..=1_100).await?;
    // Whether each page is marked depends on what else runs on this server
    let vacuumed = "SELECT last_vacuum IS NOT NULL FROM pg_stat_user_tables WHERE relid = 'anime_name'::regclass";
    assert_eq!(db.query(vacuumed).await?, [[Some("t".to_owned())]]);
    Ok(())
}

#[tokio::test]
async fn titles_are_analysed_after_a_large_import() -> Result<()> {
    let db = database().await?;
    let counted = "SELECT reltuples::BIGINT FROM pg_class WHERE oid = 'anime'::regclass";
    import(&db, 1..=1).await?;
    assert_eq!(db.query(counted).await?, [[Some("-1".to_owned())]]);
    import(&db, 1..=1_100).await?;
    assert_eq!(db.query(counted).await?, [[Some("1100".to_owned())]]);
    Ok(())
}

/// PostgreSQL expects no rows of a user missing from its statistics, and reads all of them for each title.
#[tokio::test]
async fn lists_are_analysed_after_a_large_import() -> Result<()> {
    let db = database().await?;
    let store = db.open().await?;
    let counted = "SELECT reltuples::BIGINT FROM pg_class WHERE oid = 'record_entry'::regclass";
    import_list(&store, 1, 500).await?;
    assert_eq!(db.query(counted).await?, [[Some("-1".to_owned())]]);
    import_list(&store, 2, 501).await?;
    assert_eq!(db.query(counted).await?, [[Some("1001".to_owned())]]);
    // The columns that rows are looked up by have statistics
    for (table, columns) in [
        ("record_entry", "list,mal_id,uid,version"),
        ("list_event", "at,cause,mal_id,op_id,uid,version"),
    ] {
        let counted = format!(
            "SELECT STRING_AGG(attname, ',' ORDER BY attname) FROM pg_stats \
            WHERE schemaname = CURRENT_SCHEMA() AND tablename = '{table}'"
        );
        assert_eq!(db.query(&counted).await?, [[Some(columns.to_owned())]]);
    }
    Ok(())
}
