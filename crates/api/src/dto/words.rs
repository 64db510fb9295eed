//! Words and ranges as addresses and answers have them.

use domain::{anime::Status, browse::Span};

pub(crate) const STATUSES: [(&str, Status); 3] = [
    ("airing", Status::Airing),
    ("finished", Status::Finished),
    ("upcoming", Status::Upcoming),
];

/// A range as addresses have it; empty if it is open.
pub(crate) fn written(span: Span) -> String {
    match (span.from, span.to) {
        (None, None) => String::new(),
        (Some(from), Some(to)) if from == to => from.to_string(),
        (from, to) => {
            let end = |end: Option<u32>| end.map(|end| end.to_string()).unwrap_or_default();
            format!("{}-{}", end(from), end(to))
        }
    }
}

/// The word for a state of a run.
pub(crate) fn status_word(status: Status) -> &'static str {
    word_of(&STATUSES, &status)
}

/// The word for a value; every value has one.
pub(crate) fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let mut words = words.iter();
    let found = words.find(|(_, known)| known == value);
    found.map_or("", |(word, _)| word)
}
