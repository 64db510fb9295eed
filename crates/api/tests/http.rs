//! What the routes answer and refuse.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http {
    mod account;
    mod activity;
    mod anything;
    mod art;
    mod browse;
    mod catalogue;
    mod clock_jumps;
    mod exports;
    mod extras;
    mod google;
    mod import_limits;
    mod imports;
    mod imports_looked_at;
    mod imports_unresolved;
    mod library;
    mod limits;
    mod link;
    mod list;
    mod list_conflicts;
    mod list_editing;
    mod live;
    mod live_ending;
    mod metrics;
    mod owner;
    mod pages;
    mod people;
    mod people_changes;
    mod people_lists;
    mod people_reviews;
    mod pictures;
    mod preferences;
    mod privacy;
    mod protection;
    mod ratings;
    mod refusals;
    mod reset;
    mod restores;
    mod review_limits;
    mod review_pages;
    mod review_preview;
    mod reviews;
    mod same_origin;
    mod search;
    mod sessions;
    mod silence;
    mod statistics;
    mod title_page;
    mod v4;
    mod v4_answers;
    mod v4_parts;
    mod v4_producers;
    mod v4_reviews;
}
