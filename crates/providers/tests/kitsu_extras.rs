//! What Kitsu knows of titles beside their records, in its documented form and in awkward ones. All facts are invented.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use domain::{
    anime::MalId,
    extras::{CastMember, CastRole, Episode, Extra},
    provider::ProviderError,
};
use jiff::civil::date;
use providers::kitsu::{KitsuPage, parse_cast, parse_episodes, parse_number};
use serde_json::{Value, json};

fn episodes(body: &Value) -> Vec<Episode> {
    match parse_episodes(body.to_string().as_bytes(), 1)
        .unwrap()
        .extra
    {
        Extra::Episodes(episodes) => episodes,
        other => panic!("another kind: {other:?}"),
    }
}

fn cast(body: &Value) -> Vec<CastMember> {
    match parse_cast(body.to_string().as_bytes(), 1).unwrap().extra {
        Extra::Characters(cast) => cast,
        other => panic!("another kind: {other:?}"),
    }
}

fn episode(attributes: &Value) -> Value {
    json!({ "id": "28", "type": "episodes", "attributes": attributes })
}

#[test]
fn episode_is_read_in_its_documented_form() {
    let body = include_bytes!("../fixtures/kitsu_episodes.json");
    let read = episodes(&serde_json::from_slice(body).unwrap());
    let expected = Episode {
        number: 1,
        title: Some("Low Tide".into()),
        title_japanese: Some("引き潮".into()),
        title_romaji: Some("Hikishio".into()),
        aired: Some(date(2005, 10, 23)),
        score: None,
        is_filler: false,
        is_recap: false,
        url: None,
        forum_url: None,
    };
    assert_eq!(read, [expected]);
}

#[test]
fn canonical_title_replaces_a_missing_english_one() {
    for (titles, canonical, title) in [
        (json!({ "en": "High Tide" }), "Low Tide", Some("High Tide")),
        (
            json!({ "en_jp": "Michishio" }),
            "High Tide",
            Some("High Tide"),
        ),
        (json!({ "en_jp": "Michishio" }), "Michishio", None),
        (json!({ "ja_jp": "満ち潮" }), "満ち潮", None),
        (
            json!({ "en_us": "Episode 2" }),
            "High Tide",
            Some("High Tide"),
        ),
        (json!(null), "High Tide", Some("High Tide")),
        (json!({ "en_us": 7 }), "High Tide", Some("High Tide")),
    ] {
        let about = json!({ "number": 2, "titles": titles, "canonicalTitle": canonical });
        let read = episodes(&json!({ "data": [episode(&about)] }));
        assert_eq!(read[0].title.as_deref(), title, "{about}");
    }
}

#[test]
fn episode_without_a_number_or_with_nothing_else_is_left_out() {
    let titles = json!({ "en_us": "Low Tide" });
    for about in [
        json!({ "number": null, "titles": titles }),
        json!({ "number": 0, "titles": titles }),
        json!({ "number": "first", "titles": titles }),
        json!({ "number": 3 }),
        json!({ "number": 3, "titles": {}, "canonicalTitle": "Episode 3", "airdate": "soon" }),
        json!(null),
    ] {
        let told = json!({ "number": 4, "titles": titles });
        let body = json!({ "data": [episode(&about), episode(&told), 7, null] });
        let numbers = episodes(&body);
        let numbers: Vec<_> = numbers.iter().map(|episode| episode.number).collect();
        assert_eq!(numbers, [4], "{about}");
    }
    // The newer documentation spells the attribute otherwise
    let day = json!({ "number": 3, "airDate": "2005-11-06" });
    let read = episodes(&json!({ "data": [episode(&day)] }));
    assert_eq!(read[0].aired, Some(date(2005, 11, 6)));
}

#[test]
fn pages_are_counted_by_resources_or_by_links() {
    let told = episode(&json!({ "number": 4, "airdate": "2005-11-06" }));
    let next = json!({ "next": "https://site.example/api/edge/anime/1/episodes?page" });
    for (page, meta, links, pages) in [
        (1, json!({ "count": 20 }), json!(null), 1),
        (1, json!({ "count": 21 }), json!(null), 2),
        (3, json!({ "count": 41 }), next.clone(), 3),
        (1, json!(null), json!(null), 1),
        (1, json!({ "count": "?" }), next.clone(), 2),
        (2, json!({}), next, 3),
    ] {
        let body = json!({ "data": [told], "meta": meta, "links": links });
        let read = parse_episodes(body.to_string().as_bytes(), page).unwrap();
        assert_eq!((read.pages, read.is_blank), (pages, false), "{body}");
    }
}

/// An answer with two castings of one character, one of a character without a number on MyAnimeList, and one of somebody
/// of the staff.
fn castings() -> Value {
    serde_json::from_slice(include_bytes!("../fixtures/kitsu_castings.json")).unwrap()
}

#[test]
fn cast_omits_members_without_a_known_id() {
    let read = cast(&castings());
    let told: Vec<_> = read
        .iter()
        .map(|it| (it.character.id.get(), &*it.character.name, it.role))
        .collect();
    let expected = [
        (7_000_001, "Nagi Minato", CastRole::Main),
        (7_000_003, "Keeper", CastRole::Supporting),
    ];
    assert_eq!(told, expected);
    let portrait = read[0].character.image_url.as_deref();
    assert_eq!(portrait, Some("https://media.example/characters/11.jpg"));
    let voices = read.iter().flat_map(|it| &it.voices);
    let voices: Vec<_> = voices
        .map(|it| (it.person.id.get(), &*it.person.name, &*it.language))
        .collect();
    assert_eq!(voices, [(8_000_002, "Sora Kishi", "Japanese")]);
    let portrait = read[0].voices[0].person.image_url.as_deref();
    assert_eq!(portrait, Some("https://media.example/people/22.jpg"));
}

#[test]
fn incomplete_casting_is_skipped_alone() {
    let places = [
        "/included/0/attributes",
        "/included/0",
        "/data/0/relationships",
        "/data/1",
        "/data/0/relationships/character/data/id",
        "/included/4/attributes/image",
        "/data/2/attributes",
        "/meta",
    ];
    for place in places {
        for odd in [json!(null), json!(7), json!("?"), json!([[]])] {
            let mut body = castings();
            *body.pointer_mut(place).unwrap() = odd;
            let read = cast(&body);
            let keeper = read.iter().any(|it| it.character.id.get() == 7_000_003);
            assert!(keeper, "{place}");
        }
    }
    let bare = KitsuPage {
        extra: Extra::Characters(Vec::new()),
        pages: 1,
        is_blank: true,
    };
    let none = parse_cast(br#"{"data": [], "meta": {"count": 0}}"#, 1);
    assert_eq!(none, Ok(bare));
}

#[test]
fn mapping_of_another_title_is_ignored() {
    let mapping = |site: &str, id: Value, item: Value| {
        json!({
            "id": "1",
            "type": "mappings",
            "attributes": { "externalSite": site, "externalId": id },
            "relationships": { "item": { "data": item } },
        })
    };
    let item = json!({ "type": "anime", "id": "501" });
    let it = "myanimelist/anime";
    for (mappings, number) in [
        (vec![mapping(it, json!("7"), item.clone())], Some(501)),
        (vec![mapping(it, json!(7), item.clone())], Some(501)),
        (vec![mapping(it, json!("8"), item.clone())], None),
        (
            vec![mapping("anilist/anime", json!("7"), item.clone())],
            None,
        ),
        (vec![mapping(it, json!("7"), json!(null))], None),
        (vec![mapping(it, json!("7"), json!({ "id": "slug" }))], None),
        (vec![json!(null), mapping(it, json!("7"), item)], Some(501)),
        (vec![], None),
    ] {
        let body = json!({ "data": mappings });
        let read = parse_number(body.to_string().as_bytes(), MalId::new(7));
        assert_eq!(read, Ok(number), "{body}");
    }
}

#[test]
fn other_documents_are_malformed() {
    for body in ["", "{", "[]", "{}", r#"{"data": null}"#, r#"{"data": {}}"#] {
        let body = body.as_bytes();
        let failures = [
            parse_episodes(body, 1).err(),
            parse_cast(body, 1).err(),
            parse_number(body, MalId::new(7)).err(),
        ];
        for failure in failures {
            assert!(
                matches!(failure, Some(ProviderError::Malformed(_))),
                "{failure:?}"
            );
        }
    }
}
