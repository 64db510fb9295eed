//! Databases that are spread over the nodes of Citus, and those that become so.

use anyhow::{Context as _, Result, ensure};
use domain::Code;
use store::{DatabaseUrl, SpreadTable, distribute};
use testkit::{TestAddress, TestDb, TextRow};
use tokio::time::{sleep, timeout};

use super::sample_rows::{OWN, StoredRows, fill, migrations, schema};
use super::{POLL_INTERVAL, TIMEOUT};

/// Ends the connection that spreads the table `session`, and returns a row for it.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE application_name = current_schema() AND query LIKE '%create_distributed_table(''session%'";

/// What undoes the migrations from the library's on, but for the catalogue's in between.
const BEFORE_LIBRARIES: &[&str] = &[
    "DROP TABLE mirror_extra",
    "DROP TABLE anime_extra, anime_casting, anime_voice, anime_staff, anime_episode, anime_recommendation",
    "DROP TABLE anime_character_name, anime_character, anime_person_name, anime_person",
    "DROP TABLE user_page",
    "DROP TABLE page_name",
    "DROP TABLE review, review_tally, review_vote, review_report, review_decision",
    "DROP TABLE vote, title_tally, rating_total, rating_hold, rating_position, forgotten_account",
    "DROP TABLE unresolved_entry, list_import_row, list_import, anime_foreign_id",
    "DROP TABLE list_event, record_entry, record_change, user_record CASCADE",
    "ALTER TABLE catalogue_revision DROP COLUMN change_id, DROP COLUMN built_in",
    "DROP TABLE account_email",
    "DROP TABLE identity_owner",
    "DELETE FROM schema_migration \
        WHERE name IN ('0005_record', '0013_change_id', '0014_lookup', '0015_anime_list', \
        '0016_list_import', '0017_import_limits', '0018_rating', '0019_review', \
        '0020_import_csv', '0021_user_page', '0022_extras', '0023_extras_lists', \
        '0024_mirror_extra', '0025_all_reviews', '0026_mirror_progress', '0027_built_in')",
];

fn url(db: &TestDb) -> Result<DatabaseUrl> {
    Ok(db.url().parse()?)
}

/// A database that holds a row of each table, and is not spread.
async fn filled() -> Result<Option<(TestDb, StoredRows)>> {
    let Some(db) = TestDb::citus_undistributed().await? else {
        return Ok(None);
    };
    let all = migrations()?;
    let held = fill(&db, &all, all.len()).await?;
    Ok(Some((db, held)))
}

/// The schema without the parts of tables, whose names have numbers at their ends.
async fn whole_tables(db: &TestDb) -> Result<Vec<TextRow>> {
    let mut tables = schema(db).await?;
    let is_part = |name: &String| name.ends_with(|last: char| last.is_ascii_digit());
    tables.retain(|row| !row[0].as_ref().is_some_and(is_part));
    Ok(tables)
}

fn were_spread(tables: &[SpreadTable]) -> usize {
    tables.iter().filter(|table| table.was_spread).count()
}

#[tokio::test]
async fn distributing_keeps_every_row() -> Result<()> {
    let Some((db, held)) = filled().await? else {
        return Ok(());
    };
    let before = schema(&db).await?;
    for _ in 0..2 {
        let plan = distribute(&url(&db)?, true).await?;
        ensure!(were_spread(&plan) == 0 && schema(&db).await? == before);
        ensure!(!db.open().await?.is_distributed());
    }
    let done = distribute(&url(&db)?, false).await?;
    ensure!(done.len() > 20 && were_spread(&done) == 0, "{done:?}");
    let newest = schema(&db).await?;
    // A second run finds nothing left to do
    let again = distribute(&url(&db)?, false).await?;
    ensure!(were_spread(&again) == done.len(), "{again:?}");
    ensure!(schema(&db).await? == newest, "another schema");
    ensure!(StoredRows::by(&db).await? == held, "other rows");
    // Each call opens the database at another node
    for _ in 0..3 {
        ensure!(db.open().await?.is_distributed());
        held.came_through(&db, &newest).await?;
    }
    Ok(())
}

#[tokio::test]
async fn distribution_that_is_killed_is_done_by_the_next_run() -> Result<()> {
    let Some((db, held)) = filled().await? else {
        return Ok(());
    };
    let before = schema(&db).await?;
    let cut = async {
        while db.query(CUT).await?.is_empty() {
            sleep(POLL_INTERVAL).await;
        }
        anyhow::Ok(())
    };
    let url = url(&db)?;
    let (done, cut) = tokio::join!(distribute(&url, false), timeout(TIMEOUT, cut));
    let failed = done.err().context("it came to its end")?;
    cut.with_context(|| format!("nothing began: {failed:?}"))??;
    ensure!(schema(&db).await? == before, "another schema");
    ensure!(StoredRows::by(&db).await? == held, "other rows");
    ensure!(were_spread(&distribute(&url, true).await?) == 0);
    distribute(&url, false).await?;
    ensure!(StoredRows::by(&db).await? == held, "other rows");
    Ok(())
}

#[tokio::test]
async fn migrations_spread_the_tables_that_they_make() -> Result<()> {
    let (Some(db), Some(new)) = (TestDb::citus().await?, TestDb::citus().await?) else {
        return Ok(());
    };
    let account = "INSERT INTO account VALUES ('u', 'U', 'U@a.org', 'u@a.org', NULL, NULL, 'now')";
    db.query(account).await?;
    for sql in BEFORE_LIBRARIES {
        db.query(sql).await.with_context(|| *sql)?;
    }
    drop(db.open().await?);
    let applied = format!("SELECT name FROM {OWN} ORDER BY name");
    ensure!(db.query(&applied).await? == new.query(&applied).await?);
    let [migrated, made] = [whole_tables(&db).await?, whole_tables(&new).await?];
    let other: Vec<_> = migrated.iter().filter(|row| !made.contains(row)).collect();
    ensure!(
        migrated.len() == made.len() && other.is_empty(),
        "{other:?}"
    );
    let plan = distribute(&url(&db)?, true).await?;
    ensure!(were_spread(&plan) == plan.len(), "{plan:?}");
    let looked_up = db.query("SELECT uid FROM account_email").await?;
    ensure!(looked_up == [[Some("u".to_owned())]], "{looked_up:?}");
    Ok(())
}

#[tokio::test]
async fn worker_is_no_address_without_the_coordinator() -> Result<()> {
    let Some(db) = TestDb::citus().await? else {
        return Ok(());
    };
    for _ in 0..2 {
        let TestAddress { url, coordinator } = db.next_address()?;
        let coordinator = coordinator.context("it is not on Citus")?;
        let refused = store::Store::open(&url.parse()?).await.err();
        let refused = refused.context("it is taken for the coordinator")?;
        ensure!(refused.code() == Code::InvalidRequest);
        ensure!(refused.to_string().contains("--coordinator"), "{refused}");
        let refused = distribute(&url.parse()?, true).await.err();
        ensure!(refused.is_some_and(|refused| refused.code() == Code::InvalidRequest));
        let through = DatabaseUrl::with_coordinator(&url, &coordinator)?;
        ensure!(store::Store::open(&through).await?.is_distributed());
    }
    Ok(())
}

#[tokio::test]
async fn table_that_is_spread_otherwise_is_refused() -> Result<()> {
    let Some(db) = TestDb::citus_undistributed().await? else {
        return Ok(());
    };
    drop(db.open().await?);
    db.query("SELECT create_reference_table('budget')").await?;
    for dry_run in [true, false] {
        let refused = distribute(&url(&db)?, dry_run).await.err();
        let refused = refused.context("it is taken as it is")?.to_string();
        ensure!(
            refused.contains("undistribute_table('budget')"),
            "{refused}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn database_without_citus_is_not_distributed() -> Result<()> {
    for (db, sentence) in [
        (TestDb::sqlite()?, "Move to PostgreSQL with Citus first"),
        (TestDb::postgres().await?, "CREATE EXTENSION citus"),
    ] {
        for dry_run in [true, false] {
            let refused = distribute(&url(&db)?, dry_run).await.err();
            let refused = refused.context("it is distributed")?;
            ensure!(refused.code() == Code::InvalidRequest);
            ensure!(refused.to_string().contains(sentence), "{refused}");
        }
        ensure!(db.tables(None).await?.is_empty(), "it made something");
    }
    Ok(())
}
