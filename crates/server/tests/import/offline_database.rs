//! `mitai import anime-offline-database`.

use std::{fmt::Write as _, fs, path::Path, process::Output};

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{Desk, assert_imported, assert_refused, gzipped, lines, real};

pub(super) const FORM: &str = "anime-offline-database";
/// The fields in which a file describes itself.
const ABOUT: &str = r#""license":{"name":"ODbL","url":"https://example.org"},"scoreRange":{"minInclusive":1.0,"maxInclusive":10.0},"lastUpdate":"2025-12-11""#;

pub(super) fn record(id: u32) -> Value {
    json!({
        "sources": [format!("https://anidb.net/anime/{id}"), format!("https://myanimelist.net/anime/{id}")],
        "title": format!("Other {id}"),
        "type": "TV",
        "episodes": 12,
        "status": "FINISHED",
        "animeSeason": { "season": "FALL", "year": 2006 },
        "picture": format!("https://example.org/{id}.jpg"),
        "thumbnail": format!("https://example.org/{id}t.jpg"),
        "synonyms": [format!("Synonym {id} [\"{{")],
        "studios": ["studio example"],
        "producers": [],
        "relatedAnime": [],
        "tags": ["drama"],
    })
}

/// All records in one object, as the `.json` files have them.
fn whole(records: &[Value]) -> String {
    format!("{{{ABOUT},\"data\":{}}}", json!(records))
}

/// A record a line, as the `.jsonl` files have them.
pub(super) fn by_line(records: &[Value]) -> String {
    let mut text = format!("{{{ABOUT}}}\n");
    for record in records {
        writeln!(text, "{record}").unwrap();
    }
    text
}

fn records(count: u32) -> Vec<Value> {
    (1..=count).map(record).collect()
}

fn zstandard(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).unwrap()
}

impl Desk {
    fn import_database(&self, file: &Path) -> Output {
        self.import_as(FORM, file)
    }

    /// Returns the only value that a query of the store gives.
    fn stored(&self, sql: &str) -> String {
        let store = Connection::open(self.folder.path().join("data/mitai.db")).unwrap();
        store.query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

#[test]
fn every_format_of_the_file_imports_the_same() {
    let desk = Desk::new();
    let records = records(1_200);
    let pretty =
        serde_json::to_string_pretty(&serde_json::from_str::<Value>(&whole(&records)).unwrap());
    let two_frames = [
        zstandard(&by_line(&records[..600])),
        zstandard(&by_line(&records[600..])),
    ];
    let mut outcome = "1200 added, 0 changed, 0 equal";
    for (name, bytes) in [
        ("minified.json", whole(&records).into_bytes()),
        ("pretty.json", pretty.unwrap().into_bytes()),
        ("lines.jsonl", by_line(&records).into_bytes()),
        (
            "no-last-line-end.jsonl",
            by_line(&records).trim_end().into(),
        ),
        ("minified.json.gz", gzipped(&whole(&records))),
        ("lines.jsonl.gz", gzipped(&by_line(&records))),
        ("minified.json.zst", zstandard(&whole(&records))),
        ("lines.jsonl.zst", zstandard(&by_line(&records))),
        // Real files have names that do not fit their form
        ("one-object.jsonl.zst", zstandard(&whole(&records))),
        ("frames.jsonl.zst", two_frames.concat()),
    ] {
        let output = desk.import_database(&desk.file(name, &bytes));
        assert_imported(&output, "1200 records read");
        assert_imported(&output, outcome);
        outcome = "0 added, 0 changed, 1200 equal";
    }
    let said = desk.stored("SELECT provenance || ' ' || as_of FROM anime WHERE mal_id = 7");
    assert_eq!(
        said,
        "anime-offline-database 2025-12-11T00:00:00.000000000Z"
    );
}

#[test]
fn jikan_files_may_be_compressed_with_zstandard() {
    let desk = Desk::new();
    let output = desk.import(&desk.file("titles.jsonl.zst", &zstandard(&lines(1_200))));
    assert_imported(&output, "1200 added, 0 changed, 0 equal");
}

#[test]
fn import_adds_titles_and_fills_gaps_only() {
    let desk = Desk::new();
    let jikan = desk.file("titles.jsonl", lines(3).as_bytes());
    desk.import(&jikan);
    let file = desk.file("database.json", whole(&records(5)).as_bytes());
    assert_imported(&desk.import_database(&file), "2 added, 3 changed, 0 equal");
    for (sql, said) in [
        ("SELECT title FROM anime WHERE mal_id = 1", "Title 1"),
        (
            "SELECT provenance FROM anime WHERE mal_id = 1",
            "jikan-import",
        ),
        ("SELECT season FROM anime WHERE mal_id = 1", "fall"),
        (
            "SELECT origins ->> '$.pictures[0].source' FROM anime WHERE mal_id = 1",
            FORM,
        ),
        ("SELECT title FROM anime WHERE mal_id = 5", "Other 5"),
    ] {
        assert_eq!(desk.stored(sql), said, "{sql}");
    }
    assert_imported(&desk.import_database(&file), "0 added, 0 changed, 5 equal");
    assert_imported(&desk.import(&jikan), "0 added, 0 changed, 3 equal");
}

#[test]
fn skipped_records_are_reported() {
    let desk = Desk::new();
    let mut adult = record(2);
    adult["tags"] = json!(["drama", "hentai"]);
    let mut elsewhere = record(3);
    elsewhere["sources"] = json!(["https://anidb.net/anime/3"]);
    let mut nameless = record(4);
    nameless["title"] = json!("");
    let file = by_line(&[record(1), adult, elsewhere, nameless]);
    let output = desk.import_database(&desk.file("database.jsonl", file.as_bytes()));
    assert_imported(&output, "4 records read");
    assert_imported(&output, "1 added, 0 changed, 0 equal");
    assert_imported(&output, "2 refused: 1 adult, 1 unusable");
    assert_imported(&output, "1 left out: not on MyAnimeList");
    assert_imported(&output, "record 4: the field \"title\"");
}

#[test]
fn damaged_or_wrong_file_leaves_nothing_behind() {
    let desk = Desk::new();
    let (one, many) = (whole(&records(2_000)), by_line(&records(2_000)));
    let packed = zstandard(&one);
    let mut corrupt = packed.clone();
    let middle = corrupt.len() / 2;
    corrupt[middle..middle + 64].fill(0);
    let bomb = zstandard(&"\n".repeat(64 * 1024 * 1024));
    let long = whole(&[json!({ "title": "x".repeat(1024 * 1024) })]);
    for (name, bytes, words) in [
        (
            "cut.json",
            one.as_bytes()[..one.len() - 20].to_vec(),
            "Record 2000 of",
        ),
        (
            "cut-late.json",
            one.as_bytes()[..one.len() - 1].to_vec(),
            "cut off",
        ),
        (
            "cut.jsonl",
            many.as_bytes()[..many.len() - 20].to_vec(),
            "(line 2001) ends in the middle",
        ),
        ("cut.json.zst", packed[..middle].to_vec(), "cut off"),
        ("corrupt.json.zst", corrupt, "damaged"),
        ("bomb.zst", bomb, "bomb.zst is longer than any title"),
        ("long.json", long.into_bytes(), "Record 1 of"),
        (
            "broken.json",
            one.replace("\"Other 1500\"", "Other 1500").into_bytes(),
            "Record 1500 of",
        ),
        (
            "data.json",
            b"{\"data\":{}}".to_vec(),
            "damaged, or of another kind",
        ),
        (
            "numbers.json",
            b"1 2 3".to_vec(),
            "damaged, or of another kind",
        ),
        ("jikan.jsonl", lines(3).into_bytes(), "No title was found"),
        ("empty.json", Vec::new(), "No title was found"),
    ] {
        let output = desk.import_database(&desk.file(name, &bytes));
        assert_refused(&output, words);
        assert_refused(&output, "Nothing was imported: ");
    }
    assert_refused(
        &desk.import_database(Path::new("no-such-file.json")),
        "cannot be opened",
    );
    let sound = desk.file("database.json", one.as_bytes());
    assert_imported(
        &desk.import_database(&sound),
        "2000 added, 0 changed, 0 equal",
    );
}

#[test]
#[ignore = "needs the full-scale data: cargo xtask test --data DIR"]
fn real_files_are_imported_whole_and_replace_no_richer_facts() {
    let desk = Desk::new();
    desk.import(&real("catalog.jsonl.gz"));
    let digest = "SELECT group_concat(title || synopsis || episodes || score) \
        FROM (SELECT * FROM anime WHERE mal_id = 1535)";
    let before = desk.stored(digest);
    let sample = |name: &str| real("anime-offline-database").join(name);
    let output = desk.import_database(&sample("sample.jsonl.zst"));
    assert_imported(&output, "1 record read");
    assert_eq!(desk.stored(digest), before);
    let output = desk.import_database(&sample("sample-minified.json"));
    assert_imported(&output, "15 records read");
    let ids_only = sample("fribb-reduced-2022-07-11.json.gz");
    assert!(fs::exists(&ids_only).unwrap());
    assert_refused(&desk.import_database(&ids_only), "Nothing was imported: ");
}
