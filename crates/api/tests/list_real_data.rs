//! Imports of every real list: every row has a result, a second import changes nothing, and undoing an import leaves
//! nothing of it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use axum::http::{Request, StatusCode};
use domain::{anime::Anime, provider::SourceTitle};
use flate2::read::GzDecoder;
use providers::jikan::parse_record;
use serde_json::{Value, json};
use testkit::{Browser, TestApp};

const IMPORTS: &str = "/api/v1/me/imports";

/// Rows of each file, and how many of these the catalogue knows by a number, proposes by name, does not know, and the
/// file refuses. Counted by a script that reads files and catalogue with other parsers.
const FILES: [(&str, [u64; 5]); 28] = [
    ("anilist_MediaListCollection.json", [12, 7, 0, 0, 5]),
    ("anilist_MediaListCollection_118.json", [118, 117, 0, 1, 0]),
    ("anilist_import_fixture.json", [6, 4, 0, 0, 2]),
    ("animeplanet_141.json", [141, 0, 124, 17, 0]),
    ("animeplanet_316.json", [316, 0, 248, 44, 24]),
    (
        "kitsu_library-entries_include-anime,mappings_fixture.json",
        [5, 2, 0, 3, 0],
    ),
    ("mal_1694.xml", [1694, 1692, 0, 2, 0]),
    ("mal_2024-12_first-export_69.xml", [69, 69, 0, 0, 0]),
    ("mal_204_unscored_completed-at-0.xml", [204, 204, 0, 0, 0]),
    ("mal_245.xml", [245, 244, 0, 1, 0]),
    ("mal_269.xml", [269, 269, 0, 0, 0]),
    ("mal_404_tags.xml", [404, 391, 0, 13, 0]),
    ("mal_473_no-dates.xml", [473, 472, 0, 1, 0]),
    ("mal_558_unknown-type.xml", [558, 552, 0, 6, 0]),
    ("mal_577_rewatches.xml", [577, 575, 0, 2, 0]),
    ("mal_90.xml", [90, 90, 0, 0, 0]),
    ("mal_animelist_2024-12_506.xml", [506, 506, 0, 0, 0]),
    ("mal_animelist_2026-02_67.xml", [67, 67, 0, 0, 0]),
    ("mal_animelist_old-format_109.xml.gz", [109, 108, 0, 1, 0]),
    ("mal_api-v2_animelist_fixture.json", [5, 5, 0, 0, 0]),
    ("mal_load-json_2017.json", [300, 299, 0, 1, 0]),
    ("mal_malsync-tags_176.xml", [176, 174, 0, 2, 0]),
    ("mal_old-format_109.xml", [109, 109, 0, 0, 0]),
    ("mal_old-format_433.xml", [433, 433, 0, 0, 0]),
    ("mal_old-format_502.xml", [502, 495, 0, 7, 0]),
    ("mal_partial-dates_24.xml", [24, 24, 0, 0, 0]),
    ("yamtrack_2024_fixture.csv", [30, 1, 0, 0, 29]),
    ("zoro-converter_388.xml", [388, 386, 0, 2, 0]),
];

fn data(path: &str) -> PathBuf {
    let folder = env::var_os("MITAI_TEST_DATA")
        .expect("MITAI_TEST_DATA must name the data folder; run `cargo xtask test --data DIR`");
    Path::new(&folder).join(path)
}

fn catalogue() -> Vec<Anime> {
    let file = fs::File::open(data("catalog.jsonl.gz")).unwrap();
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    let title = |line: std::io::Result<String>| match parse_record(line.unwrap().as_bytes()).ok()?.0
    {
        SourceTitle::Title(anime) => Some(*anime),
        SourceTitle::Adult(_) => None,
    };
    lines.filter_map(title).collect()
}

fn count(of: &Value, name: &str) -> u64 {
    of["counts"][name].as_u64().unwrap()
}

fn sum(of: &Value) -> u64 {
    let counts = of["counts"].as_object().unwrap().iter();
    let counts = counts.filter(|(name, _)| !["waiting", "remarked"].contains(&name.as_str()));
    counts.map(|(_, count)| count.as_u64().unwrap()).sum()
}

async fn preview(browser: &Browser, file: &[u8]) -> Value {
    let request = Request::post(IMPORTS).header("content-type", "application/octet-stream");
    let answer = browser.send(request, file.to_vec()).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

async fn done(browser: &Browser, preview: &Value, what: &str) -> Value {
    let address = format!("{IMPORTS}/{}/{what}", preview["id"]);
    let answer = browser.post(&address, &json!({})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

#[tokio::test]
#[ignore = "needs --data DIR"]
async fn every_row_of_every_real_list_has_a_result() {
    let app = TestApp::with(&catalogue()).await;
    let browser = app.signed_up("reader").await;
    for (name, [rows, known, proposed, unknown, refused]) in FILES {
        let file = fs::read(data("lists").join(name)).unwrap();
        let shown = preview(&browser, &file).await;
        let counted = [
            sum(&shown),
            count(&shown, "added"),
            count(&shown, "proposed"),
            count(&shown, "unresolved"),
            count(&shown, "refused"),
        ];
        assert_eq!(counted, [rows, known, proposed, unknown, refused], "{name}");
        assert_eq!(shown["rows"], rows, "{name}");
        let applied = done(&browser, &shown, "apply").await;
        assert_eq!(applied["counts"], shown["counts"], "{name}");
        assert_eq!(applied["left"], json!([]), "{name}");
        let unresolved = browser.get("/api/v1/me/unresolved").await.json();
        let kept = unresolved["items"].as_array().unwrap().len() as u64;
        assert_eq!(kept, proposed + unknown, "{name}");

        let again = preview(&browser, &file).await;
        assert_eq!(count(&again, "equal"), known, "{name}");
        assert_eq!(again["counts"]["waiting"], proposed + unknown, "{name}");
        let twice = done(&browser, &again, "apply").await;
        assert_eq!(twice["version"], applied["version"], "{name}");

        let undone = done(&browser, &shown, "undo").await;
        assert_eq!(
            (&undone["restored"], &undone["left"]),
            (&json!(known), &json!([])),
            "{name}"
        );
        let list = browser.get("/api/v1/me/list").await.json();
        assert_eq!(list["items"], json!([]), "{name}");
    }
}
