//! Who is in a title, who made it, and what somebody is in.

use serde::{Deserialize, Serialize};

use super::{CharacterMention, PersonMention};
use crate::anime::{Images, MalId};

/// How large a character's part in a title is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastRole {
    /// The title is about them.
    Main,
    /// Any other part.
    Supporting,
}

impl CastRole {
    /// Jikan's word for it.
    pub const fn as_jikan(self) -> &'static str {
        match self {
            Self::Main => "Main",
            Self::Supporting => "Supporting",
        }
    }
}

/// A character in a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastMember {
    /// Who.
    pub character: CharacterMention,
    /// How large their part is.
    pub role: CastRole,
    /// Who speaks them, in the source's order.
    pub voices: Vec<Voice>,
}

/// Who speaks a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// Who.
    pub person: PersonMention,
    /// In which language, in English: `Japanese`, `Portuguese (BR)`, …
    pub language: String,
}

/// Who made a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StaffPerson {
    /// Somebody who has a record.
    Numbered(PersonMention),
    /// Somebody whose number at MyAnimeList is not known, and who has no record for that.
    Unnumbered {
        /// See [`Person::name`](super::Person::name).
        name: String,
    },
}

impl StaffPerson {
    /// See [`Person::name`](super::Person::name).
    pub fn name(&self) -> &str {
        match self {
            Self::Numbered(person) => &person.name,
            Self::Unnumbered { name } => name,
        }
    }

    /// Who it is, where they have a record.
    pub const fn numbered(&self) -> Option<&PersonMention> {
        match self {
            Self::Numbered(person) => Some(person),
            Self::Unnumbered { .. } => None,
        }
    }
}

/// Somebody who made a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffMember {
    /// Who.
    pub person: StaffPerson,
    /// As what, in the source's words: `Director`, `Theme Song Performance`, …
    pub positions: Vec<String>,
}

/// A title as others name it.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleRef {
    /// Which one.
    pub mal_id: MalId,
    /// Readable address.
    pub slug: String,
    /// Main title.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Japanese title.
    pub title_japanese: Option<String>,
    /// Form of publication, see [`Anime::kind`](crate::anime::Anime::kind).
    pub kind: Option<String>,
    /// Its year, see [`begun_year`](crate::anime::begun_year).
    pub year: Option<u16>,
    /// Number of episodes.
    pub episodes: Option<u32>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Place by members.
    pub popularity: Option<u32>,
    /// Pictures, as addresses at the source.
    pub images: Images,
}

/// A part that somebody speaks.
#[derive(Debug, Clone, PartialEq)]
pub struct VoiceRole {
    /// In which title.
    pub title: TitleRef,
    /// Whom.
    pub character: CharacterMention,
    /// How large the character's part is.
    pub role: CastRole,
    /// In which language, see [`Voice::language`].
    pub language: String,
}

/// A person's positions in a title.
#[derive(Debug, Clone, PartialEq)]
pub struct StaffCredit {
    /// For which title.
    pub title: TitleRef,
    /// As what, see [`StaffMember::positions`].
    pub positions: Vec<String>,
}

/// A title that a character is in.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// Which title.
    pub title: TitleRef,
    /// How large their part is.
    pub role: CastRole,
}
