//! Public names of reviews.

use std::fmt;

use crate::{
    account::{base32, is_base32},
    anime::MalId,
    random::Random,
};

/// Number of random bytes in a review's id.
const BYTES: usize = 8;
/// Length of the random bytes as text, in characters.
const LENGTH: usize = 13;

/// A review's public name: its title's number and a random part, as `16498-0k3x9wd7m2q5e`. It tells nothing of its author.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReviewId {
    /// The id of the reviewed title.
    pub title: MalId,
    /// The id's random part, unique among the reviews of its title.
    pub name: String,
}

impl ReviewId {
    /// Returns a new id for a review of `title`.
    pub fn random(title: MalId, random: &dyn Random) -> Self {
        let mut bytes = [0; BYTES];
        random.fill(&mut bytes);
        let name = base32(&bytes);
        Self { title, name }
    }

    /// Reads a review's id from an address; `None` if it does not have the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, name) = text.split_once('-')?;
        let title: i32 = number.parse().ok()?;
        let title = MalId::new(title.try_into().ok()?);
        let is_canonical = title.get().to_string() == number && is_base32(name, LENGTH);
        let name = name.to_owned();
        is_canonical.then_some(Self { title, name })
    }
}

impl fmt::Display for ReviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.title.get(), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counting;

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            for (byte, value) in bytes.iter_mut().zip(1..) {
                *byte = value;
            }
        }
    }

    #[test]
    fn review_id_round_trips() {
        let id = ReviewId::random(MalId::new(16498), &Counting);
        assert_eq!(ReviewId::parse(&id.to_string()), Some(id));
    }

    #[test]
    fn malformed_review_ids_are_refused() {
        let name = ReviewId::random(MalId::new(1), &Counting).name;
        for text in [
            String::new(),
            "1".into(),
            format!("-{name}"),
            format!("-1-{name}"),
            format!("+1-{name}"),
            format!("01-{name}"),
            format!("2147483648-{name}"),
            format!("1-{}", name.to_uppercase()),
            format!("1-{name}0"),
            format!("1-{}", &name[1..]),
        ] {
            assert_eq!(ReviewId::parse(&text), None, "{text}");
        }
    }
}
