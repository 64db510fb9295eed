//! People and characters with what they are in.

use super::{Appearance, Character, KnownRecord, Person, StaffCredit, Voice, VoiceRole};
use crate::slice::Slice;

/// A person and a part of what they are in, by the titles' popularity.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditedPerson {
    /// The person's record.
    pub person: KnownRecord<Person>,
    /// The characters that the person voices.
    pub roles: Slice<VoiceRole>,
    /// The person's staff credits.
    pub staff: Slice<StaffCredit>,
}

/// A character and a part of what they are in, by the titles' popularity.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditedCharacter {
    /// The character's record.
    pub character: KnownRecord<Character>,
    /// The titles that the character is in.
    pub appearances: Slice<Appearance>,
    /// The character's voice actors in any title, by language and name; at most 500.
    pub voices: Vec<Voice>,
}
