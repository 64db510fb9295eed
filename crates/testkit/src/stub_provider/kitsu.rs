//! What Kitsu knows of the invented titles beside their records, in the form of its documentation.

use serde_json::{Value, json};

use super::{
    extras::{CAST, FIRST_CHARACTER, episodes_of},
    titles::{self, Title},
    wire::Request,
};

/// The largest number of resources on a page.
const PAGE: u32 = 20;
/// Castings of each twentieth title: those beyond the cast have no number on MyAnimeList.
const MANY_CASTINGS: u32 = 25;
/// The text that Kitsu answers in place of people's numbers on MyAnimeList.
const MOVED: &str = "Moved to mappings relationship.";

/// Returns the number at Kitsu of the title at this place of the list.
pub const fn kitsu_number(place: u32) -> u32 {
    501 + place
}

/// Returns the answer to `path`, below the base address; `None` for a path that Kitsu has not.
pub(super) fn kitsu_answer(base: &str, count: u32, path: &str, request: &Request) -> Option<Value> {
    let of_number = |number: &str| {
        let place = number.parse::<u32>().ok()?.checked_sub(kitsu_number(0))?;
        (place < count).then_some(Title { place })
    };
    match path {
        "/anime" => Some(match request.query("filter[id]") {
            Some(number) => gaps(of_number(&number)),
            None => titles::kitsu_airing(base),
        }),
        "/mappings" => {
            let asked = request.query("filter[externalId]")?;
            Some(mappings(Title::of_id(asked.parse().ok()?, count)))
        }
        "/castings" => {
            let title = of_number(&request.query("filter[mediaId]")?);
            Some(castings(base, title, offset(request)))
        }
        _ => {
            let (number, part) = path.strip_prefix("/anime/")?.split_once('/')?;
            let title = of_number(number)?;
            (part == "episodes").then(|| episodes(&title, offset(request)))
        }
    }
}

fn offset(request: &Request) -> u32 {
    let offset = request.query("page[offset]");
    offset
        .and_then(|offset| offset.parse().ok())
        .unwrap_or_default()
}

/// Every seventh title has no mapping.
fn mappings(title: Option<Title>) -> Value {
    let mapping = |title: Title| {
        let number = kitsu_number(title.place).to_string();
        json!({
            "id": "1",
            "type": "mappings",
            "attributes": {
                "externalSite": "myanimelist/anime",
                "externalId": title.id().to_string(),
            },
            "relationships": { "item": { "data": { "type": "anime", "id": number } } },
        })
    };
    let mapped = title.filter(|title| title.place % 7 != 6).map(mapping);
    let count = u32::from(mapped.is_some());
    let data: Vec<Value> = mapped.into_iter().collect();
    json!({ "data": data, "meta": { "count": count } })
}

/// A title with one category of MyAnimeList's lists, and one place to watch it.
fn gaps(title: Option<Title>) -> Value {
    let Some(title) = title else {
        return json!({ "data": [], "meta": { "count": 0 } });
    };
    let id = kitsu_number(title.place).to_string();
    let reference = |kind: &str, id: &str| json!({ "type": kind, "id": id });
    json!({
        "data": [{
            "id": id,
            "type": "anime",
            "attributes": { "nsfw": false, "ageRating": "PG" },
            "relationships": {
                "categories": { "data": [reference("categories", "160"), reference("categories", "41")] },
                "streamingLinks": { "data": [reference("streamingLinks", "1")] },
            },
        }],
        "included": [
            { "id": "160", "type": "categories", "attributes": { "title": "Comedy" } },
            { "id": "41", "type": "categories", "attributes": { "title": "Deity" } },
            {
                "id": "1",
                "type": "streamingLinks",
                "attributes": { "url": format!("https://stream.example/{id}") },
                "relationships": { "streamer": { "data": reference("streamers", "3") } },
            },
            { "id": "3", "type": "streamers", "attributes": { "siteName": "Tide Stream" } },
        ],
        "meta": { "count": 1 },
    })
}

fn episodes(title: &Title, offset: u32) -> Value {
    let all = episodes_of(title.place);
    let episode = |number: u32| {
        json!({
            "id": number.to_string(),
            "type": "episodes",
            "attributes": {
                "titles": { "en_us": format!("Told {number}"), "ja_jp": format!("話 {number}") },
                "canonicalTitle": format!("Told {number}"),
                "number": number,
                "airdate": "2021-04-03",
            },
        })
    };
    let last = all.min(offset.saturating_add(PAGE));
    let data: Vec<Value> = (offset.saturating_add(1)..=last).map(episode).collect();
    json!({ "data": data, "meta": { "count": all } })
}

fn castings(base: &str, title: Option<Title>, offset: u32) -> Value {
    let Some(title) = title else {
        return json!({ "data": [], "meta": { "count": 0 } });
    };
    let all = match title.place % 20 {
        0 => MANY_CASTINGS,
        _ => CAST + 1,
    };
    let last = all.min(offset.saturating_add(PAGE));
    let numbers = offset.min(last)..last;
    let data: Vec<Value> = numbers.clone().map(casting).collect();
    let characters = numbers
        .clone()
        .map(|number| character(base, &title, number));
    let people = numbers.map(person);
    let included: Vec<Value> = characters.chain(people).collect();
    json!({ "data": data, "included": included, "meta": { "count": all } })
}

fn casting(number: u32) -> Value {
    let id = number.to_string();
    json!({
        "id": id,
        "type": "castings",
        "attributes": { "featured": number == 0, "language": "Japanese" },
        "relationships": {
            "character": { "data": { "type": "characters", "id": id } },
            "person": { "data": { "type": "people", "id": id } },
        },
    })
}

fn character(base: &str, title: &Title, number: u32) -> Value {
    let mal_id = FIRST_CHARACTER + title.place * CAST + number;
    json!({
        "id": number.to_string(),
        "type": "characters",
        "attributes": {
            "canonicalName": format!("Kitsu's {number} of {}", title.place),
            "malId": (number < CAST).then_some(mal_id),
            "image": { "original": format!("{base}/images/kitsu-{mal_id}.jpg") },
        },
    })
}

fn person(number: u32) -> Value {
    json!({
        "id": number.to_string(),
        "type": "people",
        "attributes": { "name": format!("Somebody {number}"), "malId": MOVED, "image": null },
    })
}
