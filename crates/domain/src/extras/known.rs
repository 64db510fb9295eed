//! The source of each extra, and which statement stands when another comes.

use std::borrow::Cow;

use super::ExtraKind;
use crate::{fold::fold, provenance::Provenance};

/// A stated value, and who stated it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated<T> {
    /// The value that was stated.
    pub value: T,
    /// The source of the value, and when it was stated.
    pub provenance: Provenance,
}

/// That an extra of a title is known, if only that it is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownExtra {
    /// The extra's kind.
    pub kind: ExtraKind,
    /// Number of items in the extra; of recommended titles those that the catalogue holds.
    pub items: u32,
    /// The source of the extra, and when it was stated.
    pub provenance: Provenance,
}

impl KnownExtra {
    /// Whether another statement of the same extra replaces this one as a whole: its source must
    /// [decide](Provenance::decides_over), and an empty one never replaces a filled one. Any source
    /// replaces an empty one.
    pub fn yields_to(&self, items: u32, provenance: &Provenance) -> bool {
        let decides = provenance.decides_over(&self.provenance);
        match (self.items, items) {
            (0, 0) => decides,
            (0, _) => true,
            (_, 0) => false,
            (_, _) => decides,
        }
    }
}

/// Returns a folded name once for each of its words as the first one: family or given name may come first.
pub fn turns(folded: &str) -> impl Iterator<Item = String> {
    let mut words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    (0..words.len()).map(move |_| {
        let turned = words.join(" ");
        words.rotate_left(1);
        turned
    })
}

/// A person or a character, of whom several sources may say something.
pub trait Record: Sized {
    /// Returns this record, with what it does not know taken from `other`.
    #[must_use]
    fn merged_over(self, other: Self) -> Self;

    /// Returns all names by which the record is found; some may come twice.
    fn names(&self) -> impl Iterator<Item = Cow<'_, str>>;

    /// Returns whether one of these names is the whole of a [folded](fold) text, whichever word comes first.
    fn is_called(&self, folded: &str) -> bool {
        let mut names = self.names();
        names.any(|name| turns(&fold(&name)).any(|turned| turned == folded))
    }
}

/// A [`Record`] with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownRecord<T> {
    /// The record of a person or a character.
    pub record: T,
    /// Whether a source has given its whole record, and not only a mention.
    pub is_whole: bool,
    /// The source that decides about most of the record, and when it spoke last.
    pub provenance: Provenance,
}

impl<T: Record> KnownRecord<T> {
    /// This, with what a source says now. A whole record decides over a mention, whose names are of a shorter form;
    /// of two alike the source that [decides](Provenance::decides_over) does. The other fills gaps.
    #[must_use]
    pub fn updated_by(self, new: Self) -> Self {
        let decides = match (new.is_whole, self.is_whole) {
            (true, false) => true,
            (false, true) => false,
            _ => new.provenance.decides_over(&self.provenance),
        };
        let (first, second) = if decides { (new, self) } else { (self, new) };
        Self {
            record: first.record.merged_over(second.record),
            ..first
        }
    }
}

/// A zero may stand for "not counted": it takes nothing away.
pub(super) fn counted(first: Option<u32>, second: Option<u32>) -> Option<u32> {
    first.filter(|count| *count > 0).or(second).or(first)
}

pub(super) fn first_known<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    if first.is_empty() { second } else { first }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{
        extras::{Person, PersonId, PersonMention},
        provenance::{BUILT_IN, KITSU},
    };

    fn at(source: &str, second: i64) -> Provenance {
        Provenance {
            source: source.into(),
            as_of: Timestamp::from_second(second).unwrap(),
        }
    }

    fn mentioned(
        name: &str,
        portrait: Option<&str>,
        provenance: Provenance,
    ) -> KnownRecord<Person> {
        KnownRecord {
            record: Person::from(PersonMention {
                id: PersonId::new(1),
                name: name.into(),
                image_url: portrait.map(str::to_owned),
            }),
            is_whole: false,
            provenance,
        }
    }

    #[test]
    fn person_matches_whole_names_in_any_word_order() {
        let known = mentioned("Kamiya, Hiroshi", None, at("jikan", 2));
        for (text, is_called) in [
            ("hiroshi kamiya", true),
            ("kamiya hiroshi", true),
            ("hiroshi", false),
            ("hiroshi kamiy", false),
            ("", false),
        ] {
            assert_eq!(known.record.is_called(text), is_called, "{text}");
        }
    }

    #[test]
    fn extra_is_replaced_by_rank_and_never_by_an_empty_one() {
        let known = |items| KnownExtra {
            kind: ExtraKind::Staff,
            items,
            provenance: at("jikan", 2),
        };
        for (held, items, by, expected) in [
            (3, 1, at("jikan", 2), true),
            (3, 1, at("jikan-import", 3), true),
            (3, 9, at("jikan", 1), false),
            (3, 9, at(BUILT_IN, 3), false),
            (3, 0, at("jikan", 3), false),
            (0, 1, at(BUILT_IN, 1), true),
            (0, 0, at("jikan", 3), true),
            (0, 0, at(BUILT_IN, 3), false),
            (3, 9, at(KITSU, 3), false),
            (0, 1, at(KITSU, 1), true),
        ] {
            let yields = known(held).yields_to(items, &by);
            assert_eq!(yields, expected, "{held} to {items} of {by:?}");
        }
    }

    #[test]
    fn extra_of_kitsu_is_replaced_by_other_sources_and_by_a_later_answer_of_kitsu() {
        let known = KnownExtra {
            kind: ExtraKind::Staff,
            items: 9,
            provenance: at(KITSU, 5),
        };
        for (by, expected) in [
            (at("jikan", 1), true),
            (at(BUILT_IN, 1), true),
            (at(KITSU, 6), true),
            (at(KITSU, 4), false),
        ] {
            assert_eq!(known.yields_to(1, &by), expected, "{by:?}");
        }
    }

    #[test]
    fn mention_keeps_the_names_of_a_full_record() {
        let mut whole = mentioned("Hiroshi Kamiya", None, at(BUILT_IN, 1));
        whole.is_whole = true;
        whole.record.about = Some("Voice actor.".into());
        let mention = mentioned("Kamiya, Hiroshi", Some("a"), at("jikan", 2));

        let known = mention.clone().updated_by(whole.clone());
        assert_eq!(known, whole.clone().updated_by(mention));
        assert_eq!(known.record.name, "Hiroshi Kamiya");
        assert_eq!(known.record.image_url.as_deref(), Some("a"));
        assert_eq!((known.is_whole, known.provenance), (true, at(BUILT_IN, 1)));
    }

    #[test]
    fn later_source_of_the_same_rank_decides_and_others_fill_gaps() {
        let stored = mentioned("Best", None, at("jikan", 2));
        for (by, name) in [(at("jikan", 3), "New"), (at(BUILT_IN, 3), "Best")] {
            let known = stored.clone().updated_by(mentioned("New", Some("a"), by));
            assert_eq!(known.record.name, name);
            assert_eq!(known.record.image_url.as_deref(), Some("a"));
        }
        let known = stored.updated_by(mentioned("New", Some("a"), at("jikan", 3)));
        let silent = known.updated_by(mentioned("Newest", None, at("jikan", 4)));
        assert_eq!(silent.record.name, "Newest");
        assert_eq!(silent.record.image_url.as_deref(), Some("a"));
    }
}
