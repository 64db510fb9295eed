//! What was done to anime lists.

use domain::{
    anime_list::{self, Cause, Field, FieldChange, FieldValue, ListEntry, RunField, diff},
    library::{self, ImportOperation},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::pictures::Pictures;

/// Changes of the list, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Activity {
    items: Vec<ActivityItem>,
    /// What to give as `before` for those that came before; `null` where there are none.
    #[schema(required)]
    next: Option<u64>,
}

/// A change with its title.
#[derive(Debug, Serialize, ToSchema)]
struct ActivityItem {
    #[serde(flatten)]
    event: ListEvent,
    /// `null` where the catalogue does not hold the title any more.
    #[schema(required)]
    title: Option<String>,
    /// `null` also where it is the same as `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// Whether undoing it would change anything now.
    can_undo: bool,
    /// How many changes it stands for, itself included.
    together: u32,
}

/// A change of an entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListEvent {
    /// Version of the change, which names it.
    event: u64,
    /// When it was written (RFC 3339).
    at: String,
    /// When the user made it, if that was before: without a connection, say.
    #[schema(required)]
    made_at: Option<String>,
    /// Id on MyAnimeList.
    mal_id: u32,
    kind: ListEventKind,
    cause: ListEventCause,
    /// The change that it took back.
    #[schema(required)]
    undoes: Option<u64>,
    /// The instant that it brought back (RFC 3339).
    #[schema(required)]
    restores: Option<String>,
    /// The import that made it.
    #[schema(required)]
    import: Option<String>,
    /// The import that was undone with it.
    #[schema(required)]
    undone_import: Option<u32>,
    /// What the browser called itself with which it was made.
    #[schema(required)]
    device: Option<String>,
    /// What it changed, and what it did not change since others had changed it later. An addition tells what was
    /// not as in an entry that is only planned, a removal nothing.
    changes: Vec<ChangedValue>,
}

/// What a change did to the list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListEventKind {
    /// The title was put on it.
    Added,
    /// What is kept of the title was changed, or was to be and was not.
    Edited,
    /// The title was taken off.
    Removed,
}

/// Why an entry changed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListEventCause {
    /// Somebody changed it.
    Hand,
    /// Somebody took back a change.
    Undo,
    /// Somebody had the list be as it was.
    Restore,
    /// An import.
    Import,
    /// It was on the watchlist before changes were kept.
    Migrated,
    /// Another service's list, which is kept in step.
    Sync,
}

/// A field of an entry, or of one of its runs.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListField {
    /// The status.
    Status,
    /// The score, of the entry or of a run.
    Score,
    /// The notes.
    Notes,
    /// Whether it is private.
    Private,
    /// Watchings again of which only the number is known.
    ExtraRuns,
    /// When it was put on the list.
    AddedAt,
    /// A tag.
    Tag,
    /// A field of another tracker's form, kept for exports.
    Foreign,
    /// Where a run is.
    State,
    /// Episodes seen in a run.
    Progress,
    /// When a run began.
    Started,
    /// When a run ended.
    Finished,
    /// Whether the title is on the list.
    Listed,
}

/// A field of an entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedField {
    field: ListField,
    /// Number of the run, from 1, whose field it is.
    #[schema(required)]
    run: Option<u16>,
    /// The tag that it is, or the name of the foreign field.
    #[schema(required)]
    tag: Option<String>,
}

/// How a field was changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedValue {
    #[serde(flatten)]
    field: ChangedField,
    /// `null` where it had none.
    #[schema(required)]
    old: Option<ListValue>,
    #[schema(required)]
    new: Option<ListValue>,
    /// Whether a rule set it and nobody's hand.
    by_rule: bool,
    /// Whether the field is still `old`: `new` was asked for, and what others did stands.
    overruled: bool,
}

/// The value of a field: a number for a count or a score, true for what is there, else a text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum ListValue {
    Number(u16),
    There(bool),
    Text(String),
}

impl Activity {
    /// Builds it from the first `limit` of these items, with `pictures`.
    pub(crate) fn new(items: &[library::ActivityItem], limit: usize, pictures: &Pictures) -> Self {
        let shown = &items[..items.len().min(limit)];
        let last = shown.last().filter(|_| items.len() > limit);
        Self {
            items: shown
                .iter()
                .map(|item| ActivityItem::new(item, pictures))
                .collect(),
            next: last.map(|item| item.event.version),
        }
    }
}

impl ActivityItem {
    fn new(item: &library::ActivityItem, pictures: &Pictures) -> Self {
        let title = item.title.as_deref();
        let english = title.and_then(|title| title.title_english.clone());
        let image = title.and_then(|title| title.image_url.as_deref());
        Self {
            event: ListEvent::new(&item.event, item.now.as_ref()),
            title: title.map(|title| title.title.clone()),
            title_english: english.filter(|it| title.is_some_and(|title| title.title != *it)),
            title_japanese: title.and_then(|title| title.title_japanese.clone()),
            image_url: pictures.poster(item.event.mal_id, image, None),
            can_undo: app::anime_list::can_undo(item),
            together: item.together,
        }
    }
}

impl ListEvent {
    /// Builds it from this event, where the title's entry is `now`.
    pub(crate) fn new(event: &anime_list::ListEvent, now: Option<&ListEntry>) -> Self {
        let (cause, undoes, restores, import) = match &event.cause {
            Cause::Hand => (ListEventCause::Hand, None, None, None),
            Cause::Undo(version) => (ListEventCause::Undo, Some(*version), None, None),
            Cause::Restore(at) => (ListEventCause::Restore, None, Some(at.to_string()), None),
            Cause::Import(name) => (ListEventCause::Import, None, None, Some(name.clone())),
            Cause::Migrated => (ListEventCause::Migrated, None, None, None),
            Cause::Sync => (ListEventCause::Sync, None, None, None),
        };
        let undone_import = match event.op_id.as_ref().and_then(ImportOperation::named) {
            Some(ImportOperation::Undo(number)) => Some(number),
            Some(ImportOperation::Apply(_)) | None => None,
        };
        let (kind, changes) = match (&event.before, &event.after) {
            (Some(_), None) => (ListEventKind::Removed, Vec::new()),
            (None, Some(entry)) => (ListEventKind::Added, added(event, entry)),
            (Some(_), Some(_)) | (None, None) => (ListEventKind::Edited, event.changes()),
        };
        let value = |change| ChangedValue::new(change, event, false);
        let overruled = anime_list::lost_changes(event, now).into_iter();
        let overruled = overruled.map(|change| ChangedValue::new(change, event, true));
        let requested = event.requested.as_ref();
        let removal = requested
            .filter(|requested| requested.edit.remove && event.after.is_some() && now.is_some());
        let overruled = overruled.chain(removal.map(|_| ChangedValue::overruled_removal()));
        Self {
            event: event.version,
            at: event.at.to_string(),
            made_at: event.made_at.map(|at| at.to_string()),
            mal_id: event.mal_id.get(),
            kind,
            cause,
            undoes,
            restores,
            import,
            undone_import,
            device: event.device.clone(),
            changes: changes.into_iter().map(value).chain(overruled).collect(),
        }
    }
}

/// What an entry that was added has besides being planned since then.
fn added(event: &anime_list::ListEvent, entry: &ListEntry) -> Vec<FieldChange> {
    let mut changes = diff(Some(&ListEntry::planned(event.at)), Some(entry));
    for change in &mut changes {
        change.old = None;
    }
    changes
}

impl ChangedField {
    /// Builds one from each of these fields.
    pub(crate) fn all(fields: &[Field]) -> Vec<Self> {
        fields.iter().map(Self::new).collect()
    }

    fn new(field: &Field) -> Self {
        let (name, run, tag) = match field {
            Field::Status => (ListField::Status, None, None),
            Field::Score => (ListField::Score, None, None),
            Field::Notes => (ListField::Notes, None, None),
            Field::Private => (ListField::Private, None, None),
            Field::ExtraRuns => (ListField::ExtraRuns, None, None),
            Field::AddedAt => (ListField::AddedAt, None, None),
            Field::Tag(tag) => (ListField::Tag, None, Some(tag.clone())),
            Field::Foreign(name) => (ListField::Foreign, None, Some(name.clone())),
            Field::Run(run, field) => (ListField::from(*field), Some(*run), None),
        };
        Self {
            field: name,
            run,
            tag,
        }
    }
}

impl From<RunField> for ListField {
    fn from(field: RunField) -> Self {
        match field {
            RunField::State => Self::State,
            RunField::Progress => Self::Progress,
            RunField::Started => Self::Started,
            RunField::Finished => Self::Finished,
            RunField::Score => Self::Score,
        }
    }
}

impl ChangedValue {
    /// The title was to be taken off.
    const fn overruled_removal() -> Self {
        Self {
            field: ChangedField {
                field: ListField::Listed,
                run: None,
                tag: None,
            },
            old: Some(ListValue::There(true)),
            new: None,
            by_rule: false,
            overruled: true,
        }
    }

    /// Builds it from a change that is only planned.
    pub(super) fn planned(change: &FieldChange) -> Self {
        Self {
            field: ChangedField::new(&change.field),
            by_rule: false,
            overruled: false,
            old: change.old.clone().map(Into::into),
            new: change.new.clone().map(Into::into),
        }
    }

    fn new(change: FieldChange, event: &anime_list::ListEvent, overruled: bool) -> Self {
        Self {
            field: ChangedField::new(&change.field),
            by_rule: !overruled && event.by_rule.contains(&change.field),
            overruled,
            old: change.old.map(Into::into),
            new: change.new.map(Into::into),
        }
    }
}

impl From<FieldValue> for ListValue {
    fn from(value: FieldValue) -> Self {
        match value {
            FieldValue::Status(status) => Self::Text(status.as_str().into()),
            FieldValue::Score(score) => Self::Number(score.get().into()),
            FieldValue::Text(text) => Self::Text(text),
            FieldValue::Yes => Self::There(true),
            FieldValue::Count(count) => Self::Number(count),
            FieldValue::At(at) => Self::Text(at.to_string()),
            FieldValue::State(state) => Self::Text(state.as_str().into()),
            FieldValue::Date(date) => Self::Text(date.date.to_string()),
        }
    }
}
