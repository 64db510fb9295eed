//! The schema, as steps that only go forward.
//!
//! **Invariant:** a released migration is never edited; a change of the schema is a new file. It only
//! adds, so that servers of the version before go on beside new ones (`docs/scaling.md`).

use domain::{Error, Result};

use crate::{distribution, functions, tx::Tx};

/// Name and text of every migration, in the order in which they are applied.
const MIGRATIONS: &[(&str, &str)] = &[
    (
        "0001_catalogue",
        include_str!("../migrations/0001_catalogue.sql"),
    ),
    (
        "0002_provider_answer",
        include_str!("../migrations/0002_provider_answer.sql"),
    ),
    (
        "0003_provider_answer_age",
        include_str!("../migrations/0003_provider_answer_age.sql"),
    ),
    (
        "0004_account",
        include_str!("../migrations/0004_account.sql"),
    ),
    ("0005_record", include_str!("../migrations/0005_record.sql")),
    (
        "0006_selection",
        include_str!("../migrations/0006_selection.sql"),
    ),
    (
        "0007_catalogue_change",
        include_str!("../migrations/0007_catalogue_change.sql"),
    ),
    (
        "0008_franchise",
        include_str!("../migrations/0008_franchise.sql"),
    ),
    (
        "0009_origins",
        include_str!("../migrations/0009_origins.sql"),
    ),
    ("0010_mirror", include_str!("../migrations/0010_mirror.sql")),
    ("0011_budget", include_str!("../migrations/0011_budget.sql")),
    (
        "0012_mirror_answer",
        include_str!("../migrations/0012_mirror_answer.sql"),
    ),
    (
        "0013_change_id",
        include_str!("../migrations/0013_change_id.sql"),
    ),
    ("0014_lookup", include_str!("../migrations/0014_lookup.sql")),
    (
        "0015_anime_list",
        include_str!("../migrations/0015_anime_list.sql"),
    ),
    (
        "0016_list_import",
        include_str!("../migrations/0016_list_import.sql"),
    ),
    (
        "0017_import_limits",
        include_str!("../migrations/0017_import_limits.sql"),
    ),
    ("0018_rating", include_str!("../migrations/0018_rating.sql")),
    ("0019_review", include_str!("../migrations/0019_review.sql")),
    (
        "0020_import_csv",
        include_str!("../migrations/0020_import_csv.sql"),
    ),
    (
        "0021_user_page",
        include_str!("../migrations/0021_user_page.sql"),
    ),
    ("0022_extras", include_str!("../migrations/0022_extras.sql")),
    (
        "0023_extras_lists",
        include_str!("../migrations/0023_extras_lists.sql"),
    ),
    (
        "0024_mirror_extra",
        include_str!("../migrations/0024_mirror_extra.sql"),
    ),
    (
        "0025_all_reviews",
        include_str!("../migrations/0025_all_reviews.sql"),
    ),
    (
        "0026_mirror_progress",
        include_str!("../migrations/0026_mirror_progress.sql"),
    ),
    (
        "0027_built_in",
        include_str!("../migrations/0027_built_in.sql"),
    ),
];

/// Applies the migrations that are missing, and commits. `tx` must run alone.
pub(crate) async fn run(mut tx: Tx) -> Result<()> {
    let is_distributed = distribution::is_distributed(&mut tx).await?;
    if is_distributed {
        distribution::require_coordinator(&mut tx).await?;
    }
    tx.batch("CREATE TABLE IF NOT EXISTS schema_migration (name TEXT PRIMARY KEY)")
        .await?;
    let applied = tx
        .query("SELECT name FROM schema_migration ORDER BY name", vec![])
        .await?
        .into_iter()
        .map(|mut row| row.take::<String>("name"))
        .collect::<Result<Vec<_>>>()?;
    if let Some(unknown) = applied
        .iter()
        .find(|name| !MIGRATIONS.iter().any(|(known, _)| known == name))
    {
        return Err(Error::internal(
            "this database belongs to a newer version of Mitai; start that version",
            format!("migration {unknown} is not known"),
        ));
    }
    tx.limit_lock_wait().await?;
    for (name, sql) in MIGRATIONS {
        if applied.iter().all(|known| known != name) {
            if is_distributed {
                distribution::migrate(&mut tx, sql).await?;
            } else {
                tx.batch(*sql).await?;
            }
            tx.execute(
                "INSERT INTO schema_migration (name) VALUES ($1)",
                vec![(*name).into()],
            )
            .await?;
        }
    }
    functions::make(&mut tx).await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::MIGRATIONS;

    /// What takes something away from a server of the version before, or makes it another.
    const NARROWING: [&str; 9] = [
        "DROP ",
        "RENAME ",
        "SET NOT NULL",
        "ALTER COLUMN",
        "CREATE TRIGGER",
        "REPLACE INTO ",
        "TRUNCATE ",
        "DELETE FROM ",
        "UPDATE ",
    ];

    /// Statements of a migration that would break servers of the version before.
    fn narrowing(sql: &str) -> Option<String> {
        let statements: Vec<&str> = sql
            .lines()
            .filter(|line| !line.trim_start().starts_with("--"))
            .flat_map(str::split_whitespace)
            .collect();
        let sql = statements.join(" ").to_uppercase();
        let word = NARROWING.into_iter().find(|word| sql.contains(word));
        word.map(str::to_owned)
            .or_else(|| {
                let mut added = sql.split(" ADD ").skip(1);
                let added = added.find(|added| !added.starts_with("COLUMN "));
                added.map(|added| format!("ADD without COLUMN: {added}"))
            })
            .or_else(|| {
                let mut added = sql.split("ADD COLUMN").skip(1);
                let added = added.find_map(|added| {
                    let added = added.split([';', ',']).next().unwrap_or_default();
                    let optional = !added.contains("NOT NULL") || added.contains("DEFAULT");
                    (!optional).then_some(added)
                });
                added.map(|added| format!("a column that they leave out:{added}"))
            })
            .or_else(|| {
                let mut indexes = sql.split("CREATE UNIQUE INDEX ").skip(1);
                let table = indexes.find_map(|index| {
                    let on = index.split_once(" ON ").map_or(index, |(_, on)| on);
                    let table = on.split([' ', '(', ';']).next().unwrap_or_default();
                    let made = format!("CREATE TABLE {table} (");
                    (!sql.contains(&made)).then_some(table)
                });
                table.map(|table| format!("they may write what is not unique in {table}"))
            })
    }

    #[test]
    fn every_file_of_the_folder_is_a_migration_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let names: Vec<String> = MIGRATIONS
            .iter()
            .map(|(name, _)| format!("{name}.sql"))
            .collect();
        assert_eq!(names, files);
    }

    #[test]
    fn every_migration_only_adds() {
        for (name, sql) in MIGRATIONS {
            assert_eq!(narrowing(sql), None, "{name}");
        }
    }

    #[test]
    fn narrowing_statements_are_found() {
        for sql in [
            "DROP TABLE a;",
            "ALTER TABLE a RENAME TO b;",
            "ALTER TABLE a\n    RENAME\n    COLUMN b TO c;",
            "DELETE FROM a WHERE b IS NULL;",
            "delete\nfrom a;",
            "UPDATE a SET b = 1;",
            "INSERT OR REPLACE INTO a (b) VALUES (1);",
            "CREATE TRIGGER t BEFORE INSERT ON a BEGIN SELECT RAISE(ABORT, 'no'); END;",
            "ALTER TABLE a ADD UNIQUE (b);",
            "ALTER TABLE a ADD CHECK (b > 0);",
            "ALTER TABLE a ADD PRIMARY KEY (b);",
            "ALTER TABLE a ADD CONSTRAINT c UNIQUE (b);",
            "INSERT INTO a (b) VALUES (1) ON CONFLICT (b) DO UPDATE SET b = 2;",
            "ALTER TABLE a ADD b TEXT NOT NULL;",
            "ALTER TABLE a ADD COLUMN b TEXT; ALTER TABLE a ADD COLUMN c TEXT NOT NULL;",
            "CREATE UNIQUE INDEX i ON a (b);",
            "CREATE TABLE ab (c TEXT); CREATE UNIQUE INDEX IF NOT EXISTS i ON a(b);",
            "CREATE TABLE a (b TEXT); CREATE UNIQUE INDEX i ON a (b); CREATE UNIQUE INDEX j ON c (d);",
        ] {
            assert!(narrowing(sql).is_some(), "{sql}");
        }
        for sql in [
            "-- DROP TABLE a;\nCREATE TABLE a (\n    -- UPDATE a\n    b TEXT\n);",
            "CREATE TABLE a (b TEXT REFERENCES c (d) ON DELETE CASCADE, updated_at TEXT);",
            "CREATE TABLE a (b TEXT);\nCREATE UNIQUE INDEX i ON a (b);\nCREATE INDEX j ON c (d);",
            "ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0;",
        ] {
            assert_eq!(narrowing(sql), None, "{sql}");
        }
    }
}
