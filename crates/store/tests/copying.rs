//! All of a database in another one, of either engine.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use anyhow::Result;
use store::{Copied, DatabaseUrl};
use testkit::{TestDb, TextRow};

/// The one table that each database fills itself.
const OWN: &str = "schema_migration";
/// The numbers up to 1250 as the table `n`.
const NUMBERS: &str =
    "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1250)";
/// A text of characters that an engine might change on the way.
const TEXT: &str = "x''ÿ 進撃の巨人 \u{1f600} e\u{301} \\n %00\t\n";

async fn copy(from: &TestDb, to: &TestDb) -> domain::Result<Copied> {
    let url = |db: &TestDb| db.url().parse::<DatabaseUrl>().unwrap();
    store::copy(&url(from), &url(to)).await
}

/// The names of all tables but [`OWN`].
async fn tables(db: &TestDb) -> Result<BTreeSet<String>> {
    let tables = db.tables(None).await?;
    Ok(tables.into_iter().filter(|name| name != OWN).collect())
}

/// The columns of a table, as SQLite names and types them.
async fn columns(db: &TestDb, table: &str) -> Result<Vec<(String, String)>> {
    let sql = format!("SELECT name, type FROM pragma_table_info('{table}')");
    let column = |row: TextRow| {
        let mut row = row.into_iter().flatten();
        (row.next().unwrap(), row.next().unwrap())
    };
    Ok(db.query(&sql).await?.into_iter().map(column).collect())
}

/// A row with a value in every column. Keys and what refers to them are alike, so that it fits.
async fn fill(db: &TestDb, table: &str) -> Result<()> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (number, (name, kind)) in columns(db, table).await?.into_iter().enumerate() {
        values.push(match (&*kind, name.ends_with("id")) {
            ("BIGINT", true) => "1".into(),
            ("BIGINT", false) => format!("{}", 9_007_199_254_740_993_i64 + i64::try_from(number)?),
            ("DOUBLE PRECISION", _) => "0.1 + 0.2".into(),
            ("BYTEA", _) => "x'00ff80'".into(),
            ("TEXT", _) => format!("'{TEXT}'"),
            (other, _) => panic!("{table}.{name} is a {other}, which engines may read unlike"),
        });
        names.push(name);
    }
    let (names, values) = (names.join(", "), values.join(", "));
    db.query(&format!(
        "INSERT OR REPLACE INTO {table} ({names}) VALUES ({values})"
    ))
    .await?;
    Ok(())
}

async fn full() -> Result<TestDb> {
    let db = TestDb::sqlite()?;
    drop(db.open().await?);
    let mut left: Vec<String> = tables(&db).await?.into_iter().collect();
    // Referenced tables come first: a table can be filled once all that it references are there
    while !left.is_empty() {
        let before = left.len();
        let mut waiting = Vec::new();
        for table in left {
            if fill(&db, &table).await.is_err() {
                waiting.push(table);
            }
        }
        assert!(waiting.len() < before, "{waiting:?} cannot be filled");
        left = waiting;
    }
    Ok(db)
}

/// What a table holds, as its engine tells it, column by column of the first database.
async fn rows(db: &TestDb, first: &TestDb, table: &str) -> Result<Vec<TextRow>> {
    let columns = columns(first, table).await?;
    let hex = |(name, kind): (String, String)| match (&*kind, db.url().starts_with("sqlite:")) {
        ("BYTEA", true) => format!("lower(hex({name}))"),
        ("BYTEA", false) => format!("encode({name}, 'hex')"),
        _ => name,
    };
    let columns: Vec<String> = columns.into_iter().map(hex).collect();
    let sql = format!("SELECT {} FROM {table} ORDER BY 1", columns.join(", "));
    db.query(&sql).await
}

/// Databases to copy to: of PostgreSQL, and one that Citus spreads, where there is Citus.
async fn on_servers() -> Result<Vec<TestDb>> {
    let mut databases = vec![TestDb::postgres().await?];
    databases.extend(TestDb::citus().await?);
    Ok(databases)
}

#[tokio::test]
async fn every_column_of_every_table_arrives_and_comes_back() -> Result<()> {
    let first = full().await?;
    for there in on_servers().await? {
        arrives_and_comes_back(&first, &there).await?;
    }
    Ok(())
}

async fn arrives_and_comes_back(first: &TestDb, there: &TestDb) -> Result<()> {
    let back = &TestDb::sqlite()?;
    let copied = copy(first, there).await?;
    let returned = copy(there, back).await?;
    assert_eq!(copied.tables, returned.tables);
    assert!(copied.written_since?.is_empty());
    let names: BTreeSet<String> = copied.tables.iter().map(|t| t.name.to_owned()).collect();
    // A table that is in no list of what is to be copied would be lost
    for db in [first, there, back] {
        assert_eq!(tables(db).await?, names);
    }
    for table in &names {
        let expected = rows(first, first, table).await?;
        assert!(
            expected.len() == 1 && expected[0].iter().all(Option::is_some),
            "{table} is not filled: {expected:?}"
        );
        assert_eq!(rows(there, first, table).await?, expected, "{table}");
        assert_eq!(rows(back, first, table).await?, expected, "{table}");
    }
    Ok(())
}

#[tokio::test]
async fn lookup_rows_that_the_version_before_left_out_are_copied() -> Result<()> {
    let (first, there) = (TestDb::sqlite()?, TestDb::postgres().await?);
    drop(first.open().await?);
    for sql in [
        "INSERT INTO account VALUES ('u', 'U', 'E', 'e', NULL, NULL, 'now')",
        "INSERT INTO account_identity (issuer, subject, uid) VALUES ('i', 's', 'u')",
        "INSERT INTO account_email (email_folded, uid) VALUES ('of nobody', 'v')",
        "INSERT INTO identity_owner (issuer, subject, uid) VALUES ('i', 'of nobody', 'v')",
    ] {
        first.query(sql).await?;
    }
    copy(&first, &there).await?;
    for db in [&first, &there] {
        let emails = db.query("SELECT email_folded, uid FROM account_email");
        assert_eq!(
            emails.await?,
            [["e", "u"].map(|text| Some(text.to_owned()))]
        );
        let owners = db.query("SELECT issuer, subject, uid FROM identity_owner");
        assert_eq!(
            owners.await?,
            [["i", "s", "u"].map(|text| Some(text.to_owned()))]
        );
    }
    Ok(())
}

#[tokio::test]
async fn no_engine_numbers_rows_itself() -> Result<()> {
    // Where one did, a copy would have to tell the target how far the source has counted
    let there = TestDb::postgres().await?;
    drop(there.open().await?);
    let numbered = "SELECT table_name, column_name FROM information_schema.columns \
        WHERE table_schema = current_schema() \
        AND (is_identity = 'YES' OR column_default LIKE 'nextval%')";
    assert!(there.query(numbered).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn more_rows_than_are_read_at_once_arrive() -> Result<()> {
    let first = TestDb::sqlite()?;
    drop(first.open().await?);
    let titles = format!(
        "INSERT INTO mirror_title SELECT n * 1000, '{TEXT}', NULL, '' FROM n WHERE n <= 500"
    );
    // A key of two columns, whose pages end within one value of the first; and one page just full
    for sql in [
        "INSERT INTO account SELECT 'u' || n, n, n, 'u' || n, NULL, NULL, n FROM n WHERE n < 4",
        "INSERT INTO user_record SELECT 'u' || n, '', '', 1, 1, 0, NULL, 0 FROM n WHERE n < 3",
        "INSERT INTO record_change SELECT 'u' || (1 + n % 2), n, 'added', 'watchlist', -n, n * 7 FROM n",
        &titles,
        "INSERT INTO provider_answer SELECT 'k' || n, x'00', NULL, 'at' FROM n WHERE n < 20",
    ] {
        first.query(&format!("{NUMBERS} {sql}")).await?;
    }
    for there in on_servers().await? {
        let copied = copy(&first, &there).await?;
        let count = |name: &str| copied.tables.iter().find(|t| t.name == name).unwrap().rows;
        assert_eq!(count("record_change"), 1250);
        assert_eq!(count("mirror_title"), 500);
        assert_eq!(count("provider_answer"), 19);
        for table in ["record_change", "mirror_title", "provider_answer"] {
            let sql = format!("SELECT COUNT(*) FROM {table}");
            assert_eq!(there.query(&sql).await?, first.query(&sql).await?);
        }
    }
    Ok(())
}

#[tokio::test]
async fn copy_refuses_a_target_with_rows() -> Result<()> {
    let (first, there) = (full().await?, TestDb::postgres().await?);
    drop(there.open().await?);
    let sql = "INSERT INTO account VALUES ('mine', 'M', 'm', 'm', NULL, NULL, 'now')";
    there.query(sql).await?;
    let refused = copy(&first, &there).await.unwrap_err();
    assert_eq!(refused.code(), domain::Code::InvalidRequest);
    let sentence = refused.to_string();
    assert!(sentence.contains("holds something already"), "{sentence}");
    assert!(sentence.contains("table account"), "{sentence}");
    let uids = there.query("SELECT uid FROM account").await?;
    assert_eq!(uids, [[Some("mine".to_owned())]]);
    let revision = there
        .query("SELECT revision FROM catalogue_revision")
        .await?;
    assert_eq!(revision, [[Some("0".to_owned())]]);
    // A database is not copied into itself, either
    assert!(copy(&first, &first).await.is_err());
    Ok(())
}

#[tokio::test]
async fn copy_that_fails_among_many_rows_leaves_nothing() -> Result<()> {
    let (first, there) = (TestDb::sqlite()?, TestDb::postgres().await?);
    drop(first.open().await?);
    let titles = "INSERT INTO mirror_title SELECT n, CASE n WHEN 400 THEN char(0) ELSE '' END, NULL, '' FROM n";
    first.query(&format!("{NUMBERS} {titles}")).await?;
    let failed = copy(&first, &there).await.unwrap_err();
    let error = format!("{:#}", anyhow::Error::new(failed));
    assert!(error.contains("in the table mirror_title"), "{error}");
    assert!(there.query("SELECT 1 FROM mirror_title").await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn copy_that_fails_midway_leaves_nothing_and_names_the_table() -> Result<()> {
    let (first, there) = (full().await?, TestDb::postgres().await?);
    // PostgreSQL holds no text with a NUL
    first
        .query("UPDATE user_record SET bio = 'a' || char(0) || 'b'")
        .await?;
    let failed = copy(&first, &there).await.unwrap_err();
    let error = format!("{:#}", anyhow::Error::new(failed));
    assert!(error.contains("in the table user_record"), "{error}");
    for table in ["anime", "account", "user_record"] {
        assert!(
            there
                .query(&format!("SELECT 1 FROM {table}"))
                .await?
                .is_empty()
        );
    }
    first.query("UPDATE user_record SET bio = 'ab'").await?;
    copy(&first, &there).await?;
    Ok(())
}

#[tokio::test]
async fn missing_source_is_not_created() -> Result<()> {
    let (first, there) = (TestDb::sqlite()?, TestDb::sqlite()?);
    let refused = copy(&first, &there).await.unwrap_err().to_string();
    assert!(refused.contains("there is no database at"), "{refused}");
    let path = first.url().strip_prefix("sqlite:").unwrap();
    assert!(!std::path::Path::new(path).exists());
    Ok(())
}
