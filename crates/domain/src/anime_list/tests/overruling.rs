//! What Activity tells of edits that others have overruled.

use super::{conflicts::begun, *};

#[test]
fn what_was_overruled_is_told_and_can_be_had_after_all() {
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
    assert_eq!(told(&title), [lost]);
    assert!(overruled(&title.events[0], title.now.as_ref()).is_empty());
    title.edit(&notes("Earlier")).unwrap();
    assert_eq!(title.entry().notes, "Earlier");
}

#[test]
fn overruling_is_told_until_what_was_asked_for_stands_or_a_later_hand_has_settled_it() {
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
        assert_eq!(told(&title).len(), 2);
        title
            .edit(&Edit {
                status: Some(Status::Completed),
                ..notes(settled)
            })
            .unwrap();
        let left: Vec<_> = told(&title)
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
fn what_came_to_be_in_another_place_was_not_overruled() {
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
    assert_eq!(told(&title), []);
    let seen = title.version();
    title.edit_late(seen, 3, &notes("Jazz")).unwrap();
    title.edit_late(seen, 4, &status(Status::Dropped)).unwrap();
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(told(&title), []);
}

/// What the last change that had not seen all is told to have asked for in vain.
fn told(title: &Entry) -> Vec<FieldChange> {
    let late = |event: &&ListEvent| event.base_version.is_some();
    let event = title.events.iter().rfind(late).unwrap();
    overruled(event, title.now.as_ref())
}
