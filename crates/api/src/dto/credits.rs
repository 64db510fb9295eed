//! People who make titles, characters, and what they are in.

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
    /// A page of the characters that somebody voices, by the titles' popularity.
    VoiceRolePart: VoiceRole => VoiceRoleBody, VoiceRoleBody::new
}
part! {
    /// A page of what somebody made, by the titles' popularity.
    StaffCreditPart: StaffCredit => StaffCreditBody, StaffCreditBody::new
}
part! {
    /// A page of what a character is in, by the titles' popularity.
    AppearancePart: Appearance => AppearanceBody, AppearanceBody::new
}

/// A part that somebody speaks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoiceRoleBody {
    title: NamedTitle,
    character: CharacterBody,
    role: CastRole,
    /// In which language, in English.
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

/// A person's positions in a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffCreditBody {
    title: NamedTitle,
    /// As what: `Director`, `Script`, …
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

/// A title that a character is in.
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

/// Somebody who makes titles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonDetails {
    /// Number on MyAnimeList. Their page is `/person/{id}`.
    id: u32,
    name: String,
    /// Their name in their own script.
    #[schema(required)]
    native_name: Option<String>,
    other_names: Vec<String>,
    /// Day of birth (`YYYY-MM-DD`).
    #[schema(required)]
    birthday: Option<String>,
    /// Address of a portrait; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// People who call them a favourite.
    #[schema(required)]
    favorites: Option<u32>,
    /// Who they are, in the source's words.
    #[schema(required)]
    about: Option<String>,
    /// Their own site.
    #[schema(required)]
    website_url: Option<String>,
    /// The first page of the characters that they voice.
    roles: VoiceRolePart,
    /// The first page of what they made.
    staff: StaffCreditPart,
    /// Where these facts come from.
    source: String,
    /// When they were given (RFC 3339).
    as_of: String,
}

impl PersonDetails {
    /// Builds it from this person, with `pictures`.
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

/// A character.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CharacterDetails {
    /// Number on MyAnimeList. Their page is `/character/{id}`.
    id: u32,
    name: String,
    /// Their name in Japanese script.
    #[schema(required)]
    native_name: Option<String>,
    nicknames: Vec<String>,
    /// Address of a portrait; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// People who call them a favourite.
    #[schema(required)]
    favorites: Option<u32>,
    /// Who they are, in the source's words.
    #[schema(required)]
    about: Option<String>,
    /// Who speaks them, in any title, by language.
    voices: Vec<VoiceBody>,
    /// The first page of what they are in.
    appearances: AppearancePart,
    /// Where these facts come from.
    source: String,
    /// When they were given (RFC 3339).
    as_of: String,
}

impl CharacterDetails {
    /// Builds it from this character, with `pictures`.
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
