//! How an edit changes the runs of an entry: their progress, dates and scores, and derived values.

use super::{Draft, invalid};
use crate::{
    Result,
    anime_list::{
        Airing, Field, FieldValue, MAX_PROGRESS, MAX_RUNS, PartialDate, Run, RunDate, RunEdit,
        RunField, RunState, Score, Status,
    },
};

impl Draft<'_> {
    /// Applies the list of all runs that the edit asks for.
    pub(super) fn runs(&mut self) -> Result<()> {
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
        // A run that began meanwhile on another device is not in the client's list
        let later = (1..).zip(former).skip(runs.len());
        runs.extend(later.filter_map(|(n, run)| self.view.began(n).then_some(run)));
        self.entry.runs = runs;
        self.follow_runs(before)
    }

    fn run(&self, number: u16, edit: &RunEdit, former: Option<&Run>) -> Result<Run> {
        let progress = former.map_or(0, |run| run.progress);
        let state = match former {
            Some(run) if self.repeats_state(number, edit.state) => run.state,
            _ if edit.state != RunState::Open && self.facts.airing == Airing::NotYetAired => {
                return Err(self.not_yet_aired());
            }
            _ => edit.state,
        };
        Ok(Run {
            state,
            progress: self.merged(number, progress, edit.progress)?,
            started: self.dated((number, RunField::Started), edit.started, former),
            finished: self.dated((number, RunField::Finished), edit.finished, former),
            score: former.map_or(edit.score, |run| self.scored(number, edit.score, run)),
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

    /// Begins a rewatch as a run of its own; the other runs stay as they are.
    pub(super) fn rewatch(&mut self) -> Result<()> {
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
            let is_begun = run.progress > 0;
            if !self.entry.is_rewatching()
                || (is_begun && !self.view.began(self.entry.current_number()))
            {
                return Err(invalid(format!(
                    "“{title}” is not watched to its end yet. Please complete or drop it before \
                     watching it again."
                )));
            }
            if is_begun || !self.entry.has_earlier_run_by_number() {
                return Ok(());
            }
            self.end_by_rule();
        }
        self.has_place_for_a_run()?;
        self.keep_score();
        self.entry.runs.push(Run::default());
        self.entry.status = Status::Watching;
        Ok(())
    }

    /// Ends an open run of which nothing was seen: it is the earlier one of which only the number was known.
    fn end_by_rule(&mut self) {
        let (number, total) = (self.entry.current_number(), self.facts.episodes);
        if let Some(run) = self.entry.run_mut(number) {
            run.state = RunState::Done;
            run.progress = total.unwrap_or(0);
            self.by_rule.extend(
                [RunField::State, RunField::Progress].map(|field| Field::Run(number, field)),
            );
        }
    }

    fn has_place_for_a_run(&self) -> Result<()> {
        if self.entry.runs.len() < MAX_RUNS {
            return Ok(());
        }
        let title = &self.facts.title;
        Err(invalid(format!(
            "“{title}” was watched {MAX_RUNS} times, which is as many as an entry keeps."
        )))
    }

    /// Gives the current run the title's score, if it has none: the title's may change in a rewatch, and this run keeps
    /// the one it had.
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

    /// Applies the dates, the score and the progress of a run. Dates come first, so that rules find them.
    pub(super) fn dates_and_progress(&mut self) -> Result<()> {
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
        let (old, former) = (run.progress, run.clone());
        let score = edit
            .run_score
            .map(|score| self.scored(number, score, &former));
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
            run.score = score.unwrap_or(run.score);
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

    /// Returns the number of the run that the edit means.
    fn number(&self) -> u16 {
        let current = || self.entry.current_number();
        let seen = || self.view.current_number().filter(|_| !self.edit.rewatch);
        self.edit.run.or_else(seen).unwrap_or_else(current)
    }

    /// Returns the new progress of a run at `old`: of raises that did not see one another the greatest stays.
    fn merged(&self, run: u16, old: u16, wanted: u32) -> Result<u16> {
        let title = &self.facts.title;
        let progress = u16::try_from(wanted).unwrap_or(u16::MAX);
        let field = Field::Run(run, RunField::Progress);
        let seen = match self.view.value(&field) {
            Some(FieldValue::Count(seen)) => *seen,
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

    /// Applies what follows from a new progress of the current run.
    fn follow_progress(&mut self, number: u16, old: u16, new: u16) {
        if new > old {
            if old == 0 && self.edit.started.is_none() {
                self.set_date_by_rule(number, RunField::Started);
            }
            if self.facts.total() == Some(new) && new > 0 {
                if self.set_status_by_rule(Status::Completed) && self.edit.finished.is_none() {
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

    /// Sets the current run to all episodes seen and ended today, unless the edit or a hand says otherwise.
    pub(super) fn complete(&mut self) {
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

    /// Whoever gives up watching again has completed it before: in a run that comes first, where only the number of
    /// those before was known.
    pub(super) fn abandon(&mut self) -> Result<()> {
        let number = self.entry.current_number();
        let is_by_number = self.entry.has_earlier_run_by_number();
        if let Some(run) = self.entry.run_mut(number) {
            run.state = RunState::Abandoned;
        }
        if is_by_number {
            self.has_place_for_a_run()?;
            let earlier = Run {
                state: RunState::Done,
                progress: self.facts.episodes.unwrap_or(0),
                ..Run::default()
            };
            self.entry.runs.insert(0, earlier);
        }
        self.entry.status = Status::Completed;
        self.by_rule.insert(Field::Status);
        Ok(())
    }

    fn repeats_state(&self, number: u16, state: RunState) -> bool {
        let field = Field::Run(number, RunField::State);
        self.repeats(&field, Some(&FieldValue::State(state)))
    }

    /// Returns the score that a run gets: its own where the client repeats what it had seen.
    fn scored(&self, number: u16, score: Option<Score>, run: &Run) -> Option<Score> {
        let field = Field::Run(number, RunField::Score);
        if self.repeats(&field, score.map(FieldValue::Score).as_ref()) {
            run.score
        } else {
            score
        }
    }

    /// Returns the date that somebody enters. One that is confirmed stays a rule's if a rule set it.
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
        let seen = match self.view.value(&field) {
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
        if self.view.changed_by_hand(&Field::Run(number, field)) {
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
}
