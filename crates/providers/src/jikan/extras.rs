//! What is known of titles beside their records, in Jikan's words.
//!
//! Only what tells things apart must be there, numbers and names; all else that is missing or of another form than
//! Jikan's is not known.

mod credits;
mod lists;
mod videos;

use domain::json::UntrustedValue;
use domain::{
    anime::MalId,
    extras::{Character, Extra, ExtraKind, ExtraPage, FullRecord, Person, RecordId, TitleExtra},
    provider::SourceTitle,
};
use serde_json::Value;

use super::record::{RecordError, read_record};
use crate::fields::Fields;

/// Reads one object of the shape of `anime/{id}/full`, of `anime/{id}` or of a list's item, with the extras that it
/// carries: each under the name of its address, with what that answers or what is under `data` there. Episodes are not
/// among them: under that name a record has their number. Neither is one page of several, which would stand for all.
/// An answer that has the object under `data` is read likewise.
///
/// Of a title only `mal_id` and a name must be there; every other fact that is missing or of another form than Jikan's
/// is not known.
pub fn parse_record(json: &[u8]) -> Result<(SourceTitle, Vec<Extra>), RecordError> {
    let value: Value = parse(json)?;
    let value = record(&value)?;
    let title = read_record(value)?;
    let fields = Fields::of(value);
    let carried = |kind: &ExtraKind| {
        let given = fields.get(kind.as_str())?;
        if *kind == ExtraKind::Episodes || pages(Fields::of(given)) > 1 {
            return None;
        }
        read_extra(*kind, Fields::of(given).get("data").unwrap_or(given))
    };
    Ok((title, ExtraKind::ALL.iter().filter_map(carried).collect()))
}

/// Reads an answer of `anime/{id}/characters` and the like, with the title's number beside `data` as `mal_id` or
/// `anime_id`.
pub fn parse_extra(kind: ExtraKind, json: &[u8]) -> Result<ExtraPage, RecordError> {
    let value: Value = parse(json)?;
    if !value.is_object() {
        return Err(RecordError::NotAnObject);
    }
    let fields = Fields::of(&value);
    let id = fields
        .number("mal_id")
        .or_else(|| fields.number("anime_id"));
    let id = id.filter(|id| *id > 0).ok_or(RecordError::TitleNumber)?;
    let data = fields.get("data").and_then(|data| read_extra(kind, data));
    let extra = TitleExtra {
        mal_id: MalId::new(id),
        extra: data.ok_or(RecordError::Data)?,
    };
    Ok(ExtraPage {
        is_blank: extra.extra.items() == 0,
        extra,
        pages: pages(fields),
    })
}

/// How many pages an answer belongs to. `has_next_page` is of no use: Jikan says it of single pages, too.
pub(super) fn pages(answer: Fields<'_>) -> u32 {
    let pages = answer.object("pagination").count("last_visible_page");
    pages.unwrap_or(1)
}

/// Reads one object of the shape of `people/{id}` or `people/{id}/full`, or an answer that has it under `data`.
pub fn parse_person(json: &[u8]) -> Result<Person, RecordError> {
    let value: Value = parse(json)?;
    credits::person(Fields::of(record(&value)?))
}

/// Reads one object of the shape of `characters/{id}` or `characters/{id}/full`, or an answer with it under `data`.
pub fn parse_character(json: &[u8]) -> Result<Character, RecordError> {
    let value: Value = parse(json)?;
    credits::character(Fields::of(record(&value)?))
}

fn parse(json: &[u8]) -> Result<Value, RecordError> {
    let read = serde_json::from_slice(json).map(|UntrustedValue(value)| value);
    read.map_err(|error| RecordError::NotJson {
        column: error.column(),
    })
}

/// The record in a value: the value itself, or what an answer has under `data`.
fn record(value: &Value) -> Result<&Value, RecordError> {
    if !value.is_object() {
        return Err(RecordError::NotAnObject);
    }
    Ok(Fields::of(value).get("data").unwrap_or(value))
}

/// Reads the record of a person or a character that was asked for.
pub(super) fn read_whole(id: RecordId, data: &Value) -> Result<FullRecord, RecordError> {
    let fields = Fields::of(data);
    Ok(match id {
        RecordId::Person(_) => FullRecord::Person(Box::new(credits::person(fields)?)),
        RecordId::Character(_) => FullRecord::Character(Box::new(credits::character(fields)?)),
    })
}

/// Reads an extra of a kind; `None` where the data is of another form than Jikan's.
pub(super) fn read_extra(kind: ExtraKind, data: &Value) -> Option<Extra> {
    Some(match kind {
        ExtraKind::Characters => Extra::Characters(credits::cast(data.as_array()?)),
        ExtraKind::Staff => Extra::Staff(credits::staff(data.as_array()?)),
        ExtraKind::Episodes => Extra::Episodes(lists::episodes(data.as_array()?)),
        ExtraKind::Videos => Extra::Videos(videos::videos(data)?),
        ExtraKind::Pictures => Extra::Pictures(lists::pictures(data.as_array()?)),
        ExtraKind::Recommendations => {
            Extra::Recommendations(lists::recommendations(data.as_array()?))
        }
        ExtraKind::Statistics => Extra::Statistics(lists::statistics(data)?),
        ExtraKind::News => Extra::News(lists::news(data.as_array()?)),
    })
}
