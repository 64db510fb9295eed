//! Parameters as Jikan takes them.

use std::collections::BTreeSet;

use axum::extract::{Path, rejection::PathRejection};
use domain::{
    catalogue::PAGE_SIZE,
    selection::{MAX_IDS, Selection},
    slice::SliceRange,
};
use jiff::civil::Date;

use super::error::{JikanError, Messages};

/// Forms of publication by their names in addresses.
const KINDS: [(&str, &str); 9] = [
    ("tv", "TV"),
    ("movie", "Movie"),
    ("ova", "OVA"),
    ("special", "Special"),
    ("ona", "ONA"),
    ("music", "Music"),
    ("cm", "CM"),
    ("pv", "PV"),
    ("tv_special", "TV Special"),
];
const RATINGS: [(&str, &str); 6] = [
    ("g", "G - All Ages"),
    ("pg", "PG - Children"),
    ("pg13", "PG-13 - Teens 13 or older"),
    ("r17", "R - 17+ (violence & profanity)"),
    ("r", "R+ - Mild Nudity"),
    ("rx", "Rx - Hentai"),
];

/// A number in an address, as it is sent.
pub(super) type SentId = Result<Path<String>, PathRejection>;

/// Reads the number in an address; what is no number leads nowhere.
pub(super) fn number(id: SentId) -> Result<u32, JikanError> {
    let id: Option<u32> = id.ok().and_then(|id| id.parse().ok());
    id.ok_or_else(JikanError::not_found)
}

/// The requested page, counted from 1, of a list of at most `most` items without other parameters. Pages behind the
/// last are empty alike, so they are one.
pub(super) fn page_within(query: Option<&str>, most: usize, size: u32) -> Result<u32, JikanError> {
    let mut params = Params::of(query);
    let number = params.page_number();
    let last = u32::try_from(most).unwrap_or(u32::MAX).div_ceil(size);
    Ok(params.done(number)?.min(last + 1))
}

/// The parameters of a request, and their errors. Unknown ones are ignored, as with Jikan.
pub(super) struct Params {
    pairs: Vec<(String, String)>,
    messages: Messages,
}

impl Params {
    /// Reads the parameters of a request's query.
    pub(super) fn of(query: Option<&str>) -> Self {
        let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        Self {
            pairs: pairs.into_owned().collect(),
            messages: Messages::new(),
        }
    }

    /// Adds a parameter that stands elsewhere than in the query.
    pub(super) fn with(mut self, name: &str, value: String) -> Self {
        self.pairs.push((name.to_owned(), value));
        self
    }

    /// Returns the value, unless a parameter is invalid.
    pub(super) fn done<T>(self, value: T) -> Result<T, JikanError> {
        if self.messages.is_empty() {
            Ok(value)
        } else {
            Err(JikanError::invalid(&self.messages))
        }
    }

    /// The text of a parameter; the last one counts, a blank one is none.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let mut pairs = self.pairs.iter().rev();
        let (_, text) = pairs.find(|(pairs, _)| pairs == name)?;
        let text = text.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Notes the sentence that says what is wrong with a parameter.
    pub(super) fn refuse(&mut self, name: &'static str, sentence: impl Into<String>) {
        self.messages.entry(name).or_default().push(sentence.into());
    }

    /// The value of a parameter that `read` understands; `expected` says what it should be.
    fn read<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let message = |_: &str| format!("The {name} must be {expected}.");
        self.read_with_message(name, message, read)
    }

    /// The value of a parameter that `read` understands; `message` is the refusal of a text that it does not.
    fn read_with_message<T>(
        &mut self,
        name: &'static str,
        message: impl Fn(&str) -> String,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(name)?;
        let value = read(text);
        if value.is_none() {
            self.refuse(name, message(text));
        }
        value
    }

    /// The value of a parameter that is one of some words, case apart.
    pub(super) fn word<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> Option<T> {
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.read(name, &format!("one of {}", all.join(", ")), |text| {
            let mut words = words.iter();
            let found = words.find(|(word, _)| word.eq_ignore_ascii_case(text));
            found.map(|(_, value)| *value)
        })
    }

    /// The form of publication in the parameter `name`.
    pub(super) fn kind(&mut self, name: &'static str) -> Option<&'static str> {
        self.word(name, &KINDS)
    }

    /// The age rating in the parameter `rating`.
    pub(super) fn rating(&mut self) -> Option<&'static str> {
        self.word("rating", &RATINGS)
    }

    /// The score in the parameter `name`, from 0 to 10.
    pub(super) fn score(&mut self, name: &'static str) -> Option<f64> {
        self.read(name, "a number from 0 to 10", |text| {
            let score: f64 = text.parse().ok()?;
            (0.0..=10.0).contains(&score).then_some(score)
        })
    }

    /// The numbers in the parameter `name`, separated by commas or given one after the other, each once.
    pub(super) fn ids(&mut self, name: &'static str) -> Vec<u32> {
        let pairs = self.pairs.iter().filter(|(pairs, _)| pairs == name);
        let parts = pairs.flat_map(|(_, text)| text.split(',').map(str::trim));
        let parts = parts.filter(|part| !part.is_empty());
        let ids: Result<BTreeSet<u32>, _> = parts.map(str::parse).collect();
        match ids {
            Ok(ids) if ids.len() <= MAX_IDS => ids.into_iter().collect(),
            _ => {
                let sentence = format!(
                    "The {name} must be numbers with commas between them, at most {MAX_IDS}."
                );
                self.refuse(name, sentence);
                Vec::new()
            }
        }
    }

    /// The day in the parameter `name`, or the first day of the month or the year in it.
    pub(super) fn day(&mut self, name: &'static str) -> Option<Date> {
        self.read_with_message(name, date_message(name), first_day)
    }

    /// The day in the parameter `name`, or the last day of the month or the year in it.
    pub(super) fn last_day(&mut self, name: &'static str) -> Option<Date> {
        self.read_with_message(name, date_message(name), |text| {
            let first = first_day(text)?;
            Some(match text.len() {
                4 => first.last_of_year(),
                7 => first.last_of_month(),
                _ => first,
            })
        })
    }

    /// The yes or no in the parameter `name`: a word, or no value, which is a yes.
    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let mut pairs = self.pairs.iter().rev();
        let (_, text) = pairs.find(|(pairs, _)| pairs == name)?;
        if text.trim().is_empty() {
            return Some(true);
        }
        self.word(
            name,
            &[("true", true), ("false", false), ("1", true), ("0", false)],
        )
    }

    /// Whether the parameter `sort` wants the largest first.
    pub(super) fn descending(&mut self) -> bool {
        self.word("sort", &[("asc", false), ("desc", true)]) == Some(true)
    }

    /// The single letter in the parameter `letter`.
    pub(super) fn letter(&mut self) -> Option<char> {
        self.read("letter", "a single letter", |text| {
            let mut letters = text.chars();
            let letter = letters.next().filter(|letter| !letter.is_control());
            letter.filter(|_| letters.next().is_none())
        })
    }

    /// The page's number in the parameter `page`, counted from 1.
    pub(super) fn page_number(&mut self) -> u32 {
        let number = self.read("page", "a whole number of at least 1", |text| {
            text.parse().ok().filter(|number| *number >= 1)
        });
        number.unwrap_or(1)
    }

    /// The page's number, counted from 1, and the length of pages in the parameter `limit`.
    pub(super) fn page(&mut self) -> PageParams {
        let number = self.page_number();
        let size = self.read_with_message("limit", limit_message, |text| {
            let size = text.parse().ok();
            size.filter(|size| (1..=PAGE_SIZE).contains(size))
        });
        PageParams {
            number,
            size: size.unwrap_or(PAGE_SIZE),
        }
    }
}

/// What Jikan says of a text that is no day, though months and years are taken, too.
fn date_message(name: &str) -> impl Fn(&str) -> String {
    let name = name.replace('_', " ");
    move |_| format!("The {name} does not match the format Y-m-d.")
}

/// What Jikan says of a limit that is too high; what it says of others is not known.
fn limit_message(text: &str) -> String {
    let is_high = text.parse().is_ok_and(|size: u64| size > PAGE_SIZE.into());
    if is_high {
        format!("Value {text} is higher than the configured '{PAGE_SIZE}' max value.")
    } else {
        format!("The limit must be a whole number from 1 to {PAGE_SIZE}.")
    }
}

/// The day that a text names, or the first day of the month or the year that it names.
fn first_day(text: &str) -> Option<Date> {
    let rest = match text.len() {
        4 => "-01-01",
        7 => "-01",
        10 => "",
        _ => return None,
    };
    format!("{text}{rest}").parse().ok()
}

/// The requested page of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageParams {
    /// The page's number, counted from 1.
    pub(super) number: u32,
    /// The largest number of items on the page.
    pub(super) size: u32,
}

impl PageParams {
    /// The number of items on the pages before.
    pub(super) const fn skip(self) -> u32 {
        (self.number - 1).saturating_mul(self.size)
    }

    /// The part of a list that stands on this page.
    pub(super) const fn span(self) -> SliceRange {
        SliceRange {
            skip: self.skip(),
            size: self.size,
        }
    }

    /// The selection of all titles, cut to this page.
    pub(super) fn selection(self) -> Selection {
        Selection {
            skip: self.skip(),
            size: self.size,
            ..Selection::default()
        }
    }
}
