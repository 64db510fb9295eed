//! People and characters who do not exist, as Jikan would write them.

use serde_json::{Value, json};

pub(crate) const CHARACTERS: u32 = 150_000;
pub(crate) const PEOPLE: u32 = 60_000;

const SYLLABLES: [&str; 40] = [
    "ka", "mi", "ya", "hi", "ro", "shi", "ta", "na", "ka", "sa", "to", "mo", "ri", "ku", "ma",
    "no", "ha", "ru", "ki", "yu", "a", "i", "su", "zu", "wa", "ko", "ne", "se", "chi", "tsu", "e",
    "o", "re", "mu", "fu", "ni", "te", "so", "ho", "ra",
];

/// Returns a name of two to four syllables, another one for almost every number.
fn word(number: u32) -> String {
    let syllable = |place: u32| {
        let mixed = number
            .wrapping_mul(2_654_435_761)
            .rotate_left(place * 9)
            .wrapping_add(place);
        SYLLABLES[mixed as usize % SYLLABLES.len()]
    };
    let mut word: String = (0..2 + number % 3).map(syllable).collect();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

fn names(number: u32) -> [String; 2] {
    [word(number.wrapping_mul(7) + 3), word(number / 3 + 11)]
}

/// Returns how many people love somebody: few are loved by many, most by none or few.
fn favorites(number: u32, of: u32) -> u32 {
    let place = number.wrapping_mul(48_271) % of;
    if place.is_multiple_of(3) {
        0
    } else {
        200_000 / (1 + place)
    }
}

fn about(number: u32) -> String {
    let sentence = format!("{} is known for {}. ", word(number), word(number + 1));
    sentence.repeat(5 + number as usize % 20)
}

/// Returns what a cast says of a character.
pub(crate) fn character(number: u32) -> Value {
    let [given, family] = names(number);
    json!({
        "mal_id": number,
        "url": format!("https://myanimelist.net/character/{number}/{given}_{family}"),
        "images": {
            "jpg": { "image_url": format!("https://cdn.myanimelist.net/images/characters/9/{number}.jpg") },
            "webp": {
                "image_url": format!("https://cdn.myanimelist.net/images/characters/9/{number}.webp"),
                "small_image_url": format!("https://cdn.myanimelist.net/images/characters/9/{number}t.webp"),
            },
        },
        "name": format!("{family}, {given}"),
    })
}

pub(crate) fn character_favorites(number: u32) -> u32 {
    favorites(number, CHARACTERS)
}

/// Returns what a cast or a staff says of a person.
pub(crate) fn person(number: u32) -> Value {
    let [given, family] = names(number + CHARACTERS);
    json!({
        "mal_id": number,
        "url": format!("https://myanimelist.net/people/{number}/{given}_{family}"),
        "images": {
            "jpg": { "image_url": format!("https://cdn.myanimelist.net/images/voiceactors/1/{number}.jpg") },
        },
        "name": format!("{family}, {given}"),
    })
}

pub(crate) fn full_character(number: u32) -> Value {
    let [given, family] = names(number);
    let mut whole = character(number);
    whole["name"] = format!("{given} {family}").into();
    whole["name_kanji"] = format!("{}・{}", number % 97, number % 89).into();
    whole["nicknames"] = if number.is_multiple_of(4) {
        json!([word(number + 5)])
    } else {
        json!([])
    };
    whole["favorites"] = character_favorites(number).into();
    whole["about"] = about(number).into();
    whole
}

pub(crate) fn full_person(number: u32) -> Value {
    let [given, family] = names(number + CHARACTERS);
    let mut whole = person(number);
    whole["name"] = format!("{given} {family}").into();
    whole["given_name"] = format!("名{number}").into();
    whole["family_name"] = format!("姓{}", number % 977).into();
    whole["alternate_names"] = if number.is_multiple_of(5) {
        json!([word(number + 7)])
    } else {
        json!([])
    };
    whole["birthday"] = format!(
        "19{}-0{}-1{}T00:00:00+00:00",
        50 + number % 50,
        1 + number % 9,
        number % 10
    )
    .into();
    whole["favorites"] = favorites(number, PEOPLE).into();
    whole["website_url"] = Value::Null;
    whole["about"] = about(number).into();
    whole
}
