//! Every table: what a copy takes along, and how each is spread where the database is one of several nodes.

use crate::{insert::Insert, value::Value};

/// The number of rows that a copy reads and writes together.
const BATCH: usize = 500;
/// The number of rows that a copy reads and writes together where a row may have megabytes.
const LARGE_ROW_BATCH: usize = 8;

/// Which nodes of a cluster of Citus hold a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// All nodes, so that a query of any user's finds it where that user's rows are.
    Everywhere,
    /// One node, chosen by the value of this column; rows of the same value are on the same node, whatever
    /// their tables.
    By(&'static str),
}

/// A table of the schema.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) spread: Spread,
    /// The table's columns; the first `key` of them are its primary key.
    columns: &'static [&'static str],
    key: usize,
    pub(crate) at_once: usize,
}

impl Table {
    /// A table that every node holds: it is small, and queries join users' rows with it.
    const fn everywhere(name: &'static str, key: usize, columns: &'static [&'static str]) -> Self {
        Self {
            name,
            spread: Spread::Everywhere,
            columns,
            key,
            at_once: BATCH,
        }
    }

    /// A table whose rows are spread by a column. What belongs to a user is spread by `uid`.
    const fn by(
        column: &'static str,
        name: &'static str,
        key: usize,
        columns: &'static [&'static str],
    ) -> Self {
        Self {
            spread: Spread::By(column),
            ..Self::everywhere(name, key, columns)
        }
    }

    /// The query for the table's first rows by key, or for those behind a key.
    pub(crate) fn page(&self, first: bool) -> String {
        let key = self.columns[..self.key].join(", ");
        let behind = if first {
            String::new()
        } else {
            format!(" WHERE ({key}) > ({})", placeholders(self.key))
        };
        let (columns, name, limit) = (self.columns.join(", "), self.name, self.at_once);
        format!("SELECT {columns} FROM {name}{behind} ORDER BY {key} LIMIT {limit}")
    }

    /// The insert of the table's rows.
    pub(crate) const fn insert(&self) -> Insert<'static> {
        Insert::into(self.name, self.columns)
    }

    /// The key of a row that [`Table::page`] gave.
    pub(crate) fn key_of(&self, row: &[Value]) -> Vec<Value> {
        row.iter().take(self.key).cloned().collect()
    }
}

fn placeholders(count: usize) -> String {
    let placeholders: Vec<String> = (1..=count).map(|n| format!("${n}")).collect();
    placeholders.join(", ")
}

/// Every table but that of the migrations, which a target has of its own; one that another refers to
/// comes before it. `crates/store/tests/copying.rs` fails where a table or a column is missing.
///
/// A migration's new table is spread as it says here as soon as it is made. What is a user's is
/// [`by`](Table::by) `uid`, and a statement about that user names it.
#[rustfmt::skip]
pub(crate) const TABLES: &[Table] = &[
    Table::everywhere("anime", 1, &["mal_id", "slug", "title", "title_english", "title_japanese", "kind",
        "source", "episodes", "status", "aired_from", "season", "year", "rating", "score",
        "scored_by", "rank", "popularity", "members", "favorites", "seasons", "provenance", "as_of",
        "digest", "synopsis", "images", "details", "changed_in", "origins"]),
    Table::everywhere("anime_name", 2, &["mal_id", "folded"]),
    Table::everywhere("anime_foreign_id", 3, &["mal_id", "site", "id"]),
    Table::everywhere("anime_tag", 2, &["mal_id", "position", "kind", "tag_id", "name"]),
    Table::everywhere("anime_company", 2, &["mal_id", "position", "role", "company_id", "name"]),
    Table::everywhere("anime_relation", 2, &["mal_id", "position", "kind", "target", "target_id", "name"]),
    Table::everywhere("anime_extra", 2, &["mal_id", "kind", "source", "as_of", "digest", "items", "content"]),
    Table::everywhere("anime_character", 1, &["character_id", "name", "name_kanji", "nicknames", "image_url",
        "favorites", "about", "is_whole", "source", "as_of"]),
    Table::everywhere("anime_character_name", 2, &["character_id", "folded", "shared", "favorites"]),
    Table::everywhere("anime_person", 1, &["person_id", "name", "given_name", "family_name", "other_names",
        "birthday", "image_url", "favorites", "about", "website_url", "is_whole", "source", "as_of"]),
    Table::everywhere("anime_person_name", 2, &["person_id", "folded", "shared", "favorites"]),
    Table::everywhere("anime_casting", 2, &["mal_id", "character_id", "position", "role"]),
    Table::everywhere("anime_voice", 4, &["mal_id", "character_id", "person_id", "language", "position"]),
    Table::everywhere("anime_staff", 2, &["mal_id", "person_id", "position", "positions"]),
    Table::everywhere("anime_episode", 2, &["mal_id", "number", "title", "title_japanese", "title_romaji",
        "aired_on", "score", "is_filler", "is_recap", "url", "forum_url"]),
    Table::everywhere("anime_recommendation", 2, &["mal_id", "target_id", "votes"]),
    Table::everywhere("anime_adult", 1, &["mal_id", "source", "as_of"]),
    Table::everywhere("catalogue_revision", 1, &["id", "revision", "change_id", "built_in"]),
    Table {
        at_once: LARGE_ROW_BATCH,
        ..Table::everywhere("provider_answer", 1, &["key", "body", "etag", "fetched_at"])
    },
    Table::everywhere("mirror_list", 1, &["name", "page", "pages", "begun_at", "finished_at", "next_at",
        "failures"]),
    Table::everywhere("mirror_title", 1, &["mal_id", "seen_at", "whole_at", "next_at"]),
    Table::everywhere("mirror_extra", 2, &["mal_id", "kind", "had_at", "next_at"]),
    Table::everywhere("mirror_answer", 1, &["asked", "mark", "said", "digest"]),
    Table::everywhere("mirror_holder", 1, &["id", "holder", "until"]),
    Table::by("uid", "account", 1, &["uid", "display_name", "email", "email_folded", "photo_url",
        "password_hash", "created_at"]),
    Table::by("email_folded", "account_email", 1, &["email_folded", "uid"]),
    Table::by("subject", "identity_owner", 2, &["issuer", "subject", "uid"]),
    Table::by("uid", "account_identity", 2, &["issuer", "subject", "uid"]),
    Table::by("uid", "session", 1, &["secret_hash", "id", "uid", "created_at", "last_seen_at", "user_agent"]),
    Table::by("uid", "password_reset", 1, &["uid", "secret_hash", "expires_at"]),
    Table::by("state_hash", "sign_in_attempt", 1, &["state_hash", "browser_hash", "nonce", "verifier", "context",
        "expires_at"]),
    Table::by("uid", "pending_link", 1, &["secret_hash", "uid", "issuer", "subject", "photo_url",
        "expires_at"]),
    Table::by("uid", "user_record", 1, &["uid", "bio", "favorite_genres", "version", "watchlist_count",
        "history_count", "preferences", "last_import"]),
    Table::by("uid", "record_entry", 3, &["uid", "list", "mal_id", "version", "added_at", "entry",
        "place"]),
    Table::by("uid", "record_change", 2, &["uid", "version", "kind", "list", "mal_id", "change_id"]),
    Table::by("uid", "list_event", 2, &["uid", "version", "mal_id", "at", "made_at", "device", "cause",
        "op_id", "base_version", "asked", "entry", "former", "by_rule"]),
    Table::by("uid", "list_import", 2, &["uid", "number", "name", "form", "row_count", "created_at",
        "applied_at", "counts", "undone_at", "names", "csv"]),
    Table::by("uid", "list_import_row", 3, &["uid", "import", "number", "mal_id", "site", "foreign_id",
        "folded", "content"]),
    Table::by("uid", "unresolved_entry", 2, &["uid", "key", "import", "mal_id", "site", "foreign_id",
        "folded", "name", "added_at", "content"]),
    Table::by("mal_id", "vote", 2, &["mal_id", "uid", "status", "score", "is_private", "rated_on", "held",
        "is_unpublished"]),
    Table::everywhere("title_tally", 1, &["mal_id", "public_votes", "private_votes", "published_votes",
        "unpublished", "first_on"]),
    Table::everywhere("rating_total", 1, &["id", "votes", "bottom", "top", "last_hold"]),
    Table::everywhere("rating_hold", 1, &["id", "mal_id", "side", "since", "until", "found_at", "state",
        "decisions"]),
    Table::by("uid", "rating_position", 1, &["uid", "version"]),
    Table::by("uid", "forgotten_account", 1, &["uid"]),
    Table::by("mal_id", "review", 2, &["mal_id", "id", "uid", "text", "is_spoiler", "status", "progress", "score",
        "is_private", "shown_score", "created_at", "edited_at", "deleted_at", "hidden_for", "is_listed", "helpful",
        "reports"]),
    Table::by("mal_id", "review_tally", 1, &["mal_id", "listed"]),
    Table::by("mal_id", "review_vote", 3, &["mal_id", "review", "uid", "at"]),
    Table::by("mal_id", "review_report", 3, &["mal_id", "review", "uid", "reason", "note", "at", "is_settled"]),
    Table::by("mal_id", "review_decision", 3, &["mal_id", "review", "number", "verdict", "reason", "decided_by",
        "at"]),
    Table::by("name_folded", "page_name", 1, &["name_folded", "uid"]),
    Table::by("uid", "user_page", 1, &["uid", "name", "name_folded", "former", "former_folded", "audience",
        "list_audience", "link_key", "favorites"]),
    Table::by("name", "budget", 1, &["name", "full_at"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables that lead to an account by something else than its uid.
    const LOOKUPS: [&str; 3] = ["account_email", "identity_owner", "page_name"];
    /// The tables read and counted by title.
    const OF_TITLES: [&str; 4] = ["vote", "review", "review_vote", "review_report"];

    #[test]
    fn rows_of_users_are_spread_by_uid() {
        for table in TABLES {
            let is_elsewhere = OF_TITLES.contains(&table.name) || LOOKUPS.contains(&table.name);
            let is_of_user = table.columns.contains(&"uid") && !is_elsewhere;
            let is_by_uid = table.spread == Spread::By("uid");
            assert_eq!(is_of_user, is_by_uid, "{}", table.name);
        }
    }

    #[test]
    fn tables_are_spread_by_columns_that_they_have() {
        for table in TABLES {
            if let Spread::By(column) = table.spread {
                assert!(table.columns.contains(&column), "{}", table.name);
            }
        }
    }
}
