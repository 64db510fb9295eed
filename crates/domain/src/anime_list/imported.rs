//! How an import changes an entry.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    ListEntry, MAX_RUNS, MAX_TAGS, PartialDate, Run, RunDate, RunState, Score, Status, TitleFacts,
    json::is_default,
};
use crate::{
    anime::{ForeignId, MalId},
    fold::fold_case,
};

/// The title of a file's row, as the file names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportedTitle {
    /// The title's id on MyAnimeList.
    #[serde(skip_serializing_if = "is_default")]
    pub mal_id: Option<MalId>,
    /// The title's id at the site that the file is of.
    #[serde(skip_serializing_if = "is_default")]
    pub foreign: Option<ForeignId>,
    /// A name of the title, which another title may have, too.
    #[serde(skip_serializing_if = "is_default")]
    pub name: Option<String>,
}

impl ImportedTitle {
    /// Returns a key of the title that needs no catalogue; `None` where the row does not say which title it is.
    pub fn key(&self) -> Option<String> {
        if let Some(id) = self.mal_id {
            return Some(Self::key_of(id));
        }
        if let Some(foreign) = self.foreign {
            return Some(format!("{}:{}", foreign.site.as_str(), foreign.id));
        }
        let name = self.name.as_ref()?;
        Some(format!("name:{}", fold_case(name)))
    }

    /// Returns the key of the title with this id on MyAnimeList.
    pub fn key_of(id: MalId) -> String {
        format!("mal:{id}")
    }
}

/// An entry as a file states it. `None` or empty fields are not stated.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportedEntry {
    /// The owner's watch status of the title.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Option<Status>,
    /// Whether the title is being rewatched: then progress is that of the new run, and dates are of the first one.
    #[serde(skip_serializing_if = "is_default")]
    pub rewatching: bool,
    /// Number of episodes seen.
    #[serde(skip_serializing_if = "is_default")]
    pub progress: Option<u16>,
    /// The owner's score of the title.
    #[serde(skip_serializing_if = "is_default")]
    pub score: Option<Score>,
    /// Whether the file has whole scores from 1 to 10 alone, so that finer ones are rounded in it.
    #[serde(skip_serializing_if = "is_default")]
    pub has_whole_scores: bool,
    /// Start date of the first run.
    #[serde(skip_serializing_if = "is_default")]
    pub started: Option<PartialDate>,
    /// End date of the first run.
    #[serde(skip_serializing_if = "is_default")]
    pub finished: Option<PartialDate>,
    /// Number of rewatches.
    #[serde(skip_serializing_if = "is_default")]
    pub rewatches: u16,
    /// The owner's notes on the title.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: String,
    /// The owner's tags of the title.
    #[serde(skip_serializing_if = "is_default")]
    pub tags: BTreeSet<String>,
    /// Whether nobody else may see the entry; `None` where the form has no such mark.
    #[serde(skip_serializing_if = "is_default")]
    pub private: Option<bool>,
    /// When the entry was last changed.
    #[serde(skip_serializing_if = "is_default")]
    pub updated_at: Option<Timestamp>,
    /// The whole entry, where the file is Mitai's own.
    #[serde(skip_serializing_if = "is_default")]
    pub whole: Option<Box<ListEntry>>,
    /// When an import first brought the entry, where Mitai's own file has it without a title.
    #[serde(skip_serializing_if = "is_default")]
    pub added_at: Option<Timestamp>,
    /// Fields that the form has and Mitai has not, by the form's names.
    #[serde(skip_serializing_if = "is_default")]
    pub foreign_fields: BTreeMap<String, String>,
}

/// What stands where a file and the list differ. What only one of them says stands; but when a
/// run has ended is not taken for one that stays open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportPolicy {
    /// The list's value stands.
    #[default]
    Mine,
    /// The file's value stands.
    Theirs,
    /// The value that was changed later stands; the list's, where the file does not say when.
    Newer,
    /// The further progress, the earlier start and the later end stand; of all else the list's value.
    Furthest,
}

/// An entry of the list, and when it was changed last.
#[derive(Debug, Clone, Copy)]
pub struct StoredEntryRef<'a> {
    /// The entry of the list.
    pub entry: &'a ListEntry,
    /// When somebody last changed the entry.
    pub changed_at: Timestamp,
}

impl ImportedEntry {
    /// Returns whether the entry's values are valid.
    pub fn is_possible(&self) -> bool {
        let own = Self {
            whole: None,
            ..self.clone()
        };
        let is_possible = |said: &Self| said.entry(None, Timestamp::UNIX_EPOCH).is_possible();
        is_possible(&own) && is_possible(self)
    }

    /// Returns the entry that the file's one becomes where the title is not on the list.
    pub fn entry(&self, facts: Option<&TitleFacts>, now: Timestamp) -> ListEntry {
        if let Some(whole) = &self.whole {
            return (**whole).clone();
        }
        let mut entry = ListEntry {
            status: self.status.unwrap_or_default(),
            score: self.score,
            notes: self.notes.clone(),
            tags: self.tags.clone(),
            private: self.private == Some(true),
            runs: self.runs(facts),
            extra_runs: self.rewatches,
            foreign_fields: self.foreign_fields.clone(),
            ..ListEntry::planned(now)
        };
        entry.settle();
        entry
    }

    fn runs(&self, facts: Option<&TitleFacts>) -> Vec<Run> {
        let all = facts.and_then(TitleFacts::total).unwrap_or(0);
        let is_complete = self.status == Some(Status::Completed);
        let progress = self.progress.unwrap_or(if is_complete { all } else { 0 });
        let first = Run {
            progress,
            started: self.started.map(RunDate::by_hand),
            finished: self.finished.map(RunDate::by_hand),
            ..Run::default()
        };
        if !self.rewatching {
            return vec![first];
        }
        let first = Run {
            state: RunState::Done,
            progress: all,
            ..first
        };
        let again = Run {
            progress,
            ..Run::default()
        };
        vec![first, again]
    }

    /// Returns the new entry of a title, whether it is on the list or not.
    pub fn applied(
        &self,
        mine: Option<StoredEntryRef<'_>>,
        policy: ImportPolicy,
        facts: Option<&TitleFacts>,
        now: Timestamp,
    ) -> ListEntry {
        match mine {
            Some(mine) => self.merged(mine, policy, facts),
            None => self.entry(facts, now),
        }
    }

    /// Returns the list's entry merged with this one of the file.
    pub fn merged(
        &self,
        mine: StoredEntryRef<'_>,
        policy: ImportPolicy,
        facts: Option<&TitleFacts>,
    ) -> ListEntry {
        let theirs = self.entry(facts, mine.entry.added_at);
        let is_newer = self.updated_at.is_some_and(|at| at > mine.changed_at);
        let policy = match policy {
            ImportPolicy::Newer if is_newer => ImportPolicy::Theirs,
            ImportPolicy::Newer => ImportPolicy::Mine,
            same => same,
        };
        let takes_theirs = policy == ImportPolicy::Theirs;
        let mine = mine.entry;
        let mut entry = mine.clone();
        let other = |score: &Score| !self.is_rounded_from(mine.score, *score);
        entry.score = chosen(takes_theirs, mine.score, theirs.score.filter(other));
        if !theirs.notes.is_empty() && (takes_theirs || mine.notes.is_empty()) {
            entry.notes.clone_from(&theirs.notes);
        }
        for tag in &theirs.tags {
            if entry.tags.len() < MAX_TAGS {
                entry.tags.insert(tag.clone());
            }
        }
        entry.private |= theirs.private;
        for (name, value) in &theirs.foreign_fields {
            if takes_theirs || !entry.foreign_fields.contains_key(name) {
                entry.foreign_fields.insert(name.clone(), value.clone());
            }
        }
        self.watch(&mut entry, &theirs, policy);
        entry
    }

    /// Returns whether a whole score of the file is the rounded form of the list's finer score.
    fn is_rounded_from(&self, finer: Option<Score>, score: Score) -> bool {
        self.has_whole_scores && finer.is_some_and(|it| it.out_of_ten() * 10 == score.get())
    }

    /// Merges what is known of the watching: status, runs and their number.
    fn watch(&self, entry: &mut ListEntry, theirs: &ListEntry, policy: ImportPolicy) {
        let is_untouched = entry.status == Status::Planned && entry.current_run().progress == 0;
        let before = entry.runs.first().cloned();
        match policy {
            _ if self.status.is_none() && self.whole.is_none() => {
                self.take_progress(entry, policy);
            }
            ImportPolicy::Theirs => self.take_runs(entry, theirs),
            // A dropped title stays dropped until it is finished
            ImportPolicy::Furthest
                if entry.status == Status::Dropped && times(theirs) <= times(entry) =>
            {
                self.go_further(entry);
            }
            ImportPolicy::Furthest if reached(theirs) > reached(entry) => {
                let stays_completed = entry.status == Status::Completed && !theirs.is_rewatching();
                self.take_runs(entry, theirs);
                if stays_completed {
                    entry.status = Status::Completed;
                    entry.settle();
                }
            }
            ImportPolicy::Furthest => {}
            _ if is_untouched && entry.runs.len() == 1 => self.take_runs(entry, theirs),
            _ if entry.rewatches() == 0 && times(entry) > 0 => {
                entry.extra_runs = theirs.rewatches();
            }
            _ => {}
        }
        if let (Some(mine), Some(theirs)) = (entry.runs.first_mut(), theirs.runs.first()) {
            if let (Some(before), ImportPolicy::Furthest) = (before, policy) {
                mine.started = before.started;
                if mine.state != RunState::Open {
                    mine.finished = before.finished;
                }
            }
            merge_dates(mine, theirs, policy);
        }
    }

    /// Raises the progress of a run that was not watched to its end.
    fn go_further(&self, entry: &mut ListEntry) {
        if entry.current_run().state != RunState::Done {
            self.take_progress(entry, ImportPolicy::Furthest);
        }
    }

    /// Takes over the progress of a file that has no statuses.
    fn take_progress(&self, entry: &mut ListEntry, policy: ImportPolicy) {
        let (current, known) = (entry.current_number(), entry.current_run().progress);
        let taken = self.progress.filter(|progress| match policy {
            ImportPolicy::Theirs => true,
            ImportPolicy::Furthest => *progress > known,
            ImportPolicy::Mine | ImportPolicy::Newer => known == 0,
        });
        if let (Some(run), Some(progress)) = (entry.run_mut(current), taken) {
            run.progress = progress;
        }
    }

    /// Takes over what the file says of the watching. A tracker that knows the first run's dates and the current one's
    /// progress alone leaves the other runs as they are.
    fn take_runs(&self, entry: &mut ListEntry, theirs: &ListEntry) {
        if self.whole.is_some() || entry.runs.len() <= theirs.runs.len() {
            let known = std::mem::replace(&mut entry.runs, theirs.runs.clone());
            for (run, known) in entry.runs.iter_mut().zip(known) {
                run.started = dated(true, known.started, run.started);
                run.score = run.score.or(known.score);
                if run.state != RunState::Open {
                    run.finished = dated(true, known.finished, run.finished);
                }
                if self.progress.is_none() && self.whole.is_none() {
                    run.progress = run.progress.max(known.progress);
                }
            }
            entry.status = theirs.status;
            entry.extra_runs = theirs.extra_runs;
            return;
        }
        let is_open = entry.current_run().state == RunState::Open;
        if self.rewatching && !is_open && entry.runs.len() < MAX_RUNS {
            entry.runs.push(Run::default());
        }
        entry.status = theirs.status;
        entry.settle();
        let current = entry.current_number();
        let is_dropped_again =
            entry.status == Status::Dropped && entry.current_run().state == RunState::Done;
        if let (Some(run), Some(progress)) = (entry.run_mut(current), self.progress)
            && !is_dropped_again
        {
            run.progress = progress;
        }
        entry.extra_runs = 0;
        entry.extra_runs = theirs.rewatches().saturating_sub(entry.rewatches());
    }
}

/// Returns how often a title was watched to its end.
fn times(entry: &ListEntry) -> u16 {
    let done = entry.runs.iter().filter(|run| run.state == RunState::Done);
    let done = u16::try_from(done.count()).unwrap_or(u16::MAX);
    done.saturating_add(entry.extra_runs)
}

/// Returns how far somebody is with a title: the greater, the further.
fn reached(entry: &ListEntry) -> (u16, bool, u16, u8) {
    let status = match entry.status {
        Status::Planned => 0,
        Status::Paused => 1,
        Status::Watching => 2,
        Status::Dropped => 3,
        Status::Completed => 4,
    };
    let progress = entry.current_run().progress;
    (times(entry), entry.is_rewatching(), progress, status)
}

/// Merges the dates of the first run.
fn merge_dates(mine: &mut Run, theirs: &Run, policy: ImportPolicy) {
    let ends = mine.state != RunState::Open && theirs.state != RunState::Open;
    let theirs_end = theirs.finished.filter(|_| ends);
    if policy == ImportPolicy::Furthest {
        mine.started = further(mine.started, theirs.started, |a, b| a < b);
        mine.finished = further(mine.finished, theirs_end, |a, b| a > b);
        return;
    }
    let takes_theirs = policy == ImportPolicy::Theirs;
    mine.started = dated(takes_theirs, mine.started, theirs.started);
    mine.finished = dated(takes_theirs, mine.finished, theirs_end);
}

/// Returns one of two dates. Equal dates stay the list's, whoever set them.
fn dated(takes_theirs: bool, mine: Option<RunDate>, theirs: Option<RunDate>) -> Option<RunDate> {
    match (mine, theirs) {
        (Some(mine), Some(theirs)) if mine.date == theirs.date => Some(mine),
        _ => chosen(takes_theirs, mine, theirs),
    }
}

fn further(
    mine: Option<RunDate>,
    theirs: Option<RunDate>,
    is_further: impl Fn(PartialDate, PartialDate) -> bool,
) -> Option<RunDate> {
    let takes_theirs = match (mine, theirs) {
        (Some(mine), Some(theirs)) => is_further(theirs.date, mine.date),
        _ => false,
    };
    dated(takes_theirs, mine, theirs)
}

fn chosen<T>(takes_theirs: bool, mine: Option<T>, theirs: Option<T>) -> Option<T> {
    if takes_theirs {
        theirs.or(mine)
    } else {
        mine.or(theirs)
    }
}
