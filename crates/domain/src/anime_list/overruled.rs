//! What was asked for in vain.

use super::{
    Edit, Field, FieldChange, FieldValue, ListEntry, ListEvent, RunDate, RunField, fields::fields,
};

/// What somebody asked for and did not get, since what others had done stands: of each field its value, and
/// as the new one what was asked for.
pub fn overruled(event: &ListEvent) -> Vec<FieldChange> {
    let asked = event.asked.as_ref();
    let Some(asked) = asked.filter(|_| event.base_version.is_some()) else {
        return Vec::new();
    };
    let after = event.after.as_ref();
    let mut stands = fields(after);
    let current = after.map_or(1, ListEntry::current_number);
    let wanted = wanted(&asked.edit, current).into_iter();
    let differ = |(field, new): (Field, Option<FieldValue>)| {
        let old = stands.remove(&field);
        let date = |value: &Option<FieldValue>| match value {
            Some(FieldValue::Date(it)) => Some(it.date),
            _ => None,
        };
        let is_same = old == new || (date(&old).is_some() && date(&old) == date(&new));
        (!is_same).then_some(FieldChange { field, old, new })
    };
    wanted.filter_map(differ).collect()
}

/// The values that an edit wants fields to have.
fn wanted(edit: &Edit, current: u16) -> Vec<(Field, Option<FieldValue>)> {
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
    wanted.extend(tags.map(|tag| (Field::Tag(tag.clone()), Some(FieldValue::Yes))));
    let gone = edit.remove_tags.iter();
    wanted.extend(gone.map(|tag| (Field::Tag(tag.clone()), None)));
    wanted
}
