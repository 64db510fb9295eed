//! The events of anime lists, which stay.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Cause, FormerFields, ListEntry, ListEvent, OpId},
};
use jiff::Timestamp;
use serde::Serialize;

use super::stored;
use crate::{
    Store,
    anime::from_json,
    in_list::padded_after,
    insert::Insert,
    instant,
    value::{Row, Value},
};

/// The columns that [`read`] reads, of `list_event v`.
macro_rules! event_columns {
    () => {
        "v.version, v.mal_id, v.at, v.made_at, v.device, v.cause, v.op_id, v.base_version, v.asked, \
         v.entry, v.former, v.by_rule"
    };
}
pub(super) use event_columns;

/// The insert of rows that [`rows`] makes.
pub(super) const INSERT: Insert<'_> = Insert::into(
    "list_event",
    &[
        "uid",
        "version",
        "mal_id",
        "at",
        "made_at",
        "device",
        "cause",
        "op_id",
        "base_version",
        "asked",
        "entry",
        "former",
        "by_rule",
    ],
);

/// The rows of events for [`INSERT`].
pub(super) fn rows<'a>(
    uid: &UserId,
    events: impl IntoIterator<Item = &'a ListEvent>,
) -> Result<Vec<Vec<Value>>> {
    events.into_iter().map(|event| row(uid, event)).collect()
}

fn row(uid: &UserId, event: &ListEvent) -> Result<Vec<Value>> {
    let former = match (&event.before, &event.after) {
        (Some(before), Some(after)) => Some(to_json(&FormerFields::of(before, after))?),
        (Some(before), None) => Some(to_json(before)?),
        (None, _) => None,
    };
    let by_rule = Some(&event.by_rule).filter(|fields| !fields.is_empty());
    Ok(vec![
        uid.as_str().into(),
        stored(event.version),
        event.mal_id.get().into(),
        instant::to_text(event.at).into(),
        event.made_at.map(instant::to_text).into(),
        event.device.clone().into(),
        event.cause.to_string().into(),
        event.op_id.as_ref().map(OpId::as_str).into(),
        event.base_version.map_or(Value::Null, stored),
        event.requested.as_ref().map(to_json).transpose()?.into(),
        event.after.as_ref().map(to_json).transpose()?.into(),
        former.into(),
        by_rule.map(to_json).transpose()?.into(),
    ])
}

/// Reads an event from the columns of [`event_columns!`].
pub(super) fn read(row: &mut Row) -> Result<ListEvent> {
    let after: Option<ListEntry> = optional_json(row, "entry")?;
    let former: Option<String> = row.take("former")?;
    let before = match (&after, former) {
        (_, None) => None,
        (None, Some(before)) => Some(from_json(&before)?),
        (Some(after), Some(former)) => {
            let former: FormerFields = from_json(&former)?;
            let before = former.before(after);
            Some(before.ok_or_else(|| damaged("its former fields are those of no entry"))?)
        }
    };
    let cause: String = row.take("cause")?;
    let op_id: Option<String> = row.take("op_id")?;
    let made_at: Option<String> = row.take("made_at")?;
    Ok(ListEvent {
        version: row.take("version")?,
        mal_id: MalId::new(row.take("mal_id")?),
        at: instant::from_text(&row.take::<String>("at")?)?,
        made_at: made_at.map(|it| instant::from_text(&it)).transpose()?,
        device: row.take("device")?,
        cause: cause.parse::<Cause>().map_err(damaged)?,
        op_id: op_id
            .map(|it| it.parse::<OpId>())
            .transpose()
            .map_err(damaged)?,
        base_version: row.take("base_version")?,
        requested: optional_json(row, "asked")?,
        before,
        after,
        by_rule: optional_json(row, "by_rule")?.unwrap_or_default(),
    })
}

/// Reads the events of these versions, oldest first.
pub(super) async fn of(store: &Store, uid: &UserId, versions: &[u64]) -> Result<Vec<ListEvent>> {
    if versions.is_empty() {
        return Ok(Vec::new());
    }
    let mut params: Vec<Value> = vec![uid.as_str().into()];
    let versions = versions.iter().copied().map(stored).collect();
    let (places, versions) = padded_after(params.len(), versions);
    params.extend(versions);
    let columns = event_columns!();
    let sql = format!(
        "SELECT {columns} FROM list_event v \
         WHERE v.uid = $1 AND v.version IN ({places}) ORDER BY v.version"
    );
    let rows = store.query(sql, params).await?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// JSON of a new entry, as SQL makes it of [`instant`]'s text where it has to.
pub(super) fn planned(added_at: Timestamp) -> String {
    format!("{{\"added_at\":\"{}\"}}", instant::to_text(added_at))
}

pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal("writing an entry", error))
}

fn optional_json<T: for<'a> serde::Deserialize<'a>>(
    row: &mut Row,
    column: &str,
) -> Result<Option<T>> {
    let json: Option<String> = row.take(column)?;
    json.map(|json| from_json(&json)).transpose()
}

fn damaged(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::internal("reading a change of a list", source)
}
