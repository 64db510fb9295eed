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
fn change_comes_after_those_that_its_author_had_seen() {
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
fn edit_that_was_overruled_stays_so_for_who_has_seen_the_winner_alone() {
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
fn undoing_the_later_of_two_edits_gives_the_earlier_one() {
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
