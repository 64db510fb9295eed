//! People who make titles.

use std::{borrow::Cow, fmt};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::known::{Record, counted, first_known};

/// Number of a person on MyAnimeList. At least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(u32);

impl PersonId {
    /// Wraps a person's number on MyAnimeList.
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// Returns the person's number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A voice actor or somebody of the staff. `None` and an empty list mean "not known".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: PersonId,
    /// The person's name as the source writes it, maybe the family name first (see [`in_reading_order`]).
    pub name: String,
    /// Given name, mostly in Japanese script.
    pub given_name: Option<String>,
    /// Family name, mostly in Japanese script.
    pub family_name: Option<String>,
    /// The person's other names.
    pub other_names: Vec<String>,
    /// Day of birth. Where only its year or month is known, the first day of that.
    pub birthday: Option<Date>,
    /// Address of a portrait at the source.
    pub image_url: Option<String>,
    /// Number of people who call the person a favourite; may be zero.
    pub favorites: Option<u32>,
    /// Description of the person, in the source's words.
    pub about: Option<String>,
    /// Address of the person's own site.
    pub website_url: Option<String>,
}

/// A person as a title's cast or staff names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonMention {
    /// The person's id.
    pub id: PersonId,
    /// The person's name, see [`Person::name`].
    pub name: String,
    /// The person's portrait, see [`Person::image_url`].
    pub image_url: Option<String>,
}

impl From<PersonMention> for Person {
    fn from(mention: PersonMention) -> Self {
        Self {
            id: mention.id,
            name: mention.name,
            given_name: None,
            family_name: None,
            other_names: Vec::new(),
            birthday: None,
            image_url: mention.image_url,
            favorites: None,
            about: None,
            website_url: None,
        }
    }
}

impl Person {
    /// Returns the name as it is written where the person comes from, the family name first. Names in Latin letters
    /// have a blank between their parts, others none.
    pub fn native_name(&self) -> Option<Cow<'_, str>> {
        match (&self.family_name, &self.given_name) {
            (Some(family), Some(given)) => {
                let between = if family.is_ascii() && given.is_ascii() {
                    " "
                } else {
                    ""
                };
                Some(Cow::Owned(format!("{family}{between}{given}")))
            }
            (one, other) => one.as_deref().or(other.as_deref()).map(Cow::Borrowed),
        }
    }
}

impl Record for Person {
    fn merged_over(self, other: Self) -> Self {
        Self {
            id: self.id,
            name: self.name,
            given_name: self.given_name.or(other.given_name),
            family_name: self.family_name.or(other.family_name),
            other_names: first_known(self.other_names, other.other_names),
            birthday: self.birthday.or(other.birthday),
            image_url: self.image_url.or(other.image_url),
            favorites: counted(self.favorites, other.favorites),
            about: self.about.or(other.about),
            website_url: self.website_url.or(other.website_url),
        }
    }

    /// Returns all names, with the parts of the native name as one.
    fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        [&self.name]
            .into_iter()
            .chain(&self.other_names)
            .map(|name| Cow::Borrowed(name.as_str()))
            .chain(self.native_name())
    }
}

/// Returns a name in reading order: lists of MyAnimeList write `Kamiya, Hiroshi` for Hiroshi Kamiya.
pub fn in_reading_order(name: &str) -> Cow<'_, str> {
    match name.split_once(", ") {
        Some((family, given)) if !given.contains(',') => Cow::Owned(format!("{given} {family}")),
        _ => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comma_separates_family_and_given_name() {
        for (name, read) in [
            ("Kamiya, Hiroshi", "Hiroshi Kamiya"),
            ("Hiroshi Kamiya", "Hiroshi Kamiya"),
            ("Ein", "Ein"),
            ("A, B, C", "A, B, C"),
            ("1,000", "1,000"),
        ] {
            assert_eq!(in_reading_order(name), read);
        }
    }

    #[test]
    fn native_name_has_a_space_only_in_latin_script() {
        for (family, given, native) in [
            (Some("神谷"), Some("浩史"), Some("神谷浩史")),
            (Some("Doe"), Some("Jane"), Some("Doe Jane")),
            (None, Some("浩史"), Some("浩史")),
            (None, None, None),
        ] {
            let mut person = Person::from(PersonMention {
                id: PersonId::new(1),
                name: "Somebody".into(),
                image_url: None,
            });
            person.family_name = family.map(str::to_owned);
            person.given_name = given.map(str::to_owned);
            assert_eq!(person.native_name().as_deref(), native);
        }
    }
}
