//! What is known of the invented titles beside their records.

use serde_json::{Value, json};

use super::titles::{Title, entry};

/// The number of episodes on a page.
const EPISODES: u32 = 100;
/// The number of episodes of a title, and of each twentieth title, whose episodes have several pages.
const FEW: u32 = 12;
const MANY: u32 = 130;
/// The ids of people and characters lie above every id in use, as those of titles do.
/// The first person, who speaks and makes the first title.
pub const FIRST_PERSON: u32 = 8_000_001;
/// The id of the first character of the first title.
pub const FIRST_CHARACTER: u32 = 7_000_001;
/// The number of characters of a title, and of people of its staff.
pub const CAST: u32 = 3;
/// The number of people, who speak in and make all titles.
const PEOPLE: u32 = 40;
/// The id of a person of the first title's staff who has no record of their own.
pub const UNKNOWN_PERSON: u32 = FIRST_PERSON + 20;

/// Returns the number of episodes of the title at this place of the list.
pub const fn episodes_of(place: u32) -> u32 {
    if place.is_multiple_of(20) { MANY } else { FEW }
}

/// Whether there is news of the title at this place of the list: of every seventh there is none.
pub const fn has_news(place: u32) -> bool {
    place % 7 != 6
}

/// Returns the answer to `anime/{id}/{part}`; `None` for a part that the provider does not know.
pub(super) fn jikan_extra(base: &str, count: u32, id: u32, part: &str, page: u32) -> Option<Value> {
    let title = Title::of_id(id, count)?;
    let place = title.place;
    Some(match part {
        "characters" => json!({ "data": cast(base, place) }),
        "staff" => json!({ "data": staff(base, place) }),
        "episodes" => episodes(base, &title, page),
        "videos" => json!({ "data": videos(id) }),
        "pictures" => json!({ "data": [picture(base, id, "a"), picture(base, id, "b")] }),
        "recommendations" => json!({ "data": recommendations(&title, count) }),
        "statistics" => json!({ "data": statistics(place) }),
        "news" if !has_news(place) => return None,
        "news" => json!({ "pagination": pages(1), "data": [news(base, id)] }),
        _ => return None,
    })
}

fn pages(last: u32) -> Value {
    // Jikan says that another follows of single pages, too
    json!({ "last_visible_page": last, "has_next_page": true })
}

fn person(base: &str, number: u32) -> Value {
    let id = FIRST_PERSON + number % PEOPLE;
    json!({
        "mal_id": id,
        "url": format!("{base}/people/{id}"),
        "images": { "jpg": { "image_url": format!("{base}/images/{id}.jpg") } },
        "name": format!("Person, Number {}", number % PEOPLE),
    })
}

/// Returns the answer to `people/{id}/full`; `None` if there is no such record.
pub(super) fn jikan_person(base: &str, id: u32) -> Option<Value> {
    let number = id.checked_sub(FIRST_PERSON)?;
    if number >= PEOPLE || id == UNKNOWN_PERSON {
        return None;
    }
    Some(json!({ "data": {
        "mal_id": id,
        "url": format!("{base}/people/{id}"),
        "website_url": null,
        "images": { "jpg": { "image_url": format!("{base}/images/{id}.jpg") } },
        "name": format!("Number {number} Person"),
        "given_name": "番号",
        "family_name": "人",
        "alternate_names": [format!("The {number}th")],
        "birthday": "1980-05-04T00:00:00+00:00",
        "favorites": 1_000 - number,
        "about": "Grows orchards.",
        "anime": [],
        "manga": [],
        "voices": [],
    }}))
}

/// Returns the answer to `characters/{id}/full`; `None` if there is no such character.
pub(super) fn jikan_character(base: &str, count: u32, id: u32) -> Option<Value> {
    let number = id.checked_sub(FIRST_CHARACTER)?;
    if number >= count * CAST {
        return None;
    }
    let picture = format!("{base}/images/{id}");
    Some(json!({ "data": {
        "mal_id": id,
        "url": format!("{base}/characters/{id}"),
        "images": {
            "jpg": { "image_url": format!("{picture}.jpg") },
            "webp": { "image_url": format!("{picture}.webp"), "small_image_url": format!("{picture}t.webp") },
        },
        "name": format!("Character {} of {}", number % CAST, number / CAST),
        "name_kanji": "登場人物",
        "nicknames": ["Sprout"],
        "favorites": 2_000,
        "about": "Waters trees.",
        "anime": [],
        "manga": [],
        "voices": [],
    }}))
}

fn cast(base: &str, place: u32) -> Vec<Value> {
    let member = |number: u32| {
        let id = FIRST_CHARACTER + place * CAST + number;
        json!({
            "character": {
                "mal_id": id,
                "url": format!("{base}/characters/{id}"),
                "images": { "jpg": { "image_url": format!("{base}/images/{id}.jpg") } },
                "name": format!("Character {number} of {place}"),
            },
            "role": if number == 0 { "Main" } else { "Supporting" },
            "favorites": 100 - number,
            "voice_actors": [{ "person": person(base, place + number), "language": "Japanese" }],
        })
    };
    (0..CAST).map(member).collect()
}

fn staff(base: &str, place: u32) -> Vec<Value> {
    let member = |number: u32| json!({ "person": person(base, place + 10 * number), "positions": ["Director", "Script"] });
    (0..CAST).map(member).collect()
}

fn episodes(base: &str, title: &Title, page: u32) -> Value {
    let all = episodes_of(title.place);
    let before = page.saturating_sub(1).saturating_mul(EPISODES);
    let episode = |number: u32| {
        json!({
            "mal_id": number,
            "url": format!("{base}/anime/{}/episode/{number}", title.id()),
            "title": format!("Episode {number}"),
            "title_japanese": format!("第{number}話"),
            "title_romanji": format!("Dai {number} wa"),
            "aired": "2021-04-03T00:00:00+00:00",
            "score": 4.5,
            "filler": false,
            "recap": number == all,
            "forum_url": null,
        })
    };
    let last = all.min(before.saturating_add(EPISODES));
    let data: Vec<Value> = (before.saturating_add(1)..=last).map(episode).collect();
    json!({ "pagination": pages(all.div_ceil(EPISODES)), "data": data })
}

fn videos(id: u32) -> Value {
    let trailer = json!({
        "youtube_id": format!("stub{id}"),
        "url": format!("https://www.youtube.com/watch?v=stub{id}"),
        "embed_url": format!("https://www.youtube-nocookie.com/embed/stub{id}"),
        "images": {},
    });
    json!({ "promo": [{ "title": "PV 1", "trailer": trailer }], "episodes": [], "music_videos": [] })
}

fn picture(base: &str, id: u32, end: &str) -> Value {
    let address = format!("{base}/images/{id}{end}.jpg");
    json!({ "jpg": { "image_url": address, "large_image_url": address } })
}

/// Returns recommendations of the two titles behind this one in the list.
fn recommendations(title: &Title, count: u32) -> Vec<Value> {
    let others = (1..=2).map(|step| Title {
        place: (title.place + step) % count,
    });
    others
        .map(|other| json!({ "entry": entry(other.id(), "anime", &other.english()), "votes": 3 }))
        .collect()
}

fn statistics(place: u32) -> Value {
    let score = |score: u32| json!({ "score": score, "votes": 10 * score, "percentage": 0.0 });
    json!({
        "watching": place + 1,
        "completed": 500,
        "on_hold": 20,
        "dropped": 10,
        "plan_to_watch": 300,
        "total": place + 831,
        "scores": (1..=10).map(score).collect::<Vec<Value>>(),
    })
}

fn news(base: &str, id: u32) -> Value {
    json!({
        "mal_id": id,
        "url": format!("{base}/news/{id}"),
        "title": "It airs",
        "date": "2021-04-03T00:00:00+00:00",
        "author_username": "somebody",
        "author_url": format!("{base}/profile/somebody"),
        "forum_url": null,
        "images": { "jpg": { "image_url": null } },
        "comments": 1,
        "excerpt": "It airs.",
    })
}
