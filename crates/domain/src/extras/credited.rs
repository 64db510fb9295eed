//! People and characters with what they are in.

use super::{Appearance, Character, KnownRecord, Person, StaffCredit, Voice, VoiceRole};
use crate::slice::Slice;

/// A person and a part of what they are in, by the titles' popularity.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditedPerson {
    /// Who.
    pub person: KnownRecord<Person>,
    /// The characters that they voice.
    pub roles: Slice<VoiceRole>,
    /// What they made.
    pub staff: Slice<StaffCredit>,
}

/// A character and a part of what they are in, by the titles' popularity.
#[derive(Debug, Clone, PartialEq)]
pub struct CreditedCharacter {
    /// Who.
    pub character: KnownRecord<Character>,
    /// What they are in.
    pub appearances: Slice<Appearance>,
    /// Who speaks them in any title, by language and name; at most 500.
    pub voices: Vec<Voice>,
}
