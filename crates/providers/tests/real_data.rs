//! The parsers on everything that was really received: no fact lost, none invented.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{
    collections::HashMap,
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use domain::{
    anime::{Anime, CompanyRole, RelationTarget, Status, TagKind},
    provider::{ProviderError, SourceTitle},
};
use flate2::read::GzDecoder;
use providers::{
    jikan::{parse_list, parse_one, parse_record},
    kitsu::parse_airing,
};
use serde_json::{Value, json};

fn data(path: &str) -> PathBuf {
    let folder = env::var_os("MITAI_TEST_DATA")
        .expect("MITAI_TEST_DATA must name the data folder; run `cargo xtask test --data DIR`");
    Path::new(&folder).join(path)
}

/// Files of a folder whose names begin with `start`, without the recorded headers.
fn files(folder: &str, start: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(data(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            path.is_file() && name.starts_with(start) && !name.ends_with(".headers.json")
        })
        .collect();
    files.sort();
    files
}

/// A fact as the record has it: blank, zero, empty, `UNKNOWN …` and null are all "not known".
fn known(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => Value::Null,
        Value::String(text) if text.trim().is_empty() => Value::Null,
        Value::String(text) if text.starts_with("UNKNOWN ") => Value::Null,
        other => other.clone(),
    }
}

fn names_and_ids<'a>(lists: impl IntoIterator<Item = &'a Value>) -> Value {
    let items = lists
        .into_iter()
        .flat_map(|list| list.as_array().into_iter().flatten());
    items
        .map(|item| json!([item["mal_id"], item["name"]]))
        .collect()
}

fn relations(record: &Value) -> Value {
    let Some(groups) = record["relations"].as_array() else {
        return Value::Null;
    };
    let entries = groups.iter().flat_map(|group| {
        let entries = group["entry"].as_array().unwrap().iter();
        entries.map(|e| json!([group["relation"], e["type"], e["mal_id"], e["name"]]))
    });
    entries.collect()
}

fn day(value: &Value) -> Value {
    value.as_str().map_or(Value::Null, |text| json!(text[..10]))
}

fn links(list: &Value) -> Value {
    let items = list.as_array().into_iter().flatten();
    items
        .map(|item| json!({ "name": item["name"], "url": item["url"] }))
        .collect()
}

fn texts(list: &Value) -> Value {
    match list {
        Value::Null => json!([]),
        list => list.clone(),
    }
}

/// The facts that the JSON of a record states.
fn facts_in_json(record: &Value) -> Vec<(&'static str, Value)> {
    const PLAIN: [&str; 16] = [
        "mal_id",
        "title",
        "title_english",
        "title_japanese",
        "type",
        "source",
        "episodes",
        "status",
        "duration",
        "rating",
        "scored_by",
        "rank",
        "popularity",
        "synopsis",
        "background",
        "year",
    ];
    let plain = PLAIN.map(|name| (name, known(&record[name])));
    let (images, trailer, broadcast) =
        (&record["images"], &record["trailer"], &record["broadcast"]);
    let made = [
        (
            "score",
            json!(record["score"].as_f64().filter(|score| *score > 0.0)),
        ),
        ("members", record["members"].clone()),
        ("favorites", record["favorites"].clone()),
        ("synonyms", texts(&record["title_synonyms"])),
        ("aired from", day(&record["aired"]["from"])),
        ("aired to", day(&record["aired"]["to"])),
        ("aired", known(&record["aired"]["string"])),
        ("jpg", images["jpg"].clone()),
        ("webp", images["webp"].clone()),
        ("youtube", known(&trailer["youtube_id"])),
        ("trailer", known(&trailer["url"])),
        ("embed", known(&trailer["embed_url"])),
        ("broadcast", known(&broadcast["string"])),
        ("broadcast day", known(&broadcast["day"])),
        ("broadcast time", known(&broadcast["time"])),
        ("broadcast zone", known(&broadcast["timezone"])),
        ("genres", names_and_ids([&record["genres"]])),
        ("explicit", names_and_ids([&record["explicit_genres"]])),
        ("themes", names_and_ids([&record["themes"]])),
        ("demographics", names_and_ids([&record["demographics"]])),
        ("studios", names_and_ids([&record["studios"]])),
        ("producers", names_and_ids([&record["producers"]])),
        ("licensors", names_and_ids([&record["licensors"]])),
        ("relations", relations(record)),
        ("openings", texts(&record["theme"]["openings"])),
        ("endings", texts(&record["theme"]["endings"])),
        ("external", links(&record["external"])),
        ("streaming", links(&record["streaming"])),
    ];
    plain.into_iter().chain(made).collect()
}

/// The facts that were read of a title, in the same order and form.
fn read(anime: &Anime) -> Vec<(&'static str, Value)> {
    let mut facts = read_plain(anime);
    facts.extend(read_lists(anime));
    facts
}

fn read_lists(anime: &Anime) -> Vec<(&'static str, Value)> {
    let tags = |kind: TagKind| -> Value {
        let tags = anime.tags.iter().filter(|tag| tag.kind == kind);
        tags.map(|tag| json!([tag.id, tag.name])).collect()
    };
    let companies = |role: CompanyRole| -> Value {
        let companies = anime
            .companies
            .iter()
            .filter(|company| company.role == role);
        companies
            .map(|company| json!([company.id, company.name]))
            .collect()
    };
    vec![
        ("genres", tags(TagKind::Genre)),
        ("explicit", tags(TagKind::ExplicitGenre)),
        ("themes", tags(TagKind::Theme)),
        ("demographics", tags(TagKind::Demographic)),
        ("studios", companies(CompanyRole::Studio)),
        ("producers", companies(CompanyRole::Producer)),
        ("licensors", companies(CompanyRole::Licensor)),
        ("relations", read_relations(anime)),
        ("openings", json!(anime.openings)),
        ("endings", json!(anime.endings)),
        ("external", json!(anime.external)),
        ("streaming", json!(anime.streaming)),
    ]
}

fn read_plain(anime: &Anime) -> Vec<(&'static str, Value)> {
    let broadcast = anime.broadcast.as_ref();
    vec![
        ("mal_id", json!(anime.mal_id)),
        ("title", json!(anime.title)),
        ("title_english", json!(anime.title_english)),
        ("title_japanese", json!(anime.title_japanese)),
        ("type", json!(anime.kind)),
        ("source", json!(anime.source)),
        ("episodes", json!(anime.episodes)),
        ("status", json!(anime.status.map(Status::as_jikan))),
        ("duration", json!(anime.duration)),
        ("rating", json!(anime.rating)),
        ("scored_by", json!(anime.scored_by)),
        ("rank", json!(anime.rank)),
        ("popularity", json!(anime.popularity)),
        ("synopsis", json!(anime.synopsis)),
        ("background", json!(anime.background)),
        ("year", json!(anime.year)),
        ("score", json!(anime.score)),
        ("members", json!(anime.members)),
        ("favorites", json!(anime.favorites)),
        ("synonyms", json!(anime.synonyms)),
        ("aired from", json!(anime.aired.from)),
        ("aired to", json!(anime.aired.to)),
        ("aired", json!(anime.aired.text)),
        ("jpg", json!(anime.images.jpg)),
        ("webp", json!(anime.images.webp)),
        ("youtube", json!(anime.trailer.youtube_id)),
        ("trailer", json!(anime.trailer.url)),
        ("embed", json!(anime.trailer.embed_url)),
        ("broadcast", json!(broadcast.and_then(|b| b.text.as_ref()))),
        (
            "broadcast day",
            json!(broadcast.and_then(|b| b.day.as_ref())),
        ),
        (
            "broadcast time",
            json!(broadcast.and_then(|b| b.time.as_ref())),
        ),
        (
            "broadcast zone",
            json!(broadcast.and_then(|b| b.timezone.as_ref())),
        ),
    ]
}

fn read_relations(anime: &Anime) -> Value {
    let relations = anime.relations.as_ref().map(|relations| {
        let rows = relations.iter().map(|relation| {
            let target = match relation.target {
                RelationTarget::Anime => "anime",
                RelationTarget::Manga => "manga",
            };
            json!([relation.kind, target, relation.id, relation.name])
        });
        rows.collect::<Value>()
    });
    json!(relations)
}

/// Seasons and languages have no plain counterpart: unknown words are dropped, the others are not.
fn assert_agrees(anime: &Anime, record: &Value) {
    for (stated, read) in facts_in_json(record).into_iter().zip(read(anime)) {
        assert_eq!(stated, read, "title {}", anime.mal_id);
    }
    let season = record["season"]
        .as_str()
        .filter(|word| !word.starts_with("UNKNOWN"));
    assert_eq!(
        anime.season.map(domain::anime::Season::as_str),
        season,
        "{}",
        anime.mal_id
    );
    let titles = record["titles"].as_array().map_or(0, |titles| {
        let fields = ["Default", "English", "Japanese", "Synonym"].map(|kind| json!(kind));
        titles
            .iter()
            .filter(|title| !fields.contains(&title["type"]))
            .count()
    });
    assert_eq!(anime.other_titles.len(), titles, "{}", anime.mal_id);
}

#[test]
#[ignore = "needs --data DIR"]
fn all_29144_records_of_the_catalogue_keep_every_fact() {
    let file = fs::File::open(data("catalog.jsonl.gz")).unwrap();
    let (mut titles, mut adult) = (0, 0);
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let line = line.unwrap();
        match parse_record(line.as_bytes()).unwrap().0 {
            SourceTitle::Title(anime) => {
                assert_agrees(&anime, &serde_json::from_str(&line).unwrap());
                titles += 1;
            }
            SourceTitle::Adult(_) => adult += 1,
        }
    }
    assert_eq!((titles, adult), (29_142, 2));
}

#[test]
#[ignore = "needs --data DIR"]
fn every_captured_full_record_keeps_every_fact() {
    let files = files("captures/jikan_anime_full", "");
    assert_eq!(files.len(), 26);
    for file in files {
        let json = fs::read(&file).unwrap();
        let SourceTitle::Title(anime) = parse_one(&json).unwrap() else {
            panic!("{} is for adults", file.display());
        };
        let body: Value = serde_json::from_slice(&json).unwrap();
        assert_agrees(&anime, &body["data"]);
        assert!(anime.seasons().is_some(), "{}", file.display());
    }
}

#[test]
#[ignore = "needs --data DIR"]
fn every_captured_answer_of_jikan_is_understood() {
    let files = files("captures", "jikan_");
    assert_eq!(files.len(), 34);
    let (mut titles, mut others) = (0, 0);
    for file in files {
        let json = fs::read(&file).unwrap();
        let body: Value = serde_json::from_slice(&json).unwrap();
        let items: HashMap<u64, &Value> = match &body["data"] {
            Value::Array(items) => items.iter().rev().filter_map(title).collect(),
            one => title(one).into_iter().collect(),
        };
        let read = match &body["data"] {
            Value::Array(_) => parse_list(&json),
            _ => parse_one(&json).map(|one| vec![one]),
        };
        if items.is_empty() {
            // An answer that is never requested, of episodes, genres, companies, …
            others += 1;
            continue;
        }
        let (read, _) = SourceTitle::partition(read.unwrap());
        assert_eq!(read.len(), items.len(), "{}", file.display());
        for anime in &read {
            assert_agrees(anime, items[&u64::from(anime.mal_id.get())]);
        }
        titles += read.len();
    }
    assert_eq!((titles, others), (233, 11));
}

/// The number of a title, and the item that has it; `None` for an item that is not a title.
fn title(item: &Value) -> Option<(u64, &Value)> {
    item.get("title_synonyms")?;
    Some((item["mal_id"].as_u64()?, item))
}

#[test]
#[ignore = "needs --data DIR"]
fn every_captured_error_of_jikan_has_its_meaning() {
    let files = files("captures/errors", "jikan_");
    assert_eq!(files.len(), 9);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let expected = match &name[6..9] {
            "400" => ProviderError::Refused(400),
            "404" => ProviderError::NotFound,
            "429" => ProviderError::RateLimited { retry_after: None },
            status => ProviderError::Failed(status.parse().unwrap()),
        };
        assert_eq!(
            parse_list(&fs::read(&file).unwrap()),
            Err(expected),
            "{name}"
        );
    }
}

#[test]
#[ignore = "needs --data DIR"]
fn every_captured_answer_of_kitsu_is_understood() {
    let files = files("captures/kitsu_edge_anime_filter-id_include", "");
    assert_eq!(files.len(), 48);
    let mut with_cover = 0;
    for file in &files {
        let json = fs::read(file).unwrap();
        let body: Value = serde_json::from_slice(&json).unwrap();
        let attributes = &body["data"][0]["attributes"];
        let airing = parse_airing(&json).unwrap();
        let cover = &attributes["coverImage"]["original"];
        assert_eq!(
            airing.len(),
            usize::from(cover.is_string()),
            "{}",
            file.display()
        );
        for title in airing {
            with_cover += 1;
            assert_eq!(json!(title.provider_id), body["data"][0]["id"]);
            assert_eq!(json!(title.titles[0]), attributes["canonicalTitle"]);
            assert_eq!(json!(title.image_url), *cover);
            assert_eq!(json!(title.description), known(&attributes["synopsis"]));
            let rating = attributes["averageRating"].as_str();
            assert_eq!(title.rating, rating.map(|percent| percent.parse().unwrap()));
        }
    }
    assert_eq!(with_cover, 28);
    let nothing = fs::read(data("captures/errors/kitsu_200_filter-id_no-match.json")).unwrap();
    assert_eq!(parse_airing(&nothing), Ok(Vec::new()));
}
