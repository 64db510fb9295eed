//! What is known of titles beside their records, in each shape in which it comes.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{env, fs, path::Path};

use domain::{
    anime::{Images, MalId},
    extras::{CastRole, Episode, Extra, ExtraKind, Recommendation, VideoKind, ViewerCounts},
};
use jiff::civil::date;
use providers::jikan::{RecordError, parse_character, parse_extra, parse_person, parse_record};
use serde_json::{Value, json};

fn fixture() -> Value {
    serde_json::from_slice(include_bytes!("../fixtures/jikan_extras.json")).unwrap()
}

/// An extra of the fixture, as a line of its own without a title's number.
fn line(kind: ExtraKind) -> Value {
    let given = fixture()[kind.as_str()].take();
    json!({ "data": given.get("data").unwrap_or(&given) })
}

/// Reads the line of an extra of the fixture.
fn read(kind: ExtraKind) -> Extra {
    let mut line = line(kind);
    line["mal_id"] = 7.into();
    let read = parse_extra(kind, line.to_string().as_bytes()).unwrap();
    read.extra.extra
}

#[test]
fn extras_read_the_same_from_a_record_and_from_lines() {
    let (_, carried) = parse_record(fixture().to_string().as_bytes()).unwrap();
    let others = ExtraKind::ALL.iter().copied();
    let others = others.filter(|kind| *kind != ExtraKind::Episodes);
    let others: Vec<Extra> = others.map(read).collect();
    assert_eq!(carried, others);
    for kind in ExtraKind::ALL {
        for number in [json!({ "mal_id": 7 }), json!({ "anime_id": "7" })] {
            let mut line = line(*kind);
            line.as_object_mut()
                .unwrap()
                .extend(number.as_object().unwrap().clone());
            let page = parse_extra(*kind, line.to_string().as_bytes()).unwrap();
            assert_eq!((page.extra.mal_id, page.pages), (MalId::new(7), 1));
            assert_eq!(page.extra.extra, read(*kind), "{kind:?}");
        }
    }
}

/// Jikan says even of single pages that another page follows.
#[test]
fn pages_are_counted_by_the_last_one() {
    for (pagination, pages) in [
        (
            json!({ "last_visible_page": 12, "has_next_page": true }),
            12,
        ),
        (json!({ "last_visible_page": 1, "has_next_page": true }), 1),
        (json!({ "last_visible_page": "x" }), 1),
    ] {
        let line = json!({ "mal_id": 1, "pagination": pagination, "data": [{ "mal_id": 1 }] });
        let read = parse_extra(ExtraKind::Episodes, line.to_string().as_bytes()).unwrap();
        assert_eq!(read.pages, pages, "{pagination}");
        let record = json!({ "mal_id": 1, "title": "One", "news": line });
        let (_, carried) = parse_record(record.to_string().as_bytes()).unwrap();
        assert_eq!(carried.len(), usize::from(pages == 1), "{pagination}");
    }
}

#[test]
fn plain_record_has_no_extras() {
    let plain = br#"{"mal_id":1,"title":"One","episodes":26,"statistics":null,"staff":"x"}"#;
    let (_, extras) = parse_record(plain).unwrap();
    assert_eq!(extras, []);
}

#[test]
fn cast_omits_members_without_an_id() {
    let Extra::Characters(cast) = read(ExtraKind::Characters) else {
        panic!("another kind");
    };
    let parts: Vec<_> = cast
        .iter()
        .map(|it| (it.character.id.get(), it.role, it.character.favorites))
        .collect();
    let expected = [
        (71, CastRole::Main, Some(120)),
        (72, CastRole::Supporting, Some(0)),
    ];
    assert_eq!(parts, expected);
    let portraits = cast.iter().map(|it| it.character.image_url.as_deref());
    let portraits: Vec<_> = portraits.collect();
    assert_eq!(
        portraits,
        [Some("https://cdn.example/characters/71.jpg"), None]
    );
    let voices = cast[0].voices.iter();
    let voices: Vec<_> = voices
        .map(|it| (it.person.id.get(), &*it.person.name, &*it.language))
        .collect();
    assert_eq!(
        voices,
        [(81, "Aoki, Hana", "Japanese"), (82, "Doe, Jane", "English")]
    );
    let Extra::Staff(staff) = read(ExtraKind::Staff) else {
        panic!("another kind");
    };
    assert_eq!(staff.len(), 1);
    assert_eq!(staff[0].positions, ["Director", "Storyboard"]);
}

#[test]
fn episodes_keep_every_field() {
    let Extra::Episodes(episodes) = read(ExtraKind::Episodes) else {
        panic!("another kind");
    };
    let first = Episode {
        number: 1,
        title: Some("Low Tide".into()),
        title_japanese: Some("引き潮".into()),
        title_romaji: Some("Hikishio\u{a0}".into()),
        aired: Some(date(2005, 10, 23)),
        score: Some(4.5),
        is_filler: false,
        is_recap: true,
        url: Some("https://site.example/anime/9100001/episode/1".into()),
        forum_url: Some("https://site.example/forum/?topicid=1".into()),
    };
    let second = Episode {
        number: 2,
        title: None,
        title_japanese: None,
        title_romaji: None,
        aired: None,
        score: None,
        is_filler: true,
        is_recap: false,
        url: None,
        forum_url: None,
    };
    assert_eq!(episodes, [first, second]);
}

#[test]
fn videos_without_an_address_are_left_out() {
    let Extra::Videos(videos) = read(ExtraKind::Videos) else {
        panic!("another kind");
    };
    let told: Vec<_> = videos.iter().map(|it| (it.kind, &*it.name)).collect();
    let expected = [
        (VideoKind::Promo, "PV 1"),
        (VideoKind::Music, "OP 1"),
        (VideoKind::Episode, "High Tide"),
    ];
    assert_eq!(told, expected);
    let still = videos[0].still_url.as_deref();
    assert_eq!(still, Some("https://img.example/abc/hq.jpg"));
    assert_eq!(videos[1].song.as_deref(), Some("Waves"));
    assert_eq!(videos[2].episode, Some(12));
    assert_eq!(videos[2].label.as_deref(), Some("Episode 12"));
    // A list of the episodes alone would replace the other videos
    let line = json!({ "mal_id": 1, "data": fixture()["videos"]["data"]["episodes"] });
    let read = parse_extra(ExtraKind::Videos, line.to_string().as_bytes());
    assert_eq!(read, Err(RecordError::Data));
}

#[test]
fn pictures_numbers_and_links_are_read() {
    let Extra::Pictures(pictures) = read(ExtraKind::Pictures) else {
        panic!("another kind");
    };
    let large: Vec<_> = pictures.iter().map(Images::large_poster).collect();
    assert_eq!(large, [Some("https://cdn.example/1l.jpg"), None]);
    let recommended = [(5081, 16), (5082, 1)].map(|(id, votes)| Recommendation {
        mal_id: MalId::new(id),
        votes,
    });
    let expected = Extra::Recommendations(recommended.into());
    assert_eq!(read(ExtraKind::Recommendations), expected);
    let counts = ViewerCounts {
        watching: 3547,
        completed: 7945,
        on_hold: 0,
        dropped: 1586,
        plan_to_watch: 17189,
        total: 32924,
        scores: [47, 0, 0, 0, 0, 0, 0, 0, 0, 1448],
    };
    assert_eq!(read(ExtraKind::Statistics), Extra::Statistics(counts));
    let Extra::News(news) = read(ExtraKind::News) else {
        panic!("another kind");
    };
    assert_eq!(news.len(), 1);
    assert_eq!(news[0].at.unwrap().to_string(), "2024-03-02T08:30:00Z");
    assert_eq!(news[0].comments, Some(0));
}

#[test]
fn unusable_lines_are_named() {
    let cases = [
        ("[", RecordError::NotJson { column: 1 }),
        ("[]", RecordError::NotAnObject),
        (r#"{"data": []}"#, RecordError::TitleNumber),
        (r#"{"mal_id": 0, "data": []}"#, RecordError::TitleNumber),
        (r#"{"mal_id": 1}"#, RecordError::Data),
        (r#"{"mal_id": 1, "data": null}"#, RecordError::Data),
        (r#"{"mal_id": 1, "data": {}}"#, RecordError::Data),
    ];
    for (line, error) in cases {
        let read = parse_extra(ExtraKind::Staff, line.as_bytes());
        assert_eq!(read, Err(error), "{line}");
    }
    for (record, error) in [
        (r#"{"name": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": 1, "name": " "}"#, RecordError::Name),
        (r#"{"data": {"mal_id": 1}}"#, RecordError::Name),
        ("7", RecordError::NotAnObject),
    ] {
        assert_eq!(parse_person(record.as_bytes()), Err(error.clone()));
        assert_eq!(parse_character(record.as_bytes()), Err(error));
    }
}

#[test]
fn people_and_characters_are_read_with_or_without_a_data_wrapper() {
    let person = json!({
        "mal_id": 118, "url": "https://site.example/people/118", "website_url": "http://site.example/~k",
        "images": { "jpg": { "image_url": "https://cdn.example/people/118.jpg" } },
        "name": "Hiroshi Kamiya", "given_name": "浩史", "family_name": "神谷",
        "alternate_names": ["Hiro C"], "birthday": "1975-01-28T00:00:00+00:00",
        "favorites": 90210, "about": "Birthplace: Chiba\\nA line.", "anime": [], "voices": [],
    });
    let read = parse_person(person.to_string().as_bytes()).unwrap();
    assert_eq!(read.birthday, Some(date(1975, 1, 28)));
    assert_eq!(
        (read.favorites, &*read.other_names),
        (Some(90210), &["Hiro C".to_owned()][..])
    );
    let answer = json!({ "data": person });
    assert_eq!(parse_person(answer.to_string().as_bytes()), Ok(read));

    let character = json!({
        "mal_id": 1, "images": { "webp": { "image_url": "https://cdn.example/1.webp" } },
        "name": "Spike Spiegel", "name_kanji": "スパイク・スピーゲル", "nicknames": [], "favorites": 0, "about": null,
    });
    let read = parse_character(character.to_string().as_bytes()).unwrap();
    assert_eq!(
        read.image_url.as_deref(),
        Some("https://cdn.example/1.webp")
    );
    assert_eq!((read.favorites, read.about), (Some(0), None));
}

/// An extra of a capture, and the capture's `data` from which it was read.
fn captured(name: &str, kind: ExtraKind) -> (Extra, Value) {
    let folder = env::var_os("MITAI_TEST_DATA")
        .expect("MITAI_TEST_DATA must name the data folder; run `cargo xtask test --data DIR`");
    let file = Path::new(&folder).join("captures").join(name);
    let mut line: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    line["mal_id"] = 1.into();
    let read = parse_extra(kind, line.to_string().as_bytes()).unwrap();
    (read.extra.extra, line["data"].take())
}

#[test]
#[ignore = "needs --data DIR"]
fn captured_extras_keep_every_fact() {
    for name in ["jikan_anime_457_episodes.json", "jikan_anime_episodes.json"] {
        let (Extra::Episodes(episodes), data) = captured(name, ExtraKind::Episodes) else {
            panic!("another kind");
        };
        let told = episodes.iter().map(|it| {
            json!({
                "mal_id": it.number, "url": it.url, "title": it.title,
                "title_japanese": it.title_japanese, "title_romanji": it.title_romaji,
                "aired": it.aired.map(|day| format!("{day}T00:00:00+00:00")), "score": it.score,
                "filler": it.is_filler, "recap": it.is_recap, "forum_url": it.forum_url,
            })
        });
        assert_eq!(told.collect::<Value>(), data, "{name}");
    }
    let (Extra::Recommendations(pairs), data) = captured(
        "jikan_anime_recommendations.json",
        ExtraKind::Recommendations,
    ) else {
        panic!("another kind");
    };
    let told = pairs
        .iter()
        .map(|it| (it.mal_id.get().into(), it.votes.into()));
    let data = data.as_array().unwrap().iter();
    let given = data.map(|it| (it["entry"]["mal_id"].clone(), it["votes"].clone()));
    assert!(told.eq(given));
    let (Extra::Statistics(counts), data) =
        captured("jikan_anime_statistics.json", ExtraKind::Statistics)
    else {
        panic!("another kind");
    };
    assert_eq!(data["plan_to_watch"], counts.plan_to_watch);
    for (score, given) in (1..).zip(data["scores"].as_array().unwrap()) {
        assert_eq!(given["votes"], counts.scores[score - 1]);
        let share = given["percentage"].as_f64().unwrap();
        assert!((share - counts.percentage(score)).abs() < 1e-9);
    }
}
