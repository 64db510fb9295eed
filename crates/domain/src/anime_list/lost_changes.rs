//! Requested values that a concurrent change replaced.

use super::{
    Edit, Field, FieldChange, FieldValue, ListEntry, ListEvent, RunDate, RunField, RunState,
    Status, fields::fields,
};

/// What somebody requested and did not get, since a concurrent change of others still stands where the entry is `now`: of
/// each field its value, and as the new one the requested one. Lost notes are returned until the entry has them, for
/// they are nowhere else.
pub fn lost_changes(event: &ListEvent, now: Option<&ListEntry>) -> Vec<FieldChange> {
    let requested = event.requested.as_ref();
    let Some(requested) = requested.filter(|_| event.base_version.is_some()) else {
        return Vec::new();
    };
    let after = event.after.as_ref();
    let (stood, now) = (fields(after), fields(now));
    let current = after.map_or(1, ListEntry::current_number);
    let wanted = requested_values(&requested.edit, current).into_iter();
    let differ = |(field, new): (Field, Option<FieldValue>)| {
        let (old, now) = (stood.get(&field), now.get(&field));
        let is_had = is_same(old, new.as_ref()) || is_same(now, new.as_ref());
        let still_stands = is_same(old, now) || field == Field::Notes;
        let is_lost = !is_had
            && still_stands
            && !applied_elsewhere(event, &requested.edit, &field, new.as_ref());
        let old = old.cloned();
        is_lost.then_some(FieldChange { field, old, new })
    };
    wanted.filter_map(differ).collect()
}

/// Returns whether two values are the same, whoever set their dates.
fn is_same(one: Option<&FieldValue>, other: Option<&FieldValue>) -> bool {
    match (one, other) {
        (Some(FieldValue::Date(one)), Some(FieldValue::Date(other))) => one.date == other.date,
        _ => one == other,
    }
}

/// Whether the requested value was applied to another run: to one that is not current any more, or to a rewatch that was
/// dropped, which leaves the title completed.
fn applied_elsewhere(
    event: &ListEvent,
    edit: &Edit,
    field: &Field,
    new: Option<&FieldValue>,
) -> bool {
    let changes = event.changes();
    match field {
        Field::Status if edit.status == Some(Status::Dropped) => changes
            .iter()
            .any(|change| change.new == Some(FieldValue::State(RunState::Abandoned))),
        Field::Run(_, wanted) if edit.run.is_none() => changes.iter().any(|change| {
            matches!(change.field, Field::Run(_, it) if it == *wanted)
                && is_same(change.new.as_ref(), new)
        }),
        _ => false,
    }
}

/// Returns the fields that an edit sets, with the wanted values; `None` is to remove the value.
fn requested_values(edit: &Edit, current: u16) -> Vec<(Field, Option<FieldValue>)> {
    let mut wanted = Vec::new();
    let number = edit.run.unwrap_or(current);
    let date = |date: Option<_>| date.map(RunDate::by_hand).map(FieldValue::Date);
    wanted.extend(
        edit.status
            .map(|it| (Field::Status, Some(FieldValue::Status(it)))),
    );
    wanted.extend(
        edit.score
            .map(|it| (Field::Score, it.map(FieldValue::Score))),
    );
    let notes = edit.notes.as_ref().map(|notes| {
        let text = Some(notes).filter(|notes| !notes.is_empty());
        (Field::Notes, text.cloned().map(FieldValue::Text))
    });
    wanted.extend(notes);
    let private = edit.private.map(|it| it.then_some(FieldValue::Yes));
    wanted.extend(private.map(|it| (Field::Private, it)));
    let progress = edit.progress.and_then(|it| u16::try_from(it).ok());
    for (field, value) in [
        (
            RunField::Progress,
            progress.map(|it| Some(FieldValue::Count(it))),
        ),
        (
            RunField::Score,
            edit.run_score.map(|it| it.map(FieldValue::Score)),
        ),
        (RunField::Started, edit.started.map(date)),
        (RunField::Finished, edit.finished.map(date)),
    ] {
        wanted.extend(value.map(|value| (Field::Run(number, field), value)));
    }
    let tags = edit.tags.iter().flatten().chain(&edit.add_tags);
    let field = |tag: &String| Field::Tag(tag.trim().to_owned());
    wanted.extend(tags.map(|tag| (field(tag), Some(FieldValue::Yes))));
    let gone = edit.remove_tags.iter();
    wanted.extend(gone.map(|tag| (field(tag), None)));
    wanted
}
