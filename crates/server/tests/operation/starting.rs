//! What a server does before it answers.

use std::path::Path;

use super::mitai::serving;

const NONE: [&str; 0] = [];

fn database(data: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(data.join("mitai.db")).unwrap()
}

fn casts(data: &Path) -> i64 {
    let count = "SELECT COUNT(*) FROM anime_extra WHERE kind = 'characters'";
    let counted = database(data).query_row(count, [], |row| row.get(0));
    counted.unwrap()
}

/// Starts a server and ends it.
fn start(data: &Path) {
    drop(serving(data, &NONE));
}

#[test]
fn built_in_catalogue_is_written_unless_the_store_has_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    start(data);
    let all = casts(data);
    assert!(all > 50, "{all}");

    let forget = "DELETE FROM anime_voice; DELETE FROM anime_casting; \
        DELETE FROM anime_extra WHERE kind = 'characters'";
    database(data).execute_batch(forget).unwrap();
    start(data);
    assert_eq!(casts(data), 0, "it was written again");

    let other = "UPDATE catalogue_revision SET built_in = 'another'";
    database(data).execute(other, []).unwrap();
    start(data);
    assert_eq!(casts(data), all);
}
