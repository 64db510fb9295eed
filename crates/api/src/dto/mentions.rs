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
    /// The character's id on MyAnimeList.
    id: u32,
    name: String,
    /// Address of the character's portrait; `null` where none can be shown and clients draw a placeholder.
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

    /// Builds the short form of a stored character.
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

/// A voice actor or staff member, in short. Their page is `/person/{id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonBody {
    /// The person's id on MyAnimeList.
    id: u32,
    name: String,
    /// Address of the person's portrait; `null` where none can be shown and clients draw a placeholder.
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

    /// Builds the short form of a stored person.
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

/// A member of a title's staff, in short.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffPersonBody {
    /// The person's id on MyAnimeList; `null` where it is not known, so that they have no page.
    #[schema(required)]
    id: Option<u32>,
    name: String,
    /// Address of the person's portrait; `null` where none can be shown and clients draw a placeholder.
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
