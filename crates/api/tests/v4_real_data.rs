//! Jikan v4 on everything that was really received: what was imported is what `/v4` answers, in the
//! form of Jikan's own document.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

mod extras;
mod schemas;

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use axum::http::Request;
use domain::{anime::Anime, provider::SourceTitle};
use flate2::read::GzDecoder;
use providers::jikan::parse_record;
use serde_json::{Value, json};
use testkit::TestApp;

use schemas::{Schemas, assert_valid};

fn data(path: &str) -> PathBuf {
    let folder = env::var_os("MITAI_TEST_DATA")
        .expect("MITAI_TEST_DATA must name the data folder; run `cargo xtask test --data DIR`");
    Path::new(&folder).join(path)
}

/// The record with the differences that docs/jikan.md lists.
fn expected(record: &Value) -> Value {
    let mut record = record.clone();
    for name in ["score", "scored_by", "rank", "popularity"] {
        if record[name].as_f64() == Some(0.0) {
            record[name] = Value::Null;
        }
    }
    if record["background"]
        .as_str()
        .is_some_and(|text| text.trim().is_empty())
    {
        record["background"] = Value::Null;
    }
    for place in ["/type", "/rating", "/season", "/broadcast/day"] {
        let word = record.pointer_mut(place).unwrap();
        if word
            .as_str()
            .is_some_and(|word| word.starts_with("UNKNOWN"))
        {
            *word = Value::Null;
        }
    }
    if record["airing"].is_null() {
        record["airing"] = json!(false);
    }
    for list in [
        "producers",
        "licensors",
        "studios",
        "genres",
        "explicit_genres",
        "themes",
        "demographics",
    ] {
        for item in record[list].as_array_mut().unwrap() {
            if item["mal_id"].is_null() {
                (item["mal_id"], item["url"]) = (json!(0), json!(""));
            }
        }
    }
    record
}

/// An address as far as it leads: behind the number stands the name as decoration.
fn leads_to(address: &str) -> String {
    let mut parts = address.split('/');
    let number = parts.by_ref().position(|part| part.parse::<u32>().is_ok());
    let parts = address
        .split('/')
        .take(number.map_or(usize::MAX, |at| at + 1));
    parts.collect::<Vec<_>>().join("/")
}

/// Puts addresses at MyAnimeList into the form in which they are compared, and numbers too.
fn compared(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(compared),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(address)
                        if name == "url" && address.starts_with("https://myanimelist.net/") =>
                    {
                        *address = leads_to(address);
                    }
                    member => compared(member),
                }
            }
        }
        Value::Number(number) => *value = json!(number.as_f64()),
        _ => {}
    }
}

/// Every fact of `record` is in `answer`. Lists' items have no relations and songs, two fixtures of
/// clients no `titles` and `approved`: what a record does not speak of is not compared.
fn assert_tells(answer: &Value, record: &Value) {
    let mut expected = expected(record);
    let mut answer = answer.clone();
    let count = |value: &Value| value.as_object().unwrap().len();
    assert_eq!(count(&answer), 40, "{}", record["mal_id"]);
    compared(&mut expected);
    compared(&mut answer);
    for (name, fact) in expected.as_object().unwrap() {
        assert_eq!(&answer[name], fact, "{name} of {}", record["mal_id"]);
    }
}

fn read(record: &Value) -> Option<Anime> {
    match parse_record(record.to_string().as_bytes()).unwrap().0 {
        SourceTitle::Title(title) => Some(*title),
        SourceTitle::Adult(_) => None,
    }
}

async fn full(app: &TestApp, record: &Value) -> Value {
    let address = format!("/v4/anime/{}/full", record["mal_id"]);
    app.get(&address).await.json()
}

#[tokio::test]
#[ignore = "needs --data DIR"]
async fn all_records_survive_import_and_answer() {
    let schemas = Schemas::read();
    let valid = schemas.data("anime_full");
    let file = fs::File::open(data("catalog.jsonl.gz")).unwrap();
    let records: Vec<Value> = BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    let titles: Vec<Anime> = records.iter().filter_map(read).collect();
    assert_eq!((records.len(), titles.len()), (29_144, 29_142));
    let app = TestApp::with(&titles).await;
    let (mut same, mut checked) = (0, 0);
    for record in &records {
        let body = full(&app, record).await;
        if body.get("status").is_some() {
            assert!(read(record).is_none(), "{}", record["mal_id"]);
            continue;
        }
        assert_valid(&valid, &body, &record["mal_id"].to_string());
        assert_tells(&body["data"], record);
        same += usize::from(body["data"]["url"] == record["url"]);
        checked += 1;
    }
    assert_eq!(checked, 29_142);
    // The others have a tail that was made from an earlier name, or none
    assert!(same > 28_000, "{same} addresses are the same to the letter");
    lists_are_valid(&app, &schemas).await;
}

async fn lists_are_valid(app: &TestApp, schemas: &Schemas) {
    let page = schemas.page();
    for (address, least) in [
        ("/v4/top/anime", 20_000),
        ("/v4/top/anime?filter=airing&type=tv", 100),
        ("/v4/top/anime?filter=upcoming", 100),
        ("/v4/top/anime?filter=bypopularity&page=900", 20_000),
        ("/v4/top/anime?filter=favorite&rating=pg13", 5_000),
        ("/v4/anime", 29_000),
        ("/v4/anime?q=kindaichi", 9),
        ("/v4/anime?q=naruto&type=movie&order_by=start_date", 5),
        ("/v4/anime?genres=1,2&genres_exclude=8&min_score=8", 10),
        ("/v4/anime?producers=4&status=complete&letter=c", 5),
        (
            "/v4/anime?start_date=2018-01-01&order_by=members&sort=desc",
            5_000,
        ),
        ("/v4/seasons/now", 0),
        ("/v4/seasons/2022/fall", 50),
        ("/v4/seasons/2022/fall?filter=ova", 1),
        ("/v4/seasons/upcoming", 500),
        ("/v4/schedules", 100),
        ("/v4/schedules?filter=monday", 5),
        ("/v4/schedules?filter=other", 1),
        ("/v4/schedules?filter=unknown", 1),
        ("/v4/anime?end_date=1999", 1_500),
        (
            "/v4/anime?start_date=2018&end_date=2020&order_by=end_date&sort=desc",
            1_000,
        ),
    ] {
        let body = app.get(address).await.json();
        assert_valid(&page, &body, address);
        let total = body["pagination"]["items"]["total"].as_u64().unwrap();
        assert!(total >= least, "{address}: {total}");
    }
    others_are_valid(app, schemas).await;
    extras::are_valid(app, schemas).await;
    reviews_are_valid(app, schemas).await;
    seasons_have_titles(app).await;
    companies_are_those_of_jikan(app).await;
}

/// Checks the answers that are no lists of titles.
async fn others_are_valid(app: &TestApp, schemas: &Schemas) {
    let genres = app.get("/v4/genres/anime").await.json();
    // All that Jikan named in 2022, but for the two that are for adults
    assert!(genres["data"].as_array().unwrap().len() >= 74);
    for (address, valid) in [
        ("/v4/genres/anime", schemas.answer("genres")),
        ("/v4/random/anime", schemas.data("anime")),
        ("/v4/anime/1/relations", schemas.answer("anime_relations")),
        ("/v4/anime/1/themes", schemas.answer("anime_themes")),
        ("/v4/anime/1/external", schemas.answer("external_links")),
        ("/v4/anime/1/streaming", schemas.answer("external_links")),
        ("/v4/anime/1/moreinfo", schemas.answer("moreinfo")),
        ("/v4/anime/1/forum", schemas.answer("forum")),
        (
            "/v4/anime/1/userupdates",
            schemas.page_of("anime_userupdates"),
        ),
        ("/v4/seasons", schemas.page_of("seasons")),
        ("/v4/producers", schemas.page_of("producers")),
        ("/v4/producers/37", schemas.data("producer")),
        ("/v4/producers/37/full", schemas.data("producer_full")),
        (
            "/v4/producers/37/external",
            schemas.answer("external_links"),
        ),
        ("/v4/magazines", schemas.page_of("magazines")),
    ] {
        let body = app.get(address).await.json();
        assert_valid(&valid, &body, address);
    }
}

async fn reviews_are_valid(app: &TestApp, schemas: &Schemas) {
    let valid = schemas.page_of("anime_reviews");
    for (name, kept) in [
        ("asuna", json!({ "status": "completed", "score": 95 })),
        ("kirito", json!({ "status": "watching", "progress": 3 })),
        ("klein", json!({ "status": "planned", "private": true })),
    ] {
        let author = app.signed_up(name).await;
        author.patch("/api/v1/me/list/1", &kept).await;
        let form = json!({ "text": "It is good. ".repeat(9), "spoiler": false });
        let own = Request::put("/api/v1/me/reviews/1");
        assert_eq!(author.send_json(own, &form).await.status, 200);
    }
    let address = "/v4/anime/1/reviews?preliminary=true";
    let body = app.get(address).await.json();
    assert_valid(&valid, &body, address);
    assert_eq!(body["data"].as_array().unwrap().len(), 3);
}

/// Checks that each listed season has titles.
async fn seasons_have_titles(app: &TestApp) {
    let years = app.get("/v4/seasons").await.json()["data"].take();
    let years = years.as_array().unwrap();
    assert!(years.len() >= 100, "{}", years.len());
    for year in years {
        for season in year["seasons"].as_array().unwrap() {
            let season = season.as_str().unwrap();
            let address = format!("/v4/seasons/{}/{season}?limit=1", year["year"]);
            let page = app.get(&address).await.json();
            assert_ne!(page["data"], json!([]), "{address}");
        }
    }
}

/// Checks that companies have the names and numbers of titles that Jikan had in 2023, as far as they have the same id.
async fn companies_are_those_of_jikan(app: &TestApp) {
    let file = fs::File::open(data("extra/producers.jsonl.gz")).unwrap();
    let (mut compared, mut same) = (0, 0);
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let expected: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let address = format!("/v4/producers/{}", expected["mal_id"]);
        let answer = app.get(&address).await;
        if answer.status != 200 {
            continue;
        }
        let producer = answer.json()["data"].take();
        let keys = |value: &Value| {
            let names = value.as_object().unwrap().keys();
            names.cloned().collect::<Vec<String>>()
        };
        assert_eq!(keys(&producer), keys(&expected), "{address}");
        compared += 1;
        same += usize::from(producer["titles"][0] == expected["titles"][0]);
    }
    assert!(compared > 500, "{compared}");
    assert!(
        same * 10 > compared * 9,
        "{same} of {compared} have the same name"
    );
}

#[tokio::test]
#[ignore = "needs --data DIR"]
async fn all_captures_survive_import_and_answer() {
    let schemas = Schemas::read();
    let valid = schemas.data("anime_full");
    let folders = ["captures", "captures/jikan_anime_full"].map(data);
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let json = path
                .extension()
                .is_some_and(|extension| extension == "json");
            json && !name.ends_with(".headers.json")
        })
        .collect();
    files.sort();
    let mut checked = 0;
    for file in files {
        let body: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let records: Vec<&Value> = match &body["data"] {
            Value::Array(items) => items.iter().collect(),
            one => vec![one],
        };
        let titles = records
            .into_iter()
            .filter(|r| r.get("title_synonyms").is_some());
        for record in titles {
            let app = TestApp::with(&[read(record).unwrap()]).await;
            let body = full(&app, record).await;
            assert_valid(&valid, &body, &file.display().to_string());
            assert_tells(&body["data"], record);
            parts_are_those_of(&app, &body["data"]).await;
            checked += 1;
        }
    }
    assert_eq!(checked, 259);
}

/// Checks that each part with an address of its own is as in the whole record.
async fn parts_are_those_of(app: &TestApp, full: &Value) {
    for (part, name) in [
        ("relations", "relations"),
        ("themes", "theme"),
        ("external", "external"),
        ("streaming", "streaming"),
    ] {
        let address = format!("/v4/anime/{}/{part}", full["mal_id"]);
        let body = app.get(&address).await.json();
        assert_eq!(body["data"], full[name], "{address}");
    }
}
