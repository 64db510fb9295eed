//! Whatever a source answers, it is read or refused: bodies made up by a generator, and true ones with
//! anything put anywhere.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use domain::extras::ExtraKind;
use proptest::{prelude::*, sample::Index};
use providers::{
    jikan::{parse_list, parse_one},
    kitsu::parse_airing,
};
use serde_json::{Value, json};
use testkit::foreign;

const FULL: &[u8] = include_bytes!("../fixtures/jikan_full_awkward.json");
const EXTRAS: &[u8] = include_bytes!("../fixtures/jikan_extras.json");
const LIST: &[u8] = include_bytes!("../fixtures/jikan_list.json");
const CASTINGS: &[u8] = include_bytes!("../fixtures/kitsu_castings.json");
const EPISODES: &[u8] = include_bytes!("../fixtures/kitsu_episodes.json");
const GAPS: &[u8] = include_bytes!("../fixtures/kitsu_gaps.json");
const AIRING: &[u8] = include_bytes!("../fixtures/kitsu_airing.json");

/// Any JSON, with values that sources and attackers write among it.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("javascript:alert(1)"),
        Just("data:text/html,x"),
        Just("https://example.org/\u{202e}x"),
        Just("https:"),
        Just("Rx - Hentai"),
        Just("9999-99-99T99:99:99+99:99"),
        Just("\u{0}"),
        Just(""),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| map.into_iter().collect::<Value>()),
        ]
    })
}

/// Values, and the places where they are to be put.
fn changes() -> impl Strategy<Value = Vec<(Index, Value)>> {
    prop::collection::vec((any::<Index>(), any_json()), 1..6)
}

/// Puts values into a true body, each at its place.
fn changed(body: &[u8], changes: Vec<(Index, Value)>) -> Value {
    let mut body: Value = serde_json::from_slice(body).unwrap();
    for (place, value) in changes {
        let places = count(&body);
        put(&mut body, &mut place.index(places), value);
    }
    body
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// Puts `new` where counting down from `place` ends; returns whether that was here or below.
fn put(value: &mut Value, place: &mut usize, new: Value) -> Option<Value> {
    if *place == 0 {
        *value = new;
        return None;
    }
    *place -= 1;
    let below: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(items) => Box::new(items.iter_mut()),
        Value::Object(members) => Box::new(members.values_mut()),
        _ => return Some(new),
    };
    let mut new = new;
    for value in below {
        new = put(value, place, new)?;
    }
    Some(new)
}

proptest! {
    #[test]
    fn bytes_are_read_or_refused(body in any::<Vec<u8>>()) {
        foreign::body(&body);
    }

    #[test]
    fn json_is_read_or_refused(body in any_json()) {
        foreign::body(body.to_string().as_bytes());
    }

    #[test]
    fn arbitrary_title_is_read_or_refused(changes in changes()) {
        let body = changed(FULL, changes);
        foreign::body(body.to_string().as_bytes());
        foreign::body(body["data"].to_string().as_bytes());
    }

    #[test]
    fn arbitrary_list_is_read_or_refused(changes in changes()) {
        foreign::body(changed(LIST, changes).to_string().as_bytes());
    }

    #[test]
    fn title_with_arbitrary_extras_is_read_or_refused(changes in changes()) {
        let body = changed(EXTRAS, changes);
        foreign::jikan(body.to_string().as_bytes());
        for kind in ExtraKind::ALL {
            let line = json!({ "mal_id": 1, "data": body[kind.as_str()]["data"] });
            foreign::jikan(line.to_string().as_bytes());
        }
    }

    #[test]
    fn kitsus_extras_with_anything_in_them_are_read_or_refused(
        which in 0..3_usize, changes in changes(),
    ) {
        let body = changed([CASTINGS, EPISODES, GAPS][which], changes);
        foreign::kitsu(body.to_string().as_bytes());
    }

    #[test]
    fn airing_list_with_anything_in_it_is_read_or_refused(changes in changes()) {
        foreign::body(changed(AIRING, changes).to_string().as_bytes());
    }

    #[test]
    fn arbitrary_offline_database_entry_is_read_or_refused(changes in changes()) {
        let entry = json!({
            "sources": ["https://myanimelist.net/anime/1", "https://anilist.co/anime/1"],
            "title": "One", "type": "TV", "episodes": 12, "status": "FINISHED",
            "animeSeason": {"season": "SPRING", "year": 2013},
            "picture": "https://cdn.example/1.jpg", "thumbnail": "https://cdn.example/1t.jpg",
            "duration": {"value": 1440, "unit": "SECONDS"}, "score": {"arithmeticMean": 7.5},
            "synonyms": ["Uno"], "studios": ["studio"], "producers": [], "relatedAnime": [],
            "tags": ["action"],
        });
        foreign::body(changed(entry.to_string().as_bytes(), changes).to_string().as_bytes());
    }

    #[test]
    fn truncated_or_damaged_body_is_read_or_refused(
        at in any::<Index>(), byte in any::<u8>(), cut in any::<bool>(), which in 0..3_usize,
    ) {
        let mut body = [FULL, LIST, AIRING][which].to_vec();
        let at = at.index(body.len());
        body[at] = byte;
        if cut {
            body.truncate(at);
        }
        foreign::body(&body);
    }
}

#[test]
fn deep_nesting_and_odd_encodings_are_cheap() {
    let text = std::str::from_utf8(LIST).unwrap();
    let deep = |open: &str| open.repeat(2_000_000 / open.len()).into_bytes();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xef\xbb\xbf", LIST].concat();
    let latin: Vec<u8> = b"{\"data\":[{\"mal_id\":1,\"title\":\"Pok\xe9mon\"}]}".to_vec();
    let begun = Instant::now();
    for body in [
        deep("["),
        deep("{\"data\":"),
        deep("{\"data\":[{\"titles\":"),
        wide,
        marked,
        latin,
    ] {
        assert!(parse_list(&body).is_err());
        assert!(parse_one(&body).is_err());
        assert!(parse_airing(&body).is_err());
        foreign::body(&body);
    }
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}
