//! People and characters, and their credits.

use domain::extras::{self, CharacterMention, PersonMention};
use serde::Serialize;

use super::{
    address,
    parts::{Entry, Picture, midnight},
};

/// The list of manga, always empty: Mitai knows nothing of manga.
type NoManga = [(); 0];

/// A character's portrait, as Jikan has it in two formats. One address of it is kept.
#[derive(Debug, Serialize)]
pub(crate) struct CharacterImages<'a> {
    jpg: CharacterImage<'a>,
    webp: CharacterImage<'a>,
}

#[derive(Debug, Default, Serialize)]
struct CharacterImage<'a> {
    image_url: Option<&'a str>,
    small_image_url: Option<&'a str>,
}

impl<'a> CharacterImages<'a> {
    /// Builds the formats from the portrait's address.
    pub(crate) fn of(image_url: Option<&'a str>) -> Self {
        Self {
            jpg: CharacterImage {
                image_url,
                small_image_url: None,
            },
            webp: CharacterImage::default(),
        }
    }
}

/// A person in short, as other answers name them.
#[derive(Debug, Serialize)]
struct PersonMeta<'a> {
    mal_id: u32,
    url: String,
    images: Picture<'a>,
    name: &'a str,
}

impl<'a> From<&'a PersonMention> for PersonMeta<'a> {
    fn from(person: &'a PersonMention) -> Self {
        let id = person.id.get();
        Self {
            mal_id: id,
            url: address::person(id, &person.name),
            images: Picture::of(person.image_url.as_deref()),
            name: &person.name,
        }
    }
}

/// A character in short, as other answers name them.
#[derive(Debug, Serialize)]
struct CharacterMeta<'a> {
    mal_id: u32,
    url: String,
    images: CharacterImages<'a>,
    name: &'a str,
}

impl<'a> From<&'a CharacterMention> for CharacterMeta<'a> {
    fn from(character: &'a CharacterMention) -> Self {
        let id = character.id.get();
        Self {
            mal_id: id,
            url: address::character(id, &character.name),
            images: CharacterImages::of(character.image_url.as_deref()),
            name: &character.name,
        }
    }
}

/// A character in a title.
#[derive(Debug, Serialize)]
pub(crate) struct CastMember<'a> {
    character: CharacterMeta<'a>,
    role: &'static str,
    favorites: u32,
    voice_actors: Vec<VoiceActor<'a>>,
}

impl<'a> From<&'a extras::CastMember> for CastMember<'a> {
    fn from(member: &'a extras::CastMember) -> Self {
        Self {
            character: CharacterMeta::from(&member.character),
            role: member.role.as_jikan(),
            favorites: member.character.favorites.unwrap_or(0),
            voice_actors: member.voices.iter().map(VoiceActor::from).collect(),
        }
    }
}

/// A voice actor of a character, and their language.
#[derive(Debug, Serialize)]
pub(crate) struct VoiceActor<'a> {
    person: PersonMeta<'a>,
    language: &'a str,
}

impl<'a> From<&'a extras::Voice> for VoiceActor<'a> {
    fn from(voice: &'a extras::Voice) -> Self {
        Self {
            person: PersonMeta::from(&voice.person),
            language: &voice.language,
        }
    }
}

/// A member of a title's staff.
#[derive(Debug, Serialize)]
pub(crate) struct StaffMember<'a> {
    person: PersonMeta<'a>,
    positions: &'a [String],
}

impl<'a> StaffMember<'a> {
    /// Builds the answer; `None` for a person without an id, for whom Jikan's format has no place.
    pub(crate) fn of(member: &'a extras::StaffMember) -> Option<Self> {
        Some(Self {
            person: PersonMeta::from(member.person.numbered()?),
            positions: &member.positions,
        })
    }
}

/// A character.
#[derive(Debug, Serialize)]
pub(crate) struct Character<'a> {
    mal_id: u32,
    url: String,
    images: CharacterImages<'a>,
    name: &'a str,
    name_kanji: Option<&'a str>,
    nicknames: &'a [String],
    favorites: u32,
    about: Option<&'a str>,
}

impl<'a> From<&'a extras::Character> for Character<'a> {
    fn from(character: &'a extras::Character) -> Self {
        let id = character.id.get();
        Self {
            mal_id: id,
            url: address::character(id, &character.name),
            images: CharacterImages::of(character.image_url.as_deref()),
            name: &character.name,
            name_kanji: character.name_kanji.as_deref(),
            nicknames: &character.nicknames,
            favorites: character.favorites.unwrap_or(0),
            about: character.about.as_deref(),
        }
    }
}

/// A character with their appearances and voice actors.
#[derive(Debug, Serialize)]
pub(crate) struct FullCharacter<'a> {
    #[serde(flatten)]
    character: Character<'a>,
    anime: Vec<Appearance<'a>>,
    manga: NoManga,
    voices: Vec<VoiceActor<'a>>,
}

impl<'a> FullCharacter<'a> {
    pub(crate) fn new(
        character: &'a extras::Character,
        appearances: &'a [extras::Appearance],
        voices: &'a [extras::Voice],
    ) -> Self {
        Self {
            character: Character::from(character),
            anime: appearances.iter().map(Appearance::from).collect(),
            manga: [],
            voices: voices.iter().map(VoiceActor::from).collect(),
        }
    }
}

/// A title in which a character appears.
#[derive(Debug, Serialize)]
pub(crate) struct Appearance<'a> {
    role: &'static str,
    anime: Entry<'a>,
}

impl<'a> From<&'a extras::Appearance> for Appearance<'a> {
    fn from(appearance: &'a extras::Appearance) -> Self {
        Self {
            role: appearance.role.as_jikan(),
            anime: Entry::from(&appearance.title),
        }
    }
}

/// A person.
#[derive(Debug, Serialize)]
pub(crate) struct Person<'a> {
    mal_id: u32,
    url: String,
    website_url: Option<&'a str>,
    images: Picture<'a>,
    name: &'a str,
    given_name: Option<&'a str>,
    family_name: Option<&'a str>,
    alternate_names: &'a [String],
    birthday: Option<String>,
    favorites: u32,
    about: Option<&'a str>,
}

impl<'a> From<&'a extras::Person> for Person<'a> {
    fn from(person: &'a extras::Person) -> Self {
        let id = person.id.get();
        Self {
            mal_id: id,
            url: address::person(id, &person.name),
            website_url: person.website_url.as_deref(),
            images: Picture::of(person.image_url.as_deref()),
            name: &person.name,
            given_name: person.given_name.as_deref(),
            family_name: person.family_name.as_deref(),
            alternate_names: &person.other_names,
            birthday: person.birthday.map(midnight),
            favorites: person.favorites.unwrap_or(0),
            about: person.about.as_deref(),
        }
    }
}

/// A person with their credits.
#[derive(Debug, Serialize)]
pub(crate) struct FullPerson<'a> {
    #[serde(flatten)]
    person: Person<'a>,
    anime: Vec<StaffCredit<'a>>,
    manga: NoManga,
    voices: Vec<VoiceRole<'a>>,
}

impl<'a> FullPerson<'a> {
    pub(crate) fn new(
        person: &'a extras::Person,
        staff: &'a [extras::StaffCredit],
        roles: &'a [extras::VoiceRole],
    ) -> Self {
        Self {
            person: Person::from(person),
            anime: staff.iter().map(StaffCredit::from).collect(),
            manga: [],
            voices: VoiceRole::each_once(roles),
        }
    }
}

/// A person's staff positions in a title.
#[derive(Debug, Serialize)]
pub(crate) struct StaffCredit<'a> {
    position: String,
    anime: Entry<'a>,
}

impl<'a> From<&'a extras::StaffCredit> for StaffCredit<'a> {
    fn from(credit: &'a extras::StaffCredit) -> Self {
        Self {
            position: credit.positions.join(", "),
            anime: Entry::from(&credit.title),
        }
    }
}

/// A character that a person voices in a title.
#[derive(Debug, Serialize)]
pub(crate) struct VoiceRole<'a> {
    role: &'static str,
    anime: Entry<'a>,
    character: CharacterMeta<'a>,
}

impl<'a> VoiceRole<'a> {
    /// Builds each role once: Jikan does not tell the language, so that a role in two languages is one. Such roles
    /// stand next to each other in `roles`.
    pub(crate) fn each_once(roles: &'a [extras::VoiceRole]) -> Vec<Self> {
        let mut distinct: Vec<&extras::VoiceRole> = roles.iter().collect();
        distinct.dedup_by_key(|role| (role.title.mal_id, role.character.id));
        let roles = distinct.into_iter();
        roles
            .map(|role| Self {
                role: role.role.as_jikan(),
                anime: Entry::from(&role.title),
                character: CharacterMeta::from(&role.character),
            })
            .collect()
    }
}
