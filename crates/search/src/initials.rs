//! What people make of the words of a well-known name: `mha` of `My Hero Academia`.

use crate::fold::GAP;

/// Before initials in the index; no form of a name and no other term holds it.
pub(crate) const MARK: char = '=';

/// Places by popularity of titles that are called by their initials.
const WELL_KNOWN: u32 = 1_000;
/// Two letters may be anything.
const MIN_LETTERS: usize = 3;
/// Nobody remembers more.
const MAX_LETTERS: usize = 7;

/// The initials of the form of a name, with [`MARK`] before them; numbers whole. `None` where nobody
/// would use them.
pub(crate) fn of_name(form: &str, popularity: Option<u32>) -> Option<String> {
    if popularity.is_none_or(|place| place > WELL_KNOWN) {
        return None;
    }
    let mut initials = String::new();
    let mut words = 0;
    for word in form.split(GAP) {
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        let end = if is_number { word.len() } else { 1 };
        initials.push_str(word.get(..end)?);
        words += 1;
    }
    if words < MIN_LETTERS {
        None
    } else {
        of_query(&initials)
    }
}

/// What is looked for, if it may be initials, with [`MARK`] before it.
pub(crate) fn of_query(letters: &str) -> Option<String> {
    let plausible = (MIN_LETTERS..=MAX_LETTERS).contains(&letters.len());
    (plausible && letters.is_ascii()).then(|| format!("{MARK}{letters}"))
}
