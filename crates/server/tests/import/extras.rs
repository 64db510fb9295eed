//! What is known of titles beside their records, out of files.

use std::{fmt::Write as _, path::Path, process::Output};

use domain::{
    anime::MalId,
    extras::{CharacterId, ExtrasStore as _, PersonId},
    slice::SliceRange,
};
use serde_json::{Value, json};
use store::{DatabaseUrl, Store};

use super::{Desk, assert_imported, assert_refused, lines};

impl Desk {
    fn import_kind(&self, kind: &str, file: &Path) -> Output {
        let mitai = std::process::Command::new(env!("CARGO_BIN_EXE_mitai"));
        let mut mitai = self.run(mitai, "jikan", file);
        mitai.args(["--kind", kind]).output().unwrap()
    }

    fn import_lines(&self, kind: &str, lines: &[Value]) -> Output {
        let text: String = lines.iter().fold(String::new(), |mut text, line| {
            writeln!(text, "{line}").unwrap();
            text
        });
        self.import_kind(kind, &self.file(&format!("{kind}.jsonl"), text.as_bytes()))
    }

    async fn episodes_of(&self, title: u32) -> u32 {
        let store = self.store().await;
        let held = store
            .episodes(MalId::new(title), SliceRange::page(1, 1))
            .await;
        held.unwrap().unwrap().value.total
    }

    async fn store(&self) -> Store {
        let file = self.folder.path().join("data/mitai.db");
        Store::open(&DatabaseUrl::Sqlite(file)).await.unwrap()
    }
}

fn cast(title: u32, character: u32) -> Value {
    json!({ "mal_id": title, "data": [{
        "character": { "mal_id": character, "name": format!("Name, Character {character}") },
        "role": "Main", "favorites": 5,
        "voice_actors": [{ "person": { "mal_id": 9, "name": "Aoki, Hana" }, "language": "Japanese" }],
    }]})
}

fn episodes(title: u32, numbers: impl IntoIterator<Item = u32>) -> Value {
    let numbers = numbers.into_iter();
    let episodes: Vec<_> = numbers
        .map(|number| json!({ "mal_id": number, "title": format!("Episode {number}") }))
        .collect();
    let pagination = json!({ "last_visible_page": 1, "has_next_page": true });
    json!({ "anime_id": title, "pagination": pagination, "data": episodes })
}

/// Makes an answer a page of several.
fn page_of(pages: u32, mut answer: Value) -> Value {
    answer["pagination"]["last_visible_page"] = pages.into();
    answer
}

#[tokio::test]
async fn files_of_one_kind_are_imported() {
    let desk = Desk::new();
    assert_imported(
        &desk.import(&desk.file("titles.jsonl", lines(3).as_bytes())),
        "3 added",
    );
    let casts = [cast(1, 71), cast(2, 71), cast(9, 72)];
    let output = desk.import_lines("characters", &casts);
    assert_imported(&output, "parts of titles: 2 added, 0 changed, 0 equal");
    assert_imported(
        &output,
        "parts of titles: 1 left out: the store has no title of theirs",
    );
    let again = desk.import_lines("characters", &casts);
    assert_imported(&again, "parts of titles: 0 added, 0 changed, 2 equal");
    // Pages of a title follow each other
    let pages = [
        page_of(2, episodes(1, 1..=100)),
        page_of(2, episodes(1, 101..=130)),
        episodes(2, 1..=12),
    ];
    let output = desk.import_lines("episodes", &pages);
    assert_imported(&output, "parts of titles: 2 added");
    let statistics = [json!({ "mal_id": 1, "data": { "watching": 7 } })];
    assert_imported(&desk.import_lines("statistics", &statistics), "1 added");
    let people =
        [9, 10].map(|id| json!({ "data": { "mal_id": id, "name": "Hana Aoki", "favorites": 3 } }));
    let output = desk.import_lines("people", &people);
    assert_imported(
        &output,
        "people and characters: 0 added, 1 changed, 0 equal",
    );
    assert_imported(&output, "people and characters: 1 left out");
    let character = [json!({ "mal_id": 71, "name": "Character Name", "about": "A captain." })];
    assert_imported(
        &desk.import_lines("characters-full", &character),
        "1 changed",
    );

    let store = desk.store().await;
    let held = store
        .episodes(MalId::new(1), SliceRange::page(2, 100))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((held.value.total, held.value.items.len()), (130, 30));
    assert_eq!(held.provenance.source, "jikan-import");
    let person = store.person(PersonId::new(9)).await.unwrap().unwrap();
    assert_eq!((&*person.record.name, person.is_whole), ("Hana Aoki", true));
    let roles = store
        .voice_roles(PersonId::new(9), SliceRange::ALL)
        .await
        .unwrap();
    assert_eq!(roles.total, 2);
    let character = store
        .character(CharacterId::new(71))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(character.record.about.as_deref(), Some("A captain."));
    let counts = store.viewer_counts(MalId::new(1)).await.unwrap().unwrap();
    assert_eq!(counts.value.watching, 7);
}

/// A single page would replace the whole list.
#[tokio::test]
async fn page_without_its_neighbours_is_refused() {
    let desk = Desk::new();
    let titles = desk.file("titles.jsonl", lines(2).as_bytes());
    assert_imported(&desk.import(&titles), "2 added");
    let pages = [1..=100, 101..=130].map(|numbers| page_of(2, episodes(1, numbers)));
    assert_imported(&desk.import_lines("episodes", &pages), "1 added");
    let [first, last] = pages;
    let parted = [first, episodes(2, 1..=12), last];
    let output = desk.import_lines("episodes", &parted);
    assert_imported(&output, "parts of titles: 1 added, 0 changed, 0 equal");
    assert_imported(&output, "2 unusable");
    let reason = "of title 1 the source has 2 pages of episodes, and here 1 follow each other";
    assert_imported(&output, &format!("record 1: {reason}"));
    assert_imported(&output, &format!("record 3: {reason}"));
    assert_eq!(desk.episodes_of(1).await, 130);
}

/// However much is written in the midst of them, and whatever else stands there.
#[tokio::test]
async fn pages_of_one_extra_are_imported_as_one() {
    let desk = Desk::new();
    let titles = desk.file("titles.jsonl", lines(3).as_bytes());
    assert_imported(&desk.import(&titles), "3 added");
    let heavy = [
        episodes(1, 1..=10_000),
        episodes(2, 1..=9_950),
        episodes(3, 1..=100),
        json!({ "data": [] }),
        episodes(3, 101..=130),
    ];
    let output = desk.import_lines("episodes", &heavy);
    assert_imported(&output, "parts of titles: 3 added, 0 changed");
    assert_eq!(desk.episodes_of(3).await, 130);
}

#[tokio::test]
async fn records_bring_their_extras() {
    let desk = Desk::new();
    let record = json!({
        "mal_id": 1, "title": "One", "episodes": 26,
        "characters": cast(1, 71)["data"], "staff": { "data": [] },
        "recommendations": [{ "entry": { "mal_id": 2 }, "votes": 4 }],
    });
    let adult = json!({
        "mal_id": 2, "title": "Hidden", "rating": "Rx - Hentai", "characters": cast(2, 72)["data"],
    });
    let output = desk.import_lines("titles", &[record, adult]);
    assert_imported(&output, "1 added, 0 changed, 0 equal");
    assert_imported(&output, "parts of titles: 3 added");
    let store = desk.store().await;
    let known = store.known_extras(MalId::new(1)).await.unwrap().unwrap();
    let items: Vec<_> = known
        .iter()
        .map(|it| (it.kind.as_str(), it.items))
        .collect();
    assert_eq!(
        items,
        // The title that is recommended is not held
        [("characters", 1), ("staff", 0), ("recommendations", 0)]
    );
    assert_eq!(store.character(CharacterId::new(72)).await.unwrap(), None);
}

#[tokio::test]
async fn captured_answers_are_imported_as_titles() {
    let desk = Desk::new();
    let answers = [
        json!({ "data": { "mal_id": 1, "title": "One", "characters": cast(1, 71)["data"] } }),
        json!({ "data": { "mal_id": 2 } }),
        json!({ "data": [] }),
    ];
    let output = desk.import_lines("titles", &answers);
    assert_imported(&output, "1 added, 0 changed, 0 equal");
    assert_imported(&output, "parts of titles: 1 added");
    assert_imported(&output, "record 2: the field \"title\" is missing");
    assert_imported(&output, "record 3: it is not a JSON object");
}

#[test]
fn unusable_lines_of_extras_are_reported() {
    let desk = Desk::new();
    let casts = desk.import_lines("characters", &[cast(1, 71)]);
    assert_refused(&casts, "please import the titles first");
    assert_imported(
        &desk.import(&desk.file("titles.jsonl", lines(1).as_bytes())),
        "1 added",
    );
    let bad = [
        cast(1, 71),
        json!({ "mal_id": 1, "data": 7 }),
        json!({ "data": [] }),
    ];
    let output = desk.import_lines("characters", &bad);
    assert_imported(&output, "2 refused: 0 adult, 2 unusable");
    assert_imported(&output, "record 2: the field \"data\" is missing");
    assert_imported(&output, "record 3: neither \"mal_id\" nor \"anime_id\"");
    let titles = desk.import_kind("staff", &desk.file("t.jsonl", lines(2).as_bytes()));
    assert_refused(&titles, "what Jikan answers under data");
    let unknown = desk.import_kind("clubs", &desk.file("c.jsonl", b"{}"));
    assert_eq!(unknown.status.code(), Some(2));
}
