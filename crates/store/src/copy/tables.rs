//! What there is to copy.

use crate::value::Value;

/// Rows that are read and written at once.
const AT_ONCE: usize = 500;
/// The same where a row may have megabytes.
const FEW_AT_ONCE: usize = 8;

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Its columns; the first `key` of them are its primary key.
    columns: &'static [&'static str],
    key: usize,
    pub(super) at_once: usize,
}

impl Table {
    const fn new(name: &'static str, key: usize, columns: &'static [&'static str]) -> Self {
        Self {
            name,
            columns,
            key,
            at_once: AT_ONCE,
        }
    }

    /// The query for its first rows, or for those behind a key.
    pub(super) fn page(&self, first: bool) -> String {
        let key = self.columns[..self.key].join(", ");
        let behind = if first {
            String::new()
        } else {
            format!(" WHERE ({key}) > ({})", places(self.key))
        };
        let (columns, name, limit) = (self.columns.join(", "), self.name, self.at_once);
        format!("SELECT {columns} FROM {name}{behind} ORDER BY {key} LIMIT {limit}")
    }

    /// The statement that writes a row.
    pub(super) fn insert(&self) -> String {
        let (columns, places) = (self.columns.join(", "), places(self.columns.len()));
        format!("INSERT INTO {} ({columns}) VALUES ({places})", self.name)
    }

    /// The key of a row that [`Table::page`] gave.
    pub(super) fn key_of(&self, row: &[Value]) -> Vec<Value> {
        row.iter().take(self.key).cloned().collect()
    }
}

fn places(count: usize) -> String {
    let places: Vec<String> = (1..=count).map(|n| format!("${n}")).collect();
    places.join(", ")
}

/// Every table but that of the migrations, which a target has of its own; one that another refers to
/// comes before it. `crates/store/tests/copying.rs` fails where a table or a column is missing.
#[rustfmt::skip]
pub(super) const TABLES: &[Table] = &[
    Table::new("anime", 1, &["mal_id", "slug", "title", "title_english", "title_japanese", "kind",
        "source", "episodes", "status", "aired_from", "season", "year", "rating", "score",
        "scored_by", "rank", "popularity", "members", "favorites", "seasons", "provenance", "as_of",
        "digest", "synopsis", "images", "details", "changed_in", "origins"]),
    Table::new("anime_name", 2, &["mal_id", "folded"]),
    Table::new("anime_tag", 2, &["mal_id", "position", "kind", "tag_id", "name"]),
    Table::new("anime_company", 2, &["mal_id", "position", "role", "company_id", "name"]),
    Table::new("anime_relation", 2, &["mal_id", "position", "kind", "target", "target_id", "name"]),
    Table::new("anime_adult", 1, &["mal_id", "source", "as_of"]),
    Table::new("catalogue_revision", 1, &["id", "revision", "change_id"]),
    Table {
        at_once: FEW_AT_ONCE,
        ..Table::new("provider_answer", 1, &["key", "body", "etag", "fetched_at"])
    },
    Table::new("mirror_list", 1, &["name", "page", "pages", "begun_at", "finished_at", "next_at",
        "failures"]),
    Table::new("mirror_title", 1, &["mal_id", "seen_at", "whole_at", "next_at"]),
    Table::new("mirror_answer", 1, &["asked", "mark", "said", "digest"]),
    Table::new("mirror_holder", 1, &["id", "holder", "until"]),
    Table::new("account", 1, &["uid", "display_name", "email", "email_folded", "photo_url",
        "password_hash", "created_at"]),
    Table::new("account_email", 1, &["email_folded", "uid"]),
    Table::new("identity_owner", 2, &["issuer", "subject", "uid"]),
    Table::new("account_identity", 2, &["issuer", "subject", "uid"]),
    Table::new("session", 1, &["secret_hash", "id", "uid", "created_at", "last_seen_at", "user_agent"]),
    Table::new("password_reset", 1, &["uid", "secret_hash", "expires_at"]),
    Table::new("sign_in_attempt", 1, &["state_hash", "browser_hash", "nonce", "verifier", "context",
        "expires_at"]),
    Table::new("pending_link", 1, &["secret_hash", "uid", "issuer", "subject", "photo_url",
        "expires_at"]),
    Table::new("user_record", 1, &["uid", "bio", "favorite_genres", "version", "watchlist_count",
        "history_count"]),
    Table::new("record_entry", 3, &["uid", "list", "mal_id", "version", "added_at"]),
    Table::new("record_change", 2, &["uid", "version", "kind", "list", "mal_id", "change_id"]),
    Table::new("budget", 1, &["name", "full_at"]),
];
