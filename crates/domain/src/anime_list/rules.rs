//! What an edit leads to.
//!
//! Rules set what follows from what somebody did: the first episode begins a run, the last one ends it. They
//! never replace what a hand has set: not a date, and not a status that the client had not seen.

use std::collections::BTreeSet;

use super::{
    Airing, CurrentEntry, Decision, Edit, Field, ListEntry, MAX_NOTES_CHARS, MAX_PROGRESS,
    MAX_RUNS, MAX_TAG_CHARS, MAX_TAGS, Moment, PartialDate, Run, RunDate, RunEdit, RunField,
    RunState, Status, TitleFacts, diff, unseen::Unseen,
};
use crate::{Error, Result};

/// What becomes of an entry by an edit.
///
/// # Errors
/// [`Error::UnknownTitle`], and [`Error::Invalid`] with a sentence that says what is allowed.
pub fn apply(current: &CurrentEntry, edit: &Edit, moment: &Moment) -> Result<Decision> {
    let facts = current.facts.as_ref().ok_or(Error::UnknownTitle)?;
    let unseen = Unseen::new(&current.unseen);
    let entry = current.entry.clone();
    let mut draft = Draft {
        facts,
        edit,
        entry: entry
            .or_else(|| unseen.removed().cloned())
            .unwrap_or_else(|| ListEntry::planned(moment.now)),
        unseen,
        today: RunDate::by_rule(moment.today.into()),
        by_rule: BTreeSet::new(),
    };
    draft.runs()?;
    draft.rewatch()?;
    draft.dates_and_progress()?;
    draft.status()?;
    draft.texts()?;
    draft.tags()?;
    Ok(draft.decision(current.entry.as_ref()))
}

/// An entry that is being edited.
struct Draft<'a> {
    facts: &'a TitleFacts,
    edit: &'a Edit,
    unseen: Unseen<'a>,
    entry: ListEntry,
    today: RunDate,
    by_rule: BTreeSet<Field>,
}

impl Draft<'_> {
    /// All runs, for whoever edits former ones.
    fn runs(&mut self) -> Result<()> {
        let Some(edits) = &self.edit.runs else {
            return Ok(());
        };
        if edits.is_empty() || edits.len() > MAX_RUNS {
            return Err(invalid(format!(
                "An entry has 1 to {MAX_RUNS} runs, not {}.",
                edits.len()
            )));
        }
        let before = self.entry.current_run().state;
        let former = std::mem::take(&mut self.entry.runs);
        let mut runs = Vec::with_capacity(edits.len());
        for (number, edit) in (1..).zip(edits) {
            let former = former.get(usize::from(number) - 1);
            runs.push(self.run(number, edit, former)?);
        }
        // What began meanwhile on another device is not in the client's list
        let later = (1..).zip(former).skip(runs.len());
        runs.extend(later.filter_map(|(n, run)| self.unseen.began(n).then_some(run)));
        self.entry.runs = runs;
        self.follow_runs(before)
    }

    fn run(&self, number: u16, edit: &RunEdit, former: Option<&Run>) -> Result<Run> {
        let progress = former.map_or(0, |run| run.progress);
        Ok(Run {
            state: edit.state,
            progress: self.merged(number, progress, edit.progress)?,
            started: entered(edit.started, former.and_then(|run| run.started)),
            finished: entered(edit.finished, former.and_then(|run| run.finished)),
            score: edit.score,
        })
    }

    /// Has the status follow the state of the current run, if that was another one.
    fn follow_runs(&mut self, before: RunState) -> Result<()> {
        if !self.entry.has_possible_runs() {
            return Err(invalid(
                "Only the current run can be open. Please end the ones before it.".into(),
            ));
        }
        let state = self.entry.current_run().state;
        if state != before {
            self.set_status_by_rule(match state {
                RunState::Done => Status::Completed,
                RunState::Abandoned => Status::Dropped,
                RunState::Open => Status::Watching,
            });
        }
        Ok(())
    }

    /// Watching again is a run of its own; the others stay as they are.
    fn rewatch(&mut self) -> Result<()> {
        if !self.edit.rewatch {
            return Ok(());
        }
        let title = &self.facts.title;
        if self.facts.airing == Airing::NotYetAired {
            return Err(self.not_yet_aired());
        }
        let run = self.entry.current_run();
        if run.state == RunState::Open {
            // The same wish, from another device or sent before
            if self.entry.is_rewatching()
                && (run.progress == 0 || self.unseen.began(self.entry.current_number()))
            {
                return Ok(());
            }
            return Err(invalid(format!(
                "“{title}” is not watched to its end yet. Please complete or drop it before \
                 watching it again."
            )));
        }
        if self.entry.runs.len() >= MAX_RUNS {
            return Err(invalid(format!(
                "“{title}” was watched {MAX_RUNS} times, which is as many as an entry keeps."
            )));
        }
        self.keep_score();
        self.entry.runs.push(Run::default());
        self.entry.status = Status::Watching;
        Ok(())
    }

    /// The title's score may become another one while it is watched again: the run before keeps the one it had.
    fn keep_score(&mut self) {
        let (number, score) = (self.entry.current_number(), self.entry.score);
        if score.is_some()
            && let Some(run) = self.entry.run_mut(number)
            && run.score.is_none()
        {
            run.score = score;
            self.by_rule.insert(Field::Run(number, RunField::Score));
        }
    }

    /// Dates come first, so that rules find them.
    fn dates_and_progress(&mut self) -> Result<()> {
        let edit = self.edit;
        let nothing = edit.started.is_none()
            && edit.finished.is_none()
            && edit.run_score.is_none()
            && edit.progress.is_none();
        if nothing {
            return Ok(());
        }
        let number = self.number();
        let title = &self.facts.title;
        let run = self.entry.run_mut(number).ok_or_else(|| {
            invalid(format!(
                "“{title}” has no run {number}. Please look at its runs again."
            ))
        })?;
        if let Some(started) = edit.started {
            run.started = entered(started, run.started);
        }
        if let Some(finished) = edit.finished {
            run.finished = entered(finished, run.finished);
        }
        if let Some(score) = edit.run_score {
            run.score = score;
        }
        let old = run.progress;
        let Some(progress) = edit.progress else {
            return Ok(());
        };
        let new = self.merged(number, old, progress)?;
        if let Some(run) = self.entry.run_mut(number) {
            run.progress = new;
        }
        if number == self.entry.current_number() {
            self.follow_progress(number, old, new);
        }
        Ok(())
    }

    /// The run that the edit means.
    fn number(&self) -> u16 {
        let current = || self.entry.current_number();
        let seen = || self.unseen.current_number().filter(|_| !self.edit.rewatch);
        self.edit.run.or_else(seen).unwrap_or_else(current)
    }

    /// The progress of a run that was at `old`: a raise that the client had not seen stays.
    fn merged(&self, run: u16, old: u16, wanted: u32) -> Result<u16> {
        let title = &self.facts.title;
        let progress = u16::try_from(wanted).unwrap_or(u16::MAX);
        if progress == old {
            return Ok(old);
        }
        if progress > 0 && self.facts.airing == Airing::NotYetAired {
            return Err(self.not_yet_aired());
        }
        if let Some(total) = self.facts.total().filter(|total| progress > *total) {
            let episodes = if total == 1 { "episode" } else { "episodes" };
            return Err(invalid(format!(
                "“{title}” has {total} {episodes}, so {wanted} cannot be seen."
            )));
        }
        if progress > MAX_PROGRESS {
            return Err(invalid(format!(
                "Mitai counts up to {MAX_PROGRESS} episodes of “{title}”, not {wanted}."
            )));
        }
        let stays = progress < old && self.unseen.raised(run);
        Ok(if stays { old } else { progress })
    }

    /// What follows from another progress of the current run.
    fn follow_progress(&mut self, number: u16, old: u16, new: u16) {
        if new > old {
            if old == 0 && self.edit.started.is_none() {
                self.set_date_by_rule(number, RunField::Started);
            }
            if self.facts.total() == Some(new) && new > 0 {
                if self.set_status_by_rule(Status::Completed) {
                    self.set_date_by_rule(number, RunField::Finished);
                }
            } else if self.entry.status == Status::Planned {
                self.set_status_by_rule(Status::Watching);
            }
        }
        let is_short = self.facts.episodes.is_none_or(|total| new < total);
        if new < old
            && is_short
            && self.entry.status == Status::Completed
            && self.set_status_by_rule(Status::Watching)
            && self.edit.finished.is_none()
            && let Some(run) = self.entry.run_mut(number)
            && run.finished.is_some_and(|date| date.by_rule)
        {
            run.finished = None;
            self.by_rule.insert(Field::Run(number, RunField::Finished));
        }
    }

    /// The status that a hand sets.
    fn status(&mut self) -> Result<()> {
        let Some(status) = self.edit.status else {
            return Ok(());
        };
        if status == self.entry.status {
            return Ok(());
        }
        if status != Status::Planned && self.facts.airing == Airing::NotYetAired {
            return Err(self.not_yet_aired());
        }
        if status == Status::Dropped && self.entry.is_rewatching() {
            self.abandon();
            return Ok(());
        }
        self.entry.status = status;
        if status == Status::Completed {
            self.complete();
        }
        Ok(())
    }

    /// Whoever completes a title has seen all of it.
    fn complete(&mut self) {
        let number = self.entry.current_number();
        let total = self.facts.episodes.unwrap_or(0);
        if self.edit.progress.is_none()
            && let Some(run) = self.entry.run_mut(number)
            && run.progress < total
        {
            run.progress = total;
            self.by_rule.insert(Field::Run(number, RunField::Progress));
        }
        if self.edit.finished.is_none() {
            self.set_date_by_rule(number, RunField::Finished);
        }
    }

    /// Whoever gives up watching again has completed it before.
    fn abandon(&mut self) {
        let number = self.entry.current_number();
        if let Some(run) = self.entry.run_mut(number) {
            run.state = RunState::Abandoned;
        }
        self.entry.status = Status::Completed;
        self.by_rule.insert(Field::Status);
    }

    fn texts(&mut self) -> Result<()> {
        if let Some(score) = self.edit.score {
            self.entry.score = score;
        }
        if let Some(notes) = &self.edit.notes {
            let length = notes.chars().count();
            if length > MAX_NOTES_CHARS {
                return Err(invalid(format!(
                    "Notes have at most {MAX_NOTES_CHARS} characters; these have {length}."
                )));
            }
            self.entry.notes.clone_from(notes);
        }
        if let Some(private) = self.edit.private {
            self.entry.private =
                private || (self.entry.private && self.unseen.added(&Field::Private));
        }
        Ok(())
    }

    fn tags(&mut self) -> Result<()> {
        let tag = |tag: &String| Field::Tag(tag.clone());
        let old = self.entry.tags.clone();
        if let Some(tags) = &self.edit.tags {
            let tags = cleaned(tags)?;
            // A tag that the client repeats, and that somebody took meanwhile, was not put there by it
            let repeats = |it: &String| !old.contains(it) && self.unseen.took(&tag(it));
            let mut new: BTreeSet<_> = tags.into_iter().filter(|it| !repeats(it)).collect();
            new.extend(old.into_iter().filter(|it| self.unseen.added(&tag(it))));
            self.entry.tags = new;
        }
        let gone = cleaned(&self.edit.remove_tags)?;
        let goes = |it: &String| gone.contains(it) && !self.unseen.added(&tag(it));
        self.entry.tags.retain(|it| !goes(it));
        let added = cleaned(&self.edit.add_tags)?;
        self.entry.tags.extend(added);
        if self.entry.tags.len() > MAX_TAGS {
            return Err(invalid(format!(
                "“{}” would have {} tags; {MAX_TAGS} is as many as an entry keeps.",
                self.facts.title,
                self.entry.tags.len()
            )));
        }
        Ok(())
    }

    /// Sets another status unless a hand did, in this edit or unseen by it; says whether it was set.
    fn set_status_by_rule(&mut self, status: Status) -> bool {
        let by_hand = self.edit.status.is_some() || self.unseen.changed_by_hand(&Field::Status);
        if by_hand || self.entry.status == status {
            return false;
        }
        self.entry.status = status;
        self.by_rule.insert(Field::Status)
    }

    /// Dates a run with today where nothing is entered.
    fn set_date_by_rule(&mut self, number: u16, field: RunField) {
        let today = self.today;
        let Some(run) = self.entry.run_mut(number) else {
            return;
        };
        let date = match field {
            RunField::Started => &mut run.started,
            _ => &mut run.finished,
        };
        if date.is_none() {
            *date = Some(today);
            self.by_rule.insert(Field::Run(number, field));
        }
    }

    fn not_yet_aired(&self) -> Error {
        let title = &self.facts.title;
        invalid(format!(
            "“{title}” is not yet aired, so it can only be planned."
        ))
    }

    fn decision(mut self, before: Option<&ListEntry>) -> Decision {
        self.entry.settle();
        if self.by_rule.contains(&Field::Status) {
            let state = |number| Field::Run(number, RunField::State);
            self.by_rule
                .extend((1..).zip(&self.entry.runs).map(|(n, _)| state(n)));
        }
        let changed = diff(before, Some(&self.entry)).into_iter();
        let changed: BTreeSet<Field> = changed.map(|change| change.field).collect();
        self.by_rule.retain(|field| changed.contains(field));
        Decision {
            entry: Some(self.entry),
            by_rule: self.by_rule,
            changed_since: Vec::new(),
        }
    }
}

/// A date that somebody enters; one that a rule set and that is confirmed stays the rule's.
fn entered(date: Option<PartialDate>, former: Option<RunDate>) -> Option<RunDate> {
    let same = former.filter(|former| Some(former.date) == date);
    same.or(date.map(RunDate::by_hand))
}

/// Tags without blanks around them.
fn cleaned(tags: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let tags = tags.iter().map(|tag| {
        let tag = tag.trim();
        if (1..=MAX_TAG_CHARS).contains(&tag.chars().count()) && !tag.contains(char::is_control) {
            return Ok(tag.to_owned());
        }
        Err(invalid(format!(
            "A tag has 1 to {MAX_TAG_CHARS} characters in one line."
        )))
    });
    tags.collect()
}

fn invalid(sentence: String) -> Error {
    Error::Invalid(sentence)
}
