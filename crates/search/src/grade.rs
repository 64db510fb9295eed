//! How well a name matches what is looked for.

use crate::{
    fold::{GAP, forms, is_dense},
    initials,
    similarity::{Distances, Pattern},
};

/// How well a name matches; the less the better. Few grades, because popularity decides within one,
/// and between those in which nothing is forgiven, too ([`weight`](Grade::weight)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// The whole name as typed, signs included.
    Literal,
    /// The whole name, signs left aside.
    Equal,
    /// The name begins with the words of the query.
    BeginsWords,
    /// The name begins with the query, or holds its words, or has its letters as initials.
    Begins,
    /// A word of the name begins with the query, or every word of the query begins one in the name. In scripts without
    /// spaces, the name holds the query: nobody sees where words begin.
    Holds,
    /// The whole name with one typing error.
    OneTypo,
    /// The name begins with the query with one typing error, or holds the query in the middle of a word.
    BeginsOneTypo,
    /// The whole name with two typing errors.
    TwoTypos,
    /// A part of the name is the query, with as many typing errors as the query's length allows.
    HoldsTypos,
    /// The whole name with more typing errors, as a long query may have.
    ManyTypos,
    /// Most words of the query are in the name, or the name is alike: shown where nothing is better.
    Alike,
    /// Half of the query's words are in the name, or the name is half alike: shown where nothing is better.
    HalfAlike,
}

/// The factor in places by popularity that one grade is worth: found with the judged set, where 6 to 10 do about
/// as well.
const STEP: u32 = 7;

impl Grade {
    /// Whether the whole name was typed.
    pub(crate) fn is_whole(self) -> bool {
        self <= Self::Equal
    }

    /// The factor for a title's place by popularity, so that hardly known titles do not hide the one that is meant:
    /// `Hunter` stands 17,970th, `Hunter x Hunter` 8th. `None` for grades that no popularity makes
    /// up for.
    pub(crate) fn weight(self) -> Option<u32> {
        Some(match self {
            Self::Literal => 1,
            Self::Equal => STEP,
            Self::BeginsWords => STEP.pow(2),
            Self::Begins => STEP.pow(3),
            // Many names have this grade by chance
            Self::Holds => STEP.pow(5),
            _ => return None,
        })
    }

    /// Whether the name matches, rather than being only alike.
    pub(crate) fn is_match(self) -> bool {
        self < Self::Alike
    }
}

/// A query in the forms in which it is compared with names.
pub(crate) struct ParsedQuery {
    forms: Vec<QueryForm>,
}

struct QueryForm {
    text: String,
    /// `text` without spaces.
    joined: String,
    pattern: Pattern,
    typos: u32,
    /// Whether all letters are of scripts that are written without spaces between words.
    dense: bool,
}

impl ParsedQuery {
    /// Reads a query; `None` if `text` has no letters and digits.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let forms: Vec<QueryForm> = forms(text).into_iter().map(QueryForm::new).collect();
        (!forms.is_empty()).then_some(Self { forms })
    }

    /// The forms of the query.
    pub(crate) fn forms(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(|form| form.text.as_str())
    }

    /// The best grade of a name's form, signs left aside; `None` if the name is not even half alike.
    pub(crate) fn grade(&self, name: &str) -> Option<Grade> {
        self.forms.iter().filter_map(|form| form.grade(name)).min()
    }
}

impl QueryForm {
    fn new(text: String) -> Self {
        let joined: String = text.chars().filter(|c| *c != GAP).collect();
        let weight = joined
            .chars()
            .map(|c| if is_dense(c) { 2 } else { 1 })
            .sum();
        Self {
            pattern: Pattern::new(&text),
            typos: typos(weight),
            dense: joined.chars().all(is_dense),
            text,
            joined,
        }
    }

    fn grade(&self, name: &str) -> Option<Grade> {
        if let Some(letters) = name.strip_prefix(initials::MARK) {
            return (letters == self.joined).then_some(Grade::Begins);
        }
        let distances = self.pattern.distances(name);
        let by_letters = self.by_distance(distances);
        match by_letters {
            Some(Grade::Begins) if !self.dense && self.stands_at(name, 0) == Some(true) => {
                return Some(Grade::BeginsWords);
            }
            Some(grade) if grade <= Grade::Begins => return Some(grade),
            _ if distances.part == 0 => {
                if let Some(grade) = self.within(name) {
                    return Some(grade);
                }
            }
            _ => {}
        }
        [
            by_letters,
            self.by_words(name),
            self.by_likeness(distances, name),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    fn by_distance(&self, distances: Distances) -> Option<Grade> {
        let Distances {
            whole,
            beginning,
            part,
        } = distances;
        // A part is found by chance more easily than the whole
        let in_part = self
            .typos
            .saturating_sub(1)
            .max(u32::from(self.pattern.length() > 5));
        Some(match (whole, beginning, part) {
            (0, ..) => Grade::Equal,
            (_, 0, _) => Grade::Begins,
            (1, ..) if self.typos > 0 => Grade::OneTypo,
            (_, 1, _) if in_part > 0 => Grade::BeginsOneTypo,
            (_, _, 0) => Grade::BeginsOneTypo,
            (2, ..) if self.typos > 1 => Grade::TwoTypos,
            _ if part <= in_part => Grade::HoldsTypos,
            _ if whole <= self.typos => Grade::ManyTypos,
            _ => return None,
        })
    }

    /// The grade of a name that holds the query somewhere; `None` if it does so only within words.
    fn within(&self, name: &str) -> Option<Grade> {
        if self.dense {
            return Some(Grade::Holds);
        }
        let starts = name.match_indices(GAP).map(|(at, _)| at + 1);
        let whole = starts
            .filter_map(|start| self.stands_at(name, start))
            .max()?;
        Some(of_words(whole))
    }

    /// Whether the query stands in `name` from `start` on: `None` if not, and `true` if it ends with a word
    /// of the name.
    fn stands_at(&self, name: &str, start: usize) -> Option<bool> {
        let mut letters = name[start..].chars();
        for c in self.joined.chars() {
            if letters.by_ref().find(|c| *c != GAP) != Some(c) {
                return None;
            }
        }
        Some(matches!(letters.next(), None | Some(GAP)))
    }

    fn by_words(&self, name: &str) -> Option<Grade> {
        if !self.text.contains(GAP) {
            return None;
        }
        let found = |word: &&str| words(name).any(|of_name| of_name.starts_with(word.as_bytes()));
        let letters: usize = self.text.split(GAP).filter(found).map(str::len).sum();
        match letters * 100 / self.joined.len() {
            100 => {
                let mut query_words = words(&self.text);
                let whole = query_words.all(|word| words(name).any(|of_name| of_name == word));
                Some(of_words(whole))
            }
            70.. => Some(Grade::Alike),
            50.. => Some(Grade::HalfAlike),
            _ => None,
        }
    }

    fn by_likeness(&self, distances: Distances, name: &str) -> Option<Grade> {
        let letters = name.chars().filter(|c| *c != GAP).count();
        let longer = u32::try_from(letters).ok()?.max(self.pattern.length());
        if longer < 4 {
            return None;
        }
        match distances.whole * 100 / longer {
            ..=33 => Some(Grade::Alike),
            ..=50 if longer >= 8 => Some(Grade::HalfAlike),
            _ => None,
        }
    }
}

/// The words of a form, as bytes: words are short, and a byte is compared faster than looked for.
fn words(form: &str) -> impl Iterator<Item = &[u8]> {
    form.as_bytes().split(|byte| *byte == GAP as u8)
}

/// The grade of a name whose words the query's words are, or, unless `whole`, begin.
fn of_words(whole: bool) -> Grade {
    if whole { Grade::Begins } else { Grade::Holds }
}

/// The number of typing errors that a query may have. `weight` is the query's length, where a letter of a dense
/// script counts twice.
fn typos(weight: u32) -> u32 {
    match weight {
        ..4 => 0,
        4..8 => 1,
        8..14 => 2,
        14..22 => 3,
        _ => 4,
    }
}
