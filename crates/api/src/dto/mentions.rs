//! People and characters in short.

use domain::extras::{
    Character, CharacterId, CharacterMention, KnownRecord, Person, PersonId, PersonMention,
    StaffPerson, in_reading_order,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::parts::part;
use crate::pictures::{Pictures, PortraitOf};

/// A character, in short. Their page is `/character/{id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CharacterBody {
    /// Number on MyAnimeList.
    id: u32,
    name: String,
    /// Address of a portrait; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
}

impl CharacterBody {
    pub(super) fn new(mention: &CharacterMention, pictures: &Pictures) -> Self {
        Self::named(
            mention.id,
            &mention.name,
            mention.image_url.as_deref(),
            pictures,
        )
    }

    /// Builds it from a known person or character, with `pictures`.
    pub(super) fn of(known: KnownRecord<Character>, pictures: &Pictures) -> Self {
        let Character {
            id,
            name,
            image_url,
            ..
        } = known.record;
        Self::named(id, &name, image_url.as_deref(), pictures)
    }

    fn named(id: CharacterId, name: &str, source: Option<&str>, pictures: &Pictures) -> Self {
        Self {
            id: id.get(),
            name: in_reading_order(name).into_owned(),
            image_url: pictures.portrait(PortraitOf::Character(id), source),
        }
    }
}

/// Somebody who makes titles, in short. Their page is `/person/{id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonBody {
    /// Number on MyAnimeList.
    id: u32,
    name: String,
    /// Address of a portrait; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
}

impl PersonBody {
    pub(super) fn new(mention: &PersonMention, pictures: &Pictures) -> Self {
        Self::named(
            mention.id,
            &mention.name,
            mention.image_url.as_deref(),
            pictures,
        )
    }

    /// Builds it from a known person or character, with `pictures`.
    pub(super) fn of(known: KnownRecord<Person>, pictures: &Pictures) -> Self {
        let Person {
            id,
            name,
            image_url,
            ..
        } = known.record;
        Self::named(id, &name, image_url.as_deref(), pictures)
    }

    fn named(id: PersonId, name: &str, source: Option<&str>, pictures: &Pictures) -> Self {
        Self {
            id: id.get(),
            name: in_reading_order(name).into_owned(),
            image_url: pictures.portrait(PortraitOf::Person(id), source),
        }
    }
}

/// Somebody of a staff, in short.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffPersonBody {
    /// Number on MyAnimeList; `null` where it is not known, which leaves them without a page.
    #[schema(required)]
    id: Option<u32>,
    name: String,
    /// Address of a portrait; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
}

impl StaffPersonBody {
    pub(super) fn new(person: &StaffPerson, pictures: &Pictures) -> Self {
        let numbered = person.numbered();
        Self {
            id: numbered.map(|it| it.id.get()),
            name: in_reading_order(person.name()).into_owned(),
            image_url: numbered.and_then(|it| {
                pictures.portrait(PortraitOf::Person(it.id), it.image_url.as_deref())
            }),
        }
    }
}

part! {
    /// A page of people whose names begin with a text.
    PersonPart: KnownRecord<Person> => PersonBody, PersonBody::of
}
part! {
    /// A page of characters whose names begin with a text.
    CharacterPart: KnownRecord<Character> => CharacterBody, CharacterBody::of
}
