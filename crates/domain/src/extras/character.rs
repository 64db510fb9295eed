//! Characters.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use super::known::{Record, counted, first_known};

/// Number of a character on MyAnimeList. At least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CharacterId(u32);

impl CharacterId {
    /// Wraps a character's number on MyAnimeList.
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// Returns the character's number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for CharacterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A character. `None` and an empty list mean "not known".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Character {
    /// The character's id.
    pub id: CharacterId,
    /// The character's name as the source writes it, maybe the family name first (see
    /// [`in_reading_order`](super::in_reading_order)).
    pub name: String,
    /// The character's name in Japanese script.
    pub name_kanji: Option<String>,
    /// The character's other names.
    pub nicknames: Vec<String>,
    /// Address of a portrait at the source.
    pub image_url: Option<String>,
    /// Number of people who call the character a favourite; may be zero.
    pub favorites: Option<u32>,
    /// Description of the character, in the source's words.
    pub about: Option<String>,
}

/// A character as a title's cast names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterMention {
    /// The character's id.
    pub id: CharacterId,
    /// The character's name, see [`Character::name`].
    pub name: String,
    /// The character's portrait, see [`Character::image_url`].
    pub image_url: Option<String>,
    /// The character's favourites, see [`Character::favorites`].
    pub favorites: Option<u32>,
}

impl From<CharacterMention> for Character {
    fn from(mention: CharacterMention) -> Self {
        Self {
            id: mention.id,
            name: mention.name,
            name_kanji: None,
            nicknames: Vec::new(),
            image_url: mention.image_url,
            favorites: mention.favorites,
            about: None,
        }
    }
}

impl Record for Character {
    fn merged_over(self, other: Self) -> Self {
        Self {
            id: self.id,
            name: self.name,
            name_kanji: self.name_kanji.or(other.name_kanji),
            nicknames: first_known(self.nicknames, other.nicknames),
            image_url: self.image_url.or(other.image_url),
            favorites: counted(self.favorites, other.favorites),
            about: self.about.or(other.about),
        }
    }

    fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        [&self.name]
            .into_iter()
            .chain(&self.name_kanji)
            .chain(&self.nicknames)
            .map(|name| Cow::Borrowed(name.as_str()))
    }
}
