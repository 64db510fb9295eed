//! What holds of foreign words whatever they are: checks that tests with made-up input share with the
//! fuzz targets.
#![expect(
    clippy::missing_panics_doc,
    reason = "a check panics where it does not hold"
)]
#![expect(clippy::unwrap_used, reason = "a check panics where it does not hold")]

use domain::{
    anime::{Anime, MalId},
    extras::{Extra, ExtraKind, MAX_ITEMS},
    provider::SourceTitle,
};
use providers::{
    jikan::{
        parse_character, parse_extra, parse_list, parse_one, parse_page, parse_person, parse_record,
    },
    kitsu::{parse_airing, parse_cast, parse_episodes, parse_gaps, parse_number},
    offline_database::read_record,
};
use serde_json::Value;

/// Reads a body as each source might have sent it.
pub fn body(body: &[u8]) {
    jikan(body);
    kitsu(body);
    offline_database(body);
}

/// Reads a body as an answer of Jikan, of any kind.
pub fn jikan(body: &[u8]) {
    let lists = [
        parse_list(body).ok(),
        parse_page(body).ok().map(|page| page.titles),
    ];
    let record = parse_record(body).ok();
    let (record, extras) =
        record.map_or((None, Vec::new()), |(title, extras)| (Some(title), extras));
    let one = [parse_one(body).ok(), record];
    let all = lists.into_iter().flatten().flatten();
    for title in all.chain(one.into_iter().flatten()) {
        assert_bearable(&title);
    }
    for extra in extras {
        assert_extra_is_bearable(extra);
    }
    for kind in ExtraKind::ALL {
        if let Ok(page) = parse_extra(*kind, body) {
            let extra = page.extra.extra;
            assert!(extra.kind() == *kind);
            assert_extra_is_bearable(extra);
        }
    }
    let person = parse_person(body).map(|person| person.name);
    let character = parse_character(body).map(|character| character.name);
    for name in [person, character].into_iter().flatten() {
        assert!(!name.trim().is_empty() && !name.contains('\0'));
    }
}

fn assert_extra_is_bearable(extra: Extra) {
    let extra = extra.distinct();
    assert!(extra.items() <= MAX_ITEMS);
    assert_bearable_json(&serde_json::to_value(&extra).unwrap());
}

/// No text has a NUL, which PostgreSQL refuses, and no address leads elsewhere than to the web.
fn assert_bearable_json(value: &Value) {
    match value {
        Value::String(text) => assert!(!text.contains('\0')),
        Value::Array(items) => items.iter().for_each(assert_bearable_json),
        Value::Object(members) => {
            for (name, value) in members {
                let address = value.as_str().filter(|_| name.ends_with("url"));
                let web = |address: &str| {
                    address.starts_with("https://") || address.starts_with("http://")
                };
                assert!(address.is_none_or(web), "{address:?} would reach a page");
                assert_bearable_json(value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Reads a body as an answer of Kitsu, of any kind.
pub fn kitsu(body: &[u8]) {
    let pages = [parse_cast(body, 1), parse_episodes(body, 1)];
    for page in pages.into_iter().flatten() {
        assert_extra_is_bearable(page.extra);
    }
    let _ = parse_number(body, MalId::new(7));
    let gaps = parse_gaps(body, 501).unwrap_or_default();
    assert_bearable_json(&serde_json::to_value(&gaps.tags).unwrap());
    assert_bearable_json(&serde_json::to_value(&gaps.streaming).unwrap());
    for title in parse_airing(body).unwrap_or_default() {
        assert!(!title.titles.is_empty() && title.image_url.starts_with("http"));
    }
}

/// Reads a body as an entry of anime-offline-database.
pub fn offline_database(body: &[u8]) {
    let value = serde_json::from_slice(body).unwrap_or_default();
    if let Ok(title) = read_record(&value) {
        assert_bearable(&title);
    }
}

fn assert_bearable(title: &SourceTitle) {
    let SourceTitle::Title(anime) = title else {
        return;
    };
    assert!(!anime.is_adult());
    assert!(anime.mal_id.get() > 0);
    assert!(!anime.title.trim().is_empty());
    assert!(
        anime
            .score
            .is_none_or(|score| score.is_finite() && score > 0.0)
    );
    for address in addresses(anime) {
        let web = address.starts_with("https://") || address.starts_with("http://");
        assert!(web, "{address:?} would reach a page");
    }
    anime.digest().unwrap();
}

fn addresses(anime: &Anime) -> impl Iterator<Item = &String> {
    let images = [&anime.images.jpg, &anime.images.webp].into_iter();
    let images =
        images.flat_map(|set| [&set.image_url, &set.small_image_url, &set.large_image_url]);
    let trailer = [&anime.trailer.url, &anime.trailer.embed_url];
    let links = anime.external.iter().chain(&anime.streaming);
    images
        .chain(trailer)
        .flatten()
        .chain(links.map(|link| &link.url))
}
