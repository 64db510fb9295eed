//! Watching again.

use super::*;

/// A title of 26 episodes that was watched in the first days of March.
fn watched() -> Entry {
    let mut title = Entry::finished(26);
    title.edit(&progress(1)).unwrap();
    title.edit(&progress(26)).unwrap();
    title
}

fn edits(entry: &ListEntry) -> Vec<RunEdit> {
    let edit = |run: &Run| RunEdit {
        state: run.state,
        progress: run.progress.into(),
        started: run.started.map(|it| it.date),
        finished: run.finished.map(|it| it.date),
        score: run.score,
    };
    entry.runs.iter().map(edit).collect()
}

fn runs(runs: Vec<RunEdit>) -> Edit {
    Edit {
        runs: Some(runs),
        ..Edit::default()
    }
}

#[test]
fn rewatch_keeps_first_dates() {
    let mut title = watched();
    let first = title.entry().runs[0].clone();
    title.edit(&rewatch()).unwrap();
    assert!(title.entry().is_rewatching());
    assert_eq!(title.status(), Status::Watching);
    assert_eq!(title.run(), &Run::default());
    title.edit(&progress(1)).unwrap();
    assert_eq!(title.run().started, Some(by_rule("2026-03-04")));
    title.edit(&progress(26)).unwrap();
    assert_eq!(title.run().finished, Some(by_rule("2026-03-05")));
    assert_eq!(title.entry().runs[0], first);
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(title.entry().rewatches(), 1);
}

fn score(score: u8) -> Score {
    Score::new(score).unwrap()
}

#[test]
fn rewatch_has_a_score_of_its_own_and_the_first_run_keeps_the_one_it_had() {
    let mut title = watched();
    let scored = |score| Edit {
        score: Some(score),
        ..Edit::default()
    };
    title.edit(&scored(Some(score(90)))).unwrap();
    assert_eq!(title.run().score, None);
    title.edit(&rewatch()).unwrap();
    let first = title.entry().runs[0].clone();
    assert_eq!(first.score, Some(score(90)));
    title.edit(&scored(Some(score(70)))).unwrap();
    let this_time = Edit {
        run_score: Some(Some(score(60))),
        ..Edit::default()
    };
    title.edit(&this_time).unwrap();
    assert_eq!(title.entry().runs[0], first);
    assert_eq!(title.run().score, Some(score(60)));
    assert_eq!(title.entry().score, Some(score(70)));
}

#[test]
fn score_of_a_former_run_is_set_by_its_number_and_taken_away() {
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    for wanted in [Some(score(80)), None] {
        let edit = Edit {
            run: Some(1),
            run_score: Some(wanted),
            ..Edit::default()
        };
        title.edit(&edit).unwrap();
        assert_eq!(title.entry().runs[0].score, wanted);
        assert_eq!(title.run(), &Run::default());
    }
    // Its own score is not replaced by the title's
    assert_eq!(title.entry().score, None);
}

#[test]
fn rewatch_plus_one_stays_rewatching() {
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    for episode in 1..26 {
        title.edit(&progress(episode)).unwrap();
        assert!(title.entry().is_rewatching());
        assert_eq!(title.entry().runs.len(), 2);
    }
}

#[test]
fn rewatch_that_is_dropped_is_abandoned_and_the_title_completed_again() {
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(3)).unwrap();
    title.edit(&status(Status::Dropped)).unwrap();
    assert_eq!(title.status(), Status::Completed);
    let states: Vec<_> = title.entry().runs.iter().map(|run| run.state).collect();
    assert_eq!(states, [RunState::Done, RunState::Abandoned]);
    assert_eq!(title.run().progress, 26);
    assert_eq!(title.entry().rewatches(), 0);
    title.edit(&rewatch()).unwrap();
    assert_eq!((title.entry().runs.len(), title.run().progress), (3, 0));
}

#[test]
fn rewatch_on_hold_goes_on() {
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(3)).unwrap();
    title.edit(&status(Status::Paused)).unwrap();
    assert_eq!(title.run().progress, 3);
    title.edit(&status(Status::Watching)).unwrap();
    assert!(title.entry().is_rewatching());
}

#[test]
fn dropped_title_is_begun_anew_in_a_run_of_its_own() {
    let mut title = Entry::finished(26);
    title.edit(&progress(3)).unwrap();
    title.edit(&status(Status::Dropped)).unwrap();
    assert_eq!(title.run().state, RunState::Abandoned);
    title.edit(&rewatch()).unwrap();
    assert_eq!(title.run().progress, 0);
    assert!(!title.entry().is_rewatching());
    title.edit(&status(Status::Dropped)).unwrap();
    assert_eq!(title.status(), Status::Dropped);
}

#[test]
fn rewatch_of_an_unfinished_title_is_refused() {
    let mut title = Entry::finished(26);
    title.edit(&progress(3)).unwrap();
    let sentence = "“Cowboy Bebop” is not watched to its end yet. Please complete or drop it \
                    before watching it again.";
    assert_eq!(refusal(title.edit(&rewatch())), sentence);
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    title.edit(&rewatch()).unwrap();
    assert_eq!(title.entry().runs.len(), 2);
    title.edit(&progress(1)).unwrap();
    assert_eq!(refusal(title.edit(&rewatch())), sentence);
}

#[test]
fn imported_rewatches_are_counted_without_extra_runs() {
    let mut title = watched();
    let mut entry = title.entry().clone();
    entry.extra_runs = 3;
    title.put(restore(Some(&entry)), Cause::Import("1".into()));
    assert_eq!(title.entry().rewatches(), 3);
    assert_eq!(title.entry().runs.len(), 1);
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(26)).unwrap();
    assert_eq!(title.entry().rewatches(), 4);
}

/// A title of 26 episodes as an import has it whose file knows by number alone that it was watched again.
fn watched_by_number(status: Status, progress: u16) -> Entry {
    let mut title = Entry::finished(26);
    let imported = ImportedEntry {
        status: Some(status),
        progress: Some(progress),
        started: Some(day("2019")),
        rewatches: 2,
        ..ImportedEntry::default()
    };
    let entry = imported.entry(Some(&title.facts), title.moment().now);
    title.put(restore(Some(&entry)), Cause::Import("1".into()));
    title
}

#[test]
fn rewatch_after_runs_known_by_number_is_dropped_and_the_title_completed_as_before() {
    let mut title = watched_by_number(Status::Watching, 5);
    let run = title.run().clone();
    let before = title.entry().clone();
    title.edit(&status(Status::Dropped)).unwrap();
    let entry = title.entry();
    assert_eq!((entry.status, entry.rewatches()), (Status::Completed, 2));
    assert_eq!(
        (title.run().state, title.run().progress),
        (RunState::Done, 26)
    );
    let given_up = Run {
        state: RunState::Abandoned,
        ..run
    };
    assert_eq!(title.entry().runs[1..], [given_up]);
    title.undo(2);
    assert_eq!(title.entry(), &before);
}

#[test]
fn second_try_after_runs_known_by_number_is_dropped_and_loses_nothing() {
    let mut title = watched_by_number(Status::Dropped, 5);
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(3)).unwrap();
    title.edit(&status(Status::Dropped)).unwrap();
    let runs = title
        .entry()
        .runs
        .iter()
        .map(|run| (run.state, run.progress));
    assert_eq!(
        runs.collect::<Vec<_>>(),
        [
            (RunState::Done, 26),
            (RunState::Abandoned, 5),
            (RunState::Abandoned, 3)
        ]
    );
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(title.entry().rewatches(), 2);
}

#[test]
fn rewatch_of_a_plan_with_runs_known_by_number_opens_a_run() {
    let mut title = watched_by_number(Status::Planned, 0);
    title.edit(&rewatch()).unwrap();
    assert_eq!(title.status(), Status::Watching);
    assert_eq!(title.run(), &Run::default());
    let first = &title.entry().runs[0];
    assert_eq!((first.state, first.progress), (RunState::Done, 26));
    assert_eq!(first.started, Some(by_hand("2019")));
    title.edit(&rewatch()).unwrap();
    assert_eq!(title.entry().runs.len(), 2);
    title.edit(&progress(26)).unwrap();
    assert_eq!(title.entry().rewatches(), 3);
}

#[test]
fn former_run_is_edited_by_its_number() {
    let mut title = watched();
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(3)).unwrap();
    let edit = Edit {
        run: Some(1),
        finished: Some(Some(day("2019"))),
        ..progress(25)
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.status(), Status::Watching);
    assert_eq!(title.run().progress, 3);
    let first = &title.entry().runs[0];
    assert_eq!(
        (first.progress, first.finished),
        (25, Some(by_hand("2019")))
    );
    let edit = Edit {
        run: Some(3),
        ..progress(1)
    };
    assert_eq!(
        refusal(title.edit(&edit)),
        "“Cowboy Bebop” has no run 3. Please look at its runs again."
    );
}

#[test]
fn runs_are_edited_as_a_whole() {
    let mut title = watched();
    let mut all = edits(title.entry());
    all[0].started = Some(day("2001-04"));
    all[0].score = Score::new(90).ok();
    all.push(RunEdit {
        state: RunState::Done,
        progress: 26,
        finished: Some(day("2019")),
        ..RunEdit::default()
    });
    title.edit(&runs(all.clone())).unwrap();
    let entry = title.entry();
    assert_eq!((entry.status, entry.rewatches()), (Status::Completed, 1));
    assert_eq!(entry.runs[0].started, Some(by_hand("2001-04")));
    assert_eq!(entry.runs[0].finished, Some(by_rule("2026-03-02")));
    assert_eq!(entry.runs[0].score.map(Score::get), Some(90));
    all[1].state = RunState::Open;
    all[1].progress = 2;
    title.edit(&runs(all.clone())).unwrap();
    assert_eq!(title.status(), Status::Watching);
    all.pop();
    title.edit(&runs(all)).unwrap();
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(title.entry().runs.len(), 1);
}

#[test]
fn invalid_runs_are_refused() {
    let mut title = watched();
    let run = |state| RunEdit {
        state,
        ..RunEdit::default()
    };
    for (wrong, sentence) in [
        (vec![], "An entry has 1 to 100 runs, not 0."),
        (
            vec![run(RunState::Open), run(RunState::Done)],
            "Only the current run can be open. Please end the ones before it.",
        ),
        (
            vec![RunEdit {
                progress: 27,
                ..run(RunState::Done)
            }],
            "“Cowboy Bebop” has 26 episodes, so 27 cannot be seen.",
        ),
    ] {
        assert_eq!(refusal(title.edit(&runs(wrong))), sentence);
    }
    let many = vec![run(RunState::Done); MAX_RUNS];
    title.edit(&runs(many)).unwrap();
    let sentence = refusal(title.edit(&rewatch()));
    assert!(sentence.contains("was watched 100 times"), "{sentence}");
}

#[test]
fn completed_import_with_one_episode() {
    let mut title = Entry::finished(26);
    let mut entry = ListEntry::planned(at("2026-03-01T12:00:00Z"));
    entry.status = Status::Completed;
    entry.runs[0].state = RunState::Done;
    entry.runs[0].progress = 1;
    title.put(restore(Some(&entry)), Cause::Import("1".into()));
    title.edit(&notes("Seen")).unwrap();
    assert_eq!(
        (title.status(), title.run().progress),
        (Status::Completed, 1)
    );
}
