//! `mitai import` as a person runs it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use flate2::{Compression, write::GzEncoder};

mod addresses;
mod extras;
mod offline_database;

/// A folder with a store and files of its own.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn import(&self, file: &Path) -> Output {
        self.import_as("jikan", file)
    }

    fn import_as(&self, form: &str, file: &Path) -> Output {
        let mitai = Command::new(env!("CARGO_BIN_EXE_mitai"));
        self.run(mitai, form, file).output().unwrap()
    }

    /// Completes a command line that begins with `mitai`: an import of this file into the desk's store.
    fn run(&self, mut mitai: Command, form: &str, file: &Path) -> Command {
        mitai
            .args(["import", form])
            .arg(file)
            .arg("--data-dir")
            .arg(self.folder.path().join("data"));
        mitai
    }
}

/// `count` titles, a line each.
fn lines(count: u32) -> String {
    let mut text = String::new();
    for id in 1..=count {
        writeln!(
            text,
            "{{\"mal_id\":{id},\"title\":\"Title {id}\",\"popularity\":{id},\"relations\":[]}}"
        )
        .unwrap();
    }
    text
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[track_caller]
fn assert_imported(output: &Output, sentence: &str) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains(sentence), "{said}");
}

/// Asserts that a command failed with exit code 1 and one sentence that holds `words`.
#[track_caller]
fn assert_refused(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(words), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");
}

#[test]
fn second_import_changes_nothing() {
    let desk = Desk::new();
    let plain = desk.file("titles.jsonl", lines(1_200).as_bytes());
    let packed = desk.file("titles.jsonl.gz", &gzipped(&lines(1_200)));
    assert_imported(&desk.import(&plain), "1200 added, 0 changed, 0 equal");
    assert_imported(&desk.import(&packed), "0 added, 0 changed, 1200 equal");
    let changed = lines(1_200).replace("\"Title 7\"", "\"Renamed\"");
    let changed = desk.file("changed.jsonl", changed.as_bytes());
    assert_imported(&desk.import(&changed), "0 added, 1 changed, 1199 equal");
}

#[test]
fn unusable_records_are_reported_with_their_reason() {
    let desk = Desk::new();
    let text = lines(3)
        + "{\"title\":\"No number\"}\n"
        + "{\"mal_id\":9,\"title\":\"Hidden\",\"rating\":\"Rx - Hentai\"}\n";
    let output = desk.import(&desk.file("titles.jsonl", text.as_bytes()));
    assert_imported(&output, "3 added, 0 changed, 0 equal");
    assert_imported(&output, "2 refused: 1 adult, 1 unusable");
    assert_imported(&output, "record 4: the field \"mal_id\"");
}

#[test]
fn title_that_became_adult_is_deleted() {
    let desk = Desk::new();
    let title = "{\"mal_id\":2,\"title\":\"Title 2\"}\n";
    let adult = "{\"mal_id\":2,\"title\":\"Title 2\",\"rating\":\"Rx - Hentai\"}\n";
    desk.import(&desk.file("before.jsonl", lines(3).as_bytes()));
    // Another line about the same title, before or after the adult one, does not keep the title
    let now = desk.file("now.jsonl", [title, adult, title].concat().as_bytes());
    let output = desk.import(&now);
    assert_imported(&output, "1 refused: 1 adult, 0 unusable");
    assert_imported(&output, "1 taken away: adult by now");
    let before = desk.import(&desk.file("before.jsonl", lines(3).as_bytes()));
    assert_imported(&before, "1 added, 0 changed, 2 equal");
}

#[test]
fn damaged_or_wrong_file_leaves_nothing_behind() {
    let desk = Desk::new();
    let whole = lines(2_000);
    let packed = gzipped(&whole);
    let mut corrupt = packed.clone();
    let middle = corrupt.len() / 2;
    corrupt[middle..middle + 64].fill(0);
    for (name, bytes, words) in [
        (
            "cut.jsonl",
            whole.as_bytes()[..whole.len() - 20].to_vec(),
            "cut off",
        ),
        (
            "cut.jsonl.gz",
            packed[..packed.len() / 2].to_vec(),
            "cut off",
        ),
        ("corrupt.jsonl.gz", corrupt, "damaged"),
        (
            "broken.jsonl",
            whole.replace("\"Title 1500\"", "Title 1500").into_bytes(),
            "Line 1500 of",
        ),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n\0\0\0".to_vec(),
            "Line 1 of",
        ),
        (
            "other.jsonl",
            b"{\"name\":\"x\"}\n{\"name\":\"y\"}\n".to_vec(),
            "No title was found",
        ),
        ("empty.jsonl", Vec::new(), "No title was found"),
    ] {
        let output = desk.import(&desk.file(name, &bytes));
        assert_refused(&output, words);
        assert_refused(&output, "Nothing was imported: ");
    }
    for (path, why) in [
        (Path::new("no-such-file.jsonl"), "there is no such file"),
        (desk.folder.path(), "it is a folder"),
    ] {
        let sentence = format!(
            "Nothing was imported: {} cannot be opened: {why}. Please",
            path.display()
        );
        assert_refused(&desk.import(path), &sentence);
    }
    let plain = desk.file("titles.jsonl", whole.as_bytes());
    assert_imported(&desk.import(&plain), "2000 added, 0 changed, 0 equal");
}

#[test]
fn pipes_are_read_like_files() {
    let desk = Desk::new();
    for (bytes, sentence) in [
        (lines(1_200).into_bytes(), "1200 added"),
        (gzipped(&lines(1_200)), "1200 equal"),
    ] {
        let mitai = Command::new(env!("CARGO_BIN_EXE_mitai"));
        let mut running = desk
            .run(mitai, "jikan", Path::new("/dev/stdin"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = running.stdin.take().unwrap();
        pipe.write_all(&bytes).unwrap();
        drop(pipe);
        assert_imported(&running.wait_with_output().unwrap(), sentence);
    }
}

#[test]
fn failing_store_reports_its_cause() {
    let desk = Desk::new();
    let small = desk.file("small.jsonl", lines(1).as_bytes());
    let output = desk.import(&small);
    assert_imported(&output, "1 record read");
    assert_imported(&output, "1 added");
    let large = desk.file("large.jsonl", lines(20_000).as_bytes());
    // Files may grow to 512 blocks at most, and the attempt is an error instead of a signal
    let mut narrow = Command::new("sh");
    narrow.args(["-c", "trap '' XFSZ; ulimit -f 512; exec \"$0\" \"$@\""]);
    narrow.arg(env!("CARGO_BIN_EXE_mitai"));
    let output = desk.run(narrow, "jikan", &large).output().unwrap();
    assert_refused(
        &output,
        "Nothing was imported: database does not answer: the disk",
    );
}

/// A file of the full-scale data.
fn real(file: &str) -> PathBuf {
    let data = env::var_os("MITAI_TEST_DATA").map(PathBuf::from);
    data.expect("MITAI_TEST_DATA names the data folder")
        .join(file)
}

#[test]
#[ignore = "needs the full-scale data: cargo xtask test --data DIR"]
fn real_data_is_imported_whole() {
    let file = real("catalog.jsonl.gz");
    let desk = Desk::new();
    assert_imported(&desk.import(&file), "29144 records read");
    assert_imported(&desk.import(&file), "0 added, 0 changed, 29142 equal");
}
