//! Edits of clients that had not seen what others did.

use super::*;

/// Returns a title of 26 episodes, of which 10 were seen.
pub(super) fn begun() -> Entry {
    let mut title = Entry::finished(26);
    title.edit(&progress(10)).unwrap();
    title
}

#[test]
fn different_fields_of_two_devices_both_win() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &notes("Jazz")).unwrap();
    let score = Edit {
        score: Some(Score::new(90).ok()),
        ..Edit::default()
    };
    title.edit_from(base, &score).unwrap();
    title.edit_from(base, &progress(11)).unwrap();
    let entry = title.entry();
    assert_eq!((entry.notes.as_str(), title.run().progress), ("Jazz", 11));
    assert_eq!(entry.score.map(Score::get), Some(90));
}

#[test]
fn stale_edit_does_not_lower_progress() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &progress(12)).unwrap();
    title.edit_from(base, &progress(11)).unwrap();
    assert_eq!(title.run().progress, 12);
}

#[test]
fn progress_lowered_by_a_later_edit_stays() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &progress(12)).unwrap();
    title.edit_from(base, &progress(9)).unwrap();
    assert_eq!(title.run().progress, 9);
    title.edit_late(base, 1, &progress(13)).unwrap();
    assert_eq!(title.run().progress, 9);
    title.edit_from(base, &progress(11)).unwrap();
    assert_eq!(title.run().progress, 11);
}

#[test]
fn later_of_two_edits_wins_whichever_comes_first() {
    for (first, second) in [(2, 1), (1, 2)] {
        let mut title = begun();
        let base = title.version();
        for hour in [first, second] {
            let scored = Edit {
                score: Some(Score::new(10 * hour).ok()),
                ..status(if hour == 1 {
                    Status::Paused
                } else {
                    Status::Dropped
                })
            };
            title.edit_late(base, hour.into(), &scored).unwrap();
        }
        assert_eq!(title.entry().score.map(Score::get), Some(20));
        assert_eq!(title.status(), Status::Dropped);
    }
}

#[test]
fn ineffective_edit_of_a_conflict_is_an_event() {
    let mut title = begun();
    let base = title.version();
    title.edit_late(base, 3, &notes("Jazz")).unwrap();
    let before = title.version();
    title.edit_late(base, 2, &notes("Blues")).unwrap();
    title.edit_late(base, 4, &notes("Jazz")).unwrap();
    assert_eq!(title.version(), before + 2);
    // A value that the client had already seen is no edit
    title.edit_late(base, 5, &notes("")).unwrap();
    assert_eq!(title.version(), before + 2);
    assert_eq!(title.entry().notes, "Jazz");
}

#[test]
fn later_edit_restores_an_entry_removed_elsewhere() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &notes("Jazz")).unwrap();
    title.remove();
    title.edit_late(base, 1, &progress(11)).unwrap();
    assert_eq!(title.now, None);
    title.edit_from(base, &progress(12)).unwrap();
    assert_eq!(title.run().progress, 12);
    assert_eq!(title.entry().notes, "Jazz");
}

#[test]
fn undo_counts_as_an_edit_in_conflicts() {
    let mut title = begun();
    title.edit(&notes("Jazz")).unwrap();
    let base = title.version();
    assert!(title.undo(2).is_empty());
    title.edit_late(base, 1, &notes("Blues")).unwrap();
    assert_eq!(title.entry().notes, "");
    title.edit_from(base, &notes("Blues")).unwrap();
    assert_eq!(title.entry().notes, "Blues");
}

#[test]
fn lowering_progress_applies_without_a_concurrent_raise() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &notes("Jazz")).unwrap();
    title.edit_from(base, &progress(8)).unwrap();
    assert_eq!(title.run().progress, 8);
    title.edit_from(base, &progress(11)).unwrap();
    assert_eq!(title.run().progress, 11);
}

#[test]
fn progress_of_a_run_never_touches_another() {
    let mut title = begun();
    title.edit(&progress(26)).unwrap();
    title.edit(&progress(25)).unwrap();
    let base = title.version();
    title.edit(&progress(26)).unwrap();
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(2)).unwrap();
    title.edit_from(base, &progress(24)).unwrap();
    let of_runs: Vec<_> = title.entry().runs.iter().map(|run| run.progress).collect();
    assert_eq!(of_runs, [24, 2]);
}

#[test]
fn later_of_two_statuses_wins() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &status(Status::Paused)).unwrap();
    title.edit_from(base, &status(Status::Dropped)).unwrap();
    assert_eq!(title.status(), Status::Dropped);
}

#[test]
fn derived_change_never_overrides_a_concurrent_user_edit() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &status(Status::Dropped)).unwrap();
    title.edit_from(base, &progress(26)).unwrap();
    assert_eq!(title.status(), Status::Dropped);
    let run = title.run();
    assert_eq!((run.progress, run.finished), (26, None));
    assert_eq!(run.state, RunState::Abandoned);
}

#[test]
fn derived_status_may_replace_an_unseen_derived_status() {
    let mut title = Entry::finished(26);
    title.edit(&Edit::default()).unwrap();
    let base = title.version();
    title.edit_from(base, &progress(1)).unwrap();
    title.edit_from(base, &progress(26)).unwrap();
    assert_eq!(title.status(), Status::Completed);
}

#[test]
fn private_flag_wins_over_a_concurrent_public_one() {
    let private = |private| Edit {
        private: Some(private),
        ..Edit::default()
    };
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &private(true)).unwrap();
    title.edit_from(base, &private(false)).unwrap();
    assert!(title.entry().private);
    title.edit(&private(false)).unwrap();
    assert!(!title.entry().private);
}

#[test]
fn tag_changes_of_two_devices_are_all_applied() {
    let all = |all: &[&str]| Edit {
        tags: Some(tags(all)),
        ..Edit::default()
    };
    let mut title = begun();
    title.edit(&all(&["jazz", "space"])).unwrap();
    let base = title.version();
    title
        .edit_from(base, &all(&["jazz", "noir", "space"]))
        .unwrap();
    let taken = Edit {
        remove_tags: tags(&["noir", "space"]),
        ..Edit::default()
    };
    title.edit_from(base, &taken).unwrap();
    assert_eq!(title.entry().tags, tags(&["jazz", "noir"]));
    title.edit_from(base, &all(&["space", "western"])).unwrap();
    assert_eq!(title.entry().tags, tags(&["noir", "western"]));
    let added = Edit {
        add_tags: tags(&["space"]),
        ..Edit::default()
    };
    title.edit_from(base, &added).unwrap();
    assert_eq!(title.entry().tags, tags(&["noir", "western"]));
    title.edit(&added).unwrap();
    assert_eq!(title.entry().tags, tags(&["noir", "space", "western"]));
}

#[test]
fn removal_of_unknown_age_leaves_an_entry_that_was_edited_unseen() {
    let mut title = begun();
    let base = title.version();
    title.edit_from(base, &notes("Jazz")).unwrap();
    let before = title.version();
    title.remove_from(base);
    assert_eq!(
        (title.entry().notes.as_str(), title.version()),
        ("Jazz", before)
    );
    title.remove();
    assert_eq!(title.now, None);
}

#[test]
fn later_of_a_removal_and_an_edit_wins_whichever_comes_first() {
    for (edited, removed) in [(1, 2), (2, 1)] {
        for edit_comes_first in [true, false] {
            let mut title = begun();
            let base = title.version();
            for is_edit in [edit_comes_first, !edit_comes_first] {
                let (hour, edit) = if is_edit {
                    (edited, notes("Jazz"))
                } else {
                    (removed, Edit::removal())
                };
                title.edit_late(base, hour, &edit).unwrap();
            }
            let kept = title
                .now
                .as_ref()
                .map(|entry| (entry.notes.as_str(), entry.current_run().progress));
            assert_eq!(kept, (edited > removed).then_some(("Jazz", 10)));
            assert_eq!(title.version(), base + 2);
        }
    }
}

#[test]
fn edit_after_a_removal_starts_a_new_entry_in_any_order_of_arrival() {
    let mut title = begun();
    let base = title.version();
    title.edit_late(base, 3, &notes("Jazz")).unwrap();
    let phone = |hour: i64, number: u8| Operation {
        made_at: Some(at("2026-03-01T12:00:00Z") + SignedDuration::from_hours(hour)),
        op_id: format!("the_phone-{number}").parse().ok(),
        base_version: Some(base),
        ..Operation::by_hand(title.moment().now)
    };
    let (removal, addition) = (phone(1, 1), phone(2, 2));
    title.edit_as(removal, &Edit::removal()).unwrap();
    assert_eq!(title.run().progress, 10);
    title.edit_as(addition, &progress(1)).unwrap();
    assert_eq!(
        (title.entry().notes.as_str(), title.run().progress),
        ("Jazz", 1)
    );
}

#[test]
fn edit_restores_an_entry_removed_unseen() {
    let mut title = begun();
    title.edit(&notes("Jazz")).unwrap();
    let base = title.version();
    title.remove_from(base);
    title.remove_from(base);
    title.edit_from(base, &progress(11)).unwrap();
    assert_eq!(title.entry().notes, "Jazz");
    assert_eq!(title.run().progress, 11);
}

#[test]
fn edit_after_a_seen_removal_begins_a_new_entry() {
    let mut title = begun();
    title.edit(&notes("Jazz")).unwrap();
    title.remove();
    title.edit(&Edit::default()).unwrap();
    assert_eq!(
        title.entry(),
        &ListEntry::planned(at("2026-03-04T12:00:00Z"))
    );
}

#[test]
fn rewatches_begun_on_two_devices_are_one_run() {
    let mut title = begun();
    title.edit(&progress(26)).unwrap();
    let base = title.version();
    title.edit_from(base, &rewatch()).unwrap();
    title.edit(&progress(1)).unwrap();
    title.edit_from(base, &rewatch()).unwrap();
    assert_eq!(title.entry().runs.len(), 2);
    assert_eq!(title.run().progress, 1);
}

#[test]
fn edit_of_runs_keeps_a_run_begun_elsewhere() {
    let mut title = begun();
    title.edit(&progress(26)).unwrap();
    let base = title.version();
    title.edit_from(base, &rewatch()).unwrap();
    let runs = Edit {
        runs: Some(vec![RunEdit {
            state: RunState::Done,
            progress: 26,
            finished: Some(day("2019")),
            ..RunEdit::default()
        }]),
        ..Edit::default()
    };
    title.edit_from(base, &runs).unwrap();
    assert_eq!(title.entry().runs.len(), 2);
    assert_eq!(title.entry().runs[0].finished, Some(by_hand("2019")));
    assert!(title.entry().is_rewatching());
}

#[test]
fn outbox_has_seen_its_own_operations() {
    let mut title = begun();
    title.edit(&progress(11)).unwrap();
    let mut event = title.events.pop().unwrap();
    event.op_id = Some("outbox_a-7".parse().unwrap());
    let operation = |op_id: &str| Operation {
        op_id: op_id.parse().ok(),
        ..Operation::by_hand(event.at)
    };
    assert!(operation("outbox_a-8").made(&event));
    assert!(!operation("outbox_b-8").made(&event));
    assert!(!operation("without_one").made(&event));
    assert!(!Operation::by_hand(event.at).made(&event));
}
