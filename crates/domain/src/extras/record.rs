//! People and characters, whichever of the two.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Character, CharacterId, Person, PersonId};

/// Whose record is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordId {
    /// A person's.
    Person(PersonId),
    /// A character's.
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

/// All that a source says of somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FullRecord {
    /// Of a person.
    Person(Box<Person>),
    /// Of a character.
    Character(Box<Character>),
}
