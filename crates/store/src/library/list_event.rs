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
    instant,
    tx::Statement,
    value::{Row, Value},
};

/// The columns that [`read`] reads, of `list_event v`.
macro_rules! event_columns {
    () => {
        "v.version, v.mal_id, v.at, v.device, v.cause, v.op_id, v.entry, v.former, v.by_rule"
    };
}
pub(super) use event_columns;

/// What is to run to write events.
pub(super) fn insert<'a>(
    uid: &UserId,
    events: impl IntoIterator<Item = &'a ListEvent>,
) -> Result<Statement> {
    let sql = "INSERT INTO list_event \
         (uid, version, mal_id, at, device, cause, op_id, entry, former, by_rule) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let events = events.into_iter();
    let rows = events.map(|event| row(uid, event)).collect::<Result<_>>()?;
    Ok((sql.into(), rows))
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
        event.device.clone().into(),
        event.cause.to_string().into(),
        event.op_id.as_ref().map(OpId::as_str).into(),
        event.after.as_ref().map(to_json).transpose()?.into(),
        former.into(),
        by_rule.map(to_json).transpose()?.into(),
    ])
}

/// Reads the columns of [`event_columns!`].
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
    Ok(ListEvent {
        version: row.take("version")?,
        mal_id: MalId::new(row.take("mal_id")?),
        at: instant::from_text(&row.take::<String>("at")?)?,
        device: row.take("device")?,
        cause: cause.parse::<Cause>().map_err(damaged)?,
        op_id: op_id
            .map(|it| it.parse::<OpId>())
            .transpose()
            .map_err(damaged)?,
        before,
        after,
        by_rule: optional_json(row, "by_rule")?.unwrap_or_default(),
    })
}

/// The event of a version.
pub(super) async fn of(store: &Store, uid: &UserId, version: u64) -> Result<Option<ListEvent>> {
    const SQL: &str = concat!(
        "SELECT ",
        event_columns!(),
        " FROM list_event v WHERE v.uid = $1 AND v.version = $2"
    );
    let params = vec![uid.as_str().into(), stored(version)];
    let rows = store.query(SQL, params).await?;
    rows.into_iter()
        .next()
        .map(|mut row| read(&mut row))
        .transpose()
}

/// JSON of a new entry, as SQL makes it of [`instant`]'s text where it has to.
pub(super) fn planned(added_at: Timestamp) -> String {
    format!("{{\"added_at\":\"{}\"}}", instant::to_text(added_at))
}

pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String> {
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
