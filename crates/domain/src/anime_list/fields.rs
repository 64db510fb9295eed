//! Entries as flat fields: what tells two of them apart, and what is put back.

use std::{collections::BTreeMap, fmt, str::FromStr};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ListEntry, Run, RunDate, RunState, Score, Status};

/// A field of a [run](Run).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunField {
    /// The run's state; every run has it.
    State,
    /// Number of episodes seen in the run; every run has it.
    Progress,
    /// Start date of the run.
    Started,
    /// End date of the run.
    Finished,
    /// The run's own score.
    Score,
}

impl RunField {
    const ALL: [Self; 5] = [
        Self::State,
        Self::Progress,
        Self::Started,
        Self::Finished,
        Self::Score,
    ];

    /// Returns the field's name in the API and in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Progress => "progress",
            Self::Started => "started",
            Self::Finished => "finished",
            Self::Score => "score",
        }
    }
}

/// A field of an entry.
///
/// As text it is its name; `tag:NAME` for a tag, `foreign:NAME` for a foreign field, `run:NUMBER:NAME` for a field of a run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Field {
    /// The watch status; every entry has it.
    Status,
    /// The title's score.
    Score,
    /// The notes.
    Notes,
    /// Whether the entry is private.
    Private,
    /// Number of rewatches that have no run of their own.
    ExtraRuns,
    /// When the title was put on the list; every entry has it.
    AddedAt,
    /// A tag, by its text.
    Tag(String),
    /// A field of another tracker, by its name there.
    Foreign(String),
    /// A field of a run, by the run's number, counted from 1.
    Run(u16, RunField),
}

/// Error: a text names no [`Field`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an entry has no such field")]
pub struct NoField;

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status => f.write_str("status"),
            Self::Score => f.write_str("score"),
            Self::Notes => f.write_str("notes"),
            Self::Private => f.write_str("private"),
            Self::ExtraRuns => f.write_str("extra_runs"),
            Self::AddedAt => f.write_str("added_at"),
            Self::Tag(tag) => write!(f, "tag:{tag}"),
            Self::Foreign(name) => write!(f, "foreign:{name}"),
            Self::Run(number, field) => write!(f, "run:{number}:{}", field.as_str()),
        }
    }
}

impl FromStr for Field {
    type Err = NoField;

    fn from_str(text: &str) -> Result<Self, NoField> {
        Ok(match text.split_once(':') {
            Some(("tag", tag)) => Self::Tag(tag.to_owned()),
            Some(("foreign", name)) => Self::Foreign(name.to_owned()),
            Some(("run", field)) => {
                let (number, name) = field.split_once(':').ok_or(NoField)?;
                let field = RunField::ALL.into_iter().find(|it| it.as_str() == name);
                let number = number.parse().map_err(|_| NoField)?;
                Self::Run(number, field.ok_or(NoField)?)
            }
            _ => match text {
                "status" => Self::Status,
                "score" => Self::Score,
                "notes" => Self::Notes,
                "private" => Self::Private,
                "extra_runs" => Self::ExtraRuns,
                "added_at" => Self::AddedAt,
                _ => return Err(NoField),
            },
        })
    }
}

impl TryFrom<String> for Field {
    type Error = NoField;

    fn try_from(text: String) -> Result<Self, NoField> {
        text.parse()
    }
}

impl From<Field> for String {
    fn from(field: Field) -> Self {
        field.to_string()
    }
}

/// The value of a field that has one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldValue {
    /// The value of a status field.
    Status(Status),
    /// The value of a score field.
    Score(Score),
    /// The value of notes, which are not empty, or of a foreign field.
    Text(String),
    /// The value of a tag that is there, or of the private mark of an entry that is private.
    Yes,
    /// The value of a progress, or of a number of rewatches.
    Count(u16),
    /// The instant at which the title was put on the list.
    At(Timestamp),
    /// The value of a run's state.
    State(RunState),
    /// The value of a run's start or end date.
    Date(RunDate),
}

/// An entry's fields and their values; fields without a value are left out.
pub(super) type Fields = BTreeMap<Field, FieldValue>;

/// Returns an entry's fields; a title that is not on the list has none.
pub(super) fn fields(entry: Option<&ListEntry>) -> Fields {
    let mut fields = Fields::new();
    let Some(entry) = entry else {
        return fields;
    };
    let mut put = |field, value: Option<FieldValue>| {
        if let Some(value) = value {
            fields.insert(field, value);
        }
    };
    put(Field::Status, Some(FieldValue::Status(entry.status)));
    put(Field::Score, entry.score.map(FieldValue::Score));
    let notes = Some(&entry.notes).filter(|notes| !notes.is_empty());
    put(Field::Notes, notes.cloned().map(FieldValue::Text));
    put(Field::Private, entry.private.then_some(FieldValue::Yes));
    let extra = Some(entry.extra_runs).filter(|count| *count > 0);
    put(Field::ExtraRuns, extra.map(FieldValue::Count));
    put(Field::AddedAt, Some(FieldValue::At(entry.added_at)));
    for tag in &entry.tags {
        put(Field::Tag(tag.clone()), Some(FieldValue::Yes));
    }
    for (name, value) in &entry.foreign_fields {
        let field = Field::Foreign(name.clone());
        put(field, Some(FieldValue::Text(value.clone())));
    }
    for (number, run) in (1..).zip(&entry.runs) {
        for field in RunField::ALL {
            put(Field::Run(number, field), run_value(run, field));
        }
    }
    fields
}

fn run_value(run: &Run, field: RunField) -> Option<FieldValue> {
    match field {
        RunField::State => Some(FieldValue::State(run.state)),
        RunField::Progress => Some(FieldValue::Count(run.progress)),
        RunField::Started => run.started.map(FieldValue::Date),
        RunField::Finished => run.finished.map(FieldValue::Date),
        RunField::Score => run.score.map(FieldValue::Score),
    }
}

/// Returns the entry that has these fields; `None` where they are those of no entry.
pub(super) fn entry(fields: &Fields) -> Option<ListEntry> {
    let Some(FieldValue::At(added_at)) = fields.get(&Field::AddedAt) else {
        return None;
    };
    let mut entry = ListEntry::planned(*added_at);
    entry.runs.clear();
    for (field, value) in fields {
        match (field, value) {
            (Field::Status, FieldValue::Status(status)) => entry.status = *status,
            (Field::Score, FieldValue::Score(score)) => entry.score = Some(*score),
            (Field::Notes, FieldValue::Text(notes)) => entry.notes.clone_from(notes),
            (Field::Private, FieldValue::Yes) => entry.private = true,
            (Field::ExtraRuns, FieldValue::Count(count)) => entry.extra_runs = *count,
            (Field::AddedAt, FieldValue::At(_)) => {}
            (Field::Tag(tag), FieldValue::Yes) => {
                entry.tags.insert(tag.clone());
            }
            (Field::Foreign(name), FieldValue::Text(value)) => {
                entry.foreign_fields.insert(name.clone(), value.clone());
            }
            (Field::Run(number, field), value) => put_run(&mut entry.runs, *number, *field, value)?,
            _ => return None,
        }
    }
    (fields.contains_key(&Field::Status) && !entry.runs.is_empty()).then_some(entry)
}

/// Fields come in order, so that a run's state comes first, and runs before it have come.
fn put_run(runs: &mut Vec<Run>, number: u16, field: RunField, value: &FieldValue) -> Option<()> {
    let index = usize::from(number).checked_sub(1)?;
    if field == RunField::State && index == runs.len() {
        runs.push(Run::default());
    }
    let run = runs.get_mut(index)?;
    match (field, value) {
        (RunField::State, FieldValue::State(state)) => run.state = *state,
        (RunField::Progress, FieldValue::Count(progress)) => run.progress = *progress,
        (RunField::Started, FieldValue::Date(date)) => run.started = Some(*date),
        (RunField::Finished, FieldValue::Date(date)) => run.finished = Some(*date),
        (RunField::Score, FieldValue::Score(score)) => run.score = Some(*score),
        _ => return None,
    }
    Some(())
}

/// The change of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The changed field.
    pub field: Field,
    /// The field's value before the change; `None` if it had none.
    pub old: Option<FieldValue>,
    /// The field's value after the change; `None` if it has none.
    pub new: Option<FieldValue>,
}

/// What tells two states of an entry apart, in the order of fields. A title that is not on the list has no
/// fields.
pub fn diff(before: Option<&ListEntry>, after: Option<&ListEntry>) -> Vec<FieldChange> {
    let (before, mut after) = (fields(before), fields(after));
    let mut changes = Vec::new();
    for (field, old) in before {
        let new = after.remove(&field);
        if new.as_ref() != Some(&old) {
            let old = Some(old);
            changes.push(FieldChange { field, old, new });
        }
    }
    changes.extend(after.into_iter().map(|(field, new)| FieldChange {
        field,
        old: None,
        new: Some(new),
    }));
    changes.sort_by(|a, b| a.field.cmp(&b.field));
    changes
}

/// The values that a change replaced: with them, what it led to says what was before. As JSON it is an
/// object by the fields' texts, with null for a field that had no value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormerFields(BTreeMap<Field, Option<FieldValue>>);

impl FormerFields {
    /// Returns the values of `before` that `after` lacks.
    pub fn of(before: &ListEntry, after: &ListEntry) -> Self {
        let changes = diff(Some(before), Some(after)).into_iter();
        Self(changes.map(|change| (change.field, change.old)).collect())
    }

    /// Returns the entry as it was before; `None` if these values are not of a change that led to `after`.
    pub fn before(self, after: &ListEntry) -> Option<ListEntry> {
        let mut fields = fields(Some(after));
        for (field, old) in self.0 {
            match old {
                Some(old) => fields.insert(field, old),
                None => fields.remove(&field),
            };
        }
        entry(&fields)
    }
}
