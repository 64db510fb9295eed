//! Databases of every version with sample rows in all tables.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use domain::{
    account::{AccountStore as _, SecretHash, UserId},
    anime::MalId,
    anime_list::ListEntry,
    catalogue::{AnimeKey, CatalogueStore as _},
    extras::ExtrasStore as _,
    library::{ActivityOf, AnimeListStore as _, LibraryStore as _},
    slice::SliceRange,
};
use store::Store;
use testkit::{TestDb, TextRow};

/// The table that records which migrations were applied.
pub(crate) const OWN: &str = "schema_migration";
const NOW: &str = "2026-11-01T12:00:00.000000000Z";

/// A row or more of every table, one that another refers to before it. Columns that a later version
/// adds are not named.
#[rustfmt::skip]
const ROWS: &[(&str, &str)] = &[
    ("anime", "(mal_id, slug, title, kind, status, popularity, seasons, provenance, as_of, digest, \
        synopsis, images, details) VALUES (1, 'one', 'One ÿ 進撃', 'TV', 'airing', 1, 1, 'jikan', \
        'NOW', 'd', 'It begins.', '{\"jpg\":{},\"webp\":{}}', '{\"trailer\":{}}')"),
    ("anime_name", "(mal_id, folded) VALUES (1, 'one')"),
    ("anime_foreign_id", "(mal_id, site, id) VALUES (1, 'anilist', 7)"),
    ("anime_tag", "(mal_id, position, kind, tag_id, name) VALUES (1, 0, 'genre', 1, 'Action')"),
    ("anime_company", "(mal_id, position, role, company_id, name) VALUES (1, 0, 'studio', 1, 'S')"),
    ("anime_relation", "(mal_id, position, kind, target, target_id, name) \
        VALUES (1, 0, 'Sequel', 'anime', 2, 'Two')"),
    ("anime_extra", "(mal_id, kind, source, as_of, digest, items, content) \
        VALUES (1, 'characters', 'jikan', 'NOW', 'd', 1, NULL), (1, 'videos', 'jikan', 'NOW', 'd', 0, '[]')"),
    ("anime_character", "(character_id, name, nicknames, favorites, is_whole, source, as_of) \
        VALUES (1, 'Edward', '[\"Ed\"]', 3, 0, 'jikan', 'NOW')"),
    ("anime_character_name", "(character_id, folded, shared, favorites) VALUES (1, 'edward', 0, 3)"),
    ("anime_person", "(person_id, name, other_names, birthday, favorites, is_whole, source, as_of) \
        VALUES (1, 'Tada, Aoi', '[]', '1981-10-16', 3, 1, 'jikan', 'NOW')"),
    ("anime_person_name", "(person_id, folded, shared, favorites) VALUES (1, 'tada aoi', 0, 3)"),
    ("anime_casting", "(mal_id, character_id, position, role) VALUES (1, 1, 0, 'main')"),
    ("anime_voice", "(mal_id, character_id, person_id, language, position) VALUES (1, 1, 1, 'Japanese', 0)"),
    ("anime_staff", "(mal_id, person_id, position, positions) VALUES (1, 1, 0, '[\"Music\"]')"),
    ("anime_episode", "(mal_id, number, title, aired_on, score, is_filler, is_recap) \
        VALUES (1, 1, 'One', '1998-04-03', 4.5, 0, 1)"),
    ("anime_recommendation", "(mal_id, target_id, votes) VALUES (1, 2, 7)"),
    ("provider_answer", "(key, body, fetched_at) VALUES ('k', 'x', 'NOW')"),
    ("account", "(uid, display_name, email, email_folded, password_hash, created_at) \
        VALUES ('u', 'User', 'U@a.org', 'u@a.org', 'h', 'NOW')"),
    ("account_identity", "(issuer, subject, uid) VALUES ('i', 's', 'u')"),
    ("account_email", "(email_folded, uid) VALUES ('u@a.org', 'u')"),
    ("identity_owner", "(issuer, subject, uid) VALUES ('i', 's', 'u')"),
    ("session", "(secret_hash, id, uid, created_at, last_seen_at, user_agent) \
        VALUES ('secret', 'id', 'u', 'NOW', 'NOW', 'browser')"),
    ("password_reset", "(uid, secret_hash, expires_at) VALUES ('u', 'reset', 'NOW')"),
    ("sign_in_attempt", "(state_hash, browser_hash, nonce, verifier, context, expires_at) \
        VALUES ('s', 'b', 'n', 'v', 'c', 'NOW')"),
    ("pending_link", "(secret_hash, uid, issuer, subject, expires_at) \
        VALUES ('link', 'u', 'i', 't', 'NOW')"),
    ("user_record", "(uid, bio, favorite_genres, version, watchlist_count, history_count) \
        VALUES ('u', 'Bio', '', 2, 1, 1)"),
    ("record_entry", "(uid, list, mal_id, version, added_at) \
        VALUES ('u', 'watchlist', 1, 1, 'NOW'), ('u', 'history', 1, 2, 'NOW')"),
    ("record_change", "(uid, version, kind, list, mal_id) \
        VALUES ('u', 1, 'added', 'watchlist', 1), ('u', 2, 'added', 'history', 1)"),
    ("list_event", "(uid, version, mal_id, at, cause, entry) \
        VALUES ('u', 1, 1, 'NOW', 'migrated', '{\"added_at\":\"NOW\"}')"),
    ("list_import", "(uid, number, name, form, row_count, created_at) \
        VALUES ('u', 1, 'list.xml', 'my_anime_list', 1, 'NOW')"),
    ("list_import_row", "(uid, import, number, mal_id, content) VALUES ('u', 1, 1, 1, '{}')"),
    ("unresolved_entry", "(uid, key, import, mal_id, added_at, content) \
        VALUES ('u', 'mal:9', 1, 9, 'NOW', '{}')"),
    ("mirror_list", "(name, page, begun_at, next_at, failures) VALUES ('popular', 3, 'NOW', 'NOW', 0)"),
    ("mirror_title", "(mal_id, seen_at, next_at) VALUES (1, 'NOW', 'NOW')"),
    ("mirror_extra", "(mal_id, kind, next_at) VALUES (1, 'staff', 'NOW')"),
    ("mirror_answer", "(asked, mark, said, digest) VALUES ('whole 1', 'm', '{}', 'd')"),
    ("mirror_holder", "(id, holder, until) VALUES (1, 'h', 'NOW')"),
    ("anime_adult", "(mal_id, source, as_of) VALUES (9, 'jikan', 'NOW')"),
    ("vote", "(mal_id, uid, status, score, is_private, rated_on, is_unpublished) \
        VALUES (1, 'u', 'completed', 80, 0, '2026-11-01', 0)"),
    ("title_tally", "(mal_id, public_votes, private_votes, published_votes, unpublished, first_on) \
        VALUES (1, '{\"scores\":{\"80\":1},\"statuses\":{\"completed\":1}}', '{}', '{}', 0, '2026-11-01')"),
    ("rating_total", "(id, votes, bottom, top, last_hold) VALUES (1, 1, 0, 0, 1)"),
    ("rating_hold", "(id, mal_id, side, since, until, found_at, state, decisions) \
        VALUES (1, 1, 'top', '2026-11-01', '2026-11-02', 'NOW', 'open', '[]')"),
    ("rating_position", "(uid, version) VALUES ('u', 1)"),
    ("forgotten_account", "(uid) VALUES ('gone')"),
    ("review", "(mal_id, id, uid, text, is_spoiler, status, progress, score, is_private, shown_score, \
        created_at, is_listed, helpful, reports) \
        VALUES (1, 'r', 'u', 'Good', 0, 'completed', 12, 80, 0, 80, 'NOW', 1, 1, 1)"),
    ("review_tally", "(mal_id, listed) VALUES (1, 1)"),
    ("review_vote", "(mal_id, review, uid, at) VALUES (1, 'r', 'v', 'NOW')"),
    ("review_report", "(mal_id, review, uid, reason, note, at, is_settled) \
        VALUES (1, 'r', 'v', 'spam', 'Buy', 'NOW', 0)"),
    ("review_decision", "(mal_id, review, number, verdict, reason, decided_by, at) \
        VALUES (1, 'r', 1, 'restored', 'Fine', 'operator', 'NOW')"),
    ("user_page", "(uid, name, name_folded, former, former_folded, audience, list_audience, link_key, favorites) \
        VALUES ('u', 'Me_1', 'me_1', 'Was', 'was', 'everyone', 'link', 'k', '[1]')"),
    ("page_name", "(name_folded, uid) VALUES ('me_1', 'u'), ('was', 'u')"),
    ("budget", "(name, full_at) VALUES ('b', 9007199254740993)"),
];

/// The columns of each table, by the table's name.
type Columns = BTreeMap<String, Vec<String>>;

/// A migration's name and text.
pub(crate) struct Migration {
    pub(crate) name: String,
    pub(crate) sql: String,
}

/// Reads all migrations, in their order.
pub(crate) fn migrations() -> Result<Vec<Migration>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations"))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        all.push(Migration {
            name: name.context("a migration without a name")?.to_owned(),
            sql: fs::read_to_string(&path)?,
        });
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// The columns and the rows that a database holds.
#[derive(Debug, PartialEq)]
pub(crate) struct StoredRows {
    columns: Columns,
    rows: Vec<TextRow>,
}

impl StoredRows {
    pub(crate) async fn by(db: &TestDb) -> Result<Self> {
        let columns = columns(db).await?;
        let rows = rows(db, &columns).await?;
        Ok(Self { columns, rows })
    }

    fn has(&self, table: &str) -> bool {
        self.columns.contains_key(table)
    }

    async fn catalogue_came_through(&self, store: &Store) -> Result<()> {
        if self.has("anime") {
            let title = store.find(&AnimeKey::Slug("one".into())).await?;
            let title = title.context("the title is gone")?.anime;
            let is_whole = (title.tags.len(), title.companies.len()) == (1, 1)
                && title
                    .relations
                    .is_some_and(|relations| relations.len() == 1);
            ensure!(is_whole && title.synopsis.as_deref() == Some("It begins."));
            ensure!(store.popular(1).await?.total == 1);
        }
        if self.has("anime_extra") {
            let cast = store.cast(MalId::new(1), SliceRange::ALL).await?;
            let cast = cast.context("the cast is gone")?.value.items;
            ensure!(cast.len() == 1 && cast[0].voices.len() == 1, "{cast:?}");
        }
        Ok(())
    }

    /// Fails unless the database is of the newest schema and still holds this.
    pub(crate) async fn came_through(&self, db: &TestDb, newest: &[TextRow]) -> Result<()> {
        let store = db.open().await?;
        ensure!(
            schema(db).await? == newest,
            "the schema is not that of a new database"
        );
        let mut columns = self.columns.clone();
        columns.remove(OWN);
        let mut before = self.rows.clone();
        before.retain(|row| row.first() != Some(&Some(OWN.into())));
        let after = rows(db, &columns).await?;
        let other: Vec<_> = before.iter().filter(|row| !after.contains(row)).collect();
        ensure!(after == before, "rows are not as they were: {other:?}");

        self.catalogue_came_through(&store).await?;
        if self.has("account") {
            for (of_accounts, lookup) in [
                (
                    "email_folded, uid FROM account",
                    "email_folded, uid FROM account_email",
                ),
                (
                    "issuer, subject, uid FROM account_identity",
                    "issuer, subject, uid FROM identity_owner",
                ),
            ] {
                let rows = async |from| db.query(&format!("SELECT {from}")).await;
                let (there, found) = (rows(of_accounts).await?, rows(lookup).await?);
                ensure!(there.len() == 1 && there == found, "{lookup}: {found:?}");
            }
        }
        if self.has("session") {
            let secret = SecretHash::new("secret");
            let session = store.session(&secret, NOW.parse()?).await?;
            let (user, _) = session.context("the session is gone")?;
            ensure!(user.display_name == "User");
        }
        if self.has("user_record") {
            let record = store.library(&UserId::new("u")).await?;
            ensure!(record.version == 2 && record.profile.bio == "Bio");
            ensure!((record.watchlist.len(), record.history.len()) == (1, 1));
            let list = store.list_entries(&UserId::new("u")).await?.items;
            let planned = ListEntry::planned(NOW.parse()?);
            ensure!(list.len() == 1 && list[0].entry == planned);
            let events = store
                .activity(&UserId::new("u"), None, ActivityOf::All, 9)
                .await?;
            ensure!(events.len() == 1 && events[0].event.after == Some(planned));
        }
        Ok(())
    }
}

/// Has a database that is new know only the first `count` migrations, and fills what they made.
pub(crate) async fn fill(db: &TestDb, all: &[Migration], count: usize) -> Result<StoredRows> {
    db.query(&format!("CREATE TABLE {OWN} (name TEXT PRIMARY KEY)"))
        .await?;
    // Migrations recorded as applied are skipped
    for Migration { name, .. } in &all[count..] {
        db.query(&format!("INSERT INTO {OWN} (name) VALUES ('{name}')"))
            .await?;
    }
    drop(db.open().await?);
    for Migration { name, .. } in &all[count..] {
        db.query(&format!("DELETE FROM {OWN} WHERE name = '{name}'"))
            .await?;
    }
    let known = columns(db).await?;
    for (table, row) in ROWS {
        if known.contains_key(*table) {
            let sql = format!("INSERT INTO {table} {}", row.replace("NOW", NOW));
            db.query(&sql).await.with_context(|| sql)?;
        }
    }
    let held = StoredRows::by(db).await?;
    for table in known.keys().filter(|_| count > 0) {
        let row = held.rows.iter().find(|row| row[0].as_ref() == Some(table));
        ensure!(row.is_some(), "{table} has no row in ROWS");
    }
    Ok(held)
}

async fn columns(db: &TestDb) -> Result<Columns> {
    let sql = if is_file(db) {
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' ORDER BY m.name, c.cid"
    } else {
        "SELECT table_name, column_name FROM information_schema.columns \
         WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
    };
    let mut columns = Columns::new();
    for row in db.query(sql).await? {
        let [Some(table), Some(column)] = &row[..] else {
            continue;
        };
        let of_table = columns.entry(table.clone()).or_default();
        of_table.push(column.clone());
    }
    Ok(columns)
}

/// Reads every row: the name of its table, and its columns as one text.
async fn rows(db: &TestDb, columns: &Columns) -> Result<Vec<TextRow>> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let of_table = |(table, columns): (&String, &Vec<String>)| {
        let text = |column| format!("COALESCE('=' || CAST({column} AS TEXT), 'NULL')");
        let texts: Vec<String> = columns.iter().map(text).collect();
        let texts = texts.join(" || ' ' || ");
        format!("SELECT '{table}' AS held_by, {texts} AS held FROM {table}")
    };
    let all: Vec<String> = columns.iter().map(of_table).collect();
    let sql = format!("{} ORDER BY held_by, held", all.join(" UNION ALL "));
    db.query(&sql).await
}

/// Every table, column, index and what else the engine knows of them.
pub(crate) async fn schema(db: &TestDb) -> Result<Vec<TextRow>> {
    db.query(if is_file(db) {
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    } else {
        "SELECT table_name, column_name, data_type, is_nullable, column_default \
         FROM information_schema.columns WHERE table_schema = current_schema() \
         UNION ALL SELECT tablename, indexname, replace(indexdef, schemaname || '.', ''), '', '' \
         FROM pg_indexes WHERE schemaname = current_schema() \
         UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' \
         FROM pg_constraint WHERE connamespace = current_schema()::regnamespace \
         ORDER BY 1, 2, 3"
    })
    .await
}

pub(crate) fn is_file(db: &TestDb) -> bool {
    db.url().starts_with("sqlite:")
}
