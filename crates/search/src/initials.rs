//! What people make of the words of a well-known name: `mha` of `My Hero Academia`.

use crate::fold::GAP;

/// Stands before initials in the index; no form of a name and no other term holds it.
pub(crate) const MARK: char = '=';

/// The lowest place by popularity of a title that is called by its initials.
const WELL_KNOWN: u32 = 1_000;
/// The smallest number of initials: two letters may be anything.
const MIN_LETTERS: usize = 3;
/// The largest number of initials: nobody remembers more.
const MAX_LETTERS: usize = 7;

/// The initials of a name's form, with [`MARK`] before them; a number counts whole. `None` where nobody
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

/// The letters of a query with [`MARK`] before them; `None` if they cannot be initials.
pub(crate) fn of_query(letters: &str) -> Option<String> {
    let plausible = (MIN_LETTERS..=MAX_LETTERS).contains(&letters.len());
    (plausible && letters.is_ascii()).then(|| format!("{MARK}{letters}"))
}
