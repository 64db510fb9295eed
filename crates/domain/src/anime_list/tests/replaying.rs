//! Edits that are made again since one came late.

use super::*;

#[test]
fn new_facts_of_a_title_change_no_entry() {
    let mut title = Entry::of(facts(Some(12), Airing::Airing));
    title.edit(&Edit::default()).unwrap();
    title.edit(&progress(12)).unwrap();
    title.facts = facts(Some(12), Airing::Finished);
    title.edit_late(1, 1, &notes("Jazz")).unwrap();
    let entry = title.entry();
    assert_eq!(
        (entry.notes.as_str(), entry.status),
        ("Jazz", Status::Watching)
    );
    title.facts = facts(Some(6), Airing::Finished);
    title.edit_late(1, 2, &notes("Blues")).unwrap();
    assert_eq!(
        (title.entry().notes.as_str(), title.run().progress),
        ("Blues", 12)
    );
}

#[test]
fn change_follows_those_its_client_had_seen_whatever_its_clock() {
    let mut title = Entry::finished(26);
    title.edit(&progress(10)).unwrap();
    title.edit(&notes("First")).unwrap();
    // Its clock is wrong
    title.edit_late(2, -9, &notes("Second")).unwrap();
    title.edit_late(1, 1, &progress(11)).unwrap();
    assert_eq!(
        (title.entry().notes.as_str(), title.run().progress),
        ("Second", 11)
    );
}

#[test]
fn edit_based_on_the_winner_does_not_revive_the_loser() {
    let mut title = Entry::finished(26);
    title.edit(&progress(10)).unwrap();
    title.edit_late(1, 3, &notes("Later")).unwrap();
    title.edit_late(1, 2, &notes("Earlier")).unwrap();
    title.edit_late(2, 4, &progress(11)).unwrap();
    assert_eq!(
        (title.entry().notes.as_str(), title.run().progress),
        ("Later", 11)
    );
}

#[test]
fn undoing_the_later_of_two_edits_applies_the_earlier_one() {
    for (first, second) in [(2, 3), (3, 2)] {
        let mut title = Entry::finished(26);
        title.edit(&progress(10)).unwrap();
        for hour in [first, second] {
            title
                .edit_late(1, hour, &progress(10 + u32::try_from(hour).unwrap()))
                .unwrap();
        }
        assert_eq!(title.run().progress, 13);
        let winner = if first == 3 { 2 } else { 3 };
        assert!(title.undo(winner).is_empty());
        assert_eq!(title.run().progress, 12);
    }
}

#[test]
fn undo_of_the_first_of_two_identical_edits_takes_back_both() {
    let mut title = Entry::finished(26);
    title.edit(&progress(10)).unwrap();
    title.edit_late(1, 2, &progress(11)).unwrap();
    title.edit_late(1, 3, &progress(11)).unwrap();
    assert!(title.undo(2).is_empty());
    assert_eq!(title.run().progress, 10);
}

#[test]
fn edit_that_cannot_be_replayed_does_not_block_later_ones() {
    let mut title = Entry::finished(12);
    title.edit(&progress(11)).unwrap();
    title.edit_late(1, 5, &status(Status::Completed)).unwrap();
    title.edit_late(2, 6, &rewatch()).unwrap();
    title.edit_late(3, 7, &notes("Later")).unwrap();
    // The first run was open when this was made. It comes after the other rewatch, and is taken for the same.
    title.edit_late(1, 2, &rewatch()).unwrap();
    title.edit_late(1, 3, &notes("Earlier")).unwrap();
    assert_eq!(title.entry().notes, "Later");
    assert_eq!(title.entry().runs.len(), 2);
}

#[test]
fn rewatch_before_a_removal_survives_in_either_order_of_arrival() {
    let runs = Edit {
        runs: Some(vec![RunEdit {
            state: RunState::Abandoned,
            ..RunEdit::default()
        }]),
        ..Edit::default()
    };
    let tagged = Edit {
        add_tags: tags(&["a"]),
        ..Edit::default()
    };
    // The rewatch is of a run that only another device has ended
    let made = [
        ("one-1", 1, runs),
        ("two-1", 2, rewatch()),
        ("one-2", 3, Edit::removal()),
        ("two-2", 4, tagged),
    ];
    let ends = [[0, 1, 2, 3], [0, 2, 1, 3]].map(|order| {
        let mut title = Entry::finished(12);
        title.edit(&Edit::default()).unwrap();
        let base = title.version();
        for place in order {
            let (op_id, hour, edit) = &made[place];
            let operation = Operation {
                made_at: Some(at("2026-03-01T12:00:00Z") + SignedDuration::from_hours(*hour)),
                op_id: op_id.parse().ok(),
                base_version: Some(base),
                ..Operation::by_hand(title.moment().now)
            };
            title.edit_as(operation, edit).unwrap();
        }
        (title.entry().runs.clone(), title.status())
    });
    assert_eq!(ends[0].0.len(), 2);
    assert_eq!(ends[0], ends[1]);
}
