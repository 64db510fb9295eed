//! Who is in a title, who made it, and what somebody is in.

use serde::{Deserialize, Serialize};

use super::{CharacterMention, PersonMention};
use crate::anime::{Images, MalId};

/// How large a character's part in a title is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastRole {
    /// A main character: the title is about them.
    Main,
    /// A character with any other part.
    Supporting,
}

impl CastRole {
    /// Returns Jikan's word for the role.
    pub const fn as_jikan(self) -> &'static str {
        match self {
            Self::Main => "Main",
            Self::Supporting => "Supporting",
        }
    }
}

/// A character in a title, with their voice actors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastMember {
    /// The character.
    pub character: CharacterMention,
    /// How large the character's part is.
    pub role: CastRole,
    /// The character's voice actors, in the source's order.
    pub voices: Vec<Voice>,
}

/// A voice actor of a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// The voice actor.
    pub person: PersonMention,
    /// The language in which they speak, in English: `Japanese`, `Portuguese (BR)`, …
    pub language: String,
}

/// A person of a title's staff, with or without a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StaffPerson {
    /// A person who has a record.
    Numbered(PersonMention),
    /// A person whose number on MyAnimeList is not known, and who has no record for that.
    Unnumbered {
        /// The person's name, see [`Person::name`](super::Person::name).
        name: String,
    },
}

impl StaffPerson {
    /// Returns the person's name, see [`Person::name`](super::Person::name).
    pub fn name(&self) -> &str {
        match self {
            Self::Numbered(person) => &person.name,
            Self::Unnumbered { name } => name,
        }
    }

    /// Returns the person if they have a record.
    pub const fn numbered(&self) -> Option<&PersonMention> {
        match self {
            Self::Numbered(person) => Some(person),
            Self::Unnumbered { .. } => None,
        }
    }
}

/// A member of a title's staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffMember {
    /// The person.
    pub person: StaffPerson,
    /// The person's positions in the source's words: `Director`, `Theme Song Performance`, …
    pub positions: Vec<String>,
}

/// The facts of a title in a list of credits, recommendations, videos or reviews.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleRef {
    /// The title's id.
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
    /// The title's year, see [`begun_year`](crate::anime::begun_year).
    pub year: Option<u16>,
    /// Number of episodes.
    pub episodes: Option<u32>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// The title's pictures, as addresses at the source.
    pub images: Images,
}

/// A character whom a person voices in a title.
#[derive(Debug, Clone, PartialEq)]
pub struct VoiceRole {
    /// The title that the character is in.
    pub title: TitleRef,
    /// The character whom the person voices.
    pub character: CharacterMention,
    /// How large the character's part is.
    pub role: CastRole,
    /// The language in which the person speaks, see [`Voice::language`].
    pub language: String,
}

/// A person's positions in a title.
#[derive(Debug, Clone, PartialEq)]
pub struct StaffCredit {
    /// The title that the person worked on.
    pub title: TitleRef,
    /// The person's positions, see [`StaffMember::positions`].
    pub positions: Vec<String>,
}

/// A title that a character is in.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// The title that the character is in.
    pub title: TitleRef,
    /// How large the character's part is.
    pub role: CastRole,
}
