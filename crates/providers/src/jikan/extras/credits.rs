//! Characters, people, casts and staffs.

use domain::extras::{
    CastMember, CastRole, Character, CharacterId, CharacterMention, Person, PersonId,
    PersonMention, StaffMember, StaffPerson, Voice,
};
use serde_json::Value;

use crate::{
    fields::Fields,
    jikan::record::{RecordError, picture},
};

pub(super) fn cast(items: &[Value]) -> Vec<CastMember> {
    let items = items.iter().map(Fields::of);
    let cast = items.filter_map(|item| {
        let of = item.object("character");
        Some(CastMember {
            character: CharacterMention {
                id: CharacterId::new(id(of)?),
                name: of.text("name")?,
                image_url: portrait(of),
                favorites: item.number("favorites"),
            },
            role: match item.str("role") {
                Some(role) if role.eq_ignore_ascii_case("main") => CastRole::Main,
                _ => CastRole::Supporting,
            },
            voices: voices(item.list("voice_actors")),
        })
    });
    cast.collect()
}

fn voices(items: &[Value]) -> Vec<Voice> {
    let items = items.iter().map(Fields::of);
    let voices = items.filter_map(|item| {
        Some(Voice {
            person: mention(item.object("person"))?,
            language: item.text("language")?,
        })
    });
    voices.collect()
}

pub(super) fn staff(items: &[Value]) -> Vec<StaffMember> {
    let items = items.iter().map(Fields::of);
    let staff = items.filter_map(|item| {
        Some(StaffMember {
            person: StaffPerson::Numbered(mention(item.object("person"))?),
            positions: item.texts("positions"),
        })
    });
    staff.collect()
}

fn mention(of: Fields<'_>) -> Option<PersonMention> {
    Some(PersonMention {
        id: PersonId::new(id(of)?),
        name: of.text("name")?,
        image_url: portrait(of),
    })
}

pub(super) fn person(of: Fields<'_>) -> Result<Person, RecordError> {
    Ok(Person {
        id: PersonId::new(id(of).ok_or(RecordError::MalId)?),
        name: of.text("name").ok_or(RecordError::Name)?,
        given_name: of.text("given_name"),
        family_name: of.text("family_name"),
        other_names: of.texts("alternate_names"),
        birthday: of.day("birthday"),
        image_url: portrait(of),
        favorites: of.number("favorites"),
        about: of.prose("about"),
        website_url: of.url("website_url"),
    })
}

pub(super) fn character(of: Fields<'_>) -> Result<Character, RecordError> {
    Ok(Character {
        id: CharacterId::new(id(of).ok_or(RecordError::MalId)?),
        name: of.text("name").ok_or(RecordError::Name)?,
        name_kanji: of.text("name_kanji"),
        nicknames: of.texts("nicknames"),
        image_url: portrait(of),
        favorites: of.number("favorites"),
        about: of.prose("about"),
    })
}

fn id(of: Fields<'_>) -> Option<u32> {
    of.number("mal_id").filter(|id| *id > 0)
}

/// The portrait in the format that every browser reads, or what there is.
fn portrait(of: Fields<'_>) -> Option<String> {
    let images = of.object("images");
    ["jpg", "webp"]
        .into_iter()
        .find_map(|format| picture(images.object(format), "image_url"))
}
