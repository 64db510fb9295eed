//! Every shape that a client must survive, on invented titles.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use domain::{
    anime::{Anime, CompanyRole, MalId, RelationTarget, Season, Status, TagKind},
    provider::{ProviderError, SourceTitle},
};
use providers::{
    jikan::{RecordError, parse_list, parse_one, parse_page, parse_record},
    kitsu::parse_airing,
};
use serde_json::json;

fn awkward() -> Anime {
    let title = parse_one(include_bytes!("../fixtures/jikan_full_awkward.json")).unwrap();
    SourceTitle::partition([title]).0.remove(0)
}

#[test]
fn names_come_from_fields_else_from_the_list_of_titles() {
    let anime = awkward();
    assert_eq!(anime.title, "Umi no Tokei");
    assert_eq!(anime.title_english.as_deref(), Some("Clock of the Sea"));
    assert_eq!(anime.title_japanese.as_deref(), Some("海の時計"));
    assert_eq!(anime.synonyms, ["Sea Clock"]);
    let others = anime.other_titles.iter();
    let others: Vec<_> = others
        .map(|other| (other.language.as_str(), other.title.as_str()))
        .collect();
    assert_eq!(
        others,
        [
            ("French", "L'Horloge de la mer"),
            ("German", "Die Uhr der See")
        ]
    );
}

#[test]
fn overlong_names_are_dropped() {
    let record = |title: usize, synonym: usize, synopsis: usize| {
        let text = |length| "x".repeat(length);
        let record = json!({
            "mal_id": 1,
            "title": text(title),
            "title_synonyms": [text(synonym), "y"],
            "synopsis": text(synopsis),
        });
        parse_record(record.to_string().as_bytes())
    };
    let (SourceTitle::Title(anime), _) = record(1_000, 1_001, 50_000).unwrap() else {
        panic!("it is no adult title");
    };
    assert_eq!(anime.title.len(), 1_000);
    assert_eq!(anime.synonyms, ["y"]);
    assert_eq!(anime.synopsis.unwrap().len(), 50_000);
    assert!(matches!(record(1_001, 1, 1), Err(RecordError::Title)));
}

#[test]
fn zero_null_and_wrong_types_are_unknown() {
    let anime = awkward();
    let counts = [
        anime.episodes,
        anime.scored_by,
        anime.rank,
        anime.popularity,
    ];
    assert_eq!(counts, [None; 4]);
    // A zero of members is a count
    assert_eq!((anime.members, anime.favorites), (Some(0), None));
    assert_eq!((anime.score, anime.kind), (None, None));
    assert_eq!((anime.synopsis, anime.background), (None, None));
    assert!(anime.openings.is_empty() && anime.external.is_empty());
}

#[test]
fn times_are_read_in_every_form() {
    let anime = awkward();
    assert_eq!(anime.aired.from.unwrap().to_string(), "1967-01-01");
    assert_eq!(anime.aired.to.unwrap().to_string(), "2025-06-30");
    assert_eq!(anime.aired.text.as_deref(), Some("1967 to Jun 30, 2025"));
    assert_eq!(anime.status, Some(Status::Airing));
    assert!(anime.pending);
    assert_eq!(
        (anime.season, anime.year),
        (Some(Season::Spring), Some(1967))
    );
    let broadcast = anime.broadcast.unwrap();
    assert_eq!(
        (broadcast.day, broadcast.text.as_deref()),
        (None, Some("Unknown"))
    );
}

#[test]
fn only_web_addresses_of_real_pictures_are_taken() {
    let anime = awkward();
    assert_eq!(anime.images.jpg, domain::anime::ImageSet::default());
    assert!(anime.images.webp.image_url.is_some());
    assert!(anime.trailer.embed_url.is_some());
    let streaming: Vec<_> = anime.streaming.iter().map(|link| &link.name).collect();
    assert_eq!(streaming, ["Example Stream"]);
}

#[test]
fn companies_tags_and_relations_are_read_in_every_shape() {
    let anime = awkward();
    let companies: Vec<_> = anime.companies.iter().map(|c| (c.role, c.id)).collect();
    assert_eq!(
        companies,
        [
            (CompanyRole::Studio, Some(7)),
            (CompanyRole::Producer, None)
        ]
    );
    let tags: Vec<_> = anime.tags.iter().map(|tag| (tag.kind, tag.id)).collect();
    assert_eq!(tags, [(TagKind::Genre, Some(1)), (TagKind::Theme, None)]);
    assert_eq!(anime.seasons(), Some(3), "two entries of one group");
    let relations = anime.relations.unwrap();
    let kinds: Vec<_> = relations
        .iter()
        .map(|r| (r.kind.as_str(), r.target))
        .collect();
    assert_eq!(
        kinds,
        [
            ("Sequel", RelationTarget::Anime),
            ("Sequel", RelationTarget::Anime),
            ("Side story", RelationTarget::Anime),
            ("Adaptation", RelationTarget::Manga),
        ]
    );
}

#[test]
fn list_has_each_title_once_and_marks_adult_ones() {
    let titles = parse_list(include_bytes!("../fixtures/jikan_list.json")).unwrap();
    let (list, adult) = SourceTitle::partition(titles);
    let ids: Vec<_> = list.iter().map(|anime| anime.mal_id.get()).collect();
    assert_eq!(ids, [9_100_001, 9_100_009]);
    assert_eq!(adult, [9_100_006, 9_100_007].map(MalId::new));
    assert_eq!(list[0].score, Some(7.5));
    assert_eq!(list[0].relations, None, "a list says nothing of relations");
}

#[test]
fn missing_fields_are_named_in_the_error() {
    let cases = [
        (
            r#"{"mal_id": 1, "title": "#,
            RecordError::NotJson { column: 23 },
        ),
        ("[]", RecordError::NotAnObject),
        (r#"{"title": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": 0, "title": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": -1, "title": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": "1", "title": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": 1.5, "title": "x"}"#, RecordError::MalId),
        (r#"{"mal_id": 1, "title": " "}"#, RecordError::Title),
        (r#"{"mal_id": 1, "title": 7}"#, RecordError::Title),
    ];
    for (json, error) in cases {
        assert_eq!(parse_record(json.as_bytes()), Err(error), "{json}");
    }
    let adult = r#"{"mal_id": 5, "title": "x", "rating": "Rx - Hentai"}"#;
    assert_eq!(
        parse_record(adult.as_bytes()),
        Ok((SourceTitle::Adult(MalId::new(5)), Vec::new()))
    );
}

#[test]
fn errors_in_place_of_data_keep_their_meaning() {
    let limited = ProviderError::RateLimited { retry_after: None };
    let cases = [
        (
            r#"{"status": "429", "type": "RateLimitException", "message": "x"}"#,
            limited,
        ),
        (
            r#"{"status": 400, "type": "ValidationException", "messages": {"limit": ["x"]}}"#,
            ProviderError::Refused(400),
        ),
        (
            r#"{"status": 404, "type": "HttpException"}"#,
            ProviderError::NotFound,
        ),
        (
            r#"{"status": 504, "type": "BadResponseException"}"#,
            ProviderError::Failed(504),
        ),
    ];
    for (json, error) in cases {
        assert_eq!(parse_list(json.as_bytes()), Err(error.clone()), "{json}");
        assert_eq!(parse_one(json.as_bytes()), Err(error), "{json}");
    }
}

#[test]
fn other_bodies_are_malformed() {
    for json in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        r#"{"data": 1}"#,
        r#"{"data": [{}]}"#,
    ] {
        let list = parse_list(json.as_bytes());
        assert!(matches!(list, Err(ProviderError::Malformed(_))), "{json}");
        let one = parse_one(json.as_bytes());
        assert!(matches!(one, Err(ProviderError::Malformed(_))), "{json}");
    }
    for json in ["", "{", "null", "{}", r#"{"data": null}"#] {
        let airing = parse_airing(json.as_bytes());
        assert!(matches!(airing, Err(ProviderError::Malformed(_))), "{json}");
    }
}

#[test]
fn page_says_whether_another_follows() {
    let item = |id: u32| format!("{{\"mal_id\": {id}, \"title\": \"T\"}}");
    let page = |items: u32, about: &str| {
        let items: Vec<_> = (1..=items).map(item).collect();
        let json = format!("{{\"data\": [{}]{about}}}", items.join(","));
        let page = parse_page(json.as_bytes()).unwrap();
        assert_eq!(page.titles.len(), items.len());
        (page.pages, page.more)
    };
    let more = r#", "pagination": {"last_visible_page": 9, "has_next_page": true}"#;
    let last = r#", "pagination": {"last_visible_page": 9, "has_next_page": false}"#;
    assert_eq!(page(3, more), (Some(9), true));
    assert_eq!(page(25, last), (Some(9), false));
    // An empty page ends a list, unless it says that there is more
    assert_eq!(page(0, last), (Some(9), false));
    assert_eq!(page(0, ""), (None, false));
    let cut_off = parse_page(format!("{{\"data\": []{more}}}").as_bytes());
    assert!(
        matches!(cut_off, Err(ProviderError::Malformed(_))),
        "{cut_off:?}"
    );
    for (items, more) in [(24, false), (25, true)] {
        assert_eq!(page(items, ""), (None, more));
        assert_eq!(page(items, r#", "pagination": []"#), (None, more));
    }
    let broken = parse_page(br#"{"status": "429", "type": "RateLimitException"}"#);
    assert_eq!(
        broken,
        Err(ProviderError::RateLimited { retry_after: None })
    );
}

#[test]
fn kitsu_titles_have_cover_names_and_mapping() {
    let airing = parse_airing(include_bytes!("../fixtures/kitsu_airing.json")).unwrap();
    let ids: Vec<_> = airing
        .iter()
        .map(|title| title.provider_id.as_str())
        .collect();
    assert_eq!(ids, ["1", "2"]);
    let names = ["Umi no Tokei", "Clock of the Sea", "海の時計", "UnT"];
    assert_eq!(airing[0].titles, names);
    assert_eq!(airing[0].mal_id, Some(MalId::new(9_100_001)));
    assert_eq!(airing[0].rating, Some(84.06));
    assert_eq!(airing[0].image_url, "https://media.example.org/1.jpg");
    assert_eq!(airing[1].titles, ["Kaze no Eki"]);
    assert_eq!((airing[1].mal_id, airing[1].rating), (None, None));
    assert_eq!(airing[1].description, None);
    assert_eq!(airing[1].image_url, "https://media.example.org/2-large.jpg");
    assert_eq!(parse_airing(br#"{"data": []}"#), Ok(Vec::new()));
}
