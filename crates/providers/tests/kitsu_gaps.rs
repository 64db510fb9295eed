//! What Kitsu knows of titles' records, in its documented form and in awkward ones. All facts are invented.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::{
    anime::{Link, Tag, TagKind},
    provider::{ProviderError, RecordGaps},
};
use providers::kitsu::parse_gaps;
use serde_json::{Value, json};

fn body() -> Value {
    serde_json::from_slice(include_bytes!("../fixtures/kitsu_gaps.json")).unwrap()
}

fn read(body: &Value) -> RecordGaps {
    parse_gaps(body.to_string().as_bytes(), 501).unwrap()
}

#[test]
fn categories_of_our_lists_and_links_with_their_sites_are_taken() {
    let tag = |kind, id, name: &str| Tag {
        kind,
        id: Some(id),
        name: name.into(),
    };
    let link = |name: &str, url: &str| Link {
        name: name.into(),
        url: url.into(),
    };
    let expected = RecordGaps {
        tags: vec![
            tag(TagKind::Genre, 4, "Comedy"),
            tag(TagKind::Genre, 36, "Slice of Life"),
        ],
        streaming: vec![
            link("Tide Stream", "https://stream.example/nagi"),
            link("Other Stream", "http://other.example/nagi"),
        ],
    };
    assert_eq!(read(&body()), expected);
}

#[test]
fn missing_and_adult_titles_fill_no_gaps() {
    let other = parse_gaps(body().to_string().as_bytes(), 502);
    assert_eq!(other, Ok(RecordGaps::default()));
    assert_eq!(read(&json!({ "data": [] })), RecordGaps::default());
    for (place, value) in [
        ("/data/0/attributes/nsfw", json!(true)),
        ("/data/0/attributes/ageRating", json!("R18")),
        ("/included/0/attributes/title", json!("Hentai")),
    ] {
        let mut adult = body();
        *adult.pointer_mut(place).unwrap() = value;
        assert_eq!(read(&adult), RecordGaps::default(), "{place}");
    }
    let refused = parse_gaps(br#"{"data": {}}"#, 501);
    assert!(matches!(refused, Err(ProviderError::Malformed(_))));
}

#[test]
fn unreadable_part_is_skipped_alone() {
    for place in [
        "/data/0/attributes",
        "/data/0/relationships/streamingLinks",
        "/data/0/relationships/categories/data/2",
        "/included/3/attributes",
        "/included/6/attributes",
    ] {
        for odd in [json!(null), json!(7), json!("?"), json!([[]])] {
            let mut body = body();
            *body.pointer_mut(place).unwrap() = odd;
            let known = read(&body).tags.iter().any(|tag| tag.name == "Comedy");
            assert!(known, "{place}");
        }
    }
    let mut unsafe_link = body();
    for link in [4, 6] {
        unsafe_link["included"][link]["attributes"]["url"] = json!("javascript:alert(1)");
    }
    let streaming = read(&unsafe_link).streaming;
    let sites: Vec<_> = streaming.iter().map(|link| &link.name).collect();
    assert_eq!(sites, ["Other Stream"]);
}
