//! Which row of a file gets a title that several name.

use std::collections::HashMap;

use domain::{
    anime::MalId,
    library::{ImportRead, MatchedRow, NameFit},
};

use super::choices::Choices;

/// The number of the row that gets each title where all proposals are accepted: one of the title's number or its owner's
/// choice before one whose name fits to the letter, and that before others; of those that fit alike, the first.
pub(super) fn claims(read: &ImportRead, choices: &Choices) -> HashMap<MalId, u32> {
    let mut claims = Vec::new();
    for matched in &read.rows {
        let number = matched.row.number;
        let choice = choices.rows.get(&number).copied().unwrap_or_default();
        if choice.skip || matched.row.entry(choice.title.is_some()).is_err() {
            continue;
        }
        let known = choice.title.or(matched.title);
        let claim = known.map(|id| (None, number, id));
        let proposed = || Some((Some(distance(read, matched)?), number, matched.proposal?));
        claims.extend(claim.or_else(proposed));
    }
    claims.sort_unstable();
    let mut first = HashMap::new();
    for (_, number, id) in claims {
        first.entry(id).or_insert(number);
    }
    first
}

/// How far the name of a row is from the title that it proposes: 0 is to the letter.
fn distance(read: &ImportRead, matched: &MatchedRow) -> Option<u8> {
    let name = matched.row.title.name.as_deref()?;
    let title = read.titles.get(&matched.proposal?)?;
    let main = [
        Some(title.title.as_str()),
        title.title_english.as_deref(),
        title.title_japanese.as_deref(),
    ];
    Some(NameFit::ToTheLetter as u8 - NameFit::of(name, main) as u8)
}
