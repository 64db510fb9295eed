//! `mitai list` as an operator runs it, and what programs from the registries read of its files.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    program::{self, Serving},
    remote::{self, Browser},
};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");

/// A server's data folder, where Hana keeps a list.
struct Site {
    folder: tempfile::TempDir,
    _serving: Serving,
}

impl Site {
    async fn start(entries: &[(u32, Value)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let none: [&str; 0] = [];
        let serving = Serving::start(&mut program::serve(BINARY, folder.path(), &none)).unwrap();
        let site = &serving.address;
        let http = remote::http().unwrap();
        let browser = Browser::sign_up(&http, site, "hana").await.unwrap();
        for (id, entry) in entries {
            let edit = browser.request(Method::PATCH, site, &format!("me/list/{id}"));
            let edit = edit.header("content-type", "application/json");
            let answer = edit.body(entry.to_string()).send().await.unwrap();
            answer.error_for_status().unwrap();
        }
        Self {
            folder,
            _serving: serving,
        }
    }

    fn import(&self, file: &Path, arguments: &[&str]) -> Output {
        let mut import = program::command(BINARY, self.folder.path());
        import
            .args(["list", "import", "hana@example.com"])
            .arg(file);
        import.args(arguments).output().unwrap()
    }

    fn export(&self, arguments: &[&str]) -> Output {
        let mut export = program::command(BINARY, self.folder.path());
        export.args(["list", "export"]).args(arguments);
        export.output().unwrap()
    }

    /// The whole list in a form, in a file.
    fn file(&self, format: &str) -> PathBuf {
        let file = self.folder.path().join(format!("list.{format}"));
        let path = file.to_str().unwrap();
        let arguments = [
            "hana@example.com",
            "--private",
            "--format",
            format,
            "--output",
            path,
        ];
        let (said, _) = succeeded(self.export(&arguments));
        assert!(said.ends_with(&format!(" entries to {path}\n")), "{said}");
        file
    }
}

/// Returns the standard output and the standard error of a command that succeeded.
fn succeeded(output: Output) -> (String, String) {
    let [said, besides] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert!(output.status.success(), "{besides}");
    (said, besides)
}

fn few() -> [(u32, Value); 2] {
    [
        (
            1,
            json!({ "progress": 5, "today": "2026-03-14", "notes": "Jazz" }),
        ),
        (6, json!({ "status": "planned", "private": true })),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn list_is_printed_in_each_form_without_private_entries() {
    let site = Site::start(&few()).await;
    let (json, besides) = succeeded(site.export(&["HANA@example.com"]));
    let sentence = "Left out 1 private entry; --private exports private entries, too\n";
    assert_eq!(besides, sentence);
    let list: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(list["entries"].as_array().unwrap().len(), 1);
    assert_eq!(list["entries"][0]["entry"]["notes"], "Jazz");
    let (xml, _) = succeeded(site.export(&["hana@example.com", "--format", "mal"]));
    assert!(xml.contains("<![CDATA[Cowboy Bebop]]>"), "{xml}");
    assert!(!xml.contains("Trigun"), "{xml}");
    let (csv, _) = succeeded(site.export(&["hana@example.com", "--format", "csv"]));
    assert_eq!(
        csv.lines().nth(1),
        Some("1,Cowboy Bebop,Watching,5,,2026-03-14,,0,Jazz,,no")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn export_of_some_statuses_or_of_a_tag_has_these_entries_alone() {
    let tagged = json!({ "status": "dropped", "tags": ["slow"], "today": "2026-03-14" });
    let [first, _] = few();
    let site = Site::start(&[first, (6, tagged)]).await;
    for (filter, titles) in [
        (["--status", "watching"], ["Cowboy Bebop"].as_slice()),
        (
            ["--status", "watching,dropped"],
            &["Trigun", "Cowboy Bebop"],
        ),
        (["--tag", "slow"], &["Trigun"]),
        (["--tag", "other"], &[]),
    ] {
        let (csv, _) = succeeded(
            site.export(&[["hana@example.com", "--format", "csv"].as_slice(), &filter].concat()),
        );
        let names = csv
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').nth(1));
        let mut names: Vec<_> = names.collect();
        let mut titles = titles.to_vec();
        names.sort_unstable();
        titles.sort_unstable();
        assert_eq!(names, titles, "{filter:?}");
    }
    let unknown = site.export(&["hana@example.com", "--status", "finished"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn list_is_written_to_a_file_that_is_not_there() {
    let site = Site::start(&few()).await;
    let text = fs::read_to_string(site.file("mal")).unwrap();
    assert!(text.contains("<![CDATA[Trigun]]>"), "{text}");
    let file = site.folder.path().join("list.mal");
    let again = site.export(&["hana@example.com", "--output", file.to_str().unwrap()]);
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(fs::read_to_string(file).unwrap(), text);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_address_is_reported() {
    let site = Site::start(&[]).await;
    for (email, sentence) in [
        (
            "nobody@example.com",
            "there is no account with the e-mail address nobody@example.com",
        ),
        ("hana", "hana is not an e-mail address"),
    ] {
        let output = site.export(&[email]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(sentence), "{said}");
    }
}

/// Returns a file whose rows are added, changed, proposed, unknown and refused.
fn mixed() -> String {
    let row = |id, name, status| {
        format!(
            "<anime><series_animedb_id>{id}</series_animedb_id><series_title>{name}</series_title>\
             <my_watched_episodes>7</my_watched_episodes><my_status>{status}</my_status></anime>"
        )
    };
    let bebop =
        "<my_comments>Jazz and\nbounty hunters</my_comments><my_tags>space</my_tags></anime>";
    let rows = [
        row(1, "Cowboy Bebop", "Watching").replace("</anime>", bebop),
        row(999_999, "Nobody knows it", "Watching"),
        row(20, "Naruto", "Dropped"),
        row(21, "One Piece", "Considering"),
        row(0, "Trigun", "Watching"),
    ];
    format!("<myanimelist>{}</myanimelist>", rows.concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_run_shows_the_changes_that_the_import_makes() {
    let site = Site::start(&few()).await;
    let file = site.folder.path().join("animelist.xml");
    fs::write(&file, mixed()).unwrap();
    let before = succeeded(site.export(&["hana@example.com", "--format", "csv"])).0;
    let theirs = ["--policy", "theirs"];
    let (said, besides) = succeeded(site.import(&file, &["--policy", "theirs", "--dry-run"]));
    let counts = "added: 1, changed: 1, kept as they are: 0, equal: 0, proposed: 1, unresolved: 1, kept already of these: 0, refused: 1, with remarks: 0\n";
    assert_eq!(besides, "");
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(
        told,
        [
            "row 3, added: \"Naruto\" (20). Status: Dropped, Episodes: 7.",
            "row 1, changed: \"Cowboy Bebop\" (1). Notes: \"Jazz\" -> \"Jazz and bounty hunters\", Tag \"space\" added, Episodes: 5 -> 7.",
            "row 5, proposed: \"Trigun\". Is it Trigun (6)?",
            "row 2, unresolved: \"Nobody knows it\".",
            "row 4, refused: \"One Piece\". Its status is \"Considering\", which is none that Mitai knows.",
            format!("Would be {counts}").trim_end(),
        ]
    );
    assert_eq!(
        succeeded(site.export(&["hana@example.com", "--format", "csv"])).0,
        before
    );

    let (said, besides) = succeeded(site.import(&file, &theirs));
    assert_eq!(
        besides.lines().collect::<Vec<_>>(),
        [
            "row 2, unresolved: \"Nobody knows it\".",
            "row 4, refused: \"One Piece\". Its status is \"Considering\", which is none that Mitai knows.",
            "row 5, proposed: \"Trigun\". Is it Trigun (6)?",
        ]
    );
    assert_eq!(
        said,
        format!("Were {counts}This was import 2 of the account\n")
    );
    let after = succeeded(site.export(&["hana@example.com", "--format", "csv"])).0;
    assert!(after.contains("1,Cowboy Bebop,Watching,7,"), "{after}");
    let (said, _) = succeeded(site.import(&file, &theirs));
    assert!(
        said.starts_with(
            "Were added: 0, changed: 0, kept as they are: 0, equal: 2, proposed: 1, unresolved: 1, kept already of these: 2,"
        ),
        "{said}"
    );
    fs::write(&file, "\u{89}PNG").unwrap();
    let refused = site.import(&file, &[]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("not an anime list"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn csv_columns_can_be_named_by_a_flag() {
    let site = Site::start(&[]).await;
    let file = site.folder.path().join("list.csv");
    fs::write(&file, "Serie;Wo;Punkte\nNaruto;dropped;7\n").unwrap();
    let refused = site.import(&file, &["--dry-run"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("Serie, Wo, Punkte; --columns says"), "{said}");

    let columns = ["--columns", "title,status,score", "--dry-run"];
    let (said, _) = succeeded(site.import(&file, &columns));
    assert!(said.contains("proposed: \"Naruto\""), "{said}");
    let refused = site.import(&file, &["--columns", "title,name"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("no column of the kind \"name\""), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_run_names_the_first_of_many_and_counts_the_others() {
    let site = Site::start(&[]).await;
    let file = site.folder.path().join("animelist.xml");
    let row = |id: u32| {
        let score = if id == 900_022 { 77 } else { 7 };
        format!(
            "<anime><series_animedb_id>{id}</series_animedb_id><my_status>Watching</my_status>\
             <my_score>{score}</my_score></anime>"
        )
    };
    let rows: String = (900_001..=900_023).map(row).collect();
    fs::write(&file, format!("<myanimelist>{rows}</myanimelist>")).unwrap();
    let (said, _) = succeeded(site.import(&file, &["--dry-run"]));
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(told.len(), 23);
    assert_eq!(told[19], "row 20, unresolved: \"mal:900020\".");
    // Every remark is printed
    assert!(told[20].starts_with("row 22, unresolved: \"mal:900022\". The score 77"));
    assert_eq!(told[21], "… and 2 more unresolved");
}

/// Every status, score, date and kind of text that a list may have.
fn everything() -> Vec<(u32, Value)> {
    let list = fs::read_to_string(clients().join("list.json")).unwrap();
    let list: BTreeMap<u32, Value> = serde_json::from_str(&list).unwrap();
    list.into_iter().collect()
}

/// Runs a program of `clients/` on an export; its own assertions say what is wrong.
async fn read_by(reader: &Path, arguments: &[&str]) {
    let site = Site::start(&everything()).await;
    let ran = Command::new(reader)
        .args(arguments)
        .current_dir(clients())
        // Some clients keep folders of their own in `HOME`
        .env("HOME", site.folder.path())
        .env("MITAI_LIST_XML", site.file("mal"))
        .env("MITAI_LIST_JSON", site.file("json"))
        .output()
        .unwrap();
    let said = [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(ran.status.success(), "{}", said.concat());
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")
}

fn assert_installed(path: &Path) {
    let sentence = "the clients are not installed: run `cargo xtask test`";
    assert!(path.exists(), "{sentence} ({} is missing)", path.display());
}

#[tokio::test(flavor = "multi_thread")]
async fn malexport_of_pypi() {
    let python = clients().join(".venv/bin/python");
    assert_installed(&python);
    read_by(&python, &["-m", "unittest", "malexport_test"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fast_xml_parser_of_npm() {
    assert_installed(&clients().join("node_modules"));
    read_by(Path::new("node"), &["--test", "mal-xml.test.mjs"]).await;
}
