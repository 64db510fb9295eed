//! How imports change entries.

use proptest::{collection::vec, option, prelude::*, sample::select};

use super::{
    properties::{any_date, any_history, any_score, any_tags, title},
    *,
};

const POLICIES: [ImportPolicy; 4] = [
    ImportPolicy::Mine,
    ImportPolicy::Theirs,
    ImportPolicy::Newer,
    ImportPolicy::Furthest,
];

fn twelve() -> TitleFacts {
    facts(Some(12), Airing::Finished)
}

fn merged(mine: &ListEntry, theirs: &ImportedEntry, policy: ImportPolicy) -> ListEntry {
    let changed_at = at("2026-03-01T12:00:00Z");
    let mine = StoredEntryRef {
        entry: mine,
        changed_at,
    };
    theirs.merged(mine, policy, Some(&twelve()))
}

fn imported(status: Status, progress: u16) -> ImportedEntry {
    ImportedEntry {
        status: Some(status),
        progress: Some(progress),
        ..ImportedEntry::default()
    }
}

fn new(theirs: &ImportedEntry) -> ListEntry {
    theirs.entry(Some(&twelve()), at("2026-03-01T12:00:00Z"))
}

/// Returns the entry of a title of twelve episodes after edits.
fn made(edits: &[Edit]) -> ListEntry {
    let mut title = Entry::finished(12);
    for edit in edits {
        title.edit(edit).unwrap();
    }
    title.entry().clone()
}

#[test]
fn completed_title_has_the_stated_progress_or_all_episodes() {
    assert_eq!(
        new(&imported(Status::Completed, 0)).current_run().progress,
        0
    );
    let unsaid = ImportedEntry {
        progress: None,
        ..imported(Status::Completed, 0)
    };
    let entry = new(&unsaid);
    assert_eq!(entry.current_run().progress, 12);
    assert_eq!(entry.current_run().state, RunState::Done);
    assert_eq!(entry.current_run().finished, None);
}

#[test]
fn rewatch_has_a_run_of_its_own_and_the_first_keeps_the_dates() {
    let again = ImportedEntry {
        rewatching: true,
        rewatches: 2,
        started: Some(day("2019")),
        finished: Some(day("2019-04")),
        ..imported(Status::Watching, 5)
    };
    let entry = new(&again);
    assert!(entry.is_rewatching());
    assert_eq!(entry.rewatches(), 2);
    assert_eq!(entry.runs[0].started, Some(by_hand("2019")));
    assert_eq!(entry.runs[0].progress, 12);
    assert_eq!(entry.current_run().progress, 5);
    assert_eq!(entry.current_run().started, None);
}

#[test]
fn any_policy_imports_over_a_planned_entry() {
    let mine = ListEntry::planned(at("2020-01-01T00:00:00Z"));
    let theirs = ImportedEntry {
        started: Some(day("2019")),
        ..imported(Status::Watching, 3)
    };
    for policy in POLICIES {
        let entry = merged(&mine, &theirs, policy);
        assert_eq!(entry.status, Status::Watching, "{policy:?}");
        assert_eq!(entry.current_run().progress, 3);
        assert_eq!(entry.current_run().started, Some(by_hand("2019")));
        assert_eq!(entry.added_at, mine.added_at);
    }
}

#[test]
fn import_clears_no_field_that_the_file_leaves_out() {
    let mine = made(&[
        Edit {
            started: Some(Some(day("2019"))),
            score: Some(Score::new(70).ok()),
            notes: Some("Mine".into()),
            tags: Some(tags(&["a"])),
            ..progress(12)
        },
        rewatch(),
        progress(3),
    ]);
    for policy in POLICIES {
        let entry = merged(&mine, &imported(Status::Watching, 3), policy);
        assert_eq!(entry.runs[0].started, mine.runs[0].started, "{policy:?}");
        assert_eq!(entry.runs[0].finished, mine.runs[0].finished);
        assert_eq!(entry.score, mine.score);
        assert_eq!(entry.notes, "Mine");
        assert_eq!(entry.tags, mine.tags);
    }
}

#[test]
fn equal_imported_date_keeps_its_origin() {
    let mine = made(&[progress(5)]);
    let started = mine.current_run().started.unwrap();
    assert!(started.by_rule);
    let theirs = ImportedEntry {
        started: Some(started.date),
        ..imported(Status::Watching, 5)
    };
    for policy in POLICIES {
        assert_eq!(merged(&mine, &theirs, policy), mine, "{policy:?}");
    }
}

#[test]
fn furthest_policy_never_lowers_progress() {
    let mine = made(&[progress(12)]);
    let theirs = imported(Status::Watching, 5);
    assert_eq!(merged(&mine, &theirs, ImportPolicy::Furthest), mine);
    let theirs_taken = merged(&mine, &theirs, ImportPolicy::Theirs);
    assert_eq!(theirs_taken.status, Status::Watching);
    assert_eq!(theirs_taken.current_run().progress, 5);

    let mine = made(&[progress(5)]);
    let done = merged(
        &mine,
        &imported(Status::Completed, 12),
        ImportPolicy::Furthest,
    );
    assert_eq!(done.status, Status::Completed);
    let dropped = made(&[progress(5), status(Status::Dropped)]);
    let entry = merged(
        &dropped,
        &imported(Status::Watching, 7),
        ImportPolicy::Furthest,
    );
    assert_eq!(entry.status, Status::Dropped);
}

#[test]
fn furthest_policy_takes_the_earlier_start_and_the_later_end() {
    for (mine, theirs) in [("2019-03-01", "2019-03-02"), ("2019-03-02", "2019-03-01")] {
        let listed = made(&[Edit {
            started: Some(Some(day(mine))),
            finished: Some(Some(day(mine))),
            ..progress(12)
        }]);
        let again = ImportedEntry {
            rewatches: 1,
            started: Some(day(theirs)),
            finished: Some(day(theirs)),
            ..imported(Status::Completed, 12)
        };
        let entry = merged(&listed, &again, ImportPolicy::Furthest);
        assert_eq!(entry.rewatches(), 1);
        let date = |it: Option<RunDate>| it.unwrap().date.to_string();
        assert_eq!(date(entry.runs[0].started), "2019-03-01");
        assert_eq!(date(entry.runs[0].finished), "2019-03-02");
    }
}

#[test]
fn imported_end_date_fills_only_an_ended_run() {
    let ended = ImportedEntry {
        started: Some(day("2019-03-01")),
        finished: Some(day("2019-03-02")),
        ..imported(Status::Completed, 12)
    };
    for (status_, is_ended) in [
        (Status::Watching, false),
        (Status::Paused, false),
        (Status::Dropped, true),
    ] {
        let undated = Edit {
            started: Some(None),
            finished: Some(None),
            ..status(status_)
        };
        let listed = made(&[progress(3), undated]);
        let entry = merged(&listed, &ended, ImportPolicy::Mine);
        assert_eq!(entry.status, status_);
        let [run] = &entry.runs[..] else {
            panic!("one run")
        };
        assert_eq!(run.started.map(|it| it.date), Some(day("2019-03-01")));
        assert_eq!(run.finished.is_some(), is_ended, "{status_:?}");
    }
}

#[test]
fn file_without_statuses_keeps_the_lists_statuses() {
    let mine = made(&[progress(12)]);
    let theirs = ImportedEntry {
        status: None,
        score: Score::new(80).ok(),
        ..imported(Status::Planned, 5)
    };
    let entry = merged(&mine, &theirs, ImportPolicy::Theirs);
    assert_eq!(entry.status, Status::Completed);
    assert_eq!(entry.score, theirs.score);
    assert_eq!(entry.current_run().progress, 5);
    assert_eq!(new(&theirs).status, Status::Planned);
}

#[test]
fn newer_policy_compares_times_of_change() {
    let mine = made(&[progress(5)]);
    for (updated_at, progress) in [
        (Some("2026-03-02T12:00:00Z"), 3),
        (Some("2026-02-01T12:00:00Z"), 5),
        (None, 5),
    ] {
        let theirs = ImportedEntry {
            updated_at: updated_at.map(at),
            ..imported(Status::Watching, 3)
        };
        let entry = merged(&mine, &theirs, ImportPolicy::Newer);
        assert_eq!(entry.current_run().progress, progress, "{updated_at:?}");
    }
}

#[test]
fn whole_imported_score_keeps_a_finer_score_that_rounds_to_it() {
    let mine = made(&[Edit {
        score: Some(Some(Score::new(85).unwrap())),
        ..progress(5)
    }]);
    let of = |value, has_whole_scores| ImportedEntry {
        score: Some(Score::new(value).unwrap()),
        has_whole_scores,
        ..imported(Status::Watching, 5)
    };
    for (theirs, expected) in [(of(90, true), 85), (of(80, true), 80), (of(90, false), 90)] {
        let entry = merged(&mine, &theirs, ImportPolicy::Theirs);
        assert_eq!(
            entry.score,
            Some(Score::new(expected).unwrap()),
            "{theirs:?}"
        );
        assert_eq!(new(&theirs).score, theirs.score);
    }
}

fn any_policy() -> impl Strategy<Value = ImportPolicy> {
    select(POLICIES.to_vec())
}

prop_compose! {
    fn any_imported()(
        status in option::weighted(0.9, select(vec![
            Status::Planned, Status::Watching, Status::Completed, Status::Paused, Status::Dropped,
        ])),
        rewatching in prop::bool::weighted(0.3),
        progress in option::weighted(0.8, 0..=14_u16),
        score in option::of(any_score()),
        started in option::of(any_date()),
        finished in option::of(any_date()),
        rewatches in 0..4_u16,
        notes in "[a-c]{0,2}",
        tags in any_tags(),
        private in option::of(any::<bool>()),
        foreign in vec(select(vec!["x", "y"]), 0..2),
    ) -> ImportedEntry {
        ImportedEntry {
            status: if rewatching { Some(Status::Watching) } else { status },
            foreign_fields: foreign.iter().map(|name| ((*name).into(), "1".into())).collect(),
            rewatching, progress, score, started, finished, rewatches, notes, tags, private,
            ..ImportedEntry::default()
        }
    }
}

proptest! {
    #[test]
    fn importing_twice_changes_nothing(
        acts in any_history(), theirs in any_imported(), policy in any_policy(),
    ) {
        let once = match &title(&acts).now {
            Some(mine) => merged(mine, &theirs, policy),
            None => new(&theirs),
        };
        prop_assert!(once.is_possible(), "{once:?}");
        prop_assert_eq!(merged(&once, &theirs, policy), once);
    }

    #[test]
    fn importing_keeps_values_that_the_file_lacks(
        acts in any_history(), theirs in any_imported(), policy in any_policy(),
    ) {
        if let Some(mine) = &title(&acts).now {
            let entry = merged(mine, &theirs, policy);
            prop_assert!(mine.score.is_none() || entry.score.is_some());
            prop_assert!(mine.notes.is_empty() || !entry.notes.is_empty());
            prop_assert!(entry.tags.is_superset(&mine.tags));
            prop_assert!(entry.runs.len() >= mine.runs.len());
            prop_assert!(mine.runs[0].started.is_none() || entry.runs[0].started.is_some());
            prop_assert!(entry.private || !mine.private);
        }
    }

    #[test]
    fn theirs_policy_takes_the_files_values(acts in any_history(), theirs in any_imported()) {
        let policy = ImportPolicy::Theirs;
        if let Some(mine) = &title(&acts).now {
            let entry = merged(mine, &theirs, policy);
            prop_assert_eq!(entry.status, theirs.status.unwrap_or(mine.status));
            prop_assert!(theirs.score.is_none() || entry.score == theirs.score);
            let dropped_again = entry.status == Status::Dropped && entry.runs.len() > 1;
            if let Some(progress) = theirs.progress.filter(|_| !dropped_again) {
                prop_assert_eq!(entry.current_run().progress, progress);
            }
            prop_assert!(theirs.status.is_none() || entry.rewatches() >= theirs.rewatches);
        }
    }

    #[test]
    fn furthest_policy_loses_no_rewatch_and_no_completion(acts in any_history(), theirs in any_imported()) {
        if let Some(mine) = &title(&acts).now {
            let entry = merged(mine, &theirs, ImportPolicy::Furthest);
            prop_assert!(entry.rewatches() >= mine.rewatches());
            let ended = matches!(mine.status, Status::Completed);
            prop_assert!(!ended || entry.status == Status::Completed || entry.is_rewatching());
        }
    }

    #[test]
    fn exported_entries_are_imported_unchanged(acts in any_history()) {
        if let Some(entry) = &title(&acts).now {
            let theirs = ImportedEntry { whole: Some(Box::new(entry.clone())), ..ImportedEntry::default() };
            prop_assert_eq!(&new(&theirs), entry);
            for policy in POLICIES {
                prop_assert_eq!(&merged(entry, &theirs, policy), entry);
            }
        }
    }
}
