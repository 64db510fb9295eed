//! Taking changes back.

use super::*;

#[test]
fn undo_reverts_derived_changes_too() {
    let mut title = Entry::finished(26);
    title.edit(&Edit::default()).unwrap();
    let planned = title.now.clone();
    title.edit(&progress(26)).unwrap();
    assert!(title.undo(2).is_empty());
    assert_eq!(title.now, planned);
}

#[test]
fn undo_of_an_undo_restores_the_change() {
    let mut title = Entry::finished(26);
    title.edit(&progress(5)).unwrap();
    title.edit(&progress(26)).unwrap();
    let completed = title.now.clone();
    assert!(title.undo(2).is_empty());
    assert!(title.undo(3).is_empty());
    assert_eq!(title.now, completed);
}

#[test]
fn undo_keeps_and_names_fields_changed_since() {
    let mut title = Entry::finished(26);
    title.edit(&progress(5)).unwrap();
    let both = Edit {
        progress: Some(6),
        ..notes("Jazz")
    };
    title.edit(&both).unwrap();
    title.edit(&progress(7)).unwrap();
    assert_eq!(title.undo(2), ["run:1:progress"]);
    assert_eq!(title.run().progress, 7);
    assert_eq!(title.entry().notes, "");
}

#[test]
fn second_undo_of_one_change_does_nothing() {
    let mut title = Entry::finished(26);
    title.edit(&progress(5)).unwrap();
    title.edit(&notes("Jazz")).unwrap();
    assert!(title.undo(2).is_empty());
    let version = title.version();
    assert!(title.undo(2).is_empty());
    assert_eq!(title.version(), version);
}

#[test]
fn addition_is_undone_unless_the_entry_changed_since() {
    let mut title = Entry::finished(26);
    title.edit(&Edit::default()).unwrap();
    title.edit(&notes("Jazz")).unwrap();
    assert_eq!(title.undo(1), ["notes"]);
    assert_eq!(title.entry().notes, "Jazz");
    assert!(title.undo(2).is_empty());
    assert!(title.undo(1).is_empty());
    assert_eq!(title.now, None);
}

#[test]
fn undo_of_a_removal_restores_the_whole_entry() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    title.edit(&notes("Jazz")).unwrap();
    let former = title.now.clone();
    title.remove();
    assert!(title.undo(3).is_empty());
    assert_eq!(title.now, former);
}

#[test]
fn undo_of_a_removal_does_not_replace_a_new_entry() {
    let mut title = Entry::finished(26);
    title.edit(&notes("Jazz")).unwrap();
    title.remove();
    title.edit(&notes("Blues")).unwrap();
    assert_eq!(title.undo(2), ["notes", "added_at"]);
    assert_eq!(title.entry().notes, "Blues");
}

#[test]
fn edit_of_a_removed_entry_cannot_be_undone() {
    let mut title = Entry::finished(26);
    title.edit(&notes("Jazz")).unwrap();
    title.edit(&notes("Blues")).unwrap();
    title.remove();
    assert_eq!(title.undo(2), ["notes"]);
    assert_eq!(title.now, None);
}

#[test]
fn undo_removes_a_run_only_while_it_is_unchanged() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    title.edit(&rewatch()).unwrap();
    title.edit(&progress(3)).unwrap();
    let stayed = title.undo(2);
    assert_eq!(stayed, ["run:2:state", "run:2:progress"]);
    let entry = title.entry();
    assert_eq!((entry.runs.len(), entry.current_run().progress), (2, 3));
    assert!(title.undo(3).is_empty());
    assert!(title.undo(2).len() <= 2);
}

#[test]
fn undo_keeps_a_run_between_others() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    for _ in 0..2 {
        title.edit(&rewatch()).unwrap();
        title.edit(&progress(26)).unwrap();
    }
    let before = title.now.clone();
    let began = title.events[1].version;
    assert!(!title.undo(began).is_empty());
    assert_eq!(title.now, before);
}

#[test]
fn restored_entry_equals_the_former_one() {
    let mut title = Entry::finished(26);
    title.edit(&progress(7)).unwrap();
    let then = title.now.clone();
    title.edit(&progress(26)).unwrap();
    title.remove();
    let at = title.moment().now;
    title.put(restore(then.as_ref()), Cause::Restore(at));
    assert_eq!(title.now, then);
    title.put(restore(None), Cause::Restore(at));
    assert_eq!(title.now, None);
}
