//! The built-in facts against the full-scale data: `cargo xtask test --data DIR`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::{
    collections::HashMap,
    env, fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
};

use domain::anime::{Anime, TagKind};
use flate2::read::GzDecoder;
use serde_json::Value;

/// The records of the data's catalogue by id.
fn records() -> HashMap<u64, Value> {
    let data = env::var_os("MITAI_TEST_DATA").map(PathBuf::from);
    let path = data
        .expect("MITAI_TEST_DATA names the data folder")
        .join("catalog.jsonl.gz");
    BufReader::new(GzDecoder::new(fs::File::open(path).unwrap()))
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap())
        .map(|record| (record["mal_id"].as_u64().unwrap(), record))
        .collect()
}

/// `fact`, unless both sides agree or the record does not know it.
fn differs(fact: &'static str, ours: impl Into<Value>, theirs: &Value) -> Option<String> {
    let ours = ours.into();
    let unknown = theirs.is_null() || *theirs == 0 || *theirs == "";
    let same = ours == *theirs || ours.as_f64().is_some() && ours.as_f64() == theirs.as_f64();
    (!same && !unknown).then(|| format!("{fact}: {ours} instead of {theirs}"))
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect()
}

fn tags(title: &Anime, kind: TagKind) -> Vec<&str> {
    let tags = title.tags.iter().filter(|tag| tag.kind == kind);
    tags.map(|tag| tag.name.as_str()).collect()
}

/// What stands in the record and not in the built-in title.
fn differences(title: &Anime, record: &Value) -> Vec<String> {
    let day = |day: Option<jiff::civil::Date>| day.map(|day| format!("{day}T00:00:00+00:00"));
    let mut found: Vec<String> = [
        differs("title", title.title.clone(), &record["title"]),
        differs(
            "english",
            title.title_english.clone(),
            &record["title_english"],
        ),
        differs(
            "japanese",
            title.title_japanese.clone(),
            &record["title_japanese"],
        ),
        differs("type", title.kind.clone(), &record["type"]),
        differs("source", title.source.clone(), &record["source"]),
        differs("episodes", title.episodes, &record["episodes"]),
        differs(
            "status",
            title.status.map(domain::anime::Status::as_jikan),
            &record["status"],
        ),
        differs("first day", day(title.aired.from), &record["aired"]["from"]),
        differs("last day", day(title.aired.to), &record["aired"]["to"]),
        differs(
            "aired",
            title.aired.text.clone(),
            &record["aired"]["string"],
        ),
        differs(
            "season",
            title.season.map(domain::anime::Season::as_str),
            &record["season"],
        ),
        differs("year", title.year, &record["year"]),
        differs("duration", title.duration.clone(), &record["duration"]),
        differs("rating", title.rating.clone(), &record["rating"]),
        differs("score", title.score, &record["score"]),
        differs("votes", title.scored_by, &record["scored_by"]),
        differs("rank", title.rank, &record["rank"]),
        differs("popularity", title.popularity, &record["popularity"]),
        differs("members", title.members, &record["members"]),
        differs("favorites", title.favorites, &record["favorites"]),
    ]
    .into_iter()
    .flatten()
    .collect();
    found.extend(differing_lists(title, record));
    found
}

/// Tags and studios that differ.
fn differing_lists(title: &Anime, record: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let lists = [
        ("genres", TagKind::Genre),
        ("explicit_genres", TagKind::ExplicitGenre),
        ("themes", TagKind::Theme),
        ("demographics", TagKind::Demographic),
    ];
    for (list, kind) in lists {
        if tags(title, kind) != names(&record[list]) {
            found.push(format!("{list}: {:?}", tags(title, kind)));
        }
    }
    let studios: Vec<&str> = title
        .companies
        .iter()
        .map(|studio| studio.name.as_str())
        .collect();
    if studios != names(&record["studios"]) {
        found.push(format!("studios: {studios:?}"));
    }
    found
}

/// Kind and target of the record's relations.
fn relations(record: &Value) -> Vec<(&str, u64)> {
    let groups = record["relations"].as_array().unwrap().iter();
    groups
        .flat_map(|group| {
            let kind = group["relation"].as_str().unwrap();
            let entries = group["entry"].as_array().unwrap().iter();
            entries.map(move |entry| (kind, entry["mal_id"].as_u64().unwrap()))
        })
        .collect()
}

/// Relations of the record that the title lacks, and those of the title that the records refute.
fn differing_relations(title: &Anime, records: &HashMap<u64, Value>) -> Vec<String> {
    let id = u64::from(title.mal_id.get());
    let theirs = relations(&records[&id]);
    let ours: Vec<(&str, u64)> = title
        .relations
        .iter()
        .flatten()
        .map(|relation| (relation.kind.as_str(), u64::from(relation.id)))
        .collect();
    let missing = theirs.iter().filter(|relation| !ours.contains(relation));
    let refuted = ours.iter().filter(|(kind, other)| {
        !theirs.contains(&(kind, *other)) && !may_be_unknown(id, kind, *other, records)
    });
    let missing = missing.map(|(kind, other)| format!("relation: {kind} {other} is missing"));
    missing
        .chain(refuted.map(|(kind, other)| format!("relation: {kind} {other} is not theirs")))
        .collect()
}

/// Whether `other` may stand before or after the title although the title's record does not say
/// so: that record names no relation at all, the other one no different title in this one's place.
fn may_be_unknown(id: u64, kind: &str, other: u64, records: &HashMap<u64, Value>) -> bool {
    let back = match kind {
        "Sequel" => "Prequel",
        "Prequel" => "Sequel",
        _ => return false,
    };
    relations(&records[&id]).is_empty()
        && records.get(&other).is_some_and(|record| {
            let known = relations(record);
            known
                .iter()
                .all(|(kind, target)| *kind != back || *target == id)
        })
}

#[test]
#[ignore = "needs the full-scale data: cargo xtask test --data DIR"]
fn real_data_confirms_every_fact() {
    let records = records();
    let mut wrong = Vec::new();
    for title in catalogue::titles().unwrap() {
        let record = &records[&u64::from(title.mal_id.get())];
        let mut found = differences(&title, record);
        found.extend(differing_relations(&title, &records));
        for difference in found {
            wrong.push(format!("{} ({}): {difference}", title.title, title.mal_id));
        }
        let known: Vec<&str> = record["title_synonyms"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        for synonym in &title.synonyms {
            if !known.contains(&synonym.as_str()) {
                wrong.push(format!("{}: no such synonym: {synonym}", title.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "needs the full-scale data: cargo xtask test --data DIR"]
fn real_data_has_the_same_250_most_popular_in_the_same_order() {
    let mut theirs: Vec<(u64, i64, u64)> = records()
        .values()
        .filter(|record| record["popularity"].as_u64().is_some_and(|place| place > 0))
        .map(|record| {
            let members = record["members"].as_i64().unwrap_or(0);
            (
                record["popularity"].as_u64().unwrap(),
                -members,
                record["mal_id"].as_u64().unwrap(),
            )
        })
        .collect();
    theirs.sort_unstable();
    let mut ours: Vec<_> = catalogue::titles()
        .unwrap()
        .into_iter()
        .filter_map(|t| {
            let members = i64::from(t.members.unwrap_or(0));
            Some((
                u64::from(t.popularity?),
                -members,
                u64::from(t.mal_id.get()),
            ))
        })
        .collect();
    ours.sort_unstable();
    assert_eq!(ours[..250], theirs[..250]);
}
