//! The plan of an import, row by row.

use std::collections::{BTreeMap, HashMap};

use domain::{
    anime::MalId,
    anime_list::{
        FieldChange, ImportPolicy, ImportedEntry, ImportedTitle, ListEntry, TitleFacts, diff,
    },
    library::{
        ImportCounts, ImportRead, MAX_ENTRIES, MAX_UNRESOLVED, MatchedRow, StoredEntry,
        UnresolvedEntry, too_many_unresolved,
    },
};

use super::{RefusedRow, choices::Choices, claims::claims};

/// The outcome of a row when its import is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowState {
    /// The row's title joins the list.
    Added,
    /// The row's title is on the list, and its entry changes.
    Changed,
    /// The row's title is on the list, the row says something else, and the list's entry stays.
    Kept,
    /// The row's title is on the list, and its entry says the same.
    Equal,
    /// The row's title is only proposed, by its name.
    Proposed,
    /// The catalogue does not know the row's title; the row is kept for later.
    Unresolved,
    /// The row is not taken.
    Refused,
    /// The owner leaves the row out.
    Skipped,
}

impl RowState {
    /// Whether the row's title is on the list in the end.
    const fn is_listed(self) -> bool {
        matches!(self, Self::Added | Self::Changed | Self::Kept | Self::Equal)
    }
}

/// A row of a [`Plan`].
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRow {
    /// The row's outcome.
    pub state: RowState,
    /// The row's title, found by its number or chosen by the owner; `None` if there is none.
    pub title: Option<MalId>,
    /// The policy where the row and the list differ.
    pub policy: ImportPolicy,
    /// The sentences on why the row is not taken, and on what else there is to say about its outcome.
    pub remarks: Vec<String>,
    /// Whether the row finds no title, and earlier imports keep all that it would change already.
    pub waits: bool,
    /// Whether the row says something else than the list, or than what earlier imports keep of its title.
    pub differs: bool,
    /// Whether it is taken, and there is a remark on what the file's row says, as on a value that cannot be taken.
    pub remarked: bool,
}

/// A row's values beside the entry of its title: on the list, or unresolved from earlier imports.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Differences {
    /// The changed fields of the entry; without an entry, the fields that differ from a planned one.
    pub changes: Vec<FieldChange>,
    /// The fields in which the file says something else, and the list's values stay.
    pub kept: Vec<FieldChange>,
}

/// The plan of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The planned rows, in the order of the file's rows.
    pub rows: Vec<PlannedRow>,
    /// The numbers of rows by their state.
    pub counts: ImportCounts,
    /// The number of rows that say something else than the list, or than what earlier imports keep of their titles.
    pub differing: u32,
    /// The places in `rows` of the rows whose titles are on the list in the end, by title.
    pub(super) listed: HashMap<MalId, usize>,
}

/// Returns the plan of an import with the owner's choices.
pub fn plan(read: &ImportRead, choices: &Choices) -> Plan {
    let mut planning = Planning {
        read,
        taken: HashMap::new(),
        claimed: claims(read, choices),
        length: read.entries.len(),
        waiting: read.unresolved.values().map(Vec::len).sum(),
    };
    let mut plan = Plan {
        rows: Vec::with_capacity(read.rows.len()),
        counts: ImportCounts::default(),
        differing: 0,
        listed: HashMap::new(),
    };
    for (place, matched) in read.rows.iter().enumerate() {
        let mut row = planning.row(matched, choices);
        let is_taken = !matches!(row.state, RowState::Refused | RowState::Skipped);
        row.remarked = is_taken && !matched.row.remarks.is_empty();
        *count(&mut plan.counts, row.state) += 1;
        plan.counts.waiting += u32::from(row.waits);
        plan.counts.remarked += u32::from(row.remarked);
        plan.differing += u32::from(row.differs);
        if let (true, Some(id)) = (row.state.is_listed(), row.title) {
            plan.listed.insert(id, place);
        }
        plan.rows.push(row);
    }
    plan
}

impl Plan {
    /// What the titles are called whose rows are written or equal: by the file or, where it does not say, by the
    /// catalogue.
    pub(super) fn names(&self, read: &ImportRead) -> BTreeMap<MalId, String> {
        let rows = self.rows.iter().zip(&read.rows);
        let named = rows.filter_map(|(row, matched)| {
            let id = row.title.filter(|_| row.state <= RowState::Equal)?;
            let known = || Some(read.titles.get(&id)?.title.clone());
            Some((id, matched.row.title.name.clone().or_else(known)?))
        });
        named.collect()
    }

    /// The counts where these titles were not written: one that is on the list stays as it is, another one is refused.
    pub(super) fn counts_without<'a>(
        &self,
        unwritten: impl IntoIterator<Item = &'a MalId>,
    ) -> ImportCounts {
        let mut counts = self.counts;
        let rows = unwritten.into_iter().filter_map(|id| self.listed.get(id));
        for row in rows.filter_map(|row| self.rows.get(*row)) {
            *count(&mut counts, row.state) -= 1;
            if row.state == RowState::Added {
                counts.refused += 1;
                counts.remarked -= u32::from(row.remarked);
            } else {
                counts.kept += 1;
            }
        }
        counts
    }

    /// Returns the rows that are not taken.
    pub(super) fn refused(&self, read: &ImportRead) -> Vec<RefusedRow> {
        let rows = self.rows.iter().zip(&read.rows);
        let refused = rows.filter(|(row, _)| row.state == RowState::Refused);
        let named = refused.map(|(row, matched)| RefusedRow {
            number: matched.row.number,
            title: row.title.and_then(|id| read.titles.get(&id).cloned()),
            name: matched.row.title.name.clone(),
            remarks: (row.remarks.iter().chain(&matched.row.remarks))
                .cloned()
                .collect(),
        });
        named.collect()
    }

    /// Titles that stay as they are on the list, and were changed after a version.
    pub(super) fn changed_after(&self, version: u64, read: &ImportRead) -> Vec<MalId> {
        let stays = |row: &&PlannedRow| matches!(row.state, RowState::Kept | RowState::Equal);
        let was_changed = |id: &MalId| {
            let now = read.entries.get(id);
            now.is_some_and(|now| now.version > version)
        };
        let stay = self.rows.iter().filter(stays);
        stay.filter_map(|row| row.title)
            .filter(was_changed)
            .collect()
    }
}

/// Returns the count of the rows in a state.
const fn count(counts: &mut ImportCounts, state: RowState) -> &mut u32 {
    match state {
        RowState::Added => &mut counts.added,
        RowState::Changed => &mut counts.changed,
        RowState::Kept => &mut counts.kept,
        RowState::Equal => &mut counts.equal,
        RowState::Proposed => &mut counts.proposed,
        RowState::Unresolved => &mut counts.unresolved,
        RowState::Refused => &mut counts.refused,
        RowState::Skipped => &mut counts.skipped,
    }
}

/// The remark on a row whose title an earlier import keeps unresolved.
const SAME_AS_EARLIER: &str =
    "An earlier import says the same of this title, and waits for it already.";
const DIFFERS_FROM_EARLIER: &str = "An earlier import says something else of this title. That stands, and this row is not kept, unless \
     you choose another rule.";
const ROW_COUNTS: &str = "An earlier import says something else of this title. This row is kept, too: where they differ, it \
     counts by the rule that you have chosen.";

struct Planning<'a> {
    read: &'a ImportRead,
    /// The numbers of the rows that were taken, by the key of what each says.
    taken: HashMap<String, u32>,
    /// The number of the row that gets a title where all proposals are accepted, by title.
    claimed: HashMap<MalId, u32>,
    /// The number of titles on the list with what was planned so far.
    length: usize,
    /// The number of unresolved entries with what was planned so far.
    waiting: usize,
}

impl Planning<'_> {
    fn row(&mut self, matched: &MatchedRow, choices: &Choices) -> PlannedRow {
        let choice = choices.rows.get(&matched.row.number);
        let choice = choice.copied().unwrap_or_default();
        let accepts = choices.accept_proposals && matched.row.content.is_ok();
        let known = choice.title.or(matched.title);
        let is_free = |id: &MalId| self.claimed.get(id) == Some(&matched.row.number);
        let proposal = matched.proposal.filter(|id| accepts && is_free(id));
        let title = known.or(proposal);
        let mut row = PlannedRow {
            state: RowState::Refused,
            title,
            policy: choice.policy.unwrap_or(choices.policy),
            remarks: Vec::new(),
            waits: false,
            differs: false,
            remarked: false,
        };
        let entry = match matched.row.entry(choice.title.is_some()) {
            Ok(entry) => entry,
            Err(reason) => {
                row.remarks.push(reason.to_owned());
                return row;
            }
        };
        if choice.skip {
            row.state = RowState::Skipped;
            return row;
        }
        let by_name = matched.row.title.key();
        let key = title.map(ImportedTitle::key_of).or_else(|| by_name.clone());
        let key = key.unwrap_or_default();
        if let Some(other) = self.taken.get(&key) {
            let reason = format!("Row {other} of the file is of the same title.");
            row.remarks.push(reason);
            return row;
        }
        // A second row of the name is of the same title, whether the proposal was accepted or not
        let by_name = by_name.filter(|_| title.is_some() && title == matched.proposal);
        let keys = by_name.into_iter().chain([key]);
        (self.taken).extend(keys.map(|key| (key, matched.row.number)));
        match title {
            Some(id) => self.merge(&mut row, id, entry),
            None => self.wait(&mut row, matched, entry),
        }
        row
    }

    fn wait(&mut self, row: &mut PlannedRow, matched: &MatchedRow, entry: &ImportedEntry) {
        if let Some(kept) = kept_before(self.read, matched) {
            let after = merged(entry, &kept, row.policy, None);
            let theirs = merged(entry, &kept, ImportPolicy::Theirs, None);
            row.waits = after == kept.entry;
            row.differs = theirs != kept.entry;
            let remark = match (row.waits, row.differs) {
                (true, false) => Some(SAME_AS_EARLIER),
                (true, true) => Some(DIFFERS_FROM_EARLIER),
                (false, true) => Some(ROW_COUNTS),
                (false, false) => None,
            };
            row.remarks.extend(remark.map(str::to_owned));
        }
        if !row.waits {
            if self.waiting >= MAX_UNRESOLVED as usize {
                row.remarks.push(too_many_unresolved().to_string());
                row.differs = false;
                return;
            }
            self.waiting += 1;
        }
        row.state = match matched.proposal {
            Some(_) => RowState::Proposed,
            None => RowState::Unresolved,
        };
    }

    fn merge(&mut self, row: &mut PlannedRow, id: MalId, entry: &ImportedEntry) {
        let facts = facts(self.read, id);
        if facts.is_none() {
            row.remarks.push(domain::Error::UnknownTitle.to_string());
            return;
        }
        row.remarks.extend(over_count(entry, facts.as_ref()));
        let Some(now) = self.read.entries.get(&id) else {
            if self.length >= MAX_ENTRIES as usize {
                row.remarks.push(domain::Error::ListFull.to_string());
                return;
            }
            self.length += 1;
            row.state = RowState::Added;
            return;
        };
        let after = merged(entry, now, row.policy, facts.as_ref());
        let theirs = merged(entry, now, ImportPolicy::Theirs, facts.as_ref());
        row.state = if after != now.entry {
            RowState::Changed
        } else if after == theirs {
            RowState::Equal
        } else {
            RowState::Kept
        };
        row.differs = row.state != RowState::Equal;
    }
}

/// Returns what earlier imports keep of a row's title as one entry; `None` if they keep nothing.
fn kept_before(read: &ImportRead, matched: &MatchedRow) -> Option<StoredEntry> {
    let key = matched.row.title.key()?;
    UnresolvedEntry::together(read.unresolved.get(&key)?)
}

/// A row's values beside the list or, if its title is unknown, beside unresolved entries of earlier imports; all of them
/// where there is nothing of its title.
pub fn differences(read: &ImportRead, matched: &MatchedRow, row: &PlannedRow) -> Differences {
    let Ok(entry) = matched.row.entry(true) else {
        return Differences::default();
    };
    let id = match (row.state, row.title) {
        (RowState::Proposed | RowState::Unresolved, _) => {
            return match kept_before(read, matched) {
                Some(before) => differences_of_listed(entry, &before, row.policy, None),
                None => differences_of_new(read, entry, None),
            };
        }
        (state, Some(id)) if state.is_listed() => id,
        _ => return Differences::default(),
    };
    let facts = facts(read, id);
    let Some(mine) = read.entries.get(&id) else {
        return differences_of_new(read, entry, facts.as_ref());
    };
    differences_of_listed(entry, mine, row.policy, facts.as_ref())
}

/// Returns the differences between a row and the entry of its title on the list.
fn differences_of_listed(
    entry: &ImportedEntry,
    mine: &StoredEntry,
    policy: ImportPolicy,
    facts: Option<&TitleFacts>,
) -> Differences {
    let after = merged(entry, mine, policy, facts);
    let theirs = merged(entry, mine, ImportPolicy::Theirs, facts);
    Differences {
        changes: diff(Some(&mine.entry), Some(&after)),
        kept: diff(Some(&after), Some(&theirs)),
    }
}

/// Returns all that a row says of a title that is not on the list.
fn differences_of_new(
    read: &ImportRead,
    entry: &ImportedEntry,
    facts: Option<&TitleFacts>,
) -> Differences {
    let after = entry.entry(facts, read.import.created_at);
    let mut changes = diff(Some(&ListEntry::planned(after.added_at)), Some(&after));
    for change in &mut changes {
        change.old = None;
    }
    Differences {
        changes,
        kept: Vec::new(),
    }
}

fn facts(read: &ImportRead, id: MalId) -> Option<TitleFacts> {
    let title = read.titles.get(&id)?;
    Some(TitleFacts::from(&**title))
}

fn merged(
    entry: &ImportedEntry,
    now: &StoredEntry,
    policy: ImportPolicy,
    facts: Option<&TitleFacts>,
) -> ListEntry {
    entry.merged(now.to_ref(), policy, facts)
}

/// Returns the remark on a row with more episodes than the catalogue knows; `None` if it has not.
fn over_count(entry: &ImportedEntry, facts: Option<&TitleFacts>) -> Option<String> {
    let known = facts.and_then(|facts| facts.episodes)?;
    let seen = entry.progress.filter(|seen| *seen > known)?;
    Some(format!(
        "The file says {seen} episodes seen, and Mitai knows {known}. It is kept as it is."
    ))
}
