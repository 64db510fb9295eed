//! Enumerations of the domain as the words that their serde form has.

use std::fmt;

use domain::{Error, Result};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value::Error as WordError},
};

/// The word by which an enum's value is stored, for instance `explicit_genre`.
pub(crate) fn to_enum_text<T: Serialize>(value: &T) -> String {
    struct Word<'a, T>(&'a T);
    impl<T: Serialize> fmt::Display for Word<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }
    Word(value).to_string()
}

/// Reads a word that [`to_enum_text`] wrote.
pub(crate) fn from_enum_text<'a, T: Deserialize<'a>>(word: &'a str) -> Result<T> {
    T::deserialize(word.into_deserializer())
        .map_err(|error: WordError| Error::internal("reading a word of the database", error))
}

#[cfg(test)]
mod tests {
    use domain::anime::TagKind;

    use super::*;

    #[test]
    fn stored_words_are_read_and_others_refused() {
        assert_eq!(to_enum_text(&TagKind::ExplicitGenre), "explicit_genre");
        assert_eq!(
            from_enum_text::<TagKind>("explicit_genre").unwrap(),
            TagKind::ExplicitGenre
        );
        assert!(from_enum_text::<TagKind>("mood").is_err());
    }
}
