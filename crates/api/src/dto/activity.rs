//! Changes of anime lists.

use domain::{
    anime_list::{self, Cause, Field, FieldChange, FieldValue, ListEntry, RunField, diff},
    library::{self, ImportOperation},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::pictures::Pictures;

/// A page of the changes of the user's list, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Activity {
    items: Vec<ActivityItem>,
    /// The value of `before` for the page of earlier changes; `null` on the last page.
    #[schema(required)]
    next: Option<u64>,
}

/// A change of a list entry, with the catalogue's facts of its title.
#[derive(Debug, Serialize, ToSchema)]
struct ActivityItem {
    #[serde(flatten)]
    event: ListEvent,
    /// The main title; `null` where the catalogue no longer holds the title.
    #[schema(required)]
    title: Option<String>,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// Whether undoing the change would change anything now.
    can_undo: bool,
    /// The number of changes that this item stands for, itself included.
    together: u32,
}

/// A change of a list entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListEvent {
    /// The library's version with the change, which identifies the change.
    event: u64,
    /// When the server stored the change (RFC 3339).
    at: String,
    /// When the user made the change (RFC 3339), where that was earlier, for instance offline; else `null`.
    #[schema(required)]
    made_at: Option<String>,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    kind: ListEventKind,
    cause: ListEventCause,
    /// The version of the change that this one undid; `null` unless `cause` is `undo`.
    #[schema(required)]
    undoes: Option<u64>,
    /// The instant to whose state this change restored the entry (RFC 3339); `null` unless `cause` is `restore`.
    #[schema(required)]
    restores: Option<String>,
    /// The number of the import that made the change, as text; `null` unless `cause` is `import`.
    #[schema(required)]
    import: Option<String>,
    /// The number of the import whose undo made the change; `null` for other changes.
    #[schema(required)]
    undone_import: Option<u32>,
    /// The `User-Agent` with which the user signed in on the device that made the change, perhaps shortened; `null` where
    /// it is not known.
    #[schema(required)]
    device: Option<String>,
    /// The fields that the change set, and those whose requested value was overruled by a concurrent change of another
    /// client. Of an addition, the fields that differ from a planned entry; of a removal, none.
    changes: Vec<ChangedValue>,
}

/// What a change did to the list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListEventKind {
    /// The title was added to the list.
    Added,
    /// The title's entry was edited, or an edit of it was overruled.
    Edited,
    /// The title was removed from the list.
    Removed,
}

/// Why a list entry changed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListEventCause {
    /// The owner edited the entry.
    Hand,
    /// The owner undid a change.
    Undo,
    /// The owner restored an earlier state of the list.
    Restore,
    /// An import changed the entry.
    Import,
    /// The title was on the watchlist before Mitai recorded changes.
    Migrated,
    /// A synchronised list of another service changed the entry.
    Sync,
}

/// A field of an entry, or of one of its runs.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ListField {
    /// The entry's status.
    Status,
    /// The score, of the entry or of a run.
    Score,
    /// The entry's notes.
    Notes,
    /// Whether the entry is private.
    Private,
    /// The rewatches of which only the number is known.
    ExtraRuns,
    /// When the title was added to the list.
    AddedAt,
    /// A tag of the entry.
    Tag,
    /// A field of another tracker's format, kept for exports.
    Foreign,
    /// The state of a run.
    State,
    /// The number of episodes watched in a run.
    Progress,
    /// When a run began.
    Started,
    /// When a run ended.
    Finished,
    /// Whether the title is on the list.
    Listed,
}

/// A field of a list entry or of one of its runs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedField {
    field: ListField,
    /// The run's number, counted from 1; `null` for a field of the entry itself.
    #[schema(required)]
    run: Option<u16>,
    /// The tag, or the name of the foreign field; `null` for other fields.
    #[schema(required)]
    tag: Option<String>,
}

/// A field's values before and after a change.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedValue {
    #[serde(flatten)]
    field: ChangedField,
    /// The value before the change; `null` where there was none.
    #[schema(required)]
    old: Option<ListValue>,
    #[schema(required)]
    new: Option<ListValue>,
    /// Whether a rule of the server set the field, and not the owner.
    by_rule: bool,
    /// Whether the field kept `old`, since another client's change prevailed over `new`.
    overruled: bool,
}

/// A field's value: a number for a count or a score, `true` for something that is present, otherwise a text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum ListValue {
    Number(u16),
    There(bool),
    Text(String),
}

impl Activity {
    /// Builds the page from the first `limit` of the stored changes.
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
    /// Builds the answer from a stored change, where the title's entry is `now`.
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

/// The fields in which an added entry differs from one that is only planned.
fn added(event: &anime_list::ListEvent, entry: &ListEntry) -> Vec<FieldChange> {
    let mut changes = diff(Some(&ListEntry::planned(event.at)), Some(entry));
    for change in &mut changes {
        change.old = None;
    }
    changes
}

impl ChangedField {
    /// Builds the answer's form of each field.
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
    /// The change of an overruled removal: the title stays on the list.
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

    /// Builds the answer from a change that an import only plans.
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
