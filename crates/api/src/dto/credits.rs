//! Details of people and characters, and their credits.

use std::borrow::Cow;

use app::catalogue::extras::{CharacterCredits, PersonCredits};
use domain::extras::{Appearance, KnownRecord, StaffCredit, VoiceRole, in_reading_order};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    extras::{CastRole, NamedTitle, VoiceBody, web_address},
    mentions::CharacterBody,
    parts::part,
};
use crate::pictures::{Pictures, PortraitOf};

part! {
    /// A page of the characters that a person voices, by their titles' popularity.
    VoiceRolePart: VoiceRole => VoiceRoleBody, VoiceRoleBody::new
}
part! {
    /// A page of the titles that a person worked on, by popularity.
    StaffCreditPart: StaffCredit => StaffCreditBody, StaffCreditBody::new
}
part! {
    /// A page of the titles in which a character appears, by popularity.
    AppearancePart: Appearance => AppearanceBody, AppearanceBody::new
}

/// A character that a person voices in a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoiceRoleBody {
    title: NamedTitle,
    character: CharacterBody,
    role: CastRole,
    /// The language of the voice, named in English: `Japanese`, `Portuguese (BR)`, …
    language: String,
}

impl VoiceRoleBody {
    fn new(role: VoiceRole, pictures: &Pictures) -> Self {
        Self {
            title: NamedTitle::new(role.title, pictures),
            character: CharacterBody::new(&role.character, pictures),
            role: role.role.into(),
            language: role.language,
        }
    }
}

/// A person's staff positions in a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffCreditBody {
    title: NamedTitle,
    /// The person's positions: `Director`, `Script`, …
    positions: Vec<String>,
}

impl StaffCreditBody {
    fn new(credit: StaffCredit, pictures: &Pictures) -> Self {
        Self {
            title: NamedTitle::new(credit.title, pictures),
            positions: credit.positions,
        }
    }
}

/// A title in which a character appears.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AppearanceBody {
    title: NamedTitle,
    role: CastRole,
}

impl AppearanceBody {
    fn new(appearance: Appearance, pictures: &Pictures) -> Self {
        Self {
            title: NamedTitle::new(appearance.title, pictures),
            role: appearance.role.into(),
        }
    }
}

/// A voice actor or staff member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonDetails {
    /// The person's id on MyAnimeList. Their page is `/person/{id}`.
    id: u32,
    name: String,
    /// The person's name in their native script; `null` where it is not known.
    #[schema(required)]
    native_name: Option<String>,
    other_names: Vec<String>,
    /// The day of birth (`YYYY-MM-DD`), or the first day of the year or month where only that is known; `null` where
    /// nothing is.
    #[schema(required)]
    birthday: Option<String>,
    /// Address of the person's portrait; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// How many users at the source have the person as a favourite; `null` where that is not known.
    #[schema(required)]
    favorites: Option<u32>,
    /// A biography of the person, in the source's words; `null` where there is none.
    #[schema(required)]
    about: Option<String>,
    /// Address of the person's own website; `null` where none is known.
    #[schema(required)]
    website_url: Option<String>,
    /// The first page of the characters that the person voices.
    roles: VoiceRolePart,
    /// The first page of the titles that the person worked on.
    staff: StaffCreditPart,
    /// The source of these facts, such as `jikan`.
    source: String,
    /// When the source gave these facts (RFC 3339).
    as_of: String,
}

impl PersonDetails {
    /// Builds the answer from a person and the first pages of their credits.
    pub(crate) fn new(credits: PersonCredits, pictures: &Pictures) -> Self {
        let KnownRecord {
            record, provenance, ..
        } = credits.person;
        let image_url =
            pictures.portrait(PortraitOf::Person(record.id), record.image_url.as_deref());
        Self {
            id: record.id.get(),
            name: in_reading_order(&record.name).into_owned(),
            native_name: record.native_name().map(Cow::into_owned),
            other_names: record.other_names,
            birthday: record.birthday.map(|day| day.to_string()),
            image_url,
            favorites: record.favorites,
            about: record.about,
            website_url: web_address(record.website_url),
            roles: VoiceRolePart::new(credits.roles, pictures),
            staff: StaffCreditPart::new(credits.staff, pictures),
            source: provenance.source,
            as_of: provenance.as_of.to_string(),
        }
    }
}

/// A character, with their voice actors and appearances.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CharacterDetails {
    /// The character's id on MyAnimeList. Their page is `/character/{id}`.
    id: u32,
    name: String,
    /// The character's name in Japanese script; `null` where it is not known.
    #[schema(required)]
    native_name: Option<String>,
    nicknames: Vec<String>,
    /// Address of the character's portrait; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// How many users at the source have the character as a favourite; `null` where that is not known.
    #[schema(required)]
    favorites: Option<u32>,
    /// A description of the character, in the source's words; `null` where there is none.
    #[schema(required)]
    about: Option<String>,
    /// The character's voice actors in all titles, by language.
    voices: Vec<VoiceBody>,
    /// The first page of the titles in which the character appears.
    appearances: AppearancePart,
    /// The source of these facts, such as `jikan`.
    source: String,
    /// When the source gave these facts (RFC 3339).
    as_of: String,
}

impl CharacterDetails {
    /// Builds the answer from a character and the first page of their appearances.
    pub(crate) fn new(credits: CharacterCredits, pictures: &Pictures) -> Self {
        let KnownRecord {
            record, provenance, ..
        } = credits.character;
        let of = PortraitOf::Character(record.id);
        let voices = credits.voices.into_iter();
        Self {
            id: record.id.get(),
            name: in_reading_order(&record.name).into_owned(),
            native_name: record.name_kanji,
            nicknames: record.nicknames,
            image_url: pictures.portrait(of, record.image_url.as_deref()),
            favorites: record.favorites,
            about: record.about,
            voices: voices.map(|it| VoiceBody::new(it, pictures)).collect(),
            appearances: AppearancePart::new(credits.appearances, pictures),
            source: provenance.source,
            as_of: provenance.as_of.to_string(),
        }
    }
}
