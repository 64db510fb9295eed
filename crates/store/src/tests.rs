//! Details that the ports do not show: transactions, migrations, values.

mod group_commit;

use domain::{
    Code,
    anime::{Anime, MalId, Relation, RelationTarget},
    catalogue::{AnimeKey, CatalogueStore},
    provenance::Provenance,
};
use jiff::Timestamp;
use tempfile::TempDir;
use testkit::TestDb;

use crate::{
    DatabaseUrl, Store, tx,
    value::{Row, Value},
};

async fn open(folder: &TempDir) -> domain::Result<Store> {
    Store::open(&DatabaseUrl::Sqlite(folder.path().join("new/test.db"))).await
}

async fn keys(store: &Store) -> Vec<String> {
    let sql = "SELECT key FROM provider_answer ORDER BY key";
    let rows = store.query(sql, vec![]).await.unwrap();
    rows.into_iter()
        .map(|mut r| r.take("key").unwrap())
        .collect()
}

const INSERT: &str = "INSERT INTO provider_answer (key, body, fetched_at) VALUES ($1, $2, $2)";

fn row(key: &str) -> Vec<Value> {
    vec![key.into(), "x".into()]
}

#[tokio::test]
async fn parameters_are_bound_by_their_number() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let params = vec!["one".into(), "two".into(), "three".into()];
    let sql = "SELECT $3 AS a, $1 AS b, $2 AS c, $3 AS d";
    let mut rows = store.query(sql, params).await.unwrap();
    let columns: Vec<String> = ["a", "b", "c", "d"]
        .map(|name| rows[0].take(name).unwrap())
        .into();
    assert_eq!(columns, ["three", "one", "two", "three"]);
    assert!(store.query(sql, vec!["one".into()]).await.is_err());
}

#[tokio::test]
async fn failed_transaction_commits_nothing() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    tx.execute(INSERT, row("a")).await.unwrap();
    tx.execute(INSERT, row("a")).await.unwrap_err();
    tx.execute(INSERT, row("b")).await.unwrap_err();
    tx.commit().await.unwrap_err();
    assert_eq!(keys(&store).await, Vec::<String>::new());

    let mut tx = store.begin().await.unwrap();
    tx.execute_many(INSERT, vec![row("a"), row("b")])
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(keys(&store).await, ["a", "b"]);
}

/// A kill does not show this, only the end of the machine's power.
#[tokio::test]
async fn commit_waits_for_the_disk() {
    const FULL: i64 = 2;
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    // The transaction is on the one connection that writes
    let mut tx = store.begin().await.unwrap();
    let mut rows = tx.query("PRAGMA synchronous", vec![]).await.unwrap();
    assert_eq!(rows[0].take::<i64>("synchronous").unwrap(), FULL);
    let mut rows = tx.query("PRAGMA journal_mode", vec![]).await.unwrap();
    assert_eq!(rows[0].take::<String>("journal_mode").unwrap(), "wal");
}

/// The planner's setting holds for one transaction, not for the next on the same connection.
#[tokio::test]
async fn grouped_transaction_alone_avoids_reading_whole_tables() {
    let db = TestDb::postgres().await.unwrap();
    let store = Store::open(&db.url().parse().unwrap()).await.unwrap();
    let sql = "SELECT current_setting('enable_seqscan') AS seqscan, current_setting('jit') AS jit, \
        CAST(pg_backend_pid() AS BIGINT) AS connection";
    let settings = |mut rows: Vec<Row>| {
        let mut text = |name| rows[0].take::<String>(name).unwrap();
        let settings = [text("seqscan"), text("jit")];
        (settings, rows[0].take::<i64>("connection").unwrap())
    };
    let (before, connection) = settings(store.query(sql, vec![]).await.unwrap());
    assert_eq!(before[0], "on");
    for commits in [true, false] {
        let mut tx = store.begin_grouped().await.unwrap();
        let inside = settings(tx.query(sql, vec![]).await.unwrap());
        assert_eq!(inside, (["off", "off"].map(str::to_owned), connection));
        if commits {
            tx.commit().await.unwrap();
            let after = settings(store.query(sql, vec![]).await.unwrap());
            assert_eq!(after, (before.clone(), connection));
        }
    }
    let (after, _) = settings(store.query(sql, vec![]).await.unwrap());
    assert_eq!(after, before);
}

/// Queries that are sent together see one state, also where they are the first of their transaction.
#[tokio::test]
async fn snapshot_is_repeatable_read_from_its_first_query() {
    let db = TestDb::postgres().await.unwrap();
    let store = Store::open(&db.url().parse().unwrap()).await.unwrap();
    let sql = "SELECT current_setting('transaction_isolation') AS level";
    let level = |mut rows: Vec<Row>| rows[0].take::<String>("level").unwrap();
    let mut tx = store.snapshot().await.unwrap();
    let mut answers = tx.query_all(vec![(sql.into(), vec![])]).await.unwrap();
    assert_eq!(level(answers.remove(0)), "repeatable read");
    tx.commit().await.unwrap();
    let mut tx = store.snapshot().await.unwrap();
    let first = tx.query(sql, vec![]).await.unwrap();
    assert_eq!(level(first), "repeatable read");
    tx.commit().await.unwrap();
    let after = store.query(sql, vec![]).await.unwrap();
    assert_eq!(level(after), "read committed");
}

/// A plan for any user is one for a short list; the check of a copied row's foreign key is to be planned once.
#[tokio::test]
async fn copying_restores_the_plan_cache_mode() {
    let db = TestDb::postgres().await.unwrap();
    let store = Store::open(&db.url().parse().unwrap()).await.unwrap();
    let setting = async |tx: &mut tx::Tx| {
        let sql = "SELECT current_setting('plan_cache_mode') AS mode";
        let mut rows = tx.query(sql, vec![]).await.unwrap();
        rows[0].take::<String>("mode").unwrap()
    };
    let mut tx = store.begin_grouped().await.unwrap();
    assert_eq!(setting(&mut tx).await, "auto");
    tx.plan_for_parameters().await.unwrap();
    let rows = vec![vec!["a".into()]];
    tx.copy_in("forgotten_account", "uid", &rows).await.unwrap();
    assert_eq!(setting(&mut tx).await, "force_custom_plan");
    tx.commit().await.unwrap();
    let mut tx = store.begin_grouped().await.unwrap();
    assert_eq!(setting(&mut tx).await, "auto");
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn readers_cannot_write() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let error = store.query(INSERT, row("a")).await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
}

#[tokio::test]
async fn database_of_a_newer_version_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let sql = "INSERT INTO schema_migration (name) VALUES ('9999_future')";
    tx.batch(sql).await.unwrap();
    tx.commit().await.unwrap();
    let error = open(&folder).await.unwrap_err();
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn error_of_opening_names_its_cause() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "not a database, whatever it is called".repeat(50)).unwrap();
    let error = Store::open(&DatabaseUrl::Sqlite(file.clone())).await;
    let error = error.unwrap_err();
    assert_eq!(error.code(), Code::Internal);
    assert!(
        error.to_string().contains("not a SQLite database"),
        "{error}"
    );
    // A path below a file, a folder, and a port at which no server listens
    for url in [
        format!("sqlite:{}/x.db", file.display()),
        format!("sqlite:{}", folder.path().display()),
        "postgres://app@127.0.0.1:1/mitai".into(),
    ] {
        let error = Store::open(&url.parse().unwrap()).await.unwrap_err();
        assert_eq!(error.code(), Code::Unavailable, "{url}: {error:?}");
    }
}

/// `count` titles, each the sequel of the one before.
fn sequels(first: u32, count: u32) -> Vec<Anime> {
    let title = |number| {
        let mut anime = Anime::named(MalId::new(number), format!("Title {number}"));
        let next = Relation {
            kind: "Sequel".into(),
            target: RelationTarget::Anime,
            id: number + 1,
            name: "Next".into(),
        };
        anime.relations = Some(vec![next]);
        anime
    };
    (first..first + count).map(title).collect()
}

#[tokio::test]
async fn title_costs_a_constant_number_of_queries_for_any_franchise() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let provenance = Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    };
    let mut import = store.begin_import(provenance).await.unwrap();
    for (first, count) in [(1, 2), (1001, 300)] {
        import.put(&sequels(first, count)).await.unwrap();
    }
    import.commit().await.unwrap();
    let mut counts = Vec::new();
    for slug in ["title-1", "title-1150"] {
        let before = tx::queries();
        let key = AnimeKey::Slug(slug.into());
        let found = store.find(&key).await.unwrap().unwrap();
        counts.push((found.franchise.len(), tx::queries() - before));
    }
    assert_eq!(counts, [(2, 8), (300, 8)]);
}

#[tokio::test]
async fn store_that_is_closed_leaves_no_log() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder).await.unwrap();
    let mut import = store.begin_exclusive().await.unwrap();
    let rows = (0..20_000).map(|number| row(&format!("{number:0200}")));
    import.execute_many(INSERT, rows.collect()).await.unwrap();
    import.commit().await.unwrap();
    let mut brief = store.begin_grouped().await.unwrap();
    brief.execute(INSERT, row("brief")).await.unwrap();
    brief.commit().await.unwrap();
    let log = folder.path().join("new/test.db-wal");
    assert!(log.metadata().unwrap().len() > 4_000_000);
    drop(store);
    assert!(!log.exists());
    assert_eq!(keys(&open(&folder).await.unwrap()).await.len(), 20_001);
}
