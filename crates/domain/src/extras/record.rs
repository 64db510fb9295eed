//! People and characters, whichever of the two.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Character, CharacterId, Person, PersonId};

/// The id of a person or of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordId {
    /// A person's id.
    Person(PersonId),
    /// A character's id.
    Character(CharacterId),
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(id) => write!(f, "person {id}"),
            Self::Character(id) => write!(f, "character {id}"),
        }
    }
}

/// The whole record of a person or of a character at a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FullRecord {
    /// A person's record.
    Person(Box<Person>),
    /// A character's record.
    Character(Box<Character>),
}
