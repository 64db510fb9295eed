//! How Activity shows edits that a concurrent change replaced.

use super::{conflicts::begun, *};

#[test]
fn lost_notes_are_shown_and_can_be_restored() {
    let mut title = begun();
    let base = title.version();
    title.edit_late(base, 2, &notes("Later")).unwrap();
    let both = Edit {
        score: Some(Score::new(70).ok()),
        ..notes("Earlier")
    };
    title.edit_late(base, 1, &both).unwrap();
    assert_eq!(title.entry().notes, "Later");
    let text = |text: &str| Some(FieldValue::Text(text.into()));
    let lost = FieldChange {
        field: Field::Notes,
        old: text("Later"),
        new: text("Earlier"),
    };
    assert_eq!(shown(&title), [lost]);
    assert!(lost_changes(&title.events[0], title.now.as_ref()).is_empty());
    title.edit(&notes("Earlier")).unwrap();
    assert_eq!(title.entry().notes, "Earlier");
}

#[test]
fn lost_change_is_shown_until_applied_or_settled_by_a_later_edit() {
    for (settled, has_notes) in [("Earlier", false), ("Neither", true)] {
        let mut title = begun();
        title
            .edit_late(
                1,
                2,
                &Edit {
                    status: Some(Status::Paused),
                    ..notes("Later")
                },
            )
            .unwrap();
        title
            .edit_late(
                1,
                1,
                &Edit {
                    status: Some(Status::Dropped),
                    ..notes("Earlier")
                },
            )
            .unwrap();
        assert_eq!(shown(&title).len(), 2);
        title
            .edit(&Edit {
                status: Some(Status::Completed),
                ..notes(settled)
            })
            .unwrap();
        let left: Vec<_> = shown(&title)
            .into_iter()
            .map(|change| change.field)
            .collect();
        // Notes that were lost are nowhere else
        assert_eq!(
            left,
            if has_notes {
                vec![Field::Notes]
            } else {
                vec![]
            }
        );
    }
}

#[test]
fn value_applied_to_another_run_is_not_lost() {
    let mut title = begun();
    title.edit(&progress(26)).unwrap();
    let seen = title.version();
    title.edit_late(seen, 1, &rewatch()).unwrap();
    let finished = Edit {
        run_score: Some(Score::new(80).ok()),
        add_tags: tags(&[" calm "]),
        ..Edit::default()
    };
    title.edit_late(seen, 2, &finished).unwrap();
    assert_eq!(title.entry().runs[0].score.map(Score::get), Some(80));
    assert_eq!(shown(&title), []);
    let seen = title.version();
    title.edit_late(seen, 3, &notes("Jazz")).unwrap();
    title.edit_late(seen, 4, &status(Status::Dropped)).unwrap();
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(shown(&title), []);
}

/// What the last change that had not seen all is shown to have lost.
fn shown(title: &Entry) -> Vec<FieldChange> {
    let late = |event: &&ListEvent| event.base_version.is_some();
    let event = title.events.iter().rfind(late).unwrap();
    lost_changes(event, title.now.as_ref())
}
