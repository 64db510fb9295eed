//! Entries as fields.

use super::{
    super::fields::{entry, fields},
    *,
};

#[test]
fn planned_entry_is_stored_as_its_time_alone() {
    let planned = ListEntry::planned(at("2026-03-01T12:00:00.123456789Z"));
    let words = r#"{"added_at":"2026-03-01T12:00:00.123456789Z"}"#;
    assert_eq!(serde_json::to_string(&planned).unwrap(), words);
    assert_eq!(serde_json::from_str::<ListEntry>(words).unwrap(), planned);
}

#[test]
fn field_parses_only_its_own_text() {
    for field in [
        Field::Status,
        Field::Score,
        Field::Notes,
        Field::Private,
        Field::ExtraRuns,
        Field::AddedAt,
        Field::Tag("a:b".into()),
        Field::Tag(String::new()),
        Field::Run(12, RunField::Started),
    ] {
        assert_eq!(field.to_string().parse(), Ok(field));
    }
    for text in ["", "state", "run", "run:1", "run:x:state", "run:1:notes"] {
        assert_eq!(text.parse::<Field>(), Err(NoField), "{text}");
    }
}

#[test]
fn incomplete_fields_make_no_entry() {
    let planned = fields(Some(&ListEntry::planned(at("2026-03-01T12:00:00Z"))));
    assert!(entry(&planned).is_some());
    for field in [
        Field::Status,
        Field::AddedAt,
        Field::Run(1, RunField::State),
    ] {
        let mut less = planned.clone();
        less.remove(&field);
        assert_eq!(entry(&less), None, "{field}");
    }
    let mut gap = planned.clone();
    let state = FieldValue::State(RunState::Done);
    gap.insert(Field::Run(3, RunField::State), state);
    assert_eq!(entry(&gap), None);
    let mut other = planned;
    other.insert(Field::Score, FieldValue::Count(3));
    assert_eq!(entry(&other), None);
}

#[test]
fn former_fields_hold_only_the_values_that_changed() {
    let mut title = Entry::finished(26);
    title.edit(&notes("Jazz")).unwrap();
    title.edit(&progress(26)).unwrap();
    let event = title.events.last().unwrap();
    let (before, after) = (
        event.before.as_ref().unwrap(),
        event.after.as_ref().unwrap(),
    );
    let former = FormerFields::of(before, after);
    assert_eq!(
        serde_json::to_string(&former).unwrap(),
        r#"{"status":{"status":"planned"},"run:1:state":{"state":"open"},"run:1:progress":{"count":0},"run:1:started":null,"run:1:finished":null}"#
    );
    assert_eq!(former.before(after).as_ref(), Some(before));
}
