//! What an edit leads to.
//!
//! Rules set what follows from what somebody did: the first episode begins a run, the last one ends it. They
//! never replace what a hand has set: not a date, and not a status that the client had not seen.
//!
//! What an edit repeats of the entry as its client had seen it is no change: what others did meanwhile stays.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{
    Airing, AskedEdit, Decision, Edit, Field, FieldValue, ListEntry, MAX_NOTES_CHARS, MAX_PROGRESS,
    MAX_RUNS, MAX_TAG_CHARS, MAX_TAGS, PartialDate, Run, RunDate, RunEdit, RunField, RunState,
    Score, Status, TitleFacts, diff, unseen::Unseen,
};
use crate::{Error, Result};

/// What becomes of an entry by an edit that comes at an instant, whose client had not seen some changes.
pub(super) fn edited(
    facts: &TitleFacts,
    entry: Option<&ListEntry>,
    unseen: Unseen<'_>,
    asked: &AskedEdit,
    now: Timestamp,
) -> Result<Decision> {
    let draft = entry.or_else(|| unseen.removed());
    let mut draft = Draft {
        facts,
        edit: &asked.edit,
        entry: draft.cloned().unwrap_or_else(|| ListEntry::planned(now)),
        unseen,
        today: RunDate::by_rule(asked.today.into()),
        by_rule: BTreeSet::new(),
    };
    draft.runs()?;
    draft.rewatch()?;
    draft.dates_and_progress()?;
    draft.status()?;
    draft.texts()?;
    draft.tags()?;
    Ok(draft.decision(entry))
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
            state: match former {
                Some(run) if self.repeats_state(number, edit.state, run) => run.state,
                _ => edit.state,
            },
            progress: self.merged(number, progress, edit.progress)?,
            started: self.dated((number, RunField::Started), edit.started, former),
            finished: self.dated((number, RunField::Finished), edit.finished, former),
            score: match former {
                Some(run) if self.repeats_score(number, edit.score, run) => run.score,
                _ => edit.score,
            },
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
        self.entry.runs.push(Run::default());
        self.entry.status = Status::Watching;
        Ok(())
    }

    /// Dates come first, so that rules find them.
    fn dates_and_progress(&mut self) -> Result<()> {
        let edit = self.edit;
        if edit.started.is_none() && edit.finished.is_none() && edit.progress.is_none() {
            return Ok(());
        }
        let number = self.number();
        let title = &self.facts.title;
        let run = self.entry.run_mut(number).ok_or_else(|| {
            invalid(format!(
                "“{title}” has no run {number}. Please look at its runs again."
            ))
        })?;
        let (old, former) = (run.progress, run.clone());
        let started = edit.started.map(|date| {
            let field = (number, RunField::Started);
            self.dated(field, date, Some(&former))
        });
        let finished = edit.finished.map(|date| {
            let field = (number, RunField::Finished);
            self.dated(field, date, Some(&former))
        });
        if let Some(run) = self.entry.run_mut(number) {
            run.started = started.unwrap_or(run.started);
            run.finished = finished.unwrap_or(run.finished);
        }
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

    /// The progress of a run that is at `old`: of raises that did not see one another the greatest stays.
    fn merged(&self, run: u16, old: u16, wanted: u32) -> Result<u16> {
        let title = &self.facts.title;
        let progress = u16::try_from(wanted).unwrap_or(u16::MAX);
        let field = Field::Run(run, RunField::Progress);
        let seen = match self.unseen.seen(&field, Some(FieldValue::Count(old))) {
            Some(FieldValue::Count(seen)) => seen,
            _ => 0,
        };
        if progress == seen {
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
        let is_raise = progress > seen;
        Ok(if is_raise {
            progress.max(old)
        } else {
            progress
        })
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
        let now = FieldValue::Status(self.entry.status);
        if self.repeats(&Field::Status, Some(FieldValue::Status(status)), Some(now)) {
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
        let of_score = |score: Option<Score>| score.map(FieldValue::Score);
        if let Some(score) = self.edit.score
            && !self.repeats(&Field::Score, of_score(score), of_score(self.entry.score))
        {
            self.entry.score = score;
        }
        if let Some(notes) = &self.edit.notes {
            let length = notes.chars().count();
            if length > MAX_NOTES_CHARS {
                return Err(invalid(format!(
                    "Notes have at most {MAX_NOTES_CHARS} characters; these have {length}."
                )));
            }
            let text =
                |notes: &String| (!notes.is_empty()).then(|| FieldValue::Text(notes.clone()));
            if !self.repeats(&Field::Notes, text(notes), text(&self.entry.notes)) {
                self.entry.notes.clone_from(notes);
            }
        }
        let yes = |is_so: bool| is_so.then_some(FieldValue::Yes);
        if let Some(private) = self.edit.private
            && !self.repeats(&Field::Private, yes(private), yes(self.entry.private))
        {
            self.entry.private = private;
        }
        Ok(())
    }

    fn tags(&mut self) -> Result<()> {
        if let Some(tags) = &self.edit.tags {
            let tags = cleaned(tags)?;
            for gone in self.entry.tags.clone().difference(&tags) {
                self.tag(gone, false);
            }
            for tag in &tags {
                self.tag(tag, true);
            }
        }
        for gone in &cleaned(&self.edit.remove_tags)? {
            self.tag(gone, false);
        }
        for added in &cleaned(&self.edit.add_tags)? {
            self.tag(added, true);
        }
        if self.entry.tags.len() > MAX_TAGS {
            return Err(invalid(format!(
                "“{}” would have {} tags; {MAX_TAGS} is as many as an entry keeps.",
                self.facts.title,
                self.entry.tags.len()
            )));
        }
        Ok(())
    }

    /// Puts a tag on or takes it off, unless that repeats what the client had seen.
    fn tag(&mut self, tag: &String, is_on: bool) {
        let value = |is_on: bool| is_on.then_some(FieldValue::Yes);
        let now = value(self.entry.tags.contains(tag));
        if self.repeats(&Field::Tag(tag.clone()), value(is_on), now) {
            return;
        }
        if is_on {
            self.entry.tags.insert(tag.clone());
        } else {
            self.entry.tags.remove(tag);
        }
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

    /// Whether a value is the one that the client had seen of a field, which has the value `now`.
    fn repeats(&self, field: &Field, value: Option<FieldValue>, now: Option<FieldValue>) -> bool {
        self.unseen.seen(field, now) == value
    }

    fn repeats_state(&self, number: u16, state: RunState, run: &Run) -> bool {
        let field = Field::Run(number, RunField::State);
        let value = |state| Some(FieldValue::State(state));
        self.repeats(&field, value(state), value(run.state))
    }

    fn repeats_score(&self, number: u16, score: Option<Score>, run: &Run) -> bool {
        let field = Field::Run(number, RunField::Score);
        let value = |score: Option<Score>| score.map(FieldValue::Score);
        self.repeats(&field, value(score), value(run.score))
    }

    /// A date that somebody enters. One that is confirmed stays a rule's if a rule set it.
    fn dated(
        &self,
        (number, field): (u16, RunField),
        date: Option<PartialDate>,
        former: Option<&Run>,
    ) -> Option<RunDate> {
        let former = former.and_then(|run| match field {
            RunField::Started => run.started,
            _ => run.finished,
        });
        let field = Field::Run(number, field);
        let seen = match self.unseen.seen(&field, former.map(FieldValue::Date)) {
            Some(FieldValue::Date(seen)) => Some(seen.date),
            _ => None,
        };
        if seen == date {
            former
        } else {
            date.map(RunDate::by_hand)
        }
    }

    /// Dates a run with today where nothing is entered, unless a hand did that unseen.
    fn set_date_by_rule(&mut self, number: u16, field: RunField) {
        let today = self.today;
        if self.unseen.changed_by_hand(&Field::Run(number, field)) {
            return;
        }
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
            ..Decision::default()
        }
    }
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
